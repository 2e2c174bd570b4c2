import { type Channel, noChannel } from '../../peers.ts';
import { growingCache } from './growing-cache.ts';

/** How many keys are remembered; the one not seen for longest is forgotten first. */
const MAX_KEYS = 50_000;

interface Window {
  began: number;
  count: number;
}

/** An attempt: its key, and when it was made. */
type Attempt = readonly [key: string, now: number];

/**
 * Counts attempts per key in windows that start with the first attempt. The caller passes the time. With `share`, attempts
 * that other server processes count are counted here too.
 */
export class FixedWindowLimiter {
  readonly #limit: number;
  readonly #milliseconds: number;
  readonly #share: Channel<Attempt>;
  readonly #windows = growingCache<Window>(MAX_KEYS);

  constructor(limit: number, windowMilliseconds: number, share: Channel<Attempt> = noChannel) {
    this.#limit = limit;
    this.#milliseconds = windowMilliseconds;
    this.#share = share;
    share.onMessage(([key, now]) => this.#add(key, now));
  }

  /** Attempts in the current window. */
  used(key: string, now: number): number {
    return this.#current(key, now)?.count ?? 0;
  }

  /** Seconds until the next attempt is allowed, rounded up; 0 if it is allowed now. */
  retryAfter(key: string, now: number): number {
    const window = this.#current(key, now);
    if (!window || window.count < this.#limit) return 0;
    return Math.ceil((window.began + this.#milliseconds - now) / 1000);
  }

  /** Counts an attempt. */
  count(key: string, now: number): void {
    this.#add(key, now);
    this.#share.send([key, now]);
  }

  #add(key: string, now: number): void {
    const window = this.#current(key, now);
    if (window) window.count++;
    else this.#windows.set(key, { began: now, count: 1 });
  }

  /** Counts an attempt if it is allowed; returns `retryAfter`, 0 if it was counted. */
  take(key: string, now: number): number {
    const wait = this.retryAfter(key, now);
    if (wait === 0) this.count(key, now);
    return wait;
  }

  /** Takes back one attempt of the current window. */
  giveBack(key: string, now: number): void {
    const window = this.#current(key, now);
    if (window && window.count > 0) window.count--;
  }

  /** Drops the keys with a prefix. */
  forget(prefix: string): void {
    for (const key of this.#windows.keys()) if (key.startsWith(prefix)) this.#windows.delete(key);
  }

  /** The window that is open; one that began in the future was recorded by a clock that was set back, and is ignored. */
  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    return window && now >= window.began && now - window.began < this.#milliseconds ? window : undefined;
  }
}
