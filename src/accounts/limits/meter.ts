import { type Admission, type Admitted, costs, type Headers } from './admission.ts';
import type { Payer, Plan } from './quota-subject.ts';
import type { SharedLimits } from './shared-limits.ts';
import type { Ledger } from './usage-store.ts';
import { dayEndsAt, utcDay } from './utc-day.ts';

/** Takes units, says what is left, and gives back what was not needed. */
export class Meter {
  readonly #ledger: Ledger;
  readonly #shared: SharedLimits | null;
  #resetDay = -1;
  #resetText = '';

  constructor(ledger: Ledger, shared: SharedLimits | null) {
    this.#ledger = ledger;
    this.#shared = shared;
  }

  /** Takes a unit of the day and one of the second, or neither. */
  admit(payer: Payer, now: number): Admission | Promise<Admission> {
    const day = utcDay(now);
    const second = Math.floor(now / 1000);
    if (this.#shared) return this.#admitShared(this.#shared, payer, now, day, second);
    return this.#admitAlone(payer, now, day, second);
  }

  /** Gives a unit of a day back; the second stays counted, since the request did arrive in it. */
  giveBack(payer: Payer, day: number): void {
    this.#ledger.giveBack(payer.spends, day);
    if (payer.bursts !== payer.spends) this.#ledger.giveBack(payer.bursts, day);
    this.#shared?.giveBack(payer.spends.subject, day);
  }

  #admitAlone(payer: Payer, now: number, day: number, second: number): Admission {
    const { spends, bursts, plan } = payer;
    const used = this.#ledger.used(spends, day);
    if (used >= plan.daily) return this.#refused(payer, now, spends.day, 'daily', used, bursts.inSecond(second));
    const inSecond = bursts.inSecond(second);
    if (inSecond >= plan.burst) return this.#refused(payer, now, spends.day, 'burst', used, inSecond);
    this.#count(payer, now, day);
    return new Unit(this, payer, spends.day, this.#headers(plan, now, spends.day, used + 1, inSecond + 1));
  }

  async #admitShared(shared: SharedLimits, payer: Payer, now: number, day: number, second: number): Promise<Admission> {
    const { spends, plan } = payer;
    const known = this.#ledger.used(spends, day);
    const taken = spends.subject === '' ? null : await shared.take(payer, day, second, known);
    if (!taken) {
      const alone = this.#admitAlone(payer, now, day, second);
      if (alone.admitted) shared.owe(spends.subject, spends.day);
      return alone;
    }
    if (taken.refused) return this.#refused(payer, now, day, taken.refused, taken.used, taken.inSecond);
    this.#count(payer, now, day);
    return new Unit(this, payer, day, this.#headers(plan, now, day, taken.used, taken.inSecond));
  }

  #count({ spends, bursts }: Payer, now: number, day: number): void {
    this.#ledger.take(spends, now);
    bursts.takeInSecond();
    if (bursts === spends) return;
    this.#ledger.used(bursts, day);
    this.#ledger.take(bursts, now);
  }

  #refused(payer: Payer, now: number, day: number, why: 'daily' | 'burst', used: number, inSecond: number): Admission {
    const daily = why === 'daily';
    return {
      admitted: false,
      code: daily ? 'daily_quota_exceeded' : 'burst_limit_exceeded',
      retryAfter: daily ? Math.max(1, Math.ceil(dayEndsAt(day) - now / 1000)) : 1,
      headers: this.#headers(payer.plan, now, day, used, inSecond),
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

/** One taken unit. */
class Unit implements Admitted {
  readonly admitted = true as const;
  readonly headers: Headers;
  readonly #meter: Meter;
  readonly #payer: Payer;
  readonly #day: number;
  #settled = false;

  constructor(meter: Meter, payer: Payer, day: number, headers: Headers) {
    this.#meter = meter;
    this.#payer = payer;
    this.#day = day;
    this.headers = headers;
  }

  get keyId(): string | null {
    return this.#payer.keyId;
  }

  settle(status: number): void {
    if (this.#settled) return;
    this.#settled = true;
    if (!costs(status)) this.#meter.giveBack(this.#payer, this.#day);
  }
}
