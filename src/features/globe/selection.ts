import { element } from '../../dom/element.ts';
import { fetchJson } from '../../dom/fetch-json.ts';
import { errorCurveOf, type MeasuredErrors, measuredErrors } from '../../orbit/position-error.ts';
import type { Accuracy } from '../../schema/objects/accuracy.ts';
import { formatCount } from '../../schema/plain-text.ts';
import type { GlobeClock } from './clock.ts';
import type { GlobeLabel } from './drawing/label.ts';
import { placeWords } from './drawing/moving-mark.ts';
import type { Globe } from './globe.ts';
import { altitudeOf, placeOn } from './motion.ts';
import type { Pointed } from './pointing.ts';
import { ageText, positionError } from './position-age.ts';
import type { Propagation } from './propagation.ts';

/** The selected object and its card: selecting does not leave the page, the card links to the object. */
export interface Selection extends Pointed {
  /** The selected row; null if there is none. */
  readonly row: number | null;
  /** Updates the card. */
  follow(): void;
  /** Turns the globe so that the selected object is in the middle. */
  center(): void;
  /** Called with the row after each change. */
  onChange: (row: number | null) => void;
}

const DAY_MS = 86_400_000;

/** Connects the card inside the globe's element. Its parts are named by `data-globe-card-…`. */
export function openSelection(
  root: HTMLElement,
  globe: Globe,
  clock: GlobeClock,
  { catalog }: Propagation,
  label: GlobeLabel,
): Selection {
  const card = root.querySelector<HTMLElement>('[data-globe-card]')!;
  const part = <T extends HTMLElement>(name: string) => card.querySelector<T>(`[data-globe-card-${name}]`)!;
  const [name, facts, age] = [part('name'), part('facts'), part('age')];
  const link = part<HTMLAnchorElement>('link');
  let errors: MeasuredErrors | null = null;
  let requested = false;
  let written = 0;

  /** Loads the measured errors when an object is first selected. */
  const loadErrors = async () => {
    if (requested) return;
    requested = true;
    errors = measuredErrors(await fetchJson<Accuracy>('/api/v1/accuracy').catch(() => null));
    written = 0;
    selection.follow();
  };

  const selection: Selection & { row: number | null } = {
    row: null,
    onChange: () => {},
    hover(row) {
      label.show(row === selection.row ? null : row);
      void globe.mark(row ?? selection.row);
    },
    select(row) {
      selection.row = row;
      label.show(null);
      void globe.mark(row);
      card.hidden = row === null;
      if (row !== null) {
        name.replaceChildren(`${catalog.names[row]} `, element('code', {}, String(catalog.ids[row])));
        link.href = `/satellites/${catalog.ids[row]}`;
        written = 0;
        selection.follow();
        void loadErrors();
      }
      selection.onChange(row);
    },
    follow() {
      const { row } = selection;
      const now = performance.now();
      if (row === null || now - written < 250) return;
      const place = globe.placeOf(row);
      // Without a position, before the first picture, the card is updated again with that picture, which may be the only one.
      written = place ? now : 0;
      facts.textContent = place
        ? `${catalog.classes[row]!.replace('_', ' ')} · ${formatCount(altitudeOf(place))} km up · ${globe.speedOf(row).toFixed(2)} km/s · over ${placeWords(placeOn(place))}`
        : `${catalog.classes[row]} · no position at this time`;
      const days = (clock.time - catalog.epochs[row]!) / DAY_MS;
      const set = { norad_cat_id: catalog.ids[row]!, object_name: catalog.names[row]! };
      // Every object on the globe is active.
      const curve = errors && errorCurveOf(errors, catalog.regimes[row]!, set, true);
      const error = positionError(days, catalog.classes[row]!, curve ?? []);
      age.textContent = `Orbit ${days < 0 ? 'dated' : 'is'} ${ageText(days)}${curve ? `: ${error.words}` : ''}.`;
      age.classList.toggle('old', error.lost);
    },
    center() {
      const place = selection.row === null ? null : globe.placeOf(selection.row);
      if (!place) return;
      const { latitude_deg, longitude_deg } = placeOn(place);
      globe.camera = { ...globe.camera, latitude: latitude_deg, longitude: longitude_deg };
      globe.draw();
    },
  };

  part('close').addEventListener('click', () => {
    selection.select(null);
    root.querySelector<HTMLElement>('[data-globe-stage]')!.focus({ preventScroll: true });
  });
  part('center').addEventListener('click', () => selection.center());
  return selection;
}
