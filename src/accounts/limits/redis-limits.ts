import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Log } from '../connection.ts';
import type { SharedLimits, Taken } from './shared-limits.ts';

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

/** Both counts of a subject lie in one slot of a cluster: the part in braces decides. */
const dayKey = (subject: string, day: number) => `orbweaver:{${subject}}:${day}`;

/**
 * Limits shared by all servers with the same Redis. If Redis is unreachable or too slow, that is logged once, and each
 * server counts for itself until it responds again.
 */
export async function openRedisLimits(url: string, log: Log): Promise<SharedLimits> {
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
  return {
    async take({ counter, plan }, day, second, known): Promise<Taken | null> {
      if (redis.status !== 'ready' || !reachable) return null;
      const key = dayKey(counter.subject, day);
      const alone = debts.get(key) ?? 0;
      if (alone > 0) debts.delete(key);
      const inSecond = `orbweaver:{${counter.subject}}:second:${second}`;
      try {
        const taking = redis.orbweaverTake(key, inSecond, plan.daily, plan.burst, known, alone);
        const [refused, used, taken] = await taking;
        return { refused: why[refused] ?? null, used, inSecond: taken };
      } catch (error) {
        if (alone > 0) debts.set(key, alone + (debts.get(key) ?? 0));
        suspect((error as Error).message);
        return null;
      }
    },
    async takeMore({ counter, plan }, units, day, known) {
      if (redis.status !== 'ready' || !reachable) return null;
      try {
        const [refused, used] = await redis.orbweaverTakeMore(dayKey(counter.subject, day), plan.daily, units, known);
        return { refused: refused === 1, used };
      } catch (error) {
        suspect((error as Error).message);
        return null;
      }
    },
    addDebt(subject, day) {
      const key = dayKey(subject, day);
      debts.set(key, 1 + (debts.get(key) ?? 0));
    },
    refund(subject, day) {
      if (redis.status === 'ready' && reachable) redis.orbweaverRefund(dayKey(subject, day)).catch(() => {});
    },
    async close() {
      closed = true;
      if (reachable && redis.status === 'ready') await redis.quit().catch(() => {});
      redis.disconnect();
    },
  };
}
