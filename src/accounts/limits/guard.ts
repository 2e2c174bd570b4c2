import type { Database } from '../database.ts';
import { isKeyShaped, keyHash } from '../keys/key.ts';
import type { KeyCache, KnownKey } from '../keys/key-cache.ts';
import { malformed, presentedKey } from '../keys/presented-key.ts';
import { keylessBurst } from '../keys/tier.ts';
import { addressBlock, networkOf } from './address.ts';
import { type Admission, type AuthRequest, free, refusals } from './admission.ts';
import { FixedWindowLimiter } from './fixed-window-limiter.ts';
import type { Meter } from './meter.ts';
import { type Plan, plan } from './quota-subject.ts';
import type { UsageStore } from './usage-store.ts';
import { utcDay } from './utc-day.ts';

/**
 * Unknown keys per network and minute; beyond that, keys that this server has not seen are rejected without a lookup.
 */
const unknownKeys = { limit: 20, milliseconds: 60_000 };
/** How old a server's knowledge of keys and accounts may be before a request waits for newer, ms. */
const MAX_AGE_MILLISECONDS = 900;

/** What the guard needs of the connection to the accounts database. */
export interface KeySource {
  /** The database, if it can be read and the secret exists; if null, keyed routes are rejected. */
  readonly database: Database | null;
  /** When changes were last read, ms. */
  readonly asOf: number;
  /** Reads what has changed. */
  refresh(): Promise<void>;
}

/** Judges API requests: first what the service does, then the key, then the account, then the limits. */
export class Guard {
  readonly #now: () => number;
  readonly #source: KeySource;
  readonly #keys: KeyCache;
  readonly #usage: UsageStore;
  readonly #meter: Meter;
  readonly #unknown = new FixedWindowLimiter(unknownKeys.limit, unknownKeys.milliseconds);
  readonly #newNetwork: (key: KnownKey, network: string, now: number) => void;
  readonly #keyless: Plan | null;

  constructor(parts: {
    now: () => number;
    source: KeySource;
    keys: KeyCache;
    usage: UsageStore;
    meter: Meter;
    anonymousDailyQuota: number;
    /** Called when a key is used from a network that it was not used from before. */
    newNetwork: (key: KnownKey, network: string, now: number) => void;
  }) {
    this.#now = parts.now;
    this.#source = parts.source;
    this.#keys = parts.keys;
    this.#usage = parts.usage;
    this.#meter = parts.meter;
    this.#newNetwork = parts.newNetwork;
    this.#keyless = parts.anonymousDailyQuota > 0 ? plan(parts.anonymousDailyQuota, keylessBurst) : null;
  }

  /** Admits or rejects one request. A promise only if the database or Redis is needed. */
  admit(request: AuthRequest): Admission | Promise<Admission> {
    const now = this.#now();
    const { authorization, apiKey } = request;
    const presented = authorization === undefined && apiKey === undefined ? null : presentedKey(authorization, apiKey);
    if (request.access === 'public' && presented === null) {
      return this.#keys.paused ? refusals.paused : this.#admitAddress(request, now);
    }
    const { database, asOf } = this.#source;
    if (database && Math.abs(now - asOf) > MAX_AGE_MILLISECONDS)
      return this.#source.refresh().then(() => this.#judge(request, presented, now));
    return this.#judge(request, presented, now);
  }

  #judge(
    request: AuthRequest,
    presented: string | typeof malformed | null,
    now: number,
  ): Admission | Promise<Admission> {
    if (this.#keys.paused) return refusals.paused;
    const { database } = this.#source;
    if (!database) return request.access === 'public' ? this.#admitAddress(request, now) : refusals.misconfigured;
    if (presented === null) {
      const { keyHash: own } = request;
      return own === undefined ? refusals.missing : this.#judgeHash(database, request, own, now);
    }
    // The checksum shows a malformed key without a lookup: it costs nothing and counts for nothing, so that nobody
    // who shares the address is refused for it.
    if (presented === malformed || !isKeyShaped(presented))
      return request.access === 'public' ? this.#admitAddress(request, now) : refusals.malformed;
    return this.#judgeHash(database, request, keyHash(presented), now);
  }

  #judgeHash(database: Database, request: AuthRequest, hash: string, now: number): Admission | Promise<Admission> {
    const known = this.#keys.known(hash);
    // Counters of a later day were filled before the clock was set back: the key is looked up again.
    if (known && known.subject.counter.day <= utcDay(now)) return this.#admitKey(request, known, now);
    if (!known && this.#unknown.retryAfter(addressBlock(request.address), now) > 0)
      return this.#unknownKey(request, now);
    return this.#keys.find(database, hash, now).then(
      (found) => (found ? this.#admitKey(request, found, now) : this.#unknownKey(request, now)),
      () => (request.access === 'public' ? this.#admitAddress(request, now) : refusals.misconfigured),
    );
  }

  #admitKey(request: AuthRequest, key: KnownKey, now: number): Admission | Promise<Admission> {
    const refusal = key.revoked || key.endsAt <= now ? refusals.revoked : key.suspended ? refusals.suspended : null;
    if (refusal) return request.access === 'public' ? this.#admitAddress(request, now) : refusal;
    const network = networkOf(request.address);
    if (!key.networks.has(network)) this.#newNetwork(key, network, now);
    return this.#meter.admit(key.subject, now);
  }

  /** Public routes go on without the key; keyed ones are refused. */
  #unknownKey(request: AuthRequest, now: number): Admission | Promise<Admission> {
    const retryAfter = this.#unknown.take(addressBlock(request.address), now);
    if (request.access === 'public') return this.#admitAddress(request, now);
    return retryAfter === 0
      ? refusals.invalid
      : { admitted: false, code: 'burst_limit_exceeded', retryAfter, headers: [] };
  }

  #admitAddress(request: AuthRequest, now: number): Admission | Promise<Admission> {
    if (request.sameOrigin || !this.#keyless) return free;
    const counter = this.#usage.address(addressBlock(request.address), utcDay(now));
    return this.#meter.admit({ counter, key: null, plan: this.#keyless }, now);
  }
}
