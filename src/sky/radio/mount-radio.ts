import { element } from '../../dom/element.ts';
import { fetchJson } from '../../dom/fetch-json.ts';
import type { Interval } from '../../orbit/passes.ts';
import type { Place } from '../place.ts';
import type { PlaceForm } from '../place-form.ts';
import type { NightPass } from '../sky-objects.ts';
import { count } from '../sky-tables.ts';
import type { SkyRequest } from '../sky-worker.ts';
import { heardIn, type TransmittersFile } from './radio-bands.ts';
import { radioTable } from './radio-table.ts';

const HOUR_MS = 3_600_000;
/** Initial rows of the table, and how many more each click adds. */
const ROWS = 25;

/** Functions of the page of the sky that the list of radio passes uses. */
export interface RadioDeps {
  readonly post: (request: SkyRequest) => void;
  /** Whether the elements are loaded. */
  readonly ready: () => boolean;
  readonly form: PlaceForm;
}

/**
 * Runs the list of radio passes: passes of the objects that have a transmitter in use in the chosen bands. The file of
 * all transmitters is loaded once a band is chosen, the same for everyone; the passes are computed in the browser.
 */
export function mountRadio(root: HTMLElement, set: string, { post, ready, form }: RadioDeps) {
  const at = <E extends HTMLElement = HTMLElement>(name: string) => root.querySelector<E>(`[data-radio-${name}]`)!;
  const bands = [...root.querySelectorAll<HTMLInputElement>('[data-radio-band]')];
  const [hours, more, message, table] = [
    at<HTMLSelectElement>('hours'),
    at<HTMLButtonElement>('more'),
    at('message'),
    at('table'),
  ];
  let file: TransmittersFile | 'loading' | null = null;
  let span: Interval | null = null;
  let passes: readonly NightPass[] | null = null;
  let rows = ROWS;
  /** Number of the latest search: passes of an earlier one may arrive after the choice has changed. */
  let searches = 0;

  const chosen = () => new Set(bands.filter(({ checked }) => checked).map(({ value }) => value));

  async function load(): Promise<void> {
    if (file !== null || chosen().size === 0) return;
    file = 'loading';
    try {
      file = await fetchJson<TransmittersFile>('/api/v1/dataset/transmitters');
      search();
    } catch {
      file = null;
      message.textContent = 'The transmitters could not be loaded. Choose a band again, or reload the page.';
    }
  }

  function search(): void {
    searches += 1;
    passes = null;
    rows = ROWS;
    if (form.place && ready() && file !== null && file !== 'loading') request(form.place, file);
    show();
  }

  function request(of: Place, transmitters: TransmittersFile): void {
    const heard = heardIn(transmitters, chosen());
    const now = Date.now();
    span = { from: now, to: now + Number(hours.value) * HOUR_MS };
    if (heard.size === 0) passes = [];
    else
      post({
        kind: 'radio',
        set,
        number: searches,
        search: { place: of, ...span, minElevation: form.minElevation, only: new Set(heard.keys()) },
      });
  }

  function show(): void {
    more.hidden = true;
    if (!form.place) return;
    if (chosen().size === 0) {
      message.textContent = 'Choose the bands that your antenna receives.';
      table.replaceChildren();
      return;
    }
    if (passes === null || file === null || file === 'loading' || !span) {
      message.textContent = 'Loading transmitters…';
      table.replaceChildren();
      return;
    }
    const { words, minElevation } = form;
    const left = passes.filter(({ set: { at: until } }) => until > Date.now());
    const heard = heardIn(file, chosen());
    message.replaceChildren(
      element('b', {}, count(left.length)),
      ` ${left.length === 1 ? 'pass' : 'passes'} of ${count(new Set(left.map(({ id }) => id)).size)} objects above ${minElevation}° until ${words.time(span.to).slice(0, 5)} (${words.zone}).`,
    );
    table.replaceChildren(...(left.length > 0 ? [radioTable(left.slice(0, rows), heard, span, words)] : []));
    more.hidden = left.length <= rows;
    more.textContent = `Show ${count(Math.min(ROWS, left.length - rows))} more of ${count(left.length)}`;
  }

  for (const control of [...bands, hours])
    control.addEventListener('change', () => {
      void load();
      search();
    });
  more.addEventListener('click', () => {
    rows += ROWS;
    show();
  });

  return {
    /** Searches for another place. */
    start(): void {
      void load();
      search();
    },
    found({ number, passes: found }: { readonly number: number; readonly passes: readonly NightPass[] }): void {
      if (number !== searches) return;
      passes = found;
      show();
    },
    search,
    show,
  };
}
