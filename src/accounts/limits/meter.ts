import { type Admission, type Admitted, costs, type Headers, type Refused } from './admission.ts';
import type { Plan, QuotaSubject } from './quota-subject.ts';
import type { SharedLimits, Taken } from './redis-limits.ts';
import { routeSubject } from './usage.ts';
import type { UsageStore } from './usage-store.ts';
import { dayEndsAt, utcDay } from './utc-day.ts';

/** When a request arrived. */
interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The UTC day and the second since 1970. */
  readonly day: number;
  readonly second: number;
}

/** Takes units, reports what is left, and refunds. */
export class Meter {
  readonly #usage: UsageStore;
  readonly #shared: SharedLimits | null;

  constructor(usage: UsageStore, shared: SharedLimits | null) {
    this.#usage = usage;
    this.#shared = shared;
  }

  /** Takes a unit of the day and one of the second, or neither. */
  admit(subject: QuotaSubject, now: number): Admission | Promise<Admission> {
    const moment = { now, day: utcDay(now), second: Math.floor(now / 1000) };
    const shared = this.#sharedOf(subject);
    return shared ? this.#admitShared(shared, subject, moment) : this.#admitAlone(subject, moment);
  }

  /** Takes further units of the day, all or none, for a request that has been admitted. */
  async takeMore(subject: QuotaSubject, units: number, moment: Moment): Promise<Refused | { headers: Headers }> {
    const { counter, plan } = subject;
    const { day } = moment;
    const known = this.#usage.used(counter, day);
    const shared = this.#sharedOf(subject);
    const taken = await shared?.takeMore(subject, units, day, known);
    const inSecond = counter.inSecond(moment.second);
    if (taken ? taken.refused : known + units > plan.daily)
      return refusal(plan, moment, { refused: 'daily', used: taken?.used ?? known, inSecond });
    for (let unit = 0; unit < units; unit++) {
      this.#countDay(subject, moment);
      if (!taken) shared?.addDebt(counter.subject, day);
    }
    return { headers: headersOf(plan, moment, { used: taken?.used ?? known + units, inSecond }) };
  }

  /** Refunds a unit of a day; the second stays counted, since the request did arrive in it. */
  refund({ counter, key }: QuotaSubject, day: number): void {
    this.#usage.refund(counter, day);
    if (key) this.#usage.refund(key.counter, day);
    this.#shared?.refund(counter.subject, day);
  }

  /** Notes a response for the usage of a key: no limit depends on it. */
  note(keyId: string, route: string, status: number, { now, day }: Moment): void {
    const counter = this.#usage.counter(routeSubject(keyId, status, route), day, 0);
    this.#usage.used(counter, day);
    this.#usage.take(counter, now);
  }

  /** What is shared of a subject: nothing of an address without a name, which is counted in memory only. */
  #sharedOf({ counter }: QuotaSubject): SharedLimits | null {
    return counter.subject === '' ? null : this.#shared;
  }

  #admitAlone(subject: QuotaSubject, moment: Moment): Admission {
    const { counter, plan } = subject;
    const used = this.#usage.used(counter, moment.day);
    const inSecond = counter.inSecond(moment.second);
    const refused = used >= plan.daily ? 'daily' : inSecond >= plan.burst ? 'burst' : null;
    const one = refused ? 0 : 1;
    return this.#admission(subject, moment, { refused, used: used + one, inSecond: inSecond + one });
  }

  async #admitShared(shared: SharedLimits, subject: QuotaSubject, moment: Moment): Promise<Admission> {
    const { counter } = subject;
    const { day, second } = moment;
    const taken = await shared.take(subject, day, second, this.#usage.used(counter, day));
    if (taken) return this.#admission(subject, moment, taken);
    const alone = this.#admitAlone(subject, moment);
    if (alone.admitted) shared.addDebt(counter.subject, day);
    return alone;
  }

  /** What follows from taking a unit, which is counted here if it was taken. */
  #admission(subject: QuotaSubject, moment: Moment, taken: Taken): Admission {
    if (taken.refused) return refusal(subject.plan, moment, taken);
    this.#countDay(subject, moment);
    subject.counter.takeInSecond();
    return new Unit(this, subject, moment, headersOf(subject.plan, moment, taken));
  }

  #countDay({ counter, key }: QuotaSubject, { now, day }: Moment): void {
    this.#usage.take(counter, now);
    if (!key) return;
    this.#usage.used(key.counter, day);
    this.#usage.take(key.counter, now);
  }
}

/** Whole seconds until the end of the day. */
const secondsLeft = ({ day, now }: Moment): number => Math.max(0, Math.ceil(dayEndsAt(day) - now / 1000));

function refusal(plan: Plan, moment: Moment, taken: Taken): Refused {
  const daily = taken.refused === 'daily';
  return {
    admitted: false,
    code: daily ? 'daily_quota_exceeded' : 'burst_limit_exceeded',
    retryAfter: daily ? Math.max(1, secondsLeft(moment)) : 1,
    headers: headersOf(plan, moment, taken),
  };
}

function headersOf(plan: Plan, moment: Moment, { used, inSecond }: Pick<Taken, 'used' | 'inSecond'>): Headers {
  const left = Math.max(0, plan.daily - used);
  const leftNow = Math.max(0, plan.burst - inSecond);
  return [
    ['X-RateLimit-Limit', plan.limitText],
    ['X-RateLimit-Remaining', String(left)],
    ['X-RateLimit-Reset', String(dayEndsAt(moment.day))],
    ['RateLimit', `"daily";r=${left};t=${secondsLeft(moment)}, "burst";r=${leftNow};t=1`],
    ['RateLimit-Policy', plan.policyText],
  ];
}

/** The units that one request has taken. */
class Unit implements Admitted {
  readonly admitted = true as const;
  headers: Headers;
  readonly #meter: Meter;
  readonly #subject: QuotaSubject;
  readonly #moment: Moment;
  #units = 1;
  #settled = false;

  constructor(meter: Meter, subject: QuotaSubject, moment: Moment, headers: Headers) {
    this.#meter = meter;
    this.#subject = subject;
    this.#moment = moment;
    this.headers = headers;
  }

  async takeMore(units: number): Promise<Admission> {
    if (units <= 0 || this.#settled) return this;
    const taken = await this.#meter.takeMore(this.#subject, units, this.#moment);
    if ('code' in taken) return taken;
    this.#units += units;
    this.headers = taken.headers;
    return this;
  }

  get keyId(): string | null {
    return this.#subject.key?.id ?? null;
  }

  settle(status: number, route?: string): void {
    if (this.#settled) return;
    this.#settled = true;
    if (this.keyId !== null && route !== undefined) this.#meter.note(this.keyId, route, status, this.#moment);
    if (costs(status)) return;
    for (let unit = 0; unit < this.#units; unit++) this.#meter.refund(this.#subject, this.#moment.day);
  }
}
