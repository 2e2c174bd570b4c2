import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import { type AccountServer, accountServer, linkTo, password } from '../server/account/account-world.ts';
import { until } from '../until.ts';
import {
  BROWSER_TIMEOUT_MS,
  hasChromium,
  launchBrowser,
  named,
  openPage,
  overflow,
  waitForPage,
} from './site/sample-site.ts';

describe.skipIf(!hasChromium)(named('an account in Chromium'), () => {
  let server: AccountServer;
  let browser: Browser;
  /** Problems on any page: console errors, failed requests, requests to other hosts. */
  const problems: string[] = [];
  let visitors = 1;

  beforeAll(async () => {
    server = await accountServer(await builtSite());
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    expect(problems).toEqual([]);
  });

  async function visitor(options: { scripts?: boolean; width?: number } = {}): Promise<Page> {
    const context: BrowserContext = await browser.newContext({
      javaScriptEnabled: options.scripts ?? true,
      // Each visitor has their own IP address, since sign-ups are limited per address.
      extraHTTPHeaders: { 'X-Forwarded-For': `127.0.0.${++visitors}` },
      viewport: { width: options.width ?? 1440, height: 900 },
    });
    if (options.scripts !== false)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.base });
    const page = await context.newPage();
    page.setDefaultTimeout(BROWSER_TIMEOUT_MS);
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('requestfailed', (request) => {
      // Requests aborted by a navigation or turned into a download.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`);
    });
    page.on(
      'request',
      (request) => request.url().startsWith(server.base) || problems.push(`elsewhere: ${request.url()}`),
    );
    return page;
  }

  /** The text of the page's heading. */
  const heading = (page: Page) => page.textContent('h1');
  /** Clicks a button that submits a form, and waits for the next page. */
  const press = (page: Page, name: string) => waitForPage(page, () => page.getByRole('button', { name }).click());
  const follow = (page: Page, name: string) => waitForPage(page, () => page.getByRole('link', { name }).click());
  const statusWithKey = async (key: string) =>
    (await fetch(`${server.base}/api/v1/satellites/25544`, { headers: { Authorization: `Bearer ${key}` } })).status;

  /** From the button in the header to the first key: the password is typed once. Returns the key. */
  async function signUp(page: Page, email: string): Promise<string> {
    await page.goto(`${server.base}/sources`);
    // On a phone the header has no room for it.
    if (page.viewportSize()!.width > 700) await follow(page, 'Get an API key');
    else {
      await page.goto(`${server.base}/account`);
      await follow(page, 'Create account');
    }
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Create account');
    expect(await heading(page)).toBe('Check your email');
    expect(await page.textContent('main')).toContain(server.outbox);
    await page.goto((await linkTo(server.outbox, email, 'Confirm')).href);
    await press(page, 'Confirm email');
    expect(await heading(page)).toBe('Keys');
    expect(await page.textContent('.who')).toContain(email);
    const key = (await page.locator('.secret code').textContent()) ?? '';
    expect(key).toMatch(/^ow_[0-9A-Za-z]{40}$/);
    return key;
  }

  async function createKey(page: Page): Promise<string> {
    await page.goto(`${server.base}/account/keys`);
    await page.getByLabel('Name').fill('a laptop');
    await press(page, 'Create key');
    const key = (await page.locator('.secret code').textContent()) ?? '';
    expect(key).toMatch(/^ow_[0-9A-Za-z]{40}$/);
    return key;
  }

  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('supports sign-up, key creation, rotation, revocation and deletion, %s', async (_how, scripts) => {
    const email = `grace-${scripts}@example.org`;
    const page = await visitor({ scripts });
    const key = await signUp(page, email);
    expect(await statusWithKey(key)).toBe(200);
    if (scripts) {
      await page.getByRole('button', { name: 'Copy the key' }).click();
      await until(async () => (await page.evaluate('navigator.clipboard.readText()')) === key);
    } else expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);

    // The key is shown only once.
    await page.goto(`${server.base}/account/keys`);
    expect(await page.content()).not.toContain(key);
    await page.getByText('Rotate', { exact: false }).first().click();
    await page.getByLabel('How long the old key stays valid').selectOption('6');
    await press(page, 'Rotate key');
    const second = (await page.locator('.secret code').textContent()) ?? '';
    expect(second).not.toBe(key);
    expect([await statusWithKey(key), await statusWithKey(second)]).toEqual([200, 200]);

    for (let left = 2; left > 0; left--) {
      await page.goto(`${server.base}/account/keys`);
      await page.locator('summary', { hasText: 'Revoke' }).first().click();
      await press(page, 'Revoke key');
      expect(await page.locator('.notice').textContent()).toContain('refused from now on');
    }
    expect([await statusWithKey(key), await statusWithKey(second)]).toEqual([401, 401]);
    expect(await createKey(page)).not.toBe(second);

    await follow(page, 'Usage');
    expect(await page.locator('.figures').textContent()).toMatch(/Today\s*3\s*of 1,000/);
    const bars = page.locator('.chart rect.bar');
    expect(await bars.count()).toBe(30);
    const plot = (await page.locator('.chart svg').boundingBox())!;
    const today = (await bars.last().boundingBox())!;
    expect(today.width).toBeLessThan(plot.width / 30);
    expect(today.x + today.width).toBeLessThan(plot.x + plot.width);

    await follow(page, 'Settings');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export data' }).click();
    const stored = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { account: { email: string } };
    expect(stored.account.email).toBe(email);
    await page.locator('summary', { hasText: 'Delete' }).click();
    await page.getByLabel('Your password').fill(password);
    await press(page, 'Delete account permanently');
    expect(await page.locator('.notice').textContent()).toContain('Your account was deleted');
    await page.context().close();
  });

  test('a token in the address of a page is not printed', async () => {
    const page = await visitor();
    await openPage(page, `${server.base}/account/reset?token=abc123`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.on-paper').textContent()).toMatch(/\/account\/reset(, release of .+)?$/);
    await page.context().close();
  });

  test('shows working examples next to a new key', async () => {
    const page = await visitor();
    await signUp(page, 'examples@example.org');
    const [curl = '', javascript = '', python = ''] = await page.locator('.snippets code').allTextContents();
    const run = (command: string, args: readonly string[]) =>
      new Promise<string>((resolve, reject) =>
        execFile(command, args, { timeout: 20_000 }, (error, stdout) => (error ? reject(error) : resolve(stdout))),
      );
    expect(await run(process.execPath, ['--input-type=module', '-e', javascript])).toContain('ISS (ZARYA)');
    if (existsSync('/usr/bin/curl')) expect(await run('sh', ['-c', `${curl} -s`])).toContain('ISS (ZARYA)');
    if (existsSync('/usr/bin/python3')) expect(await run('python3', ['-c', python])).toContain('ISS (ZARYA)');
    await page.context().close();
  });

  test('shows an error at its field, focuses it, and keeps all input except passwords', async () => {
    const page = await visitor();
    await page.goto(`${server.base}/account/sign-up`);
    await page.getByLabel('Email').fill('focus@example.org');
    await page.getByLabel('Password', { exact: true }).fill('password1234');
    expect(await page.locator('.strength').textContent()).toContain('long enough');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await press(page, 'Create account');
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('name')).toBe('password');
    expect(await focused.getAttribute('aria-invalid')).toBe('true');
    expect(
      await page.locator(`#${(await focused.getAttribute('aria-describedby'))!.split(' ')[0]}`).textContent(),
    ).toContain('data breaches');
    expect(await page.getByLabel('Email').inputValue()).toBe('focus@example.org');
    expect(await focused.inputValue()).toBe('');
    // The browser logs "failed to load" for every error status.
    problems.splice(0, problems.length, ...problems.filter((one) => !one.includes('status of 422')));
    await page.context().close();
  });

  test('supports signing in by keyboard alone', async () => {
    const first = await visitor();
    await signUp(first, 'keyboard@example.org');
    await first.context().close();
    const page = await visitor();
    await page.goto(`${server.base}/account/sign-in`);
    await page.getByLabel('Email').focus();
    await page.keyboard.type('keyboard@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await waitForPage(page, () => page.keyboard.press('Enter'));
    expect(page.url()).toBe(`${server.base}/account`);
    expect(await heading(page)).toBe('Your account');
    await page.context().close();
  });

  test.each([1440, 390])('has no horizontal overflow at %i pixels, light and dark', async (width) => {
    const page = await visitor({ width });
    const check = async (path: string) => {
      if (path) await openPage(page, server.base + path);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect([path, colorScheme, (await overflow(page)) <= 0]).toEqual([path, colorScheme, true]);
      }
    };
    for (const path of ['', '/sign-up', '/check-email', '/confirm', '/sign-in', '/forgot', '/reset?token=x'])
      await check(`/account${path}`);
    await signUp(page, `wide-${width}@example.org`);
    await check('');
    await page.locator('summary', { hasText: 'Rotate' }).click();
    await check('');
    for (const path of ['', '/keys', '/usage', '/sessions', '/settings']) await check(`/account${path}`);
    await page.context().close();
  });
});
