import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'svix';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PostOutcome, WebhookMessage } from '../../src/features/webhooks/post-webhook.ts';
import { FAILING_MILLISECONDS, retryDelays } from '../../src/features/webhooks/webhook-sender.ts';
import type { WebhookRecord } from '../../src/features/webhooks/webhook-store.ts';
import { type NewWebhook, testLimit } from '../../src/features/webhooks/webhooks.ts';
import { type AccountWorld, accountWorld, holder, noon } from '../accounts/account-world.ts';
import { has, named, type Service, startPostgres, textOf } from '../accounts/services.ts';

const hour = 3_600_000;
const settings = { url: 'https://receiver.example/hook', description: '', types: [], query: '' };
const first = { id: 'first', at: noon - hour };

/** A receiver that records messages and returns configured responses. */
class Receiver {
  readonly received: WebhookMessage[] = [];
  respond: (message: WebhookMessage) => PostOutcome | Promise<PostOutcome> = () => ({ status: 204, problem: null });
  readonly post = async (message: WebhookMessage) => {
    this.received.push(message);
    return this.respond(message);
  };

  get bodies(): string[] {
    return this.received.map(({ body }) => body);
  }

  get ids(): string[] {
    return this.received.map(({ headers }) => headers['webhook-id']!);
  }
}

