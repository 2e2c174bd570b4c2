import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { accountWorld, holder, noon } from '../accounts/account-world.ts';
import { receiverZoo } from './receiver-zoo.ts';

const settings = { description: '', types: [], query: '' };
const release = { id: 'second', at: noon };

/** Real attempts with their real limit of 10 s, so this test takes at least as long. */
test('a good receiver gets its message within 15 s beside every hostile one, several of each', async () => {
  const zoo = await receiverZoo();
  let goodAt = Number.POSITIVE_INFINITY;
  const good = createServer((_request, response) => {
    goodAt = performance.now();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => good.listen(0, '127.0.0.1', resolve));
  const world = await accountWorld({ webhookNetworks: ['127.0.0.1'], now: Date.now });
  onTestFinished(async () => {
    await world.close();
    await zoo.close();
    good.close();
  });
  const account = async (urls: readonly string[]) => {
    const { accountId } = await holder(world);
    for (const url of urls) {
      const { webhook } = await world.accounts.webhooks.create(accountId, { ...settings, url }, { id: 'first', at: 1 });
      const message = { type: 'catalog.events', release_id: release.id, events: 1, body: '{}' };
      await world.accounts.webhooks.enqueue(webhook, [message], 'release', release);
    }
  };
  // Two of each kind: more than a hundred, five to an account, all due before the good one.
  const hostile = [...zoo.receivers, ...zoo.receivers].map(({ url }) => url);
  for (let at = 0; at < hostile.length; at += 5) await account(hostile.slice(at, at + 5));
  await account([`http://127.0.0.1:${(good.address() as AddressInfo).port}/`]);
  const began = performance.now();
  await world.accounts.webhooks.send();
  expect(hostile.length).toBeGreaterThan(130);
  expect(goodAt - began).toBeLessThan(15_000);
  expect(performance.now() - began).toBeLessThan(60_000);
  const { attempts, sending } = world.accounts.webhooks.work;
  expect({ stuck: attempts.stuck, sending }).toEqual({ stuck: 0, sending: 0 });
  expect(attempts.delivered + attempts.failed).toBeGreaterThan(hostile.length);
});
