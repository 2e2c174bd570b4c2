import { type Admission, type Admitted, costs, type Headers, type Refused } from './admission.ts';
import type { Plan, QuotaSubject } from './quota-subject.ts';
import type { SecondCounts } from './second-counts.ts';
import { dayEndsAt, routeSubject, utcDay } from './usage.ts';
import type { UsageStore } from './usage-store.ts';

/** When a request arrived. */
interface Moment {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The UTC day and the second since 1970. */
  readonly day: number;
  readonly second: number;
  /** Whether the limit of the second applies. */
  readonly burst: boolean;
}

/** The result of taking a unit. */
interface Taken {
  readonly refused: 'daily' | 'burst' | null;
  /** Uses of the day, including this one if it was taken. */
  readonly used: number;
  /** Uses of the second. */
  readonly inSecond: number;
}

/** Takes units, reports the remaining ones, and refunds. */
export class Meter {
  readonly #usage: UsageStore;
  readonly #seconds: SecondCounts;

  constructor(usage: UsageStore, seconds: SecondCounts) {
    this.#usage = usage;
    this.#seconds = seconds;
  }

  /** Takes a unit of the day, and with `burst` one of the second, or neither. */
  admit(subject: QuotaSubject, now: number, burst: boolean): Admission {
    const moment = { now, day: utcDay(now), second: Math.floor(now / 1000), burst };
    const { counter, plan } = subject;
    const used = this.#usage.used(counter, moment.day);
    const inSecond = this.#seconds.used(counter.name, moment.second);
    if (used >= plan.daily) {
      this.#usage.reread(counter);
      return refusal(plan, moment, { refused: 'daily', used, inSecond });
    }
    if (burst && inSecond >= plan.burst) return refusal(plan, moment, { refused: 'burst', used, inSecond });
    this.#countDay(subject, moment);
    if (burst) this.#seconds.take(counter.name, moment.second);
    const taken = { used: used + 1, inSecond: inSecond + (burst ? 1 : 0) };
    return new Unit(this, subject, moment, headersOf(plan, moment, taken));
  }

  /** Takes further units of the day, all or none, for a request that has been admitted. */
  takeMore(subject: QuotaSubject, units: number, moment: Moment): Refused | { headers: Headers } {
    const { counter, plan } = subject;
    const used = this.#usage.used(counter, moment.day);
    const inSecond = this.#seconds.used(counter.name, moment.second);
    if (used + units > plan.daily) {
      this.#usage.reread(counter);
      return refusal(plan, moment, { refused: 'daily', used, inSecond });
    }
    for (let unit = 0; unit < units; unit++) this.#countDay(subject, moment);
    return { headers: headersOf(plan, moment, { used: used + units, inSecond }) };
  }

  /** Refunds units of a day; the second stays counted, since the request did arrive in it. Returns the headers after it. */
  refund({ counter, key, plan }: QuotaSubject, units: number, moment: Moment): Headers {
    const { day, second } = moment;
    for (let unit = 0; unit < units; unit++) {
      this.#usage.refund(counter, day);
      if (key) this.#usage.refund(key.counter, day);
    }
    const inSecond = this.#seconds.used(counter.name, second);
    return headersOf(plan, moment, { used: this.#usage.used(counter, day), inSecond });
  }

  /** Notes a response for the usage of a key: no limit depends on it. */
  note(keyId: string, route: string, status: number, { now, day }: Moment): void {
    const counter = this.#usage.counter(routeSubject(keyId, status, route), day, 0);
    this.#usage.used(counter, day);
    this.#usage.take(counter, now);
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
  const second = moment.burst ? `, "burst";r=${Math.max(0, plan.burst - inSecond)};t=1` : '';
  return [
    ['X-RateLimit-Limit', plan.limitText],
    ['X-RateLimit-Remaining', String(left)],
    ['X-RateLimit-Reset', String(dayEndsAt(moment.day))],
    ['RateLimit', `"daily";r=${left};t=${secondsLeft(moment)}${second}`],
    ['RateLimit-Policy', moment.burst ? plan.policyText : plan.dailyText],
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

  takeMore(units: number): Admission {
    if (units <= 0 || this.#settled) return this;
    const taken = this.#meter.takeMore(this.#subject, units, this.#moment);
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
    this.headers = this.#meter.refund(this.#subject, this.#units, this.#moment);
  }
}
