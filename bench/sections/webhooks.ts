import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '../../src/accounts/accounts.ts';
import { createConfirmedAccount } from '../../src/accounts/auth/account-store.ts';
import { openDatabase } from '../../src/accounts/open-database.ts';
import { killSoak } from '../../test/webhooks/kill-soak.ts';
import { figure, most } from '../figure.ts';
import type { Section } from '../section.ts';

/** Kills in each round. */
const KILLS = 20;
const WEBHOOKS = 20;
const MESSAGES = 25;
/** Bytes of a message: those of a hundred events. */
const MESSAGE_BYTES = 40_000;

/** Senders that are killed while releases are published, and how fast a queue is sent. */
export const webhooks: Section = {
  name: 'webhooks',
  about: 'events lost or out of order while senders are killed, messages sent per second',
  needs: [],
  async run({ rounds }) {
    const { kills, releases, events, messages, repeated, lost, misplaced } = await killSoak({ kills: rounds * KILLS });
    const note = `${kills} kill -9, ${releases} releases, ${events.toLocaleString('en-US')} events in ${messages.toLocaleString('en-US')} messages, ${repeated} sent twice`;
    const rates: number[] = [];
    for (let round = 0; round < rounds; round++) rates.push(await sendRate());
    return [
      figure({ what: 'events lost', unit: '', ours: [lost], target: most(0, 'ours'), note }),
      figure({ what: 'events out of order', unit: '', ours: [misplaced], target: most(0, 'ours') }),
      figure({ what: 'messages sent', unit: '/s', ours: rates, note: `${MESSAGE_BYTES / 1000} kB each, SQLite` }),
    ];
  },
};

/** Messages per second from a queue to a receiver of this machine. */
async function sendRate(): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'orbweaver-bench-'));
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const accounts = await openAccounts({
    home,
    databaseUrl: undefined,
    redisUrl: undefined,
    smtpUrl: undefined,
    publicUrl: undefined,
    secret: undefined,
    anonymousDailyQuota: 0,
    webhookNetworks: ['127.0.0.1'],
    now: Date.now,
    log: { info() {}, warn: console.warn, error: console.error },
  });
  try {
    const database = await openDatabase({ home, databaseUrl: undefined }, false);
    const account = await createConfirmedAccount(database, 'bench@example.org', 'enterprise', Date.now());
    await database.close();
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const body = JSON.stringify({ data: 'x'.repeat(MESSAGE_BYTES) });
    const message = { type: 'catalog.events', release_id: '1', events: 100, body };
    const queued = Array.from({ length: MESSAGES }, () => message);
    const created = [];
    for (let index = 0; index < WEBHOOKS; index++)
      created.push(
        await accounts.webhooks.create(account, { url, description: '', types: [], query: '' }, { id: '0', at: 0 }),
      );
    for (const { webhook } of created) await accounts.webhooks.enqueue(webhook, queued, { id: '1', at: 1 });
    const began = performance.now();
    await accounts.webhooks.send();
    const seconds = (performance.now() - began) / 1000;
    const left = (await accounts.webhooks.list(account)).reduce((sum, { pending }) => sum + pending, 0);
    if (left > 0) throw new Error(`${left} messages were not sent`);
    return (WEBHOOKS * MESSAGES) / seconds;
  } finally {
    await accounts.close();
    receiver.closeAllConnections();
    receiver.close();
    await rm(home, { recursive: true, force: true });
  }
}
