import { LRUCache } from 'lru-cache';

/** How many addresses (or names) are remembered; the one not seen for longest goes first. */
const most = 50_000;

/** Counts tries of something that may be tried so often in a window, for each who tries. */
export class Tries {
  readonly #most: number;
  readonly #window: number;
  readonly #seen = new LRUCache<string, { began: number; count: number }>({ max: most });

  /** `windowMilliseconds` begins with the first try. */
  constructor(mostTries: number, windowMilliseconds: number) {
    this.#most = mostTries;
    this.#window = windowMilliseconds;
  }

  /** Seconds to wait, rounded up, or 0 where there may be another try. */
  wait(who: string, now: number): number {
    const seen = this.#seen.get(who);
    if (!seen || now - seen.began >= this.#window || seen.count < this.#most) return 0;
    return Math.ceil((seen.began + this.#window - now) / 1000);
  }

  count(who: string, now: number): void {
    const seen = this.#seen.get(who);
    if (seen && now - seen.began < this.#window) seen.count++;
    else this.#seen.set(who, { began: now, count: 1 });
  }

  forget(who: string): void {
    this.#seen.delete(who);
  }
}
