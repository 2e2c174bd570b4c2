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

describe('a keyed request without a key', () => {
  test('of who is signed in and has no key is refused', async () => {
    expect((await send(fromOwnPage())).json().code).toBe('missing_api_key');
  });

  test('counts for the newest key of who is signed in, from the site’s own pages alone', async () => {
    await browser.open('/account/keys');
    const page = await browser.submit('/account/keys', { name: 'laptop' });
    const key = /ow_[0-9A-Za-z]{40}/.exec(page.html)![0];
    const own = await send(fromOwnPage());
    expect([own.status, own.headers['cache-control']]).toEqual([200, 'private, no-store']);
    const left = Number(own.headers['x-ratelimit-remaining']);
    expect(Number((await send({ Authorization: `Bearer ${key}` })).headers['x-ratelimit-remaining'])).toBe(left - 1);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect([site, (await send({ Cookie: browser.cookie, 'Sec-Fetch-Site': site })).status]).toEqual([site, 401]);
    expect((await send({ Cookie: browser.cookie })).status).toBe(401);
  });

  test('a wrong key is refused though its sender is signed in', async () => {
    expect((await send({ ...fromOwnPage(), 'X-API-Key': 'ow_nonsense' })).status).toBe(401);
  });

  test('a session that has ended, or is nobody’s, stands for nothing', async () => {
    const [name] = browser.cookie.split('=');
    const nobody = { Cookie: `${name}=${'x'.repeat(80)}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await send(nobody)).status).toBe(401);
    const before = fromOwnPage();
    await browser.open('/account');
    await browser.submit('/account/sign-out');
    expect((await send(before)).status).toBe(401);
  });
});
