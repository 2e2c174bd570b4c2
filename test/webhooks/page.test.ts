import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'svix';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import { type AccountServer, accountServer, Browser, member } from '../server/account/account-world.ts';

let server: AccountServer;
let url: string;
const received: { headers: Record<string, string>; body: string }[] = [];
const receiver = createServer(async (incoming, response) => {
  let body = '';
  for await (const part of incoming) body += part;
  received.push({ headers: incoming.headers as Record<string, string>, body });
  response.writeHead(503).end();
});

beforeAll(async () => {
  server = await accountServer(await builtSite(), {
    ORBWEAVER_TRUST_PROXY: 'on',
    ORBWEAVER_WEBHOOK_NETWORKS: '127.0.0.1',
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await server?.close();
  receiver.close();
});

const page = '/account/webhooks';
const secretIn = (html: string) => /whsec_[0-9A-Za-z+/]{43}=/.exec(html)?.[0] ?? '';

test('forms create, test, change, rotate and delete a webhook', async () => {
  const browser = await member(server, 'ada@example.org');
  await browser.open(page);
  for (const [fields, problem] of [
    [{ url: 'http://10.0.0.1/' }, 'it is not on the public internet'],
    [{ url, query: 'group=none-of-them' }, 'see “group”'],
    [{ url, query: 'color=red' }, 'see “color”'],
  ] as const) {
    const refused = await browser.submit(page, fields);
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining(problem)]);
    expect(refused.html).toContain(`value="${fields.url}"`);
    expect(secretIn(refused.html)).toBe('');
  }
  const created = await browser.submit(page, { url, query: '?group=stations', type_reentry: 'on' });
  const secret = secretIn(created.html);
  expect(secret).not.toBe('');
  const shown = await browser.open(page);
  expect(secretIn(shown.html)).toBe('');
  for (const text of [url, 'group=stations', 'Reentry', 'enabled', 'Nothing was sent yet'])
    expect(shown.html).toContain(text);
  const tested = await browser.submit(`${page}/test`);
  expect(tested.html).toContain('failed: status 503');
  expect(new Webhook(secret).verify(received[0]!.body, received[0]!.headers)).toMatchObject({ type: 'webhook.test' });
  expect((await browser.submit(`${page}/disable`)).html).toContain('nothing is sent until you enable it');
  expect((await browser.submit(`${page}/enable`)).html).toContain('what is pending is sent now');
  const changed = await browser.submit(`${page}/update`, { url, description: 'to the archive', query: '' });
  expect(changed.html).toContain('to the archive');
  expect(changed.html).toContain('every object');
  const rotated = await browser.submit(`${page}/rotate`);
  expect(rotated.status).toBe(422);
  await browser.open(page);
  const id = /wh_[0-9A-Za-z]{16}/.exec(changed.html)![0];
  const fresh = await browser.post(`${page}/rotate`, { webhook_id: id, overlap: '0' });
  expect(secretIn(fresh.html)).not.toBe(secret);
  const stranger = await member(server, 'bob@example.org');
  for (const action of ['update', 'test', 'rotate', 'enable', 'disable', 'delete']) {
    const response = await stranger.post(`${page}/${action}`, { webhook_id: id, url, overlap: '0' });
    expect([action, response.status, response.html]).toEqual([
      action,
      422,
      expect.stringContaining('This account has no such webhook'),
    ]);
  }
  const foreign = await browser.post(`${page}/delete`, { webhook_id: id }, { 'Sec-Fetch-Site': 'cross-site' });
  expect(foreign.status).toBe(403);
  expect((await new Browser(server.base).post(page, { url })).location).toContain('/account/sign-in');
  expect((await browser.submit(`${page}/delete`)).html).toContain('The webhook was deleted');
  expect((await browser.open(page)).html).not.toContain(id);
});
