import type { Channel } from '../../peers.ts';

/** Uses of a second by name, as counted by another process. */
type RemoteUses = readonly [second: number, uses: readonly (readonly [name: string, count: number])[]];

/** How long uses are counted before they are sent to the other processes, ms, so that one message covers many requests. */
const COLLECT_MILLISECONDS = 5;

/**
 * How often each account or address was used in the current second, by every server process on this port. Exact for one
 * process; several exchange their counts within milliseconds.
 */
export class SecondCounts {
  readonly #share: Channel<RemoteUses>;
  /** Uses by second and name: of this second and its neighbors, since another process may be a few milliseconds ahead. */
  readonly #seconds = new Map<number, Map<string, number>>();
  /** Uses that have not been sent to the other processes yet, by name; all of them are in the second `#unsentSecond`. */
  #unsent = new Map<string, number>();
  #unsentSecond = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(share: Channel<RemoteUses>) {
    this.#share = share;
    share.onMessage(([second, uses]) => {
      const counts = this.#of(second);
      for (const [name, count] of uses) counts.set(name, (counts.get(name) ?? 0) + count);
    });
  }

  /** Uses in a second; 0 if none were counted, even for an earlier second, because the clock may have been set back. */
  used(name: string, second: number): number {
    return this.#of(second).get(name) ?? 0;
  }

  /** Counts one. */
  take(name: string, second: number): void {
    const counts = this.#of(second);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (!this.#share.shared) return;
    if (second !== this.#unsentSecond) this.#sendPending();
    this.#unsentSecond = second;
    this.#unsent.set(name, (this.#unsent.get(name) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.#sendPending(), COLLECT_MILLISECONDS).unref();
  }

  #of(second: number): Map<string, number> {
    const known = this.#seconds.get(second);
    if (known) return known;
    for (const other of this.#seconds.keys()) if (Math.abs(other - second) > 1) this.#seconds.delete(other);
    const counts = new Map<string, number>();
    this.#seconds.set(second, counts);
    return counts;
  }

  #sendPending(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unsent.size === 0) return;
    this.#share.send([this.#unsentSecond, [...this.#unsent]]);
    this.#unsent = new Map();
  }
}
