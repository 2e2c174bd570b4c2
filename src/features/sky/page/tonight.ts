import { partsOf } from '../../../dom/element.ts';
import { fetchJson } from '../../../dom/fetch-json.ts';
import { countWords } from '../../../orbit/observation/pass-brightness.ts';
import type { Interval } from '../../../orbit/observation/passes.ts';
import type { SkyParts } from './above-now.ts';
import { nextNight, nightWords } from './darkness.ts';
import { nothingComputed, partNotComputed } from './not-computed.ts';
import type { Place } from './place.ts';
import { bestList, count, nightTable } from './sky-tables.ts';
import type { NightSoFar } from './sky-worker.ts';

/** The faintest magnitude that the eye sees from a suburb: the initial limit. */
const SUBURB = '4';
/** Initial rows of the list, and how many more each click adds. */
const ROWS = 25;

interface Magnitudes {
  readonly norad_cat_id: readonly number[];
  readonly magnitude: readonly number[];
}

/** Visible passes of tonight: the best of them, and the list. */
export class Tonight {
  readonly #parts: SkyParts;
  readonly #at: ReturnType<typeof partsOf>;
  readonly #set: HTMLSelectElement;
  readonly #visibleOnly: HTMLInputElement;
  readonly #brighter: HTMLSelectElement;
  readonly #order: HTMLSelectElement;
  #rows = ROWS;
  #dark: Interval | null = null;
  /** The time for which the dark hours were found: a long night is cut a day before and after it. */
  #darkAt = 0;
  #night: NightSoFar | null = null;
  /** How bright objects are, from their sizes: the same request for everyone. Null until it is sent. */
  #magnitudes: Promise<void> | null = null;

  constructor(parts: SkyParts) {
    this.#parts = parts;
    this.#at = partsOf(parts.root, 'sky');
    this.#set = this.#at<HTMLSelectElement>('night-set');
    this.#visibleOnly = this.#at<HTMLInputElement>('visible');
    this.#brighter = this.#at<HTMLSelectElement>('brighter');
    this.#order = this.#at<HTMLSelectElement>('order');
    this.#set.addEventListener('change', () => void this.#load());
    for (const choice of [this.#visibleOnly, this.#brighter, this.#order])
      choice.addEventListener('change', () => this.#list());
    this.#at('more').addEventListener('click', () => {
      this.#rows += ROWS;
      this.#list();
    });
  }

  /** Sets the initial set and brightness. */
  begin(set: string | null): void {
    if (set !== null) this.#set.value = set;
    if (!this.#brighter.disabled) this.#brighter.value = SUBURB;
  }

  /** Searches the night of a new place. */
  start(place: Place): void {
    this.#magnitudes ??= this.#loadMagnitudes();
    void this.#magnitudes.then(() => this.#load());
    this.#findDark(place);
    this.show();
  }

  search(): void {
    const { form, sets, post } = this.#parts;
    const { place, minElevation } = form;
    this.#night = null;
    this.#rows = ROWS;
    if (!place) return;
    this.#findDark(place);
    this.show();
    if (!this.#dark || sets.count(this.#set.value) === null) return;
    post({
      kind: 'night',
      set: this.#set.value,
      search: { place, ...this.#searched(this.#dark), minElevation },
      list: this.#choices(),
    });
  }

  opened(set: string): void {
    if (set === this.#set.value) this.search();
  }

  found(night: NightSoFar & { readonly set: string }): void {
    if (night.set !== this.#set.value) return;
    this.#night = night;
    this.show();
  }

  show(): void {
    const { root, form } = this.#parts;
    const { words, minElevation } = form;
    const [list, message, best, more] = [
      this.#at('night'),
      this.#at('night-message'),
      this.#at('best'),
      this.#at('more'),
    ];
    const [dark, night] = [this.#dark, this.#night];
    const span = dark && `${nightWords(dark, this.#darkAt, words)} (${words.zone})`;
    more.hidden = true;
    if (!dark || !night) {
      message.textContent =
        span === null
          ? 'The Sun does not go 6° below the horizon here within the next 24 hours, so nothing is visible.'
          : `${span}.`;
      list.replaceChildren();
      best.hidden = true;
      return;
    }
    const searching = night.done < night.count;
    const progress = searching ? ` ${count(night.done)} of ${count(night.count)} objects searched…` : '';
    const { visibleOnly, brighterThan } = this.#choices();
    // Passes before the search are not found.
    const left = this.#searched(dark).from > dark.from ? '; from now on' : '';
    const nothing = nothingComputed(night.searched);
    message.textContent = nothing
      ? `${span}. ${nothing}.`
      : `${span}${left}: ${countWords(night.counts, visibleOnly, minElevation, brighterThan)}.${partNotComputed(night.searched)}${progress}`;
    best.hidden = night.best.length === 0;
    this.#at('best-list').replaceChildren(...bestList(night.best, words));
    root.dataset.night = searching ? 'searching' : String(Math.round(night.milliseconds));
    if (list.matches(':focus-within') && list.childElementCount > 0 && searching) return;
    list.replaceChildren(...(night.passes.length > 0 ? [nightTable(night.passes, this.#searched(dark), words)] : []));
    more.hidden = night.wanted <= night.passes.length;
    more.textContent = `Show ${count(Math.min(ROWS, night.wanted - night.passes.length))} more of ${count(night.wanted)}`;
  }

  #findDark(place: Place): void {
    this.#darkAt = Date.now();
    this.#dark = nextNight(place, this.#darkAt);
  }

  /** The part of the dark hours that is searched: those left when they were found. */
  #searched({ from, to }: Interval): Interval {
    return { from: Math.max(this.#darkAt, from), to };
  }

  #choices() {
    const brighter = this.#brighter.value;
    return {
      visibleOnly: this.#visibleOnly.checked,
      order: this.#order.value as 'time' | 'height' | 'brightness',
      brighterThan: brighter === '' ? null : Number(brighter),
      most: this.#rows,
      after: Date.now(),
    };
  }

  #list(): void {
    this.#parts.post({ kind: 'list', list: this.#choices() });
  }

  async #load(): Promise<void> {
    await this.#parts.sets.load(this.#set.value);
    this.search();
  }

  async #loadMagnitudes(): Promise<void> {
    try {
      const known = await fetchJson<Magnitudes>('/sky/magnitudes.json');
      this.#parts.post({
        kind: 'magnitudes',
        magnitudes: new Map(known.norad_cat_id.map((id, row) => [id, known.magnitude[row]!])),
      });
    } catch {
      // Without magnitudes, passes are listed without a brightness filter.
      this.#brighter.value = '';
      this.#brighter.disabled = true;
    }
  }
}
