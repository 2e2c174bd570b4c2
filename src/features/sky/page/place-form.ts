import { element } from '../../../dom/element.ts';
import { cities } from './cities.ts';
import { type TimeWords, timeWords } from './pass-words.ts';
import { coordinateWords, locatorOf, type Place, parsePlace, storedPlace, storePlace } from './place.ts';

/** Values of the form for the place and of the bar below it. */
export interface PlaceForm {
  readonly place: Place | null;
  /** Objects and passes below this elevation are not listed, degrees. */
  readonly minElevation: number;
  /** Formats times in the chosen zone. */
  readonly words: TimeWords;
}

/** Callbacks for changes of the form. */
interface PlaceEvents {
  /** The place has changed; null if it was cleared. */
  place(place: Place | null): void;
  minElevation(): void;
  zone(): void;
}

/** Activates the form and the bar of the place. The form is open while there is no place. */
export function attachPlaceForm(root: HTMLElement, on: PlaceEvents): PlaceForm {
  const form = root.querySelector<HTMLFormElement>('[data-place-form]')!;
  const input = form.querySelector('input')!;
  const message = form.querySelector<HTMLElement>('[data-place-message]')!;
  const map = form.querySelector<HTMLElement>('[data-place-map]')!;
  const mark = form.querySelector<HTMLElement>('[data-place-mark]')!;
  const forget = form.querySelector<HTMLButtonElement>('[data-place-forget]')!;
  const change = root.querySelector('[data-place-change]')!;
  const least = root.querySelector<HTMLSelectElement>('[data-place-least]')!;
  const utc = root.querySelector<HTMLInputElement>('[data-place-zone][value=utc]')!;
  form.querySelector('datalist')!.append(...cities.map(({ name }) => element('option', { value: name })));
  root.querySelector('[data-place-local]')!.textContent = `This device’s (${timeWords(false).zone})`;
  let place = storedPlace();

  const open = (isOpen: boolean) => {
    form.hidden = !isOpen;
    change.setAttribute('aria-expanded', String(isOpen));
  };
  const show = () => {
    open(place === null);
    mark.hidden = place === null;
    forget.hidden = place === null;
    if (!place) return;
    root.querySelector('[data-place-name]')!.textContent = placeName(place);
    root.querySelector('[data-place-where]')!.textContent =
      `${place.name ? `${coordinateWords(place)} · ` : ''}${locatorOf(place)}`;
    mark.style.left = `${(place.lon + 180) / 3.6}%`;
    mark.style.top = `${(90 - place.lat) / 1.8}%`;
    input.value = place.name ?? `${place.lat}, ${place.lon}`;
  };
  const set = (next: Place | null) => {
    const hadFocus = form.contains(document.activeElement);
    place = next;
    message.textContent = '';
    input.removeAttribute('aria-invalid');
    storePlace(next);
    show();
    on.place(next);
    // The form is now hidden; without this, the focus would return to the top of the page.
    if (next && hadFocus) root.querySelector<HTMLElement>('[data-place-result]')?.focus();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const found = parsePlace(input.value);
    if (found) return set(found);
    input.setAttribute('aria-invalid', 'true');
    message.textContent =
      'Not recognized. Type a large city, latitude and longitude such as 52.52, 13.41, or a locator such as JO62qm.';
  });
  form.querySelector('[data-place-locate]')!.addEventListener('click', () => locate(message, set));
  map.addEventListener('click', (event) => {
    const { left, top, width, height } = map.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height];
    set({ name: null, lat: rounded(90 - 180 * y, 1), lon: rounded(360 * x - 180, 1) });
  });
  forget.addEventListener('click', () => {
    set(null);
    input.value = '';
  });
  change.addEventListener('click', () => open(Boolean(form.hidden)));
  least.addEventListener('change', () => on.minElevation());
  for (const zone of root.querySelectorAll('[data-place-zone]')) zone.addEventListener('change', () => on.zone());
  show();
  return {
    get place() {
      return place;
    },
    get minElevation() {
      return Number(least.value);
    },
    get words() {
      return timeWords(utc.checked);
    },
  };
}

const rounded = (value: number, digits = 3) => Number(value.toFixed(digits));

/** Requests the place from the browser; `message` shows that the request is pending, or why it failed. */
export function locate(message: HTMLElement, set: (place: Place) => void): void {
  const known = 'geolocation' in navigator;
  message.textContent = known ? 'Waiting for the location…' : 'This browser has no location. Type the place instead.';
  if (!known) return;
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => set({ name: null, lat: rounded(coords.latitude), lon: rounded(coords.longitude) }),
    () => {
      message.textContent = 'The browser gave no location. Type the place instead.';
    },
    { timeout: 20_000, maximumAge: 600_000 },
  );
}

/** The display name of a place: its name, else its coordinates. */
export const placeName = (place: Place): string => place.name ?? coordinateWords(place);
