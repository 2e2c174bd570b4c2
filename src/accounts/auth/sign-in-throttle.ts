import { addressBlock } from '../limits/address.ts';
import { FixedWindowLimiter } from '../limits/fixed-window-limiter.ts';

/** Wrong passwords for an account from one network in an hour that cost no waiting: people mistype. */
const FREE_FAILURES = 5;
const WINDOW_MILLISECONDS = 3_600_000;
const MAX_DELAY_MILLISECONDS = 30_000;

/**
 * Slows down guessing of an account's password, by network: 1, 2, 4 … 30 seconds before each further attempt. Incorrect
 * passwords from other networks do not lock the owner out, and the correct one works after the delay.
 */
export class SignInThrottle {
  readonly #failures = new FixedWindowLimiter(Number.POSITIVE_INFINITY, WINDOW_MILLISECONDS);
  readonly #sleep: (milliseconds: number) => Promise<unknown>;

  constructor(sleep: (milliseconds: number) => Promise<unknown>) {
    this.#sleep = sleep;
  }

  /** Waits for the delay of this account and network. */
  async wait(account: string, address: string, now: number): Promise<void> {
    const over = this.#failures.used(key(account, address), now) - FREE_FAILURES;
    if (over >= 0) await this.#sleep(Math.min(1000 * 2 ** over, MAX_DELAY_MILLISECONDS));
  }

  /** Counts a wrong password; returns whether the next attempt is the first to be delayed. */
  failed(account: string, address: string, now: number): 'counted' | 'slowed' | 'still slow' {
    this.#failures.count(key(account, address), now);
    const failures = this.#failures.used(key(account, address), now);
    return failures < FREE_FAILURES ? 'counted' : failures === FREE_FAILURES ? 'slowed' : 'still slow';
  }

  /** The right password was given from this network. */
  succeeded(account: string, address: string): void {
    this.#failures.forget(key(account, address));
  }

  /** The password was reset: earlier failures no longer count, whichever network they came from. */
  forget(account: string): void {
    this.#failures.forget(`${account}\n`);
  }
}

const key = (account: string, address: string): string => `${account}\n${addressBlock(address)}\n`;
