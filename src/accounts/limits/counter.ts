/**
 * How often one account, key or address was used on one UTC day. A unit is taken before the route runs, in one step
 * without waiting, so parallel requests can't take the same one.
 */
export class Counter {
  /** The counter's name in the database; empty if it is only in memory. */
  readonly subject: string;
  /** Its name in memory, never empty and the same in every process: for an address, its block. */
  readonly name: string;
  day: number;
  /** Uses of the day, including those not written to the database yet. */
  used: number;
  /** Uses not written yet; negative if there were more refunds than uses since the last write. */
  pending = 0;
  lastUsedAt = 0;
  /**
   * The previously counted day and its uses: if the clock is set back to it, counting continues from them. Null before the first change of
   * the day.
   */
  other: { readonly day: number; readonly used: number } | null = null;
  /** True from a count until the next flush writes it to the database. */
  waits = false;

  /** Counts another day from now on, which has at least so many uses already. */
  moveTo(day: number, used: number): void {
    const known = this.other?.day === day ? this.other.used : 0;
    this.other = { day: this.day, used: this.used };
    this.day = day;
    this.used = Math.max(used, known);
  }

  constructor(subject: string, day: number, used: number, name = subject) {
    this.subject = subject;
    this.name = name;
    this.day = day;
    this.used = used;
  }
}
