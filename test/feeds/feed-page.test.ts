import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import {
  type AccountServer,
  accountServer,
  Browser,
  linkTo,
  member,
  password,
} from '../server/account/account-world.ts';
import { ask } from '../server/running-server.ts';

let server: AccountServer;
beforeAll(async () => {
  server = await accountServer(await builtSite());
});
afterAll(() => server?.close());

const page = '/account/feeds';
const question = { name: 'ISS over the garden', lat: '52.5', lon: '13.4', ids: '25544' };
const addressIn = (html: string) => /\/feeds\/ow_feed[0-9A-Za-z]{40}\.json/.exec(html)?.[0] ?? '';
const statusOf = async (address: string) => (await ask(server.base, address)).status;

test('its owner creates a feed without a script, sees its address once, and revokes it', async () => {
  const browser = await member(server, 'feeds@example.org');
  await browser.open(page);
  const wrong = await browser.submit(page, { ...question, lat: '91' });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toContain('lat');
  expect(wrong.html).toContain('value="25544"');
  const made = await browser.submit(page, question);
  const address = addressIn(made.html);
  expect(await statusOf(address)).toBe(200);
  const shown = await browser.open(page);
  expect(addressIn(shown.html)).toBe('');
  expect(shown.html).toContain('ISS over the garden');
  await browser.submit(`${page}/revoke`);
  expect(await statusOf(address)).toBe(404);
});

test('another site cannot create or revoke one', async () => {
  const browser = await member(server, 'feeds-csrf@example.org');
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  for (const action of [page, `${page}/revoke`])
    expect((await browser.post(action, { ...question, name: 'planted' }, foreign)).status).toBe(403);
  expect((await browser.open(page)).html).not.toContain('planted');
});

test('a reset of the password revokes the feeds that are not kept', async () => {
  const email = 'feeds-reset@example.org';
  const browser = await member(server, email);
  const make = async (name: string) => {
    await browser.open(page);
    return addressIn((await browser.submit(page, { ...question, name })).html);
  };
  const [kept, dropped] = [await make('kept'), await make('dropped')];
  const other = new Browser(server.base);
  await other.open('/account/forgot');
  await other.submit('/account/forgot', { email });
  const link = await linkTo(server.outbox, email, 'Reset');
  const form = await other.open(link.pathname + link.search);
  const keep = /name="(keep_fee_\w+)"[\s\S]*?<strong>(\w+)</.exec(form.html)!;
  await other.submit('/account/reset', { password: `${password} again`, [keep[1]!]: 'on' });
  expect(keep[2]).toBe('kept');
  expect([await statusOf(kept), await statusOf(dropped)]).toEqual([200, 404]);
});