describe.each([
  ['SQLite', 'sqlite'],
  [named('PostgreSQL', 'postgres'), 'postgres'],
])('webhooks in %s', (_name, kind) => {
  if (kind === 'postgres' && !has.postgres) return test.skip('PostgreSQL', () => {});
  let postgres: Service | undefined;
  let world: AccountWorld;
  let receiver: Receiver;
  let accountId: string;
  let email: string;
  let created: NewWebhook;

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  beforeEach(async () => {
    receiver = new Receiver();
    world = await accountWorld({ databaseUrl: postgres?.url, postWebhook: receiver.post });
    ({ accountId, email } = await holder(world));
    created = await world.accounts.webhooks.create(accountId, settings, first);
  });
  afterEach(async () => {
    await world.other.write([{ sql: 'delete from webhook', values: [] }]);
    await world.close();
  });

  /** Queues messages with these bodies, as a release does. */
  const queue = (
    bodies: readonly string[],
    to = { id: 'second', at: noon },
    webhook: WebhookRecord = created.webhook,
  ) =>
    world.accounts.webhooks.enqueue(
      webhook,
      bodies.map((body) => ({ type: 'catalog.events', release_id: to.id, events: 1, body })),
      'release',
      to,
    );
  const current = async () => (await world.accounts.webhooks.find(accountId, created.webhook.webhook_id))!;
  const log = async () =>
    (await world.accounts.webhooks.deliveries(accountId, created.webhook.webhook_id, { limit: 100, offset: 0 }))!;

  test('are sent in order, signed as svix verifies, and logged', async () => {
    world.time = Date.now();
    await queue(['{"n":1}', '{"n":2}', '{"n":3}']);
    await world.accounts.webhooks.send();
    expect(receiver.bodies).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    const { body, headers, url } = receiver.received[0]!;
    expect(url).toBe(settings.url);
    expect(new Webhook(created.secret).verify(body, { ...headers })).toEqual({ n: 1 });
    expect(() => new Webhook(created.secret).verify('{"n":2}', { ...headers })).toThrow('No matching signature');
    expect(() => new Webhook(created.secret).verify(body, { ...headers, 'webhook-id': 'msg_other' })).toThrow();
    const { total, deliveries } = await log();
    expect(total).toBe(3);
    expect(deliveries[2]).toMatchObject({
      type: 'catalog.events',
      release_id: 'second',
      pending: false,
      delivered_at: world.time,
      attempts: [{ at: world.time, status: 204, problem: null }],
    });
    expect(new Set(deliveries.map(({ delivery_id }) => delivery_id))).toEqual(new Set(receiver.ids));
    expect(await current()).toMatchObject({ release_id: 'second', release_at: noon, pending: 0, failing_since: null });
  });

  test('are queued once by servers with the same release, and not for an older one', async () => {
    await Promise.all([queue(['one']), queue(['one']), queue(['one'])]);
    await queue(['older'], { id: 'before', at: noon - 2 * hour }, { ...created.webhook, release_at: noon + 1 });
    await world.accounts.webhooks.send();
    expect(receiver.bodies).toEqual(['one']);
    expect(await world.accounts.webhooks.behind('release', noon)).toEqual([]);
    expect(await world.accounts.webhooks.behind('release', noon + 1)).toHaveLength(1);
  });

  test('of searches of close approaches are queued once too, and move no release', async () => {
    const { webhooks } = world.accounts;
    const message = { type: 'catalog.events', release_id: 'second', events: 1, body: 'search' };
    const search = { id: 'search', at: created.webhook.created_at + 1 };
    expect(await webhooks.behind('run', search.at - 1)).toEqual([]);
    const [behind] = await webhooks.behind('run', search.at);
    expect(behind).toMatchObject({ webhook_id: created.webhook.webhook_id, run_id: null, run_at: null });
    await Promise.all([1, 2, 3].map(() => webhooks.enqueue(behind!, [message], 'run', search)));
    expect(await current()).toMatchObject({ release_id: 'first', run_id: 'search', run_at: search.at, pending: 1 });
    await webhooks.enqueue(behind!, [message], 'run', { id: 'older', at: search.at - 1 });
    await webhooks.enqueue(await current(), [{ ...message, body: 'next' }], 'run', { id: 'next', at: search.at + 1 });
    await webhooks.send();
    expect(receiver.bodies).toEqual(['search', 'next']);
    expect(await webhooks.behind('run', search.at + 1)).toEqual([]);
    expect(await webhooks.behind('release', noon)).toHaveLength(1);
  });

  test('are retried in order on the schedule of Standard Webhooks, then daily, while every message fails', async () => {
    receiver.respond = () => ({ status: 500, problem: null });
    await queue(['one', 'two']);
    const startedAt = world.time;
    const waits: number[] = [];
    for (let attempts = 0; attempts < 12; attempts++) {
      await world.accounts.webhooks.send();
      expect(receiver.received).toHaveLength(attempts + 1);
      const { attempt_at } = await current();
      waits.push(attempt_at - world.time);
      world.time = attempt_at - 1;
      await world.accounts.webhooks.send();
      expect(receiver.received).toHaveLength(attempts + 1);
      world.time = attempt_at;
    }
    expect(waits).toEqual([...retryDelays, ...Array(3).fill(24 * hour)]);
    expect(receiver.bodies.slice(0, 6)).toEqual(['one', 'one', 'one', 'two', 'one', 'two']);
    expect(new Set(receiver.ids).size).toBe(2);
    expect(await current()).toMatchObject({ failing_since: startedAt, pending: 2, disabled_at: null });
    receiver.respond = () => ({ status: 200, problem: null });
    await world.accounts.webhooks.send();
    expect(receiver.bodies.slice(-2)).toEqual(['one', 'two']);
    expect(await current()).toMatchObject({ failing_since: null, pending: 0 });
    const attempts = (await log()).deliveries.map((delivery) => delivery.attempts.length);
    expect(attempts.reduce((sum, count) => sum + count)).toBe(14);
  });

  test('a single refused message delays the others for three attempts, is retried, and is given up after a week', async () => {
    const outcomeOf = (body: string): PostOutcome => ({ status: body === 'bad' ? 422 : 200, problem: null });
    receiver.respond = ({ body }) => outcomeOf(body);
    const delivered = () => receiver.bodies.filter((body) => body !== 'bad');
    const attempt = async () => {
      world.time = (await current()).attempt_at;
      await world.accounts.webhooks.send();
    };
    await queue(['bad', 'two', 'three']);
    const startedAt = world.time;
    for (const _ of Array(3)) await attempt();
    expect(receiver.bodies).toEqual(['bad', 'bad', 'bad']);
    await attempt();
    expect(world.time - startedAt).toBeLessThan(2 * hour);
    expect(delivered()).toEqual(['two', 'three']);
    expect(await current()).toMatchObject({ pending: 1, disabled_at: null });
    // A later release does not wait for the next attempt of the refused message.
    expect((await current()).attempt_at).toBeGreaterThan(world.time + hour);
    await queue(['four'], { id: 'third', at: noon + 1 }, await current());
    await world.accounts.webhooks.send();
    expect(delivered()).toEqual(['two', 'three', 'four']);
    for (let day = 1; day <= 8; day++) {
      world.time = startedAt + day * 24 * hour;
      await queue([`day ${day}`], { id: `day ${day}`, at: noon + 1 + day }, await current());
      await world.accounts.webhooks.send();
      expect(delivered().at(-1)).toBe(`day ${day}`);
    }
    expect(await current()).toMatchObject({ pending: 0, disabled_at: null });
    const { deliveries } = await log();
    expect(deliveries.filter(({ delivered_at }) => delivered_at === null)).toMatchObject([{ pending: false }]);
    await world.accounts.webhooks.send();
    expect(receiver.bodies.filter((body) => body === 'bad')).toHaveLength(
      deliveries.find(({ delivered_at }) => delivered_at === null)!.attempts.length,
    );
  });

  test('two refused messages do not keep a third from being sent within six attempts', async () => {
    receiver.respond = ({ body }) => ({ status: body.startsWith('bad') ? 422 : 200, problem: null });
    await queue(['bad one', 'bad two', 'three']);
    for (let attempts = 0; attempts < 6 && !receiver.bodies.includes('three'); attempts++) {
      world.time = (await current()).attempt_at;
      await world.accounts.webhooks.send();
    }
    expect(receiver.bodies).toContain('three');
  });

  test('after a week of failures, a webhook is disabled with an email; when enabled, it continues where it stopped', async () => {
    receiver.respond = () => ({ status: null, problem: 'The connection was refused.' });
    await queue(['one']);
    const startedAt = world.time;
    while ((await current()).disabled_at === null) {
      expect(world.time - startedAt, 'it is disabled in time').toBeLessThan(FAILING_MILLISECONDS + 24 * hour);
      await world.accounts.webhooks.send();
      world.time = Math.max(world.time + 1, (await current()).attempt_at);
    }
    const { disabled_at, disabled_reason } = await current();
    expect(disabled_reason).toBe('failing');
    expect(disabled_at! - startedAt).toBeGreaterThanOrEqual(FAILING_MILLISECONDS);
    expect(disabled_at! - startedAt).toBeLessThan(FAILING_MILLISECONDS + 24 * hour);
    const attempts = receiver.received.length;
    world.time += 30 * 24 * hour;
    await world.accounts.webhooks.send();
    expect(receiver.received).toHaveLength(attempts);
    expect(await world.accounts.webhooks.behind('release', noon + hour)).toEqual([]);
    receiver.respond = () => ({ status: 200, problem: null });
    await world.accounts.webhooks.update(accountId, created.webhook.webhook_id, { enabled: true });
    await world.accounts.webhooks.send();
    expect(receiver.received.slice(attempts).map(({ body }) => body)).toEqual(['one']);
    expect(await world.accounts.webhooks.behind('release', noon + hour)).toHaveLength(1);
    await world.accounts.close();
    const outbox = join(world.home, 'outbox');
    const emails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
    expect(emails).toHaveLength(1);
    expect(emails[0]).toContain(`To: ${email}`);
    expect(emails[0]).toContain('Subject: A webhook was disabled');
    expect(textOf(emails[0]!)).toContain('https://orbweaver.example/account/webhooks');
  });

  test('status 410 disables a webhook immediately', async () => {
    receiver.respond = () => ({ status: 410, problem: null });
    await queue(['one']);
    await world.accounts.webhooks.send();
    expect(await current()).toMatchObject({ disabled_reason: 'gone', disabled_at: world.time, pending: 1 });
  });

  test('one server sends at a time, and its claim expires', async () => {
    const other = new Receiver();
    const second = await world.another({ postWebhook: other.post, databaseUrl: postgres?.url });
    let finish = (_outcome: PostOutcome) => {};
    let markSending = () => {};
    const isSending = new Promise<void>((resolve) => {
      markSending = resolve;
    });
    receiver.respond = () =>
      new Promise((resolve) => {
        finish = resolve;
        markSending();
      });
    await queue(['one', 'two']);
    const sending = world.accounts.webhooks.send();
    await isSending;
    await second.webhooks.send();
    expect(other.received).toEqual([]);
    // The lease of the first server expires while it is still sending.
    world.time += 20_001;
    await second.webhooks.send();
    expect(other.bodies).toEqual(['one', 'two']);
    expect(other.ids[0]).toBe(receiver.ids[0]);
    finish({ status: 500, problem: null });
    await sending;
    expect(await current()).toMatchObject({ failing_since: null, pending: 0 });
  });

  test('a rotated secret signs together with the new one during their overlap', async () => {
    world.time = Date.now();
    const verifies = (secret: string) => {
      const { body, headers } = receiver.received.at(-1)!;
      try {
        return new Webhook(secret).verify(body, { ...headers }) !== undefined;
      } catch {
        return false;
      }
    };
    const id = created.webhook.webhook_id;
    const rotated = (await world.accounts.webhooks.rotate(accountId, id, 1))!;
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(created.secret);
    await world.accounts.webhooks.test(accountId, id);
    expect([created.secret, rotated.secret].map(verifies)).toEqual([true, true]);
    const last = (await world.accounts.webhooks.rotate(accountId, id, 0))!;
    await world.accounts.webhooks.test(accountId, id);
    expect([created.secret, rotated.secret, last.secret].map(verifies)).toEqual([false, false, true]);
    await expect(world.accounts.webhooks.rotate(accountId, id, 25)).rejects.toThrow('0 to 24 hours');
  });

  test('a test message is sent once, logged, and not queued', async () => {
    receiver.respond = () => ({ status: null, problem: 'The connection was refused.' });
    const id = created.webhook.webhook_id;
    expect(await world.accounts.webhooks.test(accountId, id)).toMatchObject({
      type: 'webhook.test',
      pending: false,
      delivered_at: null,
      attempts: [{ status: null, problem: 'The connection was refused.' }],
    });
    world.time += 48 * hour;
    await world.accounts.webhooks.send();
    expect(receiver.received).toHaveLength(1);
    expect(await current()).toMatchObject({ pending: 0, failing_since: null });
    expect((await log()).total).toBe(1);
    for (let n = 0; n < testLimit.count; n++) await world.accounts.webhooks.test(accountId, id);
    await expect(world.accounts.webhooks.test(accountId, id)).rejects.toThrow('tests an hour');
  });

  test('belong to one account, are limited by its tier, and are deleted with it', async () => {
    const stranger = await holder(world);
    const id = created.webhook.webhook_id;
    const { webhooks } = world.accounts;
    expect(await webhooks.find(stranger.accountId, id)).toBeNull();
    expect(await webhooks.update(stranger.accountId, id, { enabled: false })).toBeNull();
    expect(await webhooks.rotate(stranger.accountId, id, 0)).toBeNull();
    expect(await webhooks.test(stranger.accountId, id)).toBeNull();
    expect(await webhooks.deliveries(stranger.accountId, id, { limit: 1, offset: 0 })).toBeNull();
    expect(await webhooks.delete(stranger.accountId, id)).toBe(false);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => webhooks.create(accountId, settings, first)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    await expect(webhooks.create(accountId, settings, first)).rejects.toThrow('5 webhooks');
    await queue(['one']);
    await world.other.write([
      {
        sql: "update account set suspended_at = 1, suspension_reason = 'test' where account_id = ?",
        values: [accountId],
      },
    ]);
    await webhooks.send();
    expect(receiver.received).toEqual([]);
    await world.other.write([{ sql: 'delete from account where account_id = ?', values: [accountId] }]);
    for (const table of ['webhook', 'webhook_delivery', 'webhook_attempt'])
      expect(await world.other.rows({ sql: `select * from ${table}`, values: [] }), table).toEqual([]);
  });

  test('a clock that ran ahead delays neither messages nor releases', async () => {
    receiver.respond = () => ({ status: 500, problem: null });
    world.time += 300 * 24 * hour;
    await queue(['one'], { id: 'ahead', at: world.time });
    await world.accounts.webhooks.send();
    world.time = noon + hour;
    receiver.respond = () => ({ status: 200, problem: null });
    await world.accounts.webhooks.send();
    expect(receiver.bodies).toEqual(['one', 'one']);
    const [behind] = await world.accounts.webhooks.behind('release', noon);
    await queue(['two'], { id: 'second', at: noon }, behind);
    expect(await current()).toMatchObject({ release_id: 'second', release_at: noon });
  });

  test('stopping aborts an attempt, and another server repeats it', async () => {
    let markSending = () => {};
    const isSending = new Promise<void>((resolve) => {
      markSending = resolve;
    });
    receiver.respond = ({ signal }) =>
      new Promise((resolve) => {
        markSending();
        signal.addEventListener('abort', () => resolve({ status: null, problem: 'stopped' }));
      });
    await queue(['one']);
    const sending = world.accounts.webhooks.send();
    await isSending;
    await world.accounts.webhooks.stop();
    await sending;
    expect((await log()).deliveries[0]!.attempts).toEqual([]);
    const other = new Receiver();
    const second = await world.another({ postWebhook: other.post, databaseUrl: postgres?.url });
    await second.webhooks.send();
    expect([other.bodies, other.ids]).toEqual([['one'], receiver.ids]);
  });
});
