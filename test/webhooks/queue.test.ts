import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'svix';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PostOutcome, WebhookMessage } from '../../src/accounts/webhooks/post-webhook.ts';
import { FAILING_MILLISECONDS, retryDelays } from '../../src/accounts/webhooks/webhook-sender.ts';
import type { WebhookRecord } from '../../src/accounts/webhooks/webhook-store.ts';
import { type NewWebhook, testLimit } from '../../src/accounts/webhooks/webhooks.ts';
import { type AccountWorld, accountWorld, holder, noon } from '../accounts/account-world.ts';
import { has, named, type Service, startPostgres, textOf } from '../accounts/services.ts';

const hour = 3_600_000;
const settings = { url: 'https://receiver.example/hook', description: '', types: [], query: '' };
const first = { id: 'first', at: noon - hour };

/** What the receiver of a test answers, and what it got. */
class Receiver {
  readonly got: WebhookMessage[] = [];
  answer: (message: WebhookMessage) => PostOutcome | Promise<PostOutcome> = () => ({ status: 204, problem: null });
  readonly post = async (message: WebhookMessage) => {
    this.got.push(message);
    return this.answer(message);
  };

  get bodies(): string[] {
    return this.got.map(({ body }) => body);
  }

  get ids(): string[] {
    return this.got.map(({ headers }) => headers['webhook-id']!);
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
  let made: NewWebhook;

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  beforeEach(async () => {
    receiver = new Receiver();
    world = await accountWorld({ databaseUrl: postgres?.url, postWebhook: receiver.post });
    ({ accountId, email } = await holder(world));
    made = await world.accounts.webhooks.create(accountId, settings, first);
  });
  afterEach(async () => {
    await world.other.write([{ sql: 'delete from webhook', values: [] }]);
    await world.close();
  });

  /** Queues messages of these bodies, as a release does. */
  const queue = (bodies: readonly string[], to = { id: 'second', at: noon }, webhook: WebhookRecord = made.webhook) =>
    world.accounts.webhooks.enqueue(
      webhook,
      bodies.map((body) => ({ type: 'catalog.events', release_id: to.id, events: 1, body })),
      to,
    );
  const now = async () => (await world.accounts.webhooks.find(accountId, made.webhook.webhook_id))!;
  const log = async () =>
    (await world.accounts.webhooks.deliveries(accountId, made.webhook.webhook_id, { limit: 100, offset: 0 }))!;

  test('are sent in order, signed as svix verifies, and logged', async () => {
    world.time = Date.now();
    await queue(['{"n":1}', '{"n":2}', '{"n":3}']);
    await world.accounts.webhooks.send();
    expect(receiver.bodies).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
    const { body, headers, url } = receiver.got[0]!;
    expect(url).toBe(settings.url);
    expect(new Webhook(made.secret).verify(body, { ...headers })).toEqual({ n: 1 });
    expect(() => new Webhook(made.secret).verify('{"n":2}', { ...headers })).toThrow('No matching signature');
    expect(() => new Webhook(made.secret).verify(body, { ...headers, 'webhook-id': 'msg_other' })).toThrow();
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
    expect(await now()).toMatchObject({ release_id: 'second', release_at: noon, pending: 0, failing_since: null });
  });

  test('are queued once by servers that see the same release, and never go back', async () => {
    await Promise.all([queue(['one']), queue(['one']), queue(['one'])]);
    await queue(['older'], { id: 'before', at: noon - 2 * hour }, { ...made.webhook, release_at: noon + 1 });
    await world.accounts.webhooks.send();
    expect(receiver.bodies).toEqual(['one']);
    expect(await world.accounts.webhooks.behind(noon)).toEqual([]);
    expect(await world.accounts.webhooks.behind(noon + 1)).toHaveLength(1);
  });

  test('while every message fails the schedule is that of Standard Webhooks, then a day, and the order stays', async () => {
    receiver.answer = () => ({ status: 500, problem: null });
    await queue(['one', 'two']);
    const began = world.time;
    const waits: number[] = [];
    for (let tries = 0; tries < 12; tries++) {
      await world.accounts.webhooks.send();
      expect(receiver.got).toHaveLength(tries + 1);
      const { attempt_at } = await now();
      waits.push(attempt_at - world.time);
      world.time = attempt_at - 1;
      await world.accounts.webhooks.send();
      expect(receiver.got).toHaveLength(tries + 1);
      world.time = attempt_at;
    }
    expect(waits).toEqual([...retryDelays, ...Array(3).fill(24 * hour)]);
    expect(receiver.bodies.slice(0, 6)).toEqual(['one', 'one', 'one', 'two', 'one', 'two']);
    expect(new Set(receiver.ids).size).toBe(2);
    expect(await now()).toMatchObject({ failing_since: began, pending: 2, disabled_at: null });
    receiver.answer = () => ({ status: 200, problem: null });
    await world.accounts.webhooks.send();
    expect(receiver.bodies.slice(-2)).toEqual(['one', 'two']);
    expect(await now()).toMatchObject({ failing_since: null, pending: 0 });
    const attempts = (await log()).deliveries.map((delivery) => delivery.attempts.length);
    expect(attempts.reduce((sum, count) => sum + count)).toBe(14);
  });

  test('a message that alone is refused holds back the others for three attempts, then it is tried on, and given up after a week', async () => {
    const refused = (body: string): PostOutcome => ({ status: body === 'bad' ? 422 : 200, problem: null });
    receiver.answer = ({ body }) => refused(body);
    const delivered = () => receiver.bodies.filter((body) => body !== 'bad');
    const attempt = async () => {
      world.time = (await now()).attempt_at;
      await world.accounts.webhooks.send();
    };
    await queue(['bad', 'two', 'three']);
    const began = world.time;
    for (const _ of Array(3)) await attempt();
    expect(receiver.bodies).toEqual(['bad', 'bad', 'bad']);
    await attempt();
    expect(world.time - began).toBeLessThan(2 * hour);
    expect(delivered()).toEqual(['two', 'three']);
    expect(await now()).toMatchObject({ pending: 1, disabled_at: null });
    // A later release does not wait for the next attempt of the refused message.
    expect((await now()).attempt_at).toBeGreaterThan(world.time + hour);
    await queue(['four'], { id: 'third', at: noon + 1 }, await now());
    await world.accounts.webhooks.send();
    expect(delivered()).toEqual(['two', 'three', 'four']);
    for (let day = 1; day <= 8; day++) {
      world.time = began + day * 24 * hour;
      await queue([`day ${day}`], { id: `day ${day}`, at: noon + 1 + day }, await now());
      await world.accounts.webhooks.send();
      expect(delivered().at(-1)).toBe(`day ${day}`);
    }
    expect(await now()).toMatchObject({ pending: 0, disabled_at: null });
    const { deliveries } = await log();
    expect(deliveries.filter(({ delivered_at }) => delivered_at === null)).toMatchObject([{ pending: false }]);
    await world.accounts.webhooks.send();
    expect(receiver.bodies.filter((body) => body === 'bad')).toHaveLength(
      deliveries.find(({ delivered_at }) => delivered_at === null)!.attempts.length,
    );
  });

  test('two messages that alone are refused hold back a third for five attempts', async () => {
    receiver.answer = ({ body }) => ({ status: body.startsWith('bad') ? 422 : 200, problem: null });
    await queue(['bad one', 'bad two', 'three']);
    for (let tries = 0; tries < 6 && !receiver.bodies.includes('three'); tries++) {
      world.time = (await now()).attempt_at;
      await world.accounts.webhooks.send();
    }
    expect(receiver.bodies).toContain('three');
  });

  test('after a week of failures a webhook is disabled with an email, and goes on where it stopped', async () => {
    receiver.answer = () => ({ status: null, problem: 'The connection was refused.' });
    await queue(['one']);
    const began = world.time;
    while ((await now()).disabled_at === null) {
      expect(world.time - began, 'it is disabled in time').toBeLessThan(FAILING_MILLISECONDS + 24 * hour);
      await world.accounts.webhooks.send();
      world.time = Math.max(world.time + 1, (await now()).attempt_at);
    }
    const { disabled_at, disabled_reason } = await now();
    expect(disabled_reason).toBe('failing');
    expect(disabled_at! - began).toBeGreaterThanOrEqual(FAILING_MILLISECONDS);
    expect(disabled_at! - began).toBeLessThan(FAILING_MILLISECONDS + 24 * hour);
    const tries = receiver.got.length;
    world.time += 30 * 24 * hour;
    await world.accounts.webhooks.send();
    expect(receiver.got).toHaveLength(tries);
    expect(await world.accounts.webhooks.behind(noon + hour)).toEqual([]);
    receiver.answer = () => ({ status: 200, problem: null });
    await world.accounts.webhooks.update(accountId, made.webhook.webhook_id, { enabled: true });
    await world.accounts.webhooks.send();
    expect(receiver.got.slice(tries).map(({ body }) => body)).toEqual(['one']);
    expect(await world.accounts.webhooks.behind(noon + hour)).toHaveLength(1);
    await world.accounts.close();
    const outbox = join(world.home, 'outbox');
    const letters = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
    expect(letters).toHaveLength(1);
    expect(letters[0]).toContain(`To: ${email}`);
    expect(letters[0]).toContain('Subject: A webhook was disabled');
    expect(textOf(letters[0]!)).toContain('https://orbweaver.example/account/webhooks');
  });

  test('410 disables a webhook now', async () => {
    receiver.answer = () => ({ status: 410, problem: null });
    await queue(['one']);
    await world.accounts.webhooks.send();
    expect(await now()).toMatchObject({ disabled_reason: 'gone', disabled_at: world.time, pending: 1 });
  });

  test('one server sends at a time; a claim that was left behind ends', async () => {
    const other = new Receiver();
    const second = await world.another({ postWebhook: other.post, databaseUrl: postgres?.url });
    let answer = (_outcome: PostOutcome) => {};
    let asked = () => {};
    const isSending = new Promise<void>((resolve) => {
      asked = resolve;
    });
    receiver.answer = () =>
      new Promise((resolve) => {
        answer = resolve;
        asked();
      });
    await queue(['one', 'two']);
    const sending = world.accounts.webhooks.send();
    await isSending;
    await second.webhooks.send();
    expect(other.got).toEqual([]);
    // Its lease ends while the first one is still sending, or was killed.
    world.time += 20_001;
    await second.webhooks.send();
    expect(other.bodies).toEqual(['one', 'two']);
    expect(other.ids[0]).toBe(receiver.ids[0]);
    answer({ status: 500, problem: null });
    await sending;
    expect(await now()).toMatchObject({ failing_since: null, pending: 0 });
  });

  test('a rotated secret signs beside the new one until its overlap ends', async () => {
    world.time = Date.now();
    const verifies = (secret: string) => {
      const { body, headers } = receiver.got.at(-1)!;
      try {
        return new Webhook(secret).verify(body, { ...headers }) !== undefined;
      } catch {
        return false;
      }
    };
    const id = made.webhook.webhook_id;
    const rotated = (await world.accounts.webhooks.rotate(accountId, id, 1))!;
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rotated.secret).not.toBe(made.secret);
    await world.accounts.webhooks.test(accountId, id);
    expect([made.secret, rotated.secret].map(verifies)).toEqual([true, true]);
    const last = (await world.accounts.webhooks.rotate(accountId, id, 0))!;
    await world.accounts.webhooks.test(accountId, id);
    expect([made.secret, rotated.secret, last.secret].map(verifies)).toEqual([false, false, true]);
    await expect(world.accounts.webhooks.rotate(accountId, id, 25)).rejects.toThrow('0 to 24 hours');
  });

