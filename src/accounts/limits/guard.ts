import type { Peers } from '../../peers.ts';
import type { Connection } from '../connection.ts';
import type { Database } from '../database.ts';
import { isFeedToken } from '../feeds/feed-store.ts';
import { isKeyShaped, keyHash, malformed, presentedKey } from '../keys/key.ts';
import type { KeyCache, KnownKey } from '../keys/key-cache.ts';
import { keylessBurst } from '../keys/tier.ts';
import { addressBlock, networkOf } from './address.ts';
import { type Admission, type AuthRequest, free, type Refused, refusals } from './admission.ts';
import type { Meter } from './meter.ts';
import { NetworkLimiter } from './network-limiter.ts';
import { type Plan, plan } from './quota-subject.ts';
import { utcDay } from './usage.ts';
import type { UsageStore } from './usage-store.ts';

/**
 * Unknown keys per network and minute; an IPv6 /48 may send ten times as many. Beyond that, keys that this server has not seen are rejected
 * without a lookup.
 */
const unknownKeys = { limit: 20, milliseconds: 60_000 };
/** Maximum age of the cached keys and accounts before a request waits for a refresh, ms. */
const MAX_AGE_MILLISECONDS = 900;

interface GuardParts {
  readonly now: () => number;
  readonly source: Pick<Connection, 'database' | 'asOf' | 'refresh'>;
  readonly keys: KeyCache;
  readonly usage: UsageStore;
  readonly meter: Meter;
  readonly anonymousDailyQuota: number;
  /** Whether requests without a key may read the catalog, within that quota. */
  readonly anonymousAccess: 'public' | 'all';
  /** Called when a key is used from a network that it was not used from before. */
  readonly newNetwork: (key: KnownKey, network: string, now: number) => void;
  readonly peers: Peers;
}

/** Checks API requests: first whether the service is paused, then the key, the account and the limits. */
export class Guard {
  readonly #parts: GuardParts;
  readonly #unknown: NetworkLimiter;
  readonly #keyless: Plan | null;

  constructor(parts: GuardParts) {
    this.#parts = parts;
    this.#unknown = new NetworkLimiter(unknownKeys.limit, unknownKeys.milliseconds, 'unknown keys', parts.peers);
    this.#keyless = parts.anonymousDailyQuota > 0 ? plan(parts.anonymousDailyQuota, keylessBurst) : null;
  }

  /** Admits or rejects one request. A promise only if the database or another process is needed. */
  admit(request: AuthRequest): Admission | Promise<Admission> {
    const now = this.#parts.now();
    if (request.feedToken !== undefined) return this.#admitFeed(request, request.feedToken, now);
    const { authorization, apiKey } = request;
    const presented = authorization === undefined && apiKey === undefined ? null : presentedKey(authorization, apiKey);
    if (request.access === 'public' && presented === null) {
      return this.#parts.keys.paused ? refusals.paused : this.#admitAddress(request, now);
    }
    if (
      presented === null &&
      request.keyHash === undefined &&
      this.#parts.anonymousAccess === 'all' &&
      request.readsCatalog
    )
      // Keyed routes are expensive: requests by the site's own pages count there, too.
      return this.#parts.keys.paused ? refusals.paused : this.#admitAddress({ ...request, sameOrigin: false }, now);
    return this.#whenFresh(now, () => this.#judge(request, presented, now));
  }

  #admitFeed(request: AuthRequest, token: string, now: number): Admission | Promise<Admission> {
    if (!isFeedToken(token)) return refusals.invalid;
    return this.#whenFresh(now, () => this.#judge({ ...request, keyHash: keyHash(token) }, null, now));
  }

  /** Checks against the cached keys and accounts; if they are too old, after a refresh. */
  #whenFresh(now: number, judge: () => Admission | Promise<Admission>): Admission | Promise<Admission> {
    const { database, asOf } = this.#parts.source;
    return database && Math.abs(now - asOf) > MAX_AGE_MILLISECONDS ? this.#parts.source.refresh().then(judge) : judge();
  }

  #judge(
    request: AuthRequest,
    presented: string | typeof malformed | null,
    now: number,
  ): Admission | Promise<Admission> {
    if (this.#parts.keys.paused) return refusals.paused;
    const { database } = this.#parts.source;
    if (!database) return this.#refuse(request, refusals.misconfigured, now);
    if (presented === null) {
      const { keyHash: own } = request;
      return own === undefined ? refusals.missing : this.#judgeHash(database, request, own, now);
    }
    // The checksum reveals a malformed key without a lookup. It does not count against any limit, so that other clients
    // with the same IP address are not rejected because of it.
    if (presented === malformed || !isKeyShaped(presented)) return this.#refuse(request, refusals.malformed, now);
    return this.#judgeHash(database, request, keyHash(presented), now);
  }

  #judgeHash(database: Database, request: AuthRequest, hash: string, now: number): Admission | Promise<Admission> {
    const known = this.#parts.keys.known(hash);
    // Counters of a later day were filled before the clock was set back: the key is looked up again.
    if (known && known.subject.counter.day <= utcDay(now)) return this.#admitKey(request, known, now);
    if (!known && this.#unknown.retryAfter(request.address, now) > 0) return this.#unknownKey(request, now);
    return this.#parts.keys.find(database, hash, now).then(
      (found) => (found ? this.#admitKey(request, found, now) : this.#unknownKey(request, now)),
      () => this.#refuse(request, refusals.misconfigured, now),
    );
  }

  #admitKey(request: AuthRequest, key: KnownKey, now: number): Admission | Promise<Admission> {
    const refusal = key.revoked || key.endsAt <= now ? refusals.revoked : key.suspended ? refusals.suspended : null;
    if (refusal) return this.#refuse(request, refusal, now);
    const network = networkOf(request.address);
    if (!key.isFeed && !key.networks.has(network)) this.#parts.newNetwork(key, network, now);
    return this.#parts.meter.admit(key.subject, now, request.burst);
  }

  #unknownKey(request: AuthRequest, now: number): Admission | Promise<Admission> {
    const retryAfter = this.#unknown.take(request.address, now);
    const tooMany = { admitted: false, code: 'burst_limit_exceeded', retryAfter, headers: [] } as const;
    return this.#refuse(request, retryAfter === 0 ? refusals.invalid : tooMany, now);
  }

  /** Public routes go on without the key; keyed ones are refused. */
  #refuse(request: AuthRequest, refusal: Refused, now: number): Admission | Promise<Admission> {
    return request.access === 'public' ? this.#admitAddress(request, now) : refusal;
  }

  #admitAddress(request: AuthRequest, now: number): Admission | Promise<Admission> {
    if (request.sameOrigin || request.uncounted || !this.#keyless) return free;
    const counter = this.#parts.usage.address(addressBlock(request.address), utcDay(now));
    return this.#parts.meter.admit({ counter, key: null, plan: this.#keyless }, now, request.burst);
  }
}
