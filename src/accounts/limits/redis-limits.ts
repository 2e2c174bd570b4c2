import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { Log } from '../connection.ts';
import type { SharedLimits, Taken } from './shared-limits.ts';

/** How long Redis may take: a slower one counts as gone, and requests are counted by each server alone. */
const patienceMilliseconds = 500;
const keptSeconds = 2 * 86_400;

/**
 * KEYS: the day's count, the second's. ARGV: daily limit, burst limit, what this server knows to be used, and what of it
 * was taken without the others. Redis runs it as one step, so no two servers take the same unit.
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

const giveBack = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used > 0 then redis.call('SET', KEYS[1], used - 1, 'EX', ${keptSeconds}) end`;

interface Scripted extends Redis {
  orbweaverTake(day: string, second: string, ...limits: number[]): Promise<[number, number, number]>;
  orbweaverGiveBack(day: string): Promise<null>;
}

const why = [null, 'daily', 'burst'] as const;

/** Both counts of a subject lie in one slot of a cluster: the part in braces decides. */
const dayKey = (subject: string, day: number) => `orbweaver:{${subject}}:${day}`;

/** Limits that every server with the same Redis shares. Where Redis can't be reached, it says so once and is retried. */
export async function openRedisLimits(url: string, log: Log): Promise<SharedLimits> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: patienceMilliseconds,
    retryStrategy: (times) => Math.min(times * 100, 2000),
    enableAutoPipelining: true,
    scripts: {
      orbweaverTake: { lua: take, numberOfKeys: 2 },
      orbweaverGiveBack: { lua: giveBack, numberOfKeys: 1 },
    },
  }) as Scripted;
  let reachable = true;
  const lost = (reason: string) => {
    if (reachable) log.error({ reason }, 'Redis cannot be reached: each server counts alone until it can');
    reachable = false;
  };
  redis.on('error', (error: Error) => lost(error.message));
  redis.on('close', () => lost('the connection was closed'));
  redis.on('ready', () => {
    if (!reachable) log.info({}, 'Redis is back: servers share their limits again');
    reachable = true;
  });
  await redis.connect().catch(() => {});

  const owed = new LRUCache<string, number>({ max: 100_000 });
  return {
    async take(payer, day, second, known): Promise<Taken | null> {
      if (redis.status !== 'ready') return null;
      const key = dayKey(payer.spends.subject, day);
      const alone = owed.get(key) ?? 0;
      if (alone > 0) owed.delete(key);
      const inSecond = `orbweaver:{${payer.spends.subject}}:${payer.bursts.subject}:${second}`;
      try {
        const { daily, burst } = payer.plan;
        const [refused, used, taken] = await redis.orbweaverTake(key, inSecond, daily, burst, known, alone);
        return { refused: why[refused] ?? null, used, inSecond: taken };
      } catch {
        if (alone > 0) owed.set(key, alone + (owed.get(key) ?? 0));
        return null;
      }
    },
    owe(subject, day) {
      const key = dayKey(subject, day);
      owed.set(key, 1 + (owed.get(key) ?? 0));
    },
    giveBack(subject, day) {
      if (redis.status === 'ready') redis.orbweaverGiveBack(dayKey(subject, day)).catch(() => {});
    },
    async close() {
      reachable = false;
      if (redis.status === 'ready') await redis.quit().catch(() => {});
      redis.disconnect();
    },
  };
}
