import { type Admission, type Admitted, costs, type Headers, type Refused } from './admission.ts';
import type { Counter } from './counter.ts';
import type { Plan, QuotaSubject } from './quota-subject.ts';
import type { SecondLimiter } from './second-limiter.ts';
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

/** How often a subject was used. */
interface Uses {
  /** In the day. */
  readonly used: number;
  /** In the second. */
  readonly inSecond: number;
}

/** Takes units, reports the remaining ones, and refunds. */
export class Meter {
  readonly #usage: UsageStore;
  readonly #seconds: SecondLimiter;

  constructor(usage: UsageStore, seconds: SecondLimiter) {
    this.#usage = usage;
    this.#seconds = seconds;
  }

  /**
   * Takes a unit of the day, and with `burst` one of the second, or neither. A promise only if another process has to
   * decide about the second.
   */
  admit(subject: QuotaSubject, now: number, burst: boolean): Admission | Promise<Admission> {
    const moment = { now, day: utcDay(now), second: Math.floor(now / 1000), burst };
    const { counter, plan } = subject;
    const refused = this.#refuseByDay(subject, 1, moment);
    if (refused) return refused;
    if (!burst) return this.#admitted(subject, moment, this.#seconds.used(counter.name, moment.second));
    const decided = (inSecond: number | null): Admission =>
      inSecond === null ? this.#refuseBySecond(subject, moment) : this.#admitted(subject, moment, inSecond);
    const taken = this.#seconds.take(counter.name, moment.second, plan.burst);
    if (!(taken instanceof Promise)) return decided(taken);
    // Other requests may have used up the day meanwhile.
    return taken.then((inSecond) => this.#refuseByDay(subject, 1, moment) ?? decided(inSecond));
  }

  /** Takes further units of the day, all or none, for a request that has been admitted. */
  takeMore(subject: QuotaSubject, units: number, moment: Moment): Refused | { headers: Headers } {
    const { counter, plan } = subject;
    const refused = this.#refuseByDay(subject, units, moment);
    if (refused) return refused;
    for (let unit = 0; unit < units; unit++) this.#countDay(subject, moment);
    return { headers: headersOf(plan, moment, this.#usesOf(counter, moment)) };
  }

  /** Refunds units of a day; the second stays counted, since the request did arrive in it. Returns the headers after it. */
  refund({ counter, key, plan }: QuotaSubject, units: number, moment: Moment): Headers {
    for (let unit = 0; unit < units; unit++) {
      this.#usage.refund(counter, moment.day);
      if (key) this.#usage.refund(key.counter, moment.day);
    }
    return headersOf(plan, moment, this.#usesOf(counter, moment));
  }

  /** Notes a response for the usage of a key: no limit depends on it. */
  note(keyId: string, route: string, status: number, { now, day }: Moment): void {
    const counter = this.#usage.counter(routeSubject(keyId, status, route), day, 0);
    this.#usage.used(counter, day);
    this.#usage.take(counter, now);
  }

  #usesOf(counter: Counter, { day, second }: Moment): Uses {
    return { used: this.#usage.used(counter, day), inSecond: this.#seconds.used(counter.name, second) };
  }

  /** The refusal of so many more units of the day; null if they are left. */
  #refuseByDay({ counter, plan }: QuotaSubject, units: number, moment: Moment): Refused | null {
    const uses = this.#usesOf(counter, moment);
    if (uses.used + units <= plan.daily) return null;
    this.#usage.reread(counter);
    return refusal(plan, moment, 'daily', uses);
  }

  #refuseBySecond({ counter, plan }: QuotaSubject, moment: Moment): Refused {
    return refusal(plan, moment, 'burst', { used: this.#usage.used(counter, moment.day), inSecond: plan.burst });
  }

  #admitted(subject: QuotaSubject, moment: Moment, inSecond: number): Admitted {
    this.#countDay(subject, moment);
    const used = this.#usage.used(subject.counter, moment.day);
    return new Unit(this, subject, moment, headersOf(subject.plan, moment, { used, inSecond }));
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

function refusal(plan: Plan, moment: Moment, limit: 'daily' | 'burst', uses: Uses): Refused {
  const daily = limit === 'daily';
  return {
    admitted: false,
    code: daily ? 'daily_quota_exceeded' : 'burst_limit_exceeded',
    retryAfter: daily ? Math.max(1, secondsLeft(moment)) : 1,
    headers: headersOf(plan, moment, uses),
  };
}

function headersOf(plan: Plan, moment: Moment, { used, inSecond }: Uses): Headers {
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
    // The body of a request that costs several was computed before it could be compared with the client's copy.
    if (costs(status) || (status === 304 && this.#units > 1)) return;
    this.headers = this.#meter.refund(this.#subject, this.#units, this.#moment);
  }
}
