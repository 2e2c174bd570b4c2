import type { Database } from '../database.ts';
import { isKeyShaped, keyHash } from '../keys/key.ts';
import type { Directory, KnownKey } from '../keys/key-cache.ts';
import { malformed, presentedKey } from '../keys/presented-key.ts';
import { keylessBurst } from '../keys/tier.ts';
import { addressBlock } from './address.ts';
import { type Admission, type Ask, free, refusals } from './admission.ts';
import { Tries } from './fixed-window-limiter.ts';
import type { Meter } from './meter.ts';
import { type Payer, type Plan, plan } from './quota-subject.ts';
import type { Ledger } from './usage-store.ts';
import { utcDay } from './utc-day.ts';

/** Keys that are none, from one address in a minute; beyond, unknown keys are refused unread until it is over. */
const wrongKeys = { most: 20, milliseconds: 60_000 };
/** How old a server's knowledge of keys and accounts may be before a request waits for newer. */
const stale = 900;

/** What the guard asks of the connection to the accounts database. */
export interface Knowledge {
  /** The database, where it can be read and the secret is there; null fails keyed routes closed. */
  readonly database: Database | null;
  /** When it was last seen what has changed, ms. */
  readonly asOf: number;
  /** Looks what has changed. */
  refresh(): Promise<void>;
}

/** Judges API requests: first what the service does, then the key, then the account, then the limits. */
export class Guard {
  readonly #now: () => number;
  readonly #knowledge: Knowledge;
  readonly #directory: Directory;
  readonly #ledger: Ledger;
  readonly #meter: Meter;
  readonly #wrong = new Tries(wrongKeys.most, wrongKeys.milliseconds);
  readonly #keyless: Plan | null;

  constructor(parts: {
    now: () => number;
    knowledge: Knowledge;
    directory: Directory;
    ledger: Ledger;
    meter: Meter;
    anonymousDailyQuota: number;
  }) {
    this.#now = parts.now;
    this.#knowledge = parts.knowledge;
    this.#directory = parts.directory;
    this.#ledger = parts.ledger;
    this.#meter = parts.meter;
    this.#keyless = parts.anonymousDailyQuota > 0 ? plan(parts.anonymousDailyQuota, keylessBurst) : null;
  }

  /** Judges one request. A promise only where the database or Redis has to be asked. */
  admit(ask: Ask): Admission | Promise<Admission> {
    const now = this.#now();
    const { authorization, apiKey } = ask;
    const presented = authorization === undefined && apiKey === undefined ? null : presentedKey(authorization, apiKey);
    if (ask.access === 'public' && presented === null) {
      return this.#directory.paused ? refusals.paused : this.#admitAddress(ask, now);
    }
    const { database, asOf } = this.#knowledge;
    if (database && Math.abs(now - asOf) > stale)
      return this.#knowledge.refresh().then(() => this.#judge(ask, presented, now));
    return this.#judge(ask, presented, now);
  }

  #judge(ask: Ask, presented: string | typeof malformed | null, now: number): Admission | Promise<Admission> {
    if (this.#directory.paused) return refusals.paused;
    const { database } = this.#knowledge;
    if (!database) return ask.access === 'public' ? this.#admitAddress(ask, now) : refusals.misconfigured;
    if (presented === null) return refusals.missing;
    if (presented === malformed) return this.#wrongKey(ask, now, refusals.malformed);
    if (presented.length > 64) return this.#wrongKey(ask, now, refusals.malformed);
    const hash = keyHash(presented);
    const known = this.#directory.known(hash);
    if (known) return this.#admitKey(ask, known, now);
    if (!isKeyShaped(presented)) return this.#wrongKey(ask, now, refusals.malformed);
    if (this.#wrong.wait(addressBlock(ask.address), now) > 0) return this.#wrongKey(ask, now, refusals.invalid);
    return this.#directory.find(database, hash, now).then(
      (found) => (found ? this.#admitKey(ask, found, now) : this.#wrongKey(ask, now, refusals.invalid)),
      () => (ask.access === 'public' ? this.#admitAddress(ask, now) : refusals.misconfigured),
    );
  }

  #admitKey(ask: Ask, key: KnownKey, now: number): Admission | Promise<Admission> {
    const refusal = key.revoked || key.endsAt <= now ? refusals.revoked : key.suspended ? refusals.suspended : null;
    if (refusal) return ask.access === 'public' ? this.#admitAddress(ask, now) : refusal;
    return this.#meter.admit(key.payer, now);
  }

  /** Public routes go on without the key; keyed ones are refused, and after too many unread. */
  #wrongKey(ask: Ask, now: number, refusal: Admission): Admission | Promise<Admission> {
    const block = addressBlock(ask.address);
    const wait = this.#wrong.wait(block, now);
    if (wait === 0) this.#wrong.count(block, now);
    if (ask.access === 'public') return this.#admitAddress(ask, now);
    return wait === 0 ? refusal : { admitted: false, code: 'burst_limit_exceeded', retryAfter: wait, headers: [] };
  }

  #admitAddress(ask: Ask, now: number): Admission | Promise<Admission> {
    if (ask.sameOrigin || !this.#keyless) return free;
    const counter = this.#ledger.address(addressBlock(ask.address), utcDay(now));
    const payer: Payer = { spends: counter, bursts: counter, plan: this.#keyless, keyId: null };
    return this.#meter.admit(payer, now);
  }
}
