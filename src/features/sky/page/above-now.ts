import { element, partsOf } from '../../../dom/element.ts';
import { plural } from '../../../schema/plain-text.ts';
import { skyLight } from './darkness.ts';
import type { ElementSets } from './element-sets.ts';
import { LiveChart } from './live-chart.ts';
import { nothingComputed } from './not-computed.ts';
import { type PlaceForm, placeName } from './place-form.ts';
import type { Above } from './sky-objects.ts';
import { aboveTable, count, rowWords } from './sky-tables.ts';
import type { SkyRequest } from './sky-worker.ts';

/** Initial rows of the table, and its maximum. */
const [ROWS, MOST_ROWS] = [12, 5000];
/** Minimum time between updates of the table, milliseconds: its links can be clicked in between. */
const TABLE_MS = 5000;
const MINUTE_MS = 60_000;

/** State and elements shared by the parts of the sky page. */
export interface SkyParts {
  readonly root: HTMLElement;
  readonly form: PlaceForm;
  readonly sets: ElementSets;
  readonly post: (request: SkyRequest) => void;
}

/** The objects above the place at the time of the slider: chart, table, and a line about the marked object. */
export class AboveNow {
  readonly #parts: SkyParts;
  readonly #at: ReturnType<typeof partsOf>;
  readonly #set: HTMLSelectElement;
  readonly #slider: HTMLInputElement;
  readonly #chart = new LiveChart();
  #above: Above | null = null;
  #rows = ROWS;
  /** The time of the objects in the table, milliseconds; 0 if the next response replaces it in any case. */
  #tableAt = 0;
  #waiting = false;
  /** Whether to announce the next number of objects above: only the first for a place, not one per second. */
  #announces = false;
  #marked: number | null = null;

  constructor(parts: SkyParts) {
    this.#parts = parts;
    this.#at = partsOf(parts.root, 'sky');
    this.#set = this.#at<HTMLSelectElement>('now-set');
    this.#slider = this.#at<HTMLInputElement>('offset');
    this.#at('card').before(this.#chart.element);
    this.#listen();
  }

  /** Looks up the objects above a new place. */
  start(): void {
    this.#announces = true;
    this.#change();
  }