  test('a test is sent once, logged, and kept out of the queue', async () => {
    receiver.answer = () => ({ status: null, problem: 'The connection was refused.' });
    const id = made.webhook.webhook_id;
    expect(await world.accounts.webhooks.test(accountId, id)).toMatchObject({
      type: 'webhook.test',
      pending: false,
      delivered_at: null,
      attempts: [{ status: null, problem: 'The connection was refused.' }],
    });
    world.time += 48 * hour;
    await world.accounts.webhooks.send();
    expect(receiver.got).toHaveLength(1);
    expect(await now()).toMatchObject({ pending: 0, failing_since: null });
    expect((await log()).total).toBe(1);
    for (let n = 0; n < testLimit.count; n++) await world.accounts.webhooks.test(accountId, id);
    await expect(world.accounts.webhooks.test(accountId, id)).rejects.toThrow('tests an hour');
  });

  test('are those of the account alone, as many as its tier allows, and end with it', async () => {
    const stranger = await holder(world);
    const id = made.webhook.webhook_id;
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
    expect(receiver.got).toEqual([]);
    await world.other.write([{ sql: 'delete from account where account_id = ?', values: [accountId] }]);
    for (const table of ['webhook', 'webhook_delivery', 'webhook_attempt'])
      expect(await world.other.rows({ sql: `select * from ${table}`, values: [] }), table).toEqual([]);
  });

  test('a clock that ran ahead holds up neither messages nor releases', async () => {
    receiver.answer = () => ({ status: 500, problem: null });
    world.time += 300 * 24 * hour;
    await queue(['one'], { id: 'ahead', at: world.time });
    await world.accounts.webhooks.send();
    world.time = noon + hour;
    receiver.answer = () => ({ status: 200, problem: null });
    await world.accounts.webhooks.send();
    expect(receiver.bodies).toEqual(['one', 'one']);
    const [behind] = await world.accounts.webhooks.behind(noon);
    await queue(['two'], { id: 'second', at: noon }, behind);
    expect(await now()).toMatchObject({ release_id: 'second', release_at: noon });
  });

  test('stopping ends an attempt, which another server makes again', async () => {
    let asked = () => {};
    const isSending = new Promise<void>((resolve) => {
      asked = resolve;
    });
    receiver.answer = ({ signal }) =>
      new Promise((resolve) => {
        asked();
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
