/**
 * Adds the features that a careful developer would add before publishing the rival: API keys, their limits, and
 * conditional requests. Keys are stored as SHA-256 and cached as in Orbweaver: looked up in PostgreSQL when first seen,
 * dropped when a revision changes, which is polled four times a second. Requests of the day are counted in memory and
 * written twice a second.
 */
import { hash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

/** How often the revision of the keys is read, and how often counts are written, ms. */
const LOOK_MS = 250;
const FLUSH_MS = 500;
const DAY_MS = 86_400_000;

interface Account {
  readonly id: number;
  readonly daily: number;
  readonly burst: number;
  day: number;
  used: number;
  pending: number;
}

/** The key in the headers of a request; empty if there is none. */
const keyOf = ({ headers }: FastifyRequest): string =>
  /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? String(headers['x-api-key'] ?? '');

/** Adds keys, limits, and conditional requests to every route that is registered afterwards, except `/readyz`. */
export async function addCare(app: FastifyInstance, pool: Pool): Promise<void> {
  const known = new LRUCache<string, Account>({ max: 100_000 });
  const accounts = new Map<FastifyRequest, Account>();
  const counted = new Set<Account>();
  let revision = -1;

  setInterval(async () => {
    const { rows } = await pool.query('SELECT revision FROM key_state');
    if (rows[0].revision !== revision) known.clear();
    revision = rows[0].revision;
  }, LOOK_MS).unref();

  setInterval(async () => {
    for (const account of counted) {
      counted.delete(account);
      const { id, day, pending } = account;
      account.pending = 0;
      const { rows } = await pool.query(
        `INSERT INTO key_use VALUES ($1, $2, $3) ON CONFLICT (id, day)
         DO UPDATE SET used = key_use.used + excluded.used RETURNING used`,
        [id, day, pending],
      );
      if (account.day === day) account.used = rows[0].used + account.pending;
    }
  }, FLUSH_MS).unref();

  const find = async (digest: string): Promise<Account | null> => {
    const day = Math.floor(Date.now() / DAY_MS);
    const { rows } = await pool.query(
      `SELECT id, daily, burst, coalesce((SELECT used FROM key_use WHERE key_use.id = keys.id AND day = $2), 0) AS used
       FROM keys WHERE hash = $1`,
      [digest, day],
    );
    if (!rows[0]) return null;
    const account: Account = { ...rows[0], day, pending: 0 };
    known.set(digest, account);
    return account;
  };

  const refuse = (reply: FastifyReply, status: number, code: string, error: string) =>
    reply.code(status).send({ code, error });

  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/readyz') return;
    const key = keyOf(request);
    if (key === '') return refuse(reply, 401, 'missing_api_key', 'This path needs an API key.');
    const digest = hash('sha256', key);
    const account = known.get(digest) ?? (await find(digest));
    if (!account) return refuse(reply, 401, 'invalid_api_key', 'There is no such API key.');
    const day = Math.floor(Date.now() / DAY_MS);
    if (account.day !== day) Object.assign(account, { day, used: 0, pending: 0 });
    if (account.used >= account.daily)
      return refuse(reply, 429, 'daily_quota_exceeded', 'The quota of the day is used.');
    account.used += 1;
    account.pending += 1;
    counted.add(account);
    accounts.set(request, account);
    reply.headers({
      'X-RateLimit-Limit': account.daily,
      'X-RateLimit-Remaining': account.daily - account.used,
      'X-RateLimit-Reset': ((day + 1) * DAY_MS) / 1000,
    });
  });
  app.addHook('onResponse', async (request) => void accounts.delete(request));
  // A response that the client already has costs nothing.
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    const etag = String(reply.getHeader('ETag') ?? `"${hash('sha1', payload, 'base64url')}"`);
    reply.header('ETag', etag);
    if (request.headers['if-none-match'] !== etag) return payload;
    const account = accounts.get(request);
    if (account) {
      account.used -= 1;
      account.pending -= 1;
      reply.header('X-RateLimit-Remaining', account.daily - account.used);
    }
    // Without a body, Fastify sends a 304 without Content-Length; with an empty one, 0.
    reply.code(304).removeHeader('Content-Length');
    return null;
  });
  await app.register(rateLimit, {
    timeWindow: 1000,
    max: (request: FastifyRequest) => accounts.get(request)?.burst ?? 10,
    keyGenerator: (request: FastifyRequest) => String(accounts.get(request)?.id ?? request.ip),
    // Sends the names of the draft's headers, since the other names carry the limit of the day.
    enableDraftSpec: true,
  });
}