  /** Requests the objects above at the chosen time. One request at a time: a slow machine skips seconds. */
  lookUp(): void {
    const { form, sets, post } = this.#parts;
    const set = this.#set.value;
    if (!form.place || this.#waiting || sets.count(set) === null) return;
    this.#waiting = true;
    post({ kind: 'above', set, place: form.place, time: this.#shownTime(), minElevation: form.minElevation });
  }

  /** Looks up again, and replaces the table with the response. */
  renew(): void {
    this.#tableAt = 0;
    this.lookUp();
  }

  opened(set: string): void {
    if (set === this.#set.value) this.lookUp();
  }

  found({ set, above }: { readonly set: string; readonly above: Above }): void {
    this.#waiting = false;
    if (set !== this.#set.value) {
      this.lookUp();
      return;
    }
    this.#above = above;
    const { place } = this.#parts.form;
    if (this.#announces && place)
      this.#at('announced').textContent =
        nothingComputed(above) ?? `${plural(above.ids.length, 'object')} above ${placeName(place)}`;
    this.#announces = false;
    this.show();
    // The time has changed since this response was requested.
    if (Math.abs(above.time - this.#shownTime()) > MINUTE_MS / 2) this.lookUp();
  }

  show(): void {
    const above = this.#above;
    if (!above) return;
    const { minElevation } = this.#parts.form;
    const clock = this.#showTime(above.time);
    const nothing = nothingComputed(above);
    this.#chart.show(above);
    const all = nothing ? above.leftOut : (this.#parts.sets.count(this.#set.value) ?? 0);
    this.#at('now').replaceChildren(
      element('b', {}, nothing ? '—' : count(above.ids.length)),
      ` of ${count(all)} above ${minElevation}° at ${clock}. ${nothing ? `${nothing}. ` : ''}`,
      `The Sun is ${Math.abs(above.sun).toFixed(0)}° ${above.sun < 0 ? 'below' : 'above'} the horizon: ${skyLight(above.sun)}.`,
    );
    this.#at('left-out').textContent =
      above.leftOut > 0
        ? `${count(above.leftOut)} not shown: with elements that are too old, or that are no orbit at this time.`
        : '';
    this.#showTable(above);
    this.#showCard();
  }

  /** Shows the time of the objects, and returns its text. */
  #showTime(time: number): string {
    const { words } = this.#parts.form;
    const moved = this.#slider.value !== '0';
    const clock = `${moved ? `${words.day(time)}, ` : ''}${words.time(time)}`;
    const toTheMinute = clock.slice(0, -3);
    this.#at('now-title').textContent = moved ? 'At another time' : 'Now';
    this.#at('offset-words').textContent = moved ? `${toTheMinute} (${words.zone})` : 'now';
    this.#slider.setAttribute('aria-valuetext', moved ? toTheMinute : 'now');
    this.#at('to-now').hidden = !moved;
    return clock;
  }

  #showTable(above: Above): void {
    const table = this.#at('above');
    const inUse = table.matches(':hover, :focus-within');
    if (above.time - this.#tableAt >= TABLE_MS && !(inUse && this.#tableAt > 0)) {
      this.#tableAt = above.time;
      table.replaceChildren(...(above.ids.length > 0 ? [aboveTable(above, this.#rows)] : []));
    }
    const all = this.#at('all');
    all.hidden = above.ids.length <= ROWS;
    all.textContent = this.#rows > ROWS ? 'List the highest only' : `List all ${count(above.ids.length)}`;
  }

  #showCard(): void {
    const above = this.#above;
    const row = above && this.#marked !== null ? above.ids.indexOf(this.#marked) : -1;
    const card = this.#at('card');
    if (!above || row < 0) card.textContent = 'Hover over or tap a dot for its name; click it for its page.';
    else
      card.replaceChildren(
        element('a', { href: `/satellites/${above.ids[row]}#passes` }, above.names[row]!),
        ` ${rowWords(above, row)}`,
      );
  }

  /** The time of the chart, milliseconds, UTC. */
  #shownTime(): number {
    return Date.now() + Number(this.#slider.value) * MINUTE_MS;
  }

  /** Loads the chosen set if it is new, and replaces everything. */
  #change(): void {
    this.#tableAt = 0;
    void this.#parts.sets.load(this.#set.value).then(() => this.lookUp());
  }

  /** Marks the object at a position of the pointer, and returns its catalog number; null if there is none. */
  #markAt({ clientX, clientY }: MouseEvent): number | null {
    const row = this.#chart.at(clientX, clientY);
    this.#marked = row === null ? null : this.#above!.ids[row]!;
    this.#chart.mark(this.#marked);
    this.#chart.element.style.cursor = this.#marked === null ? '' : 'pointer';
    this.#showCard();
    return this.#marked;
  }

  #listen(): void {
    this.#chart.element.addEventListener(
      'pointermove',
      (event) => event.pointerType !== 'touch' && this.#markAt(event),
    );
    this.#chart.element.addEventListener('click', (event) => {
      const touched = (event as PointerEvent).pointerType === 'touch';
      const id = this.#markAt(event);
      // A finger covers the object: the tap shows its name, which links to its page.
      if (id !== null && !touched) location.assign(`/satellites/${id}#passes`);
    });
    this.#set.addEventListener('change', () => {
      this.#above = null;
      this.#change();
    });
    this.#slider.addEventListener('input', () => this.renew());
    this.#at('to-now').addEventListener('click', () => {
      this.#slider.value = '0';
      this.renew();
      this.#slider.focus();
    });
    this.#at('all').addEventListener('click', () => {
      this.#rows = this.#rows > ROWS ? ROWS : MOST_ROWS;
      this.#tableAt = 0;
      this.show();
    });
  }
}
