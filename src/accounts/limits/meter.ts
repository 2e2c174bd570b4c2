import { type Admission, type Admitted, costs, type Headers, type Refused } from './admission.ts';
import type { Plan, QuotaSubject } from './quota-subject.ts';
import type { SharedLimits } from './shared-limits.ts';
import { routeSubject } from './usage.ts';
import type { UsageStore } from './usage-store.ts';
import { dayEndsAt, utcDay } from './utc-day.ts';

/** Takes units, reports what is left, and refunds. */
export class Meter {
  readonly #usage: UsageStore;
  readonly #shared: SharedLimits | null;
  #resetDay = -1;
  #resetText = '';

  constructor(usage: UsageStore, shared: SharedLimits | null) {
    this.#usage = usage;
    this.#shared = shared;
  }

  /** Takes a unit of the day and one of the second, or neither. */
  admit(subject: QuotaSubject, now: number): Admission | Promise<Admission> {
    const day = utcDay(now);
    const second = Math.floor(now / 1000);
    if (this.#shared) return this.#admitShared(this.#shared, subject, now, day, second);
    return this.#admitAlone(subject, now, day, second);
  }

  /** Refunds a unit of a day; the second stays counted, since the request did arrive in it. */
  refund({ counter, key }: QuotaSubject, day: number): void {
    this.#usage.refund(counter, day);
    if (key) this.#usage.refund(key.counter, day);
    this.#shared?.refund(counter.subject, day);
  }

  /** Notes a response for the usage of a key: no limit depends on it. */
  note(keyId: string, route: string, status: number, now: number): void {
    const day = utcDay(now);
    const counter = this.#usage.counter(routeSubject(keyId, status, route), day, 0);
    this.#usage.used(counter, day);
    this.#usage.take(counter, now);
  }

  /** Takes further units of the day, all or none, for a request that has been admitted at `now`. */
  async takeMore(
    subject: QuotaSubject,
    units: number,
    now: number,
  ): Promise<{ refused: Refused } | { headers: Headers }> {
    const { counter, plan } = subject;
    const [day, second] = [utcDay(now), Math.floor(now / 1000)];
    const known = this.#usage.used(counter, day);
    const shared = counter.subject === '' ? null : this.#shared;
    const taken = await shared?.takeMore(subject, units, day, known);
    const used = taken ? taken.used : known + units;
    const inSecond = counter.inSecond(second);
    if (taken ? taken.refused : used > plan.daily)
      return { refused: this.#refused(subject, now, day, 'daily', taken ? used : known, inSecond) };
    for (let unit = 0; unit < units; unit++) {
      this.#countDay(subject, now, day);
      if (shared && !taken) shared.addDebt(counter.subject, day);
    }
    return { headers: this.#headers(plan, now, day, used, inSecond) };
  }

  #admitAlone(subject: QuotaSubject, now: number, day: number, second: number): Admission {
    const { counter, plan } = subject;
    const used = this.#usage.used(counter, day);
    const inSecond = counter.inSecond(second);
    if (used >= plan.daily) return this.#refused(subject, now, day, 'daily', used, inSecond);
    if (inSecond >= plan.burst) return this.#refused(subject, now, day, 'burst', used, inSecond);
    this.#count(subject, now, day);
    return new Unit(this, subject, now, this.#headers(plan, now, day, used + 1, inSecond + 1));
  }

  async #admitShared(
    shared: SharedLimits,
    subject: QuotaSubject,
    now: number,
    day: number,
    second: number,
  ): Promise<Admission> {
    const { counter, plan } = subject;
    const known = this.#usage.used(counter, day);
    const taken = counter.subject === '' ? null : await shared.take(subject, day, second, known);
    if (!taken) {
      const alone = this.#admitAlone(subject, now, day, second);
      if (alone.admitted) shared.addDebt(counter.subject, day);
      return alone;
    }
    if (taken.refused) return this.#refused(subject, now, day, taken.refused, taken.used, taken.inSecond);
    this.#count(subject, now, day);
    return new Unit(this, subject, now, this.#headers(plan, now, day, taken.used, taken.inSecond));
  }

  #count(subject: QuotaSubject, now: number, day: number): void {
    this.#countDay(subject, now, day);
    subject.counter.takeInSecond();
  }

  #countDay({ counter, key }: QuotaSubject, now: number, day: number): void {
    this.#usage.take(counter, now);
    if (!key) return;
    this.#usage.used(key.counter, day);
    this.#usage.take(key.counter, now);
  }

  #refused(
    subject: QuotaSubject,
    now: number,
    day: number,
    why: 'daily' | 'burst',
    used: number,
    inSecond: number,
  ): Refused {
    const daily = why === 'daily';
    return {
      admitted: false,
      code: daily ? 'daily_quota_exceeded' : 'burst_limit_exceeded',
      retryAfter: daily ? Math.max(1, Math.ceil(dayEndsAt(day) - now / 1000)) : 1,
      headers: this.#headers(subject.plan, now, day, used, inSecond),
    };
  }

  #headers(plan: Plan, now: number, day: number, used: number, inSecond: number): Headers {
    if (day !== this.#resetDay) {
      this.#resetDay = day;
      this.#resetText = String(dayEndsAt(day));
    }
    const left = used < plan.daily ? plan.daily - used : 0;
    const leftNow = inSecond < plan.burst ? plan.burst - inSecond : 0;
    const seconds = Math.max(0, Math.ceil(dayEndsAt(day) - now / 1000));
    return [
      ['X-RateLimit-Limit', plan.limitText],
      ['X-RateLimit-Remaining', String(left)],
      ['X-RateLimit-Reset', this.#resetText],
      ['RateLimit', `"daily";r=${left};t=${seconds}, "burst";r=${leftNow};t=1`],
      ['RateLimit-Policy', plan.policyText],
    ];
  }
}

/** The units that one request has taken. */
class Unit implements Admitted {
  readonly admitted = true as const;
  readonly headers: Headers;
  readonly #meter: Meter;
  readonly #subject: QuotaSubject;
  readonly #now: number;
  #units = 1;
  #settled = false;

  constructor(meter: Meter, subject: QuotaSubject, now: number, headers: Headers) {
    this.#meter = meter;
    this.#subject = subject;
    this.#now = now;
    this.headers = headers;
  }

  async takeMore(units: number): Promise<Admission> {
    if (units <= 0 || this.#settled) return this;
    const taken = await this.#meter.takeMore(this.#subject, units, this.#now);
    if ('refused' in taken) return taken.refused;
    this.#units += units;
    return {
      admitted: true,
      ...taken,
      keyId: this.keyId,
      takeMore: (n) => this.takeMore(n),
      settle: (s, route) => this.settle(s, route),
    };
  }

  get keyId(): string | null {
    return this.#subject.key?.id ?? null;
  }

  settle(status: number, route?: string): void {
    if (this.#settled) return;
    this.#settled = true;
    if (this.keyId !== null && route !== undefined) this.#meter.note(this.keyId, route, status, this.#now);
    if (costs(status)) return;
    for (let unit = 0; unit < this.#units; unit++) this.#meter.refund(this.#subject, utcDay(this.#now));
  }
}
