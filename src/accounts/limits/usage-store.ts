import { createHmac } from 'node:crypto';
import { type Database, type Statement, sql } from '../database.ts';
import { Counter } from './counter.ts';
import { growingCache } from './growing-cache.ts';
import { dayName, utcDay } from './usage.ts';

/** Cached IP addresses. Beyond that, the least recently seen one is written and dropped. */
const MAX_ADDRESSES = 200_000;
/** How many uses are kept while the database is unreachable. */
const MAX_WAITING = 500_000;

/** Counters that are read again with one flush. */
const MAX_REFUSED = 1000;

/** An addition to the uses of a day. */
interface Use {
  readonly day: number;
  /** `account:…`, `key:…`, `address:…` or `route:…`. */
  readonly subject: string;
  /** Negative for a refund. */
  readonly more: number;
  readonly lastUsedAt: number;
  /** The counter of these units; absent if it counts another day by now. */
  readonly counter?: Counter;
}

/**
 * Every counter of this process, written in the background: `flush` adds the counts to the database and reads those of
 * other processes. A single process is exact, and loses the counts since the last flush if it is killed. Several
 * on one database may together exceed a limit by the others' counts since the last flush, half a second's worth.
 */
export class UsageStore {
  readonly #counters = new Map<string, Counter>();
  readonly #addresses = growingCache<Counter>(MAX_ADDRESSES, (counter) => this.#leave(counter));
  /** Today's uses by address, as the database had them when it was opened; the initial values of counters. */
  readonly #stored = new Map<string, number>();
  #waiting: Counter[] = [];
  /** Counters whose totals are read with the next flush. */
  readonly #refused = new Set<Counter>();
  /** Unwritten counts of earlier days. */
  #late: Use[] = [];
  #secret: string | null = null;

  /** The counter of an account or a key; `stored` is the database's count of the day, for a new counter. */
  counter(subject: string, day: number, stored: number): Counter {
    const known = this.#counters.get(subject);
    if (known) {
      if (known.day > day) this.#move(known, day, stored);
      return known;
    }
    const made = new Counter(subject, day, stored);
    this.#counters.set(subject, made);
    return made;
  }

