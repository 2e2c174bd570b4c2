import { element, partsOf } from '../../../dom/element.ts';
import { fetchJson } from '../../../dom/fetch-json.ts';
import type { Interval } from '../../../orbit/observation/passes.ts';
import { plural } from '../../../schema/plain-text.ts';
import type { SkyParts } from '../../sky/page/above-now.ts';
import { ACTIVE } from '../../sky/page/element-sets.ts';
import { type Computed, nothingComputed, partNotComputed } from '../../sky/page/not-computed.ts';
import type { NightPass } from '../../sky/page/sky-objects.ts';
import { count } from '../../sky/page/sky-tables.ts';
import { heardIn, type TransmittersFile } from './radio-bands.ts';
import { radioTable } from './radio-table.ts';

const HOUR_MS = 3_600_000;
/** Initial rows of the table, and how many more each click adds. */
const ROWS = 25;
const NONE: Computed = { computed: 0, leftOut: 0, tooOld: 0 };

/** The passes of a search, and the objects that it could and could not include. */
interface Found {
  readonly number: number;
  readonly passes: readonly NightPass[];
  readonly searched: Computed;
}

/**
 * The list of radio passes: passes of the objects that have a transmitter in use in the chosen bands. The file of all
 * transmitters is loaded once a band is chosen, the same for everyone; the passes are computed in the browser.
 */
export class RadioPasses {
  readonly #parts: SkyParts;
  readonly #at: ReturnType<typeof partsOf>;
  readonly #bands: readonly HTMLInputElement[];
  #file: TransmittersFile | 'loading' | null = null;
  #span: Interval | null = null;
  #passes: readonly NightPass[] | null = null;
  #searched: Computed = NONE;
  #rows = ROWS;
  /** Number of the latest search: passes of an earlier one may arrive after the choice has changed. */
  #searches = 0;

  constructor(parts: SkyParts) {
    this.#parts = parts;
    this.#at = partsOf(parts.root, 'radio');
    this.#bands = [...parts.root.querySelectorAll<HTMLInputElement>('[data-radio-band]')];
    for (const control of [...this.#bands, this.#at('hours')]) control.addEventListener('change', () => this.start());
    this.#at('more').addEventListener('click', () => {
      this.#rows += ROWS;
      this.show();
    });
  }

  /** Searches for another place or other bands, and loads the transmitters if they are not loaded yet. */
  start(): void {
    void this.#load();
    this.search();
  }

  search(): void {
    const { form, sets } = this.#parts;
    this.#searches += 1;
    this.#passes = null;
    this.#rows = ROWS;
    if (form.place && sets.count(ACTIVE) !== null && this.#file !== null && this.#file !== 'loading')
      this.#request(this.#file);
    this.show();
  }

  opened(set: string): void {
    if (set === ACTIVE) this.search();
  }

  found({ number, passes, searched }: Found): void {
    if (number !== this.#searches) return;
    this.#passes = passes;
    this.#searched = searched;
    this.show();
  }

  show(): void {
    if (!this.#parts.form.place) return;
    const [file, passes, span] = [this.#file, this.#passes, this.#span];
    if (this.#chosen().size > 0 && passes && span && file !== null && file !== 'loading') {
      this.#showPasses(file, passes, span);
      return;
    }
    this.#at('message').textContent =
      this.#chosen().size === 0 ? 'Choose the bands that your antenna receives.' : 'Loading transmitters…';
    this.#at('table').replaceChildren();
    this.#at('more').hidden = true;
  }

  #showPasses(file: TransmittersFile, passes: readonly NightPass[], span: Interval): void {
    const { words, minElevation } = this.#parts.form;
    const [more, rows] = [this.#at('more'), this.#rows];
    const left = passes.filter(({ set: { at: until } }) => until > Date.now());
    const heard = heardIn(file, this.#chosen());
    const nothing = nothingComputed(this.#searched);
    if (nothing) this.#at('message').textContent = `${nothing}.`;
    else
      this.#at('message').replaceChildren(
        element('b', {}, count(left.length)),
        ` ${left.length === 1 ? 'pass' : 'passes'} of ${plural(new Set(left.map(({ id }) => id)).size, 'object')} above ${minElevation}° until ${words.time(span.to).slice(0, 5)} (${words.zone}).${partNotComputed(this.#searched)}`,
      );
    this.#at('table').replaceChildren(
      ...(left.length > 0 ? [radioTable(left.slice(0, rows), heard, span, words)] : []),
    );
    more.hidden = left.length <= rows;
    more.textContent = `Show ${count(Math.min(ROWS, left.length - rows))} more of ${count(left.length)}`;
  }

  #chosen(): ReadonlySet<string> {
    return new Set(this.#bands.filter(({ checked }) => checked).map(({ value }) => value));
  }

  async #load(): Promise<void> {
    if (this.#file !== null || this.#chosen().size === 0) return;
    this.#file = 'loading';
    try {
      this.#file = await fetchJson<TransmittersFile>('/api/v1/dataset/transmitters');
      this.search();
    } catch {
      this.#file = null;
      this.#at('message').textContent =
        'The transmitters could not be loaded. Choose a band again, or reload the page.';
    }
  }

  #request(transmitters: TransmittersFile): void {
    const { form, post } = this.#parts;
    const heard = heardIn(transmitters, this.#chosen());
    const now = Date.now();
    this.#span = { from: now, to: now + Number(this.#at<HTMLSelectElement>('hours').value) * HOUR_MS };
    this.#searched = NONE;
    if (heard.size === 0) this.#passes = [];
    else
      post({
        kind: 'radio',
        set: ACTIVE,
        number: this.#searches,
        search: {
          place: form.place!,
          ...this.#span,
          minElevation: form.minElevation,
          only: new Set(heard.keys()),
        },
      });
  }
}
