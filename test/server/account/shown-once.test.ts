import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { builtSite } from '../../built-site.ts';
import { type AccountServer, accountServer, Browser, linkTo, password } from './account-world.ts';

let server: AccountServer;
beforeAll(async () => {
  server = await accountServer(await builtSite());
}, 300_000);
afterAll(() => server?.close());

test('a key whose page fails is shown when the browser sends the form again, and the browser is signed in', async () => {
  const email = 'shown-once@example.org';
  const browser = new Browser(server.base);
  await browser.open('/account/sign-up');
  await browser.submit('/account/sign-up', { email, password });
  const link = await linkTo(server.outbox, email, 'Confirm');
  const { html } = await browser.open(link.pathname + link.search);
  const fields = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  );
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(['token', 'form_id']));
  // The account is confirmed and its key created; then the database is gone for a moment.
  const account = vi.spyOn(server.accounts.own, 'account');
  account.mockResolvedValueOnce({ done: false, code: 'unavailable', error: 'gone', retry_after: null });
  expect((await browser.post('/account/confirm', fields)).status).toBe(503);
  const again = await browser.post('/account/confirm', fields);
  expect([again.status, new Set(again.html.match(/ow_[0-9A-Za-z]{40}/g)).size]).toEqual([200, 1]);
  expect((await browser.open('/account/keys')).html).toContain('first key');
});
