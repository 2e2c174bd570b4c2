/**
 * How often one account, key or address was used on one UTC day, and in one second. A unit is taken before the route
 * runs, in one step without waiting, so parallel requests can't take the same one.
 */
export class Counter {
  /** Its name in the database; empty for one that is kept in memory alone. */
  readonly subject: string;
  day: number;
  /** Uses of the day: what the database holds and what it does not hold yet. */
  used: number;
  /** Uses that the database does not hold yet; below 0 where more were given back than taken since it was written. */
  pending = 0;
  lastUsedAt = 0;
  /** Whether it waits to be written. */
  waits = false;
  #second = 0;
  #inSecond = 0;

  constructor(subject: string, day: number, used: number) {
    this.subject = subject;
    this.day = day;
    this.used = used;
  }

  /** Uses in the second that began at `second`. Another second begins anew, an earlier one too: clocks are set back. */
  inSecond(second: number): number {
    if (second !== this.#second) {
      this.#second = second;
      this.#inSecond = 0;
    }
    return this.#inSecond;
  }

  /** Counts one in the second that `inSecond` was asked for last. */
  takeInSecond(): void {
    this.#inSecond++;
  }
}
