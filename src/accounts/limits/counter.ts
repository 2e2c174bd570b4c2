/**
 * How often one account, key or address was used on one UTC day, and in one second. A unit is taken before the route
 * runs, in one step without waiting, so parallel requests can't take the same one.
 */
export class Counter {
  /** The counter's name in the database; empty if it is only in memory. */
  readonly subject: string;
  day: number;
  /** Uses of the day, including those not written to the database yet. */
  used: number;
  /** Uses not written yet; negative if there were more refunds than uses since the last write. */
  pending = 0;
  lastUsedAt = 0;
  /** True from a count until the next flush writes it to the database. */
  waits = false;
  #second = 0;
  #inSecond = 0;

  constructor(subject: string, day: number, used: number) {
    this.subject = subject;
    this.day = day;
    this.used = used;
  }

  /** Uses in the given second. Another second starts at 0, also an earlier one, because clocks are set back. */
  inSecond(second: number): number {
    if (second !== this.#second) {
      this.#second = second;
      this.#inSecond = 0;
    }
    return this.#inSecond;
  }

  /** Counts one in the second of the last `inSecond` call. */
  takeInSecond(): void {
    this.#inSecond++;
  }
}
