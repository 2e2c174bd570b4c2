import type { Channel } from '../../peers.ts';

/** Uses of a second by name, as counted by another process. */
type RemoteUses = readonly [second: number, uses: readonly (readonly [name: string, count: number])[]];

/** Uses of one second: by every process, and those that this process has counted. */
interface Uses {
  all: number;
  here: number;
}

/** How long uses are counted before they are sent to the other processes, ms, so that one message covers many requests. */
const COLLECT_MILLISECONDS = 5;

/**
 * How often each account or address was used in the current second, by every server process on this port. Exact for one
 * process; several exchange their counts within milliseconds.
 */
export class SecondCounts {
  readonly #share: Channel<RemoteUses>;
  /** Uses by second and name: of this second and its neighbors, since another process may be a few milliseconds ahead. */
  readonly #seconds = new Map<number, Map<string, Uses>>();
  /** Uses that have not been sent to the other processes yet, by name; all of them are in the second `#unsentSecond`. */
  #unsent = new Map<string, number>();
  #unsentSecond = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(share: Channel<RemoteUses>) {
    this.#share = share;
    share.onMessage(([second, uses]) => {
      // A message that a stalled process sends late must not replace the counts of the current second.
      if (this.#isPast(second)) return;
      for (const [name, count] of uses) this.#of(name, second).all += count;
    });
  }

  /** Uses in a second; 0 if none were counted, even for an earlier second, because the clock may have been set back. */
  used(name: string, second: number): number {
    return this.#in(second).get(name)?.all ?? 0;
  }

  /** The same for a response to an earlier request, whose second may be over: the counts of later seconds stay. */
  usedBefore(name: string, second: number): number {
    return this.#seconds.get(second)?.get(name)?.all ?? 0;
  }

  /** Those of the uses that this process has counted. */
  takenHere(name: string, second: number): number {
    return this.#in(second).get(name)?.here ?? 0;
  }

  /** Counts one. */
  take(name: string, second: number): void {
    const uses = this.#of(name, second);
    uses.all += 1;
    uses.here += 1;
    if (!this.#share.shared) return;
    if (second !== this.#unsentSecond) this.sendPending();
    this.#unsentSecond = second;
    this.#unsent.set(name, (this.#unsent.get(name) ?? 0) + 1);
    this.#timer ??= setTimeout(() => this.sendPending(), COLLECT_MILLISECONDS).unref();
  }

  /** Sends the counts that the other processes do not have yet. */
  sendPending(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unsent.size === 0) return;
    this.#share.send([this.#unsentSecond, [...this.#unsent]]);
    this.#unsent = new Map();
  }

  #isPast(second: number): boolean {
    for (const known of this.#seconds.keys()) if (known - second > 1) return true;
    return false;
  }

  #of(name: string, second: number): Uses {
    const uses = this.#in(second);
    const known = uses.get(name);
    if (known) return known;
    const none = { all: 0, here: 0 };
    uses.set(name, none);
    return none;
  }

  #in(second: number): Map<string, Uses> {
    const known = this.#seconds.get(second);
    if (known) return known;
    for (const other of this.#seconds.keys()) if (Math.abs(other - second) > 1) this.#seconds.delete(other);
    const uses = new Map<string, Uses>();
    this.#seconds.set(second, uses);
    return uses;
  }
}
