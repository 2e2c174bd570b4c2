import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Log } from '../connection.ts';
import type { QuotaSubject } from './quota-subject.ts';

/** Timeout of Redis: a slower one counts as unreachable, and each server counts for itself. */
const TIMEOUT_MILLISECONDS = 500;
/** How often an unreachable Redis is checked. No request waits for it in the meantime. */
const PROBE_MILLISECONDS = 1000;
const keptSeconds = 2 * 86_400;

/**
 * KEYS: the day's count, the second's. ARGV: daily limit, burst limit, this server's own count, and the part of it
 * taken without Redis. Redis runs the script atomically, so no two servers take the same unit.
 */
const take = `
local shared = redis.call('GET', KEYS[1])
local used = shared and tonumber(shared) + tonumber(ARGV[4]) or tonumber(ARGV[3])
local second = tonumber(redis.call('GET', KEYS[2]) or '0')
local refused = 0
if used >= tonumber(ARGV[1]) then refused = 1
elseif second >= tonumber(ARGV[2]) then refused = 2
else
  used = used + 1
  second = second + 1
  redis.call('SET', KEYS[2], second, 'EX', 5)
end
redis.call('SET', KEYS[1], used, 'EX', ${keptSeconds})
return {refused, used, second}`;

/** KEYS: the day's count. ARGV: daily limit, units, this server's own count. */
const takeMore = `
local used = tonumber(redis.call('GET', KEYS[1]) or ARGV[3])
local more = tonumber(ARGV[2])
if used + more > tonumber(ARGV[1]) then return {1, used} end
redis.call('SET', KEYS[1], used + more, 'EX', ${keptSeconds})
return {0, used + more}`;

const refund = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used > 0 then redis.call('SET', KEYS[1], used - 1, 'EX', ${keptSeconds}) end`;

interface Scripted extends Redis {
  orbweaverTake(day: string, second: string, ...limits: number[]): Promise<[number, number, number]>;
  orbweaverTakeMore(day: string, ...limits: number[]): Promise<[number, number]>;
  orbweaverRefund(day: string): Promise<null>;
}

const why = [null, 'daily', 'burst'] as const;

/** The result of taking a unit. */
export interface Taken {
  readonly refused: 'daily' | 'burst' | null;
  /** Uses of the day, including this one if it was taken. */
  readonly used: number;
  /** Uses of the second. */
  readonly inSecond: number;
}

/** Limits that several servers share. */
export type SharedLimits = Awaited<ReturnType<typeof openRedisLimits>>;

/** Both counts of a subject lie in one slot of a cluster: the part in braces decides. */
const dayKey = (subject: string, day: number) => `orbweaver:{${subject}}:${day}`;

/**
 * Limits shared by all servers with the same Redis. If Redis is unreachable or too slow, that is logged once, and each
 * server counts for itself until it responds again.
 */
export async function openRedisLimits(url: string, log: Log) {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: TIMEOUT_MILLISECONDS,
    retryStrategy: (times) => Math.min(times * 100, 2000),
    enableAutoPipelining: true,
    scripts: {
      orbweaverTake: { lua: take, numberOfKeys: 2 },
      orbweaverTakeMore: { lua: takeMore, numberOfKeys: 1 },
      orbweaverRefund: { lua: refund, numberOfKeys: 1 },
    },
  }) as Scripted;
  let reachable = true;
  let closed = false;
  const lost = (reason: string) => {
    if (!reachable || closed) return;
    log.error({ reason }, 'Redis cannot be reached: each server counts alone until it can');
    reachable = false;
    probe();
  };
  /** A late response may be a delay of this process: Redis counts as unreachable only if another request fails too. */
  let suspecting = false;
  const suspect = (reason: string) => {
    if (suspecting || !reachable) return;
    suspecting = true;
    redis
      .ping()
      .catch(() => lost(reason))
      .finally(() => {
        suspecting = false;
      });
  };
  /**
   * A hung Redis keeps its connection, so no event reports that it is back: it is polled, independently of requests.
   */
  const probe = () => {
    setTimeout(() => {
      if (reachable || closed) return;
      if (redis.status !== 'ready') return probe();
      redis.ping().then(back, probe);
    }, PROBE_MILLISECONDS).unref();
  };
  const back = () => {
    if (reachable || closed) return;
    log.info({}, 'Redis is back: servers share their limits again');
    reachable = true;
  };
  redis.on('error', (error: Error) => lost(error.message));
  redis.on('close', () => lost('the connection was closed'));
  redis.on('ready', back);
  await redis.connect().catch(() => {});

  const debts = new LRUCache<string, number>({ max: 100_000 });
  const isReady = () => reachable && redis.status === 'ready';
  const attempt = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      suspect((error as Error).message);
      return null;
    }
  };
  const addDebt = (key: string, units: number) => void debts.set(key, units + (debts.get(key) ?? 0));
  return {
    /**
     * Takes a unit of the day and one of the second, or neither, atomically for all servers. `known` is this server's
     * count of the day, in case the shared count was lost. Null if Redis is unreachable: the caller counts for itself and
     * calls `addDebt`.
     */
    async take({ counter, plan }: QuotaSubject, day: number, second: number, known: number): Promise<Taken | null> {
      if (!isReady()) return null;
      const key = dayKey(counter.subject, day);
      const alone = debts.get(key) ?? 0;
      if (alone > 0) debts.delete(key);
      const inSecond = `orbweaver:{${counter.subject}}:second:${second}`;
      const taken = await attempt(redis.orbweaverTake(key, inSecond, plan.daily, plan.burst, known, alone));
      if (taken) return { refused: why[taken[0]] ?? null, used: taken[1], inSecond: taken[2] };
      if (alone > 0) addDebt(key, alone);
      return null;
    },
    /** Takes more units of the day, all or none. Null if Redis is unreachable. */
    async takeMore({ counter, plan }: QuotaSubject, units: number, day: number, known: number) {
      if (!isReady()) return null;
      const key = dayKey(counter.subject, day);
      const taken = await attempt(redis.orbweaverTakeMore(key, plan.daily, units, known));
      return taken && { refused: taken[0] === 1, used: taken[1] };
    },
    /** A unit was taken without the others: it is added to the shared count with the next one. */
    addDebt: (subject: string, day: number) => addDebt(dayKey(subject, day), 1),
    refund(subject: string, day: number): void {
      if (isReady()) redis.orbweaverRefund(dayKey(subject, day)).catch(() => {});
    },
    async close(): Promise<void> {
      closed = true;
      if (isReady()) await redis.quit().catch(() => {});
      redis.disconnect();
    },
  };
}
