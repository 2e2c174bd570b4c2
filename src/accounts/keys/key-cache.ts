import { type Database, sql } from '../database.ts';
import { growingCache } from '../limits/growing-cache.ts';
import { plan, type QuotaSubject } from '../limits/quota-subject.ts';
import { dayName, utcDay } from '../limits/usage.ts';
import type { UsageStore } from '../limits/usage-store.ts';
import { changesKept } from '../prune.ts';
import { limitsOf } from './tier.ts';

/** Size of the cache, in keys. */
const MAX_KEYS = 100_000;

/** A cached key: enough to check a request without the database. */
export interface KnownKey {
  readonly accountId: string;
  readonly revoked: boolean;
  /** When a rotated key ends, ms; Infinity for any other. */
  readonly endsAt: number;
  readonly suspended: boolean;
  /** True for a feed token. Its networks are not watched, because calendar services send requests from many networks. */
  readonly isFeed: boolean;
  /** The day and the second are counted over all keys of the account. */
  readonly subject: QuotaSubject;
  /** The first few networks that it was used from: the owner is notified about others. */
  readonly networks: Set<string>;
}

interface State {
  readonly revision: number;
  readonly paused_at: number | null;
}

interface KeyRow {
  readonly key_id: string;
  readonly account_id: string;
  readonly revoked_at: number | null;
  readonly expires_at: number | null;
  readonly is_feed: number;
  readonly tier: string;
  readonly daily_quota: number | null;
  readonly burst_limit: number | null;
  readonly suspended_at: number | null;
  /** Units that the account has used today. */
  readonly used: number;
}

/** A key, or the token of a feed. */
const lookup = (hash: string, day: string) => sql`
  select k.key_id, k.account_id, k.revoked_at, k.expires_at, k.is_feed, a.tier, a.daily_quota, a.burst_limit,
    a.suspended_at,
    coalesce((select u.used from use_by_day u where u.day = ${day} and u.subject = 'account:' || k.account_id), 0) as used
  from (
    select key_id, account_id, hash, revoked_at, expires_at, 0 as is_feed from api_key
    union all select feed_id, account_id, hash, cast(null as bigint), cast(null as bigint), 1 from feed
  ) k join account a on a.account_id = k.account_id where k.hash = ${hash}`;

/**
 * The keys that this server has seen, by hash. A key is looked up when it is first seen. After that, the database is
 * only polled a few times per second for changed accounts, which are dropped.
 */
export class KeyCache {
  readonly #known = growingCache<KnownKey>(MAX_KEYS);
  readonly #lookups = new Map<string, Promise<KnownKey | null>>();
  readonly #usage: UsageStore;
  #revision = -1;
  #paused = false;
  /** Increases when entries are dropped: lookups started before may be outdated when they finish. */
  #generation = 0;

  constructor(usage: UsageStore) {
    this.#usage = usage;
  }

  /** Whether an operator has paused the API. */
  get paused(): boolean {
    return this.#paused;
  }

  /** The cached key; undefined if it must be looked up. */
  known(hash: string): KnownKey | undefined {
    return this.#known.get(hash);
  }

  /** Looks up a key in the database; null for an unknown one. Concurrent callers share one query. */
  find(database: Database, hash: string, now: number): Promise<KnownKey | null> {
    const running = this.#lookups.get(hash);
    if (running) return running;
    const reading = this.#ask(database, hash, now).finally(() => this.#lookups.delete(hash));
    this.#lookups.set(hash, reading);
    return reading;
  }

  /** Loads the changes since the last time. */
  async refresh(database: Database): Promise<void> {
    const [state] = await database.rows<State>(sql`select revision, paused_at from service_state where id = 1`);
    if (!state) throw new Error('The accounts database has lost its state.');
    this.#paused = state.paused_at !== null;
    const revision = state.revision;
    if (revision === this.#revision) return;
    const since = this.#revision;
    if (since < 0 || revision < since || revision - since > changesKept) this.forgetAll();
    else {
      const rows = await database.rows<{ account_id: string }>(
        sql`select account_id from account_change where revision > ${since}`,
      );
      this.#forget(new Set(rows.map(({ account_id }) => account_id)));
    }
    this.#revision = revision;
  }

  /** Clears the cache; each key is looked up again when it is next used. */
  forgetAll(): void {
    this.#generation++;
    this.#known.clear();
  }

  #forget(accounts: ReadonlySet<string>): void {
    this.#generation++;
    for (const [hash, { accountId }] of this.#known) if (accounts.has(accountId)) this.#known.delete(hash);
  }

  async #ask(database: Database, hash: string, now: number): Promise<KnownKey | null> {
    for (;;) {
      const generation = this.#generation;
      const day = utcDay(now);
      const [row] = await database.rows<KeyRow>(lookup(hash, dayName(day)));
      const networks = row
        ? await database.rows<{ network: string }>(sql`select network from key_network where key_id = ${row.key_id}`)
        : [];
      if (generation !== this.#generation) continue;
      if (!row) return null;
      const key = this.#keyOf(row, day, networks);
      this.#known.set(hash, key);
      return key;
    }
  }

  #keyOf(row: KeyRow, day: number, networks: readonly { network: string }[]): KnownKey {
    const { daily, burst } = limitsOf(row.tier, row.daily_quota, row.burst_limit);
    return {
      accountId: row.account_id,
      revoked: row.revoked_at !== null,
      endsAt: row.expires_at ?? Number.POSITIVE_INFINITY,
      suspended: row.suspended_at !== null,
      isFeed: row.is_feed === 1,
      subject: {
        counter: this.#usage.counter(`account:${row.account_id}`, day, row.used),
        key: { id: row.key_id, counter: this.#usage.counter(`key:${row.key_id}`, day, 0) },
        plan: plan(daily, burst),
      },
      networks: new Set(networks.map(({ network }) => network)),
    };
  }
}
