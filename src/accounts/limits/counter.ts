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
  /** True from a count until the next flush writes it to the database. */
  waits = false;

  constructor(subject: string, day: number, used: number, name = subject) {
    this.subject = subject;
    this.name = name;
    this.day = day;
    this.used = used;
  }
}
