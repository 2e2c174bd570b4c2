import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from '../../built-site.ts';
import { ask } from '../running-server.ts';
import { type AccountServer, accountServer, type Browser, member } from './account-world.ts';

let server: AccountServer;
let browser: Browser;
beforeAll(async () => {
  server = await accountServer(await builtSite());
  browser = await member(server, 'reader@example.org');
}, 300_000);
afterAll(() => server?.close());

const path = '/api/v1/satellites/25544';
const send = (headers: Record<string, string>) => ask(server.base, path, headers);
const fromOwnPage = () => ({ Cookie: browser.cookie, 'Sec-Fetch-Site': 'same-origin' });

describe('requests of a signed-in browser', () => {
  test('are rejected if the account has no key', async () => {
    expect((await send(fromOwnPage())).json().code).toBe('missing_api_key');
  });

  test('count against the newest key of the account, only from the site’s own pages', async () => {
    await browser.open('/account/keys');
    const page = await browser.submit('/account/keys', { name: 'laptop' });
    const key = /ow_[0-9A-Za-z]{40}/.exec(page.html)![0];
    const own = await send(fromOwnPage());
    expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const remaining = Number(own.headers['x-ratelimit-remaining']);
    expect(Number((await send({ Authorization: `Bearer ${key}` })).headers['x-ratelimit-remaining'])).toBe(
      remaining - 1,
    );
    for (const site of ['cross-site', 'same-site', 'none'])
      expect([site, (await send({ Cookie: browser.cookie, 'Sec-Fetch-Site': site })).status]).toEqual([site, 401]);
    expect((await send({ Cookie: browser.cookie })).status).toBe(401);
  });

  test('are rejected with an invalid key', async () => {
    expect((await send({ ...fromOwnPage(), 'X-API-Key': 'ow_nonsense' })).status).toBe(401);
  });

  test('are rejected if the session has ended or never existed', async () => {
    const [name] = browser.cookie.split('=');
    const unknownSession = { Cookie: `${name}=${'x'.repeat(80)}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await send(unknownSession)).status).toBe(401);
    const before = fromOwnPage();
    await browser.open('/account');
    await browser.submit('/account/sign-out');
    expect((await send(before)).status).toBe(401);
  });
});
