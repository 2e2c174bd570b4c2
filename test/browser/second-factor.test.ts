import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import { type AccountServer, accountServer, linkTo, password } from '../server/account/account-world.ts';
import { BROWSER_TIMEOUT_MS, hasChromium, launchBrowser, named, overflow, waitForPage } from './site/sample-site.ts';

/** `ORBWEAVER_SCREENSHOTS` names a folder for a picture of each page. */
const pictures = process.env.ORBWEAVER_SCREENSHOTS;

describe.skipIf(!hasChromium)(named('second factors in Chromium'), () => {
  let server: AccountServer;
  let browser: Browser;
  let base: string;
  let visitors = 0;

  beforeAll(async () => {
    server = await accountServer(await builtSite());
    // Passkeys need a host name.
    base = server.base.replace('127.0.0.1', 'localhost');
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const press = (page: Page, name: string) =>
    waitForPage(page, () => page.getByRole('button', { name, exact: true }).click());
  const heading = (page: Page) => page.textContent('h1');

  /** Checks that the open page fits its width in both themes. */
  async function check(page: Page, name: string, width: number): Promise<void> {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect([name, colorScheme, (await overflow(page)) <= 0]).toEqual([name, colorScheme, true]);
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.goto(`${base}/account/sign-in`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Sign in');
  }

  test.each([1440, 390])('an authenticator app, a passkey and a recovery code sign in at %i px', async (width) => {
    const email = `factor-${width}@example.org`;
    const context = await browser.newContext({
      extraHTTPHeaders: { 'X-Forwarded-For': `127.0.1.${++visitors}` },
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    page.setDefaultTimeout(BROWSER_TIMEOUT_MS);
    const cdp = await context.newCDPSession(page);
    await cdp.send('WebAuthn.enable');
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });

    await page.goto(`${base}/account/sign-up`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press(page, 'Create account');
    const confirm = await linkTo(server.outbox, email, 'Confirm');
    await page.goto(base + confirm.pathname + confirm.search);
    await press(page, 'Confirm email');
    expect(await heading(page)).toBe('Keys');

    await page.goto(`${base}/account/second-factor`);
    await check(page, 'factors-none', width);
    await page.locator('section', { hasText: 'Authenticator app' }).getByLabel('Your password').fill(password);
    await press(page, 'Set up authenticator app');
    const secret = (await page.locator('.totp-secret').textContent())!;
    await check(page, 'totp-setup', width);
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await press(page, 'Confirm code');
    expect(await page.locator('.wrong-text').textContent()).toContain('incorrect');
    // A code of the period before: the next one is still unused when it is required.
    await page.getByLabel('Code', { exact: true }).fill(totp.generate({ timestamp: Date.now() - 30_000 }));
    await press(page, 'Confirm code');
    const [recovery = ''] = (await page.locator('.secret code').textContent())!.split('\n');
    expect(recovery).toMatch(/^(\w{4}-){5}\w{4}$/);
    await check(page, 'recovery-codes', width);

    await page.goto(`${base}/account/second-factor`);
    const passkeys = page.locator('section', { hasText: 'Passkeys' });
    await passkeys.getByLabel('Name').fill('laptop');
    await passkeys.getByLabel('Your password').fill(password);
    await press(page, 'Add passkey');
    expect(await page.locator('.notice').textContent()).toContain('was added');
    expect(await page.locator('tbody tr').count()).toBe(2);
    await check(page, 'factors-two', width);

    const signOut = async () => {
      await page.goto(`${base}/account`);
      await press(page, 'Sign out');
    };
    await signOut();
    await signIn(page, email);
    expect(await heading(page)).toBe('Second step');
    await check(page, 'second-step', width);
    await press(page, 'Use a passkey');
    expect(await heading(page)).toBe('Your account');

    await signOut();
    await signIn(page, email);
    await page.getByLabel('Code of your authenticator app').fill(totp.generate());
    await press(page, 'Sign in');
    expect(await heading(page)).toBe('Your account');

    await signOut();
    await signIn(page, email);
    await page.getByText('Use a recovery code').click();
    await page.getByLabel('Recovery code').fill(recovery);
    await press(page, 'Sign in with recovery code');
    expect(await heading(page)).toBe('Your account');

    // A reset lists the keys.
    await page.goto(`${base}/account/forgot`);
    await page.getByLabel('Email').fill(email);
    await press(page, 'Send reset link');
    const reset = await linkTo(server.outbox, email, 'Reset');
    await page.goto(base + reset.pathname + reset.search);
    expect(await page.locator('.kept').textContent()).toContain('first key');
    await check(page, 'reset', width);
    await context.close();
  });
});