  /** The counter of an address. */
  address(block: string, day: number): Counter {
    const known = this.#addresses.get(block);
    if (known) return known;
    const subject = this.#addressSubject(block);
    const made = new Counter(subject, day, this.#stored.get(`${day} ${subject}`) ?? 0, block);
    this.#addresses.set(block, made);
    return made;
  }

  /**
   * Uses of a day so far; a day that this process has not counted starts at 0, also an earlier one if the clock was set back. The
   * database's count of that day is added with the next flush, and for a key earlier, at its next lookup.
   */
  used(counter: Counter, day: number): number {
    if (day !== counter.day) this.#move(counter, day, 0);
    return counter.used;
  }

  /** Counts one on the day of the last `used` call. */
  take(counter: Counter, now: number): void {
    counter.used++;
    counter.pending++;
    counter.lastUsedAt = now;
    this.#wait(counter);
  }

  /**
   * Reads the total of a counter with the next flush, because a request was refused by it: another process may have given
   * units back.
   */
  reread(counter: Counter): void {
    if (this.#refused.size >= MAX_REFUSED) return;
    this.#refused.add(counter);
    this.#wait(counter);
  }

  /** Returns one unit to the day on which it was taken. */
  refund(counter: Counter, day: number): void {
    if (counter.day === day) {
      counter.used--;
      counter.pending--;
      this.#wait(counter);
    } else this.#keepLate({ day, subject: counter.subject, more: -1, lastUsedAt: counter.lastUsedAt });
  }

  /** Reads the database's counts of today's IP addresses, which are stored as keyed hashes. */
  async open(database: Database, secret: string, now: number): Promise<void> {
    this.#secret = secret;
    const day = utcDay(now);
    const rows = await database.rows<{ subject: string; used: number }>(
      sql`select subject, used from use_by_day where day = ${dayName(day)} and subject like 'address:%'
          limit ${MAX_ADDRESSES}`,
    );
    for (const { subject, used } of rows) this.#stored.set(`${day} ${subject}`, used);
  }

  /** Adds the counts since the last flush to the database. If writing fails, they are kept for the next one. */
  async flush(database: Database): Promise<void> {
    const counters = this.#waiting.filter(
      (counter) => counter.subject !== '' && (counter.pending !== 0 || this.#refused.has(counter)),
    );
    this.#refused.clear();
    for (const counter of this.#waiting) counter.waits = false;
    const taken = counters.map((counter): Use => {
      const { day, subject, pending, lastUsedAt } = counter;
      counter.pending = 0;
      return { day, subject, more: pending, lastUsedAt, counter };
    });
    const uses = [...this.#late, ...taken];
    this.#waiting = [];
    this.#late = [];
    if (uses.length === 0) return;
    try {
      const [rows] = await database.write([addUses(database.kind, uses)]);
      const totals = new Map(rows!.map(({ day, subject, used }) => [`${day} ${subject}`, Number(used)]));
      for (const { counter, day, subject } of uses)
        if (counter?.day === day) counter.used = totals.get(`${dayName(day)} ${subject}`)! + counter.pending;
    } catch (error) {
      for (const { counter, ...use } of uses) {
        if (counter?.day !== use.day) this.#keepLate(use);
        else {
          counter.pending += use.more;
          this.#wait(counter);
        }
      }
      throw error;
    }
  }

  /** Drops counters of earlier days. Holders must drop them too, because an account must have only one. */
  sweep(now: number): void {
    const day = utcDay(now);
    for (const key of this.#stored.keys()) if (!key.startsWith(`${day} `)) this.#stored.delete(key);
    const isOver = (counter: Counter) => counter.day < day && (counter.other?.day ?? 0) < day;
    for (const [subject, counter] of this.#counters)
      if (isOver(counter) && counter.pending === 0) this.#counters.delete(subject);
    for (const [block, counter] of this.#addresses) if (isOver(counter)) this.#addresses.delete(block);
  }

  #addressSubject(block: string): string {
    if (this.#secret === null) return '';
    return `address:${createHmac('sha256', this.#secret).update(block).digest('base64url').slice(0, 22)}`;
  }

  #wait(counter: Counter): void {
    if (counter.waits) return;
    counter.waits = true;
    this.#waiting.push(counter);
  }

  #move(counter: Counter, day: number, used: number): void {
    this.#leave(counter);
    counter.moveTo(day, used);
  }

  /** Keeps unwritten counts of a counter that is dropped or moves to another day. */
  #leave(counter: Counter): void {
    const { day, subject, pending, lastUsedAt } = counter;
    counter.pending = 0;
    if (pending !== 0) this.#keepLate({ day, subject, more: pending, lastUsedAt });
  }

  #keepLate(use: Use): void {
    if (use.subject !== '' && this.#late.length < MAX_WAITING) this.#late.push(use);
  }
}

/**
 * Adds uses to those of their days, and returns the totals, in one statement: one round trip to a distant database. Rows are in an order
 * that servers share, so that two that write together never wait for each other.
 */
export function addUses(kind: Database['kind'], uses: readonly Use[]): Statement {
  const sums = [...Map.groupBy(uses, ({ day, subject }) => `${dayName(day)} ${subject}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, same]) => {
      const { day, subject } = same[0]!;
      const more = same.reduce((sum, one) => sum + one.more, 0);
      return [dayName(day), subject, more, Math.max(...same.map(({ lastUsedAt }) => lastUsedAt))];
    });
  const list = JSON.stringify(sums);
  const rows =
    kind === 'sqlite'
      ? sql`select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${list}) where true`
      : sql`select value ->> 0, value ->> 1, (value ->> 2)::bigint, (value ->> 3)::bigint
          from json_array_elements(${list}::json)`;
  return sql`
    insert into use_by_day (day, subject, used, last_used_at) ${rows}
    on conflict (day, subject) do update set
      used = case when use_by_day.used + excluded.used < 0 then 0 else use_by_day.used + excluded.used end,
      last_used_at = case when use_by_day.last_used_at > excluded.last_used_at then use_by_day.last_used_at
        else excluded.last_used_at end
    returning day, subject, used`;
}
