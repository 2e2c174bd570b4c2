import type { Channel } from '../../peers.ts';

/** Uses of a second by name, as another process has counted them. */
type Told = readonly [second: number, uses: readonly (readonly [name: string, count: number])[]];

/** How long uses are counted before they are sent to the other processes, ms, so that one message covers many requests. */
const COLLECT_MILLISECONDS = 5;

/**
 * How often each account or address was used in the current second, by every server process on this port. Exact for one
 * process; several tell each other within milliseconds.
 */
export class SecondCounts {
  readonly #share: Channel<Told>;
  /** Uses by second and name: of this second and its neighbors, since another process may be a few milliseconds ahead. */
  readonly #seconds = new Map<number, Map<string, number>>();
  /** Uses that have not been sent to the other processes yet, by name; all of them are in the second `#untoldSecond`. */
  #untold = new Map<string, number>();
  #untoldSecond = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(share: Channel<Told>) {
    this.#share = share;
    share.hear(([second, uses]) => {
      const counts = this.#of(second);
      for (const [name, count] of uses) counts.set(name, (counts.get(name) ?? 0) + count);
    });
  }

  /** Uses in a second. One that is not remembered starts at 0, also an earlier one, because clocks are set back. */
  used(name: string, second: number): number {
    return this.#of(second).get(name) ?? 0;
  }

  /** Counts one. */
  take(name: string, second: number): void {
    const counts = this.#of(second);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (!this.#share.shared) return;
    if (second !== this.#untoldSecond) this.#tell();
    this.#untoldSecond = second;
    this.#untold.set(name, (this.#untold.get(name) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.#tell(), COLLECT_MILLISECONDS).unref();
  }

  #of(second: number): Map<string, number> {
    const known = this.#seconds.get(second);
    if (known) return known;
    for (const other of this.#seconds.keys()) if (Math.abs(other - second) > 1) this.#seconds.delete(other);
    const counts = new Map<string, number>();
    this.#seconds.set(second, counts);
    return counts;
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#untold.size === 0) return;
    this.#share.tell([this.#untoldSecond, [...this.#untold]]);
    this.#untold = new Map();
  }
}
