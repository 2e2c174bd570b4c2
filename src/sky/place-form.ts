import { cities } from './cities.ts';
import { element } from './element.ts';
import { coordinateWords, type Place, parsePlace, storedPlace, storePlace } from './place.ts';

/** The form for the place, and the place that is set. */
export interface PlaceForm {
  readonly place: Place | null;
  open: boolean;
}

/** Makes the form work; `onChange` is called with each new place, and with null when it is forgotten. */
export function attachPlaceForm(root: HTMLElement, onChange: (place: Place | null) => void): PlaceForm {
  const form = root.querySelector<HTMLFormElement>('[data-place-form]')!;
  const input = form.querySelector('input')!;
  const message = form.querySelector<HTMLElement>('[data-place-message]')!;
  const map = form.querySelector<HTMLElement>('[data-place-map]')!;
  const mark = form.querySelector<HTMLElement>('[data-place-mark]')!;
  const forget = form.querySelector<HTMLButtonElement>('[data-place-forget]')!;
  form.querySelector('datalist')!.append(...cities.map(({ name }) => element('option', { value: name })));
  let place = storedPlace();

  const show = () => {
    mark.hidden = place === null;
    forget.hidden = place === null;
    if (!place) return;
    mark.style.left = `${(place.lon + 180) / 3.6}%`;
    mark.style.top = `${(90 - place.lat) / 1.8}%`;
    input.value = place.name ?? `${place.lat}, ${place.lon}`;
  };
  const set = (next: Place | null) => {
    place = next;
    message.textContent = '';
    input.removeAttribute('aria-invalid');
    storePlace(next);
    show();
    onChange(next);
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
  show();
  return {
    get place() {
      return place;
    },
    get open() {
      return !form.hidden;
    },
    set open(open) {
      form.hidden = !open;
    },
  };
}

const rounded = (value: number, digits = 3) => Number(value.toFixed(digits));

/** Takes the place from the browser; `message` says that it waits, or why there is none. */
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

/** What a place is called: its name, else its coordinates. */
export const placeName = (place: Place): string => place.name ?? coordinateWords(place);
