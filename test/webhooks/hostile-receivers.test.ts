import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressRule, webhookPost } from '../../src/features/webhooks/post-webhook.ts';
import { sendingLimits } from '../../src/features/webhooks/webhook-sender.ts';
import { type AccountWorld, accountWorld, holder, noon } from '../accounts/account-world.ts';
import { receiverZoo, type ZooReceiver } from './receiver-zoo.ts';

const release = { id: 'second', at: noon };
const settings = { description: '', types: [], query: '' };

describe('an attempt', () => {
  let zoo: Awaited<ReturnType<typeof receiverZoo>>;
  beforeAll(async () => {
    zoo = await receiverZoo();
  });
  afterAll(() => zoo.close());

  test('ends at its limit, whatever the receiver does', async () => {
    const limit = 300;
    const post = webhookPost({
      allowed: addressRule(['127.0.0.1']),
      localNames: false,
      timeoutMilliseconds: limit,
    });
    const attempt = async ({ name, url }: ZooReceiver) => {
      const began = performance.now();
      const outcome = await post({ url, headers: {}, body: '{}', signal: new AbortController().signal });
      return { name, ...outcome, late: performance.now() - began > 5 * limit };
    };
    // A few at a time: the receivers that flood take time from the others in this process.
    const groups = Object.values(Object.groupBy(zoo.receivers, (_, at) => Math.floor(at / 10)));
    const outcomes: Awaited<ReturnType<typeof attempt>>[] = [];
    for (const group of groups) outcomes.push(...(await Promise.all(group!.map(attempt))));
    expect(outcomes.filter(({ late }) => late)).toEqual([]);
    expect(outcomes.length).toBeGreaterThanOrEqual(70);
    // No attempt leaves a connection behind, which would count against the open files of the process.
    await expect.poll(() => zoo.connected(), { timeout: 5000 }).toBe(0);
    const of = (name: string) => outcomes.find((one) => one.name === name);
    expect(of('switches protocols')).toMatchObject({ status: 101 });
    expect(of('floods early hints')).toMatchObject({ status: null, problem: 'The request failed.' });
    expect(of('accepts and is silent')).toMatchObject({ status: null, problem: 'No response within 0.3 s.' });
    expect(of('never reads')).toMatchObject({ status: null, problem: 'No response within 0.3 s.' });
    expect(of('stalls the TLS handshake')).toMatchObject({ status: null, problem: 'No response within 0.3 s.' });
    expect(of('sends an endless body')).toMatchObject({ status: 200 });
    expect(of('redirects to a private address')).toMatchObject({ status: 302 });
    expect(of('is silent at a mapped address')).toMatchObject({ status: null, problem: 'No response within 0.3 s.' });
  });

  test('that begins after the server has begun to stop ends at once', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    const post = webhookPost({ allowed: addressRule([]), localNames: false, resolve });
    const outcome = await post({ url: 'https://a.example/', headers: {}, body: '{}', signal: AbortSignal.abort() });
    expect(outcome.status).toBeNull();
  });
});

describe('places for messages', () => {
  let world: AccountWorld;
  /** URLs that a message was sent to, in order. */
  let sent: string[];
  let respond: (url: string) => Promise<{ status: number; problem: null }>;
  const delivered = { status: 204, problem: null } as const;
  const open = async (more: object = {}) => {
    sent = [];
    world = await accountWorld({
      postWebhook: ({ url, signal }) => {
        sent.push(url);
        return Promise.race([
          respond(url),
          new Promise<{ status: null; problem: string }>((resolve) => {
            signal.addEventListener('abort', () => resolve({ status: null, problem: 'stopped' }), { once: true });
          }),
        ]);
      },
      ...more,
    });
  };
  /** Creates an account with webhooks for URLs, each with one message. */
  const account = async (...urls: string[]) => {
    const { accountId } = await holder(world, { daily: 1000, burst: 10 });
    for (const url of urls) {
      const { webhook } = await world.accounts.webhooks.create(accountId, { ...settings, url }, { id: 'first', at: 1 });
      await world.accounts.webhooks.enqueue(
        webhook,
        [{ type: 'catalog.events', release_id: release.id, events: 1, body: '{}' }],
        'release',
        release,
      );
    }
  };

  test('are shared between accounts: one account holds few of them', async () => {
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    respond = async (url) => {
      if (url.includes('slow')) await held;
      return delivered;
    };
    await open();
    const slow = Array.from({ length: sendingLimits.ofAccount + 1 }, (_, n) => `https://slow.example/${n}`);
    await account(...slow);
    await account('https://good.example/');
    const sending = world.accounts.webhooks.send();
    await expect.poll(() => sent).toContain('https://good.example/');
    expect(sent.filter((url) => url.includes('slow'))).toHaveLength(sendingLimits.ofAccount);
    expect(world.accounts.webhooks.work.sending).toBeGreaterThanOrEqual(sendingLimits.ofAccount);
    end();
    await sending;
    expect(sent).toHaveLength(slow.length + 1);
    await world.close();
  });

  test('are free again after an attempt that never ends, which is logged, counted, and repeated later', async () => {
    respond = (url) => (url.includes('stuck') ? new Promise(() => {}) : Promise.resolve(delivered));
    const never = () => new Promise<never>(() => {});
    await open({
      webhookLeaseMilliseconds: 80,
      postWebhook: ({ url }: { url: string }) => (url.includes('stuck') ? never() : Promise.resolve(delivered)),
    });
    await account('https://stuck.example/');
    await account('https://good.example/');
    await world.accounts.webhooks.send();
    expect(world.accounts.webhooks.work).toEqual({ attempts: { delivered: 1, failed: 0, stuck: 1 }, sending: 0 });
    expect(world.log.filter((line) => line.startsWith('error'))).toHaveLength(1);
    expect(world.log.join()).toContain('did not end and was abandoned');
    const [{ webhook_id, attempt_at }] = (await world.other.rows<{ webhook_id: string; attempt_at: number }>({
      sql: "select webhook_id, attempt_at from webhook where url like '%stuck%'",
      values: [],
    })) as [{ webhook_id: string; attempt_at: number }];
    expect(attempt_at).toBeGreaterThan(world.time);
    expect(world.log.join()).toContain(webhook_id);
    await world.close();
  });

  test('are not all taken by webhooks that fail', async () => {
    respond = async () => delivered;
    await open();
    const failing = Array.from({ length: sendingLimits.failing + 4 }, (_, n) => `https://failing.example/${n}`);
    for (let at = 0; at < failing.length; at += 4) await account(...failing.slice(at, at + 4));
    await world.other.write([{ sql: 'update webhook set failing_since = ?', values: [world.time - 1000] }]);
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    respond = async () => {
      await held;
      return delivered;
    };
    const sending = world.accounts.webhooks.send();
    await expect.poll(() => sent.length).toBe(sendingLimits.failing);
    await account('https://good.example/');
    await expect.poll(() => sent).toContain('https://good.example/');
    expect(sent).toHaveLength(sendingLimits.failing + 1);
    end();
    await sending;
    await world.close();
  });
});
