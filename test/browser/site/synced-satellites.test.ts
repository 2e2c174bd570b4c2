import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from '../../built-site.ts';
import {
  type AccountServer,
  accountServer,
  type Browser as Member,
  member,
} from '../../server/account/account-world.ts';
import { violations } from '../accessibility.ts';
import { BROWSER_TIMEOUT_MS, hasChromium, launchBrowser, named } from './sample-site.ts';

describe.skipIf(!hasChromium)(named('my satellites in an account'), () => {
  let server: AccountServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await accountServer(await builtSite());
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** A browser with a list of its own; `sent` are the bodies of its changes of the account. */
  async function visitor(ids: readonly number[]): Promise<{ page: Page; sent: string[] }> {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(BROWSER_TIMEOUT_MS);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
    await page.goto(`${server.base}/my-satellites`);
    const list = JSON.stringify(ids.map((id) => ({ id, name: `own ${id}` })));
    await page.evaluate(`localStorage.setItem('orbweaver.satellites', '${list}')`);
    return { page, sent };
  }
  const signIn = (page: Page, { cookie }: Member) =>
    page.context().addCookies(
      cookie.split('; ').map((pair) => {
        const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
        return { name, value, url: server.base };
      }),
    );
  const stored = async (page: Page): Promise<number[]> =>
    JSON.parse(await page.evaluate("localStorage.getItem('orbweaver.satellites') ?? '[]'")).map(
      (one: { id: number }) => one.id,
    );
  /** Opens the list, and waits until it is in the account. */
  async function open(page: Page): Promise<number[]> {
    await page.goto(`${server.base}/my-satellites`);
    await page.locator('[data-my-account]').waitFor({ state: 'visible' });
    return (await stored(page)).sort((a, b) => a - b);
  }

  test('are merged over browsers, removed in all, and sent only if signed in', async () => {
    const ada = await member(server, 'ada@example.org');
    const first = await visitor([25544, 20580]);
    await Promise.all([first.page.waitForResponse('**/account/satellites'), first.page.reload()]);
    expect(first.sent).toEqual([]);
    await signIn(first.page, ada);
    expect(await open(first.page)).toEqual([20580, 25544]);
    expect(await violations(first.page)).toEqual([]);
    const second = await visitor([48274]);
    await signIn(second.page, ada);
    expect(await open(second.page)).toEqual([20580, 25544, 48274]);
    // The names of this browser stay, the others come from the account.
    expect(await second.page.locator('[data-my-list] li > a:first-child').allTextContents()).toContain('own 48274');
    await Promise.all([
      second.page.waitForResponse((response) => response.request().method() === 'POST'),
      second.page
        .getByRole('button', { name: /^Remove .*20580|Remove HST|Remove Hubble/ })
        .first()
        .click(),
    ]);
    expect(await open(first.page)).toEqual([25544, 48274]);

    // Another account in the same browser: what belongs to the first one is not added to it.
    const bob = await member(server, 'bob@example.org');
    await first.page.context().clearCookies();
    await signIn(first.page, bob);
    expect(await open(first.page)).toEqual([]);
    await first.page.context().clearCookies();
    await signIn(first.page, ada);
    expect(await open(first.page)).toEqual([25544, 48274]);
    for (const { page } of [first, second]) await page.context().close();
  });
});
