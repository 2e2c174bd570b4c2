import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resume, setPaused, suspend } from '../../src/accounts/auth/account-store.ts';
import type { WebhookChanges, WebhookRecord } from '../../src/features/webhooks/webhook-store.ts';
import { type NewWebhook, testLimit } from '../../src/features/webhooks/webhooks.ts';
import { type AccountWorld, accountWorld, holder, noon } from '../accounts/account-world.ts';
import { has, named, type Service, startPostgres } from '../accounts/services.ts';

const hour = 3_600_000;
const settings = { url: 'https://receiver.example/hook', description: '', types: [], query: '' };
const first = { id: 'first', at: noon - hour };

describe.each([
  ['SQLite', 'sqlite'],
  [named('PostgreSQL', 'postgres'), 'postgres'],
])('the owner of a webhook in %s', (_name, kind) => {
  if (kind === 'postgres' && !has.postgres) return test.skip('PostgreSQL', () => {});
  let postgres: Service | undefined;
  let world: AccountWorld;
  let accountId: string;
  let created: NewWebhook;
  let sent = 0;

  beforeAll(async () => {
    if (kind === 'postgres') postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  beforeEach(async () => {
    sent = 0;
    const postWebhook = async () => {
      sent++;
      return { status: 500, problem: null };
    };
    world = await accountWorld({ databaseUrl: postgres?.url, postWebhook });
    ({ accountId } = await holder(world));
    created = await world.accounts.webhooks.create(accountId, settings, first);
  });
  afterEach(async () => {
    await world.other.write([{ sql: 'delete from webhook', values: [] }]);
    await world.close();
  });

  const id = () => created.webhook.webhook_id;
  const current = async () => (await world.accounts.webhooks.find(accountId, id()))!;
  const change = (changes: WebhookChanges) => world.accounts.webhooks.update(accountId, id(), changes);
  const enqueue = (webhook: WebhookRecord, bodies: readonly string[], release: string, at: number) =>
    world.accounts.webhooks.enqueue(
      webhook,
      bodies.map((body) => ({ type: 'catalog.events', release_id: release, events: 1, body })),
      'release',
      { id: release, at },
    );

  test('changes a description without forgetting failures; a new URL, or enabling it again, forgets them', async () => {
    await enqueue(await current(), ['one'], 'second', noon);
    const failing_since = world.time;
    await world.accounts.webhooks.send();
    const { attempt_at } = await current();
    world.time += 1;
    expect(attempt_at).toBeGreaterThan(world.time);
    expect(await change({ description: 'mine', types: ['reentry'] })).toMatchObject({ failing_since, attempt_at });
    // Enabling an enabled one sends what is pending, and delivers nothing yet.
    expect(await change({ enabled: true })).toMatchObject({ failing_since, attempt_at: world.time });
    expect(await change({ url: 'https://other.example/hook' })).toMatchObject({ failing_since: null });
    await world.accounts.webhooks.send();
    await change({ enabled: false });
    expect((await current()).failing_since).not.toBeNull();
    expect(await change({ enabled: true })).toMatchObject({ failing_since: null, disabled_at: null });
  });

  test('cannot send more often by changes than by tests', async () => {
    await enqueue(await current(), ['one'], 'second', noon);
    for (let n = 0; n < testLimit.count + 5; n++) {
      world.time += 1;
      await change({ enabled: true });
      await world.accounts.webhooks.send();
    }
    expect(sent).toBeLessThanOrEqual(testLimit.count + 1);
  });

  test('is not sent a failing message sooner by releases without news', async () => {
    await enqueue(await current(), ['one'], 'second', noon);
    for (let attempt = 0; attempt < 4; attempt++) {
      await world.accounts.webhooks.send();
      world.time = (await current()).attempt_at;
    }
    await world.accounts.webhooks.send();
    const { attempt_at } = await current();
    world.time += 1;
    await enqueue(await current(), [], 'third', noon + 1);
    expect(await current()).toMatchObject({ release_id: 'third', attempt_at });
  });

  test('is sent nothing while the account is suspended or the API is paused', async () => {
    await suspend(world.other, accountId, 'a test', world.time);
    await expect(world.accounts.webhooks.test(accountId, id())).rejects.toThrow('This account is suspended');
    await expect(world.accounts.webhooks.create(accountId, settings, first)).rejects.toThrow('is suspended');
    await resume(world.other, accountId, world.time);
    await setPaused(world.other, { reason: 'a test' }, world.time);
    await expect(world.accounts.webhooks.test(accountId, id())).rejects.toThrow('The API is paused');
    await setPaused(world.other, null, world.time);
    expect(sent).toBe(0);
    expect(await world.accounts.webhooks.test(accountId, id())).not.toBeNull();
    expect(sent).toBe(1);
  });

  test('may keep the old secret for a third of an hour', async () => {
    expect(await world.accounts.webhooks.rotate(accountId, id(), 1 / 3)).not.toBeNull();
  });
});
