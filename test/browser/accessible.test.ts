import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import { type AccountServer, accountServer, linkTo, password } from '../server/account-world.ts';
import { violations } from './accessibility.ts';
import { executablePath, hasChromium, named, openSampleSite, type SampleSite } from './sample-site.ts';

/** A page of every template. */
const pages = [
  ...['/', '/satellites', '/satellites?q=sample', '/satellites?orbit_class=LOW', '/satellites/25544'],
  ...['/satellites/190242', '/satellites/345678', '/conflicts', '/conflicts?field=operator', '/operators'],
  ...['/operators/sample-constellation', '/launches', '/launches/2026-804', '/reentries', '/events', '/sources'],
  ...[
    '/stats',
    '/datasets',
    '/status',
    '/nowhere',
    '/satellites/999999999',
    '/operators/nobody-at-all',
    '/launches/1900-001',
  ],
  ...['/docs/', '/docs/quick-start/', '/docs/fields/', '/docs/recipes/', '/docs/api/', '/docs/changelog/'],
  ...['/docs/api/reference/', '/docs/api/reference/getSatellite/', '/docs/api/reference/listSatellites/'],
];

describe.skipIf(!hasChromium)(named('what axe says of each page'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  }, 180_000);
  afterAll(() => site?.stop());

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('nothing, %s, at %i pixels', { timeout: 240_000 }, async (theme, width) => {
    const { page } = await site.visit('/sources', { width, dark: theme === 'dark' });
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(site.base + path, { waitUntil: 'load' });
      await page.evaluate('document.fonts.ready.then(() => null)');
      found.push(...(await violations(page)).map((one) => `${path}: ${one}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  test('what is wrong is found', async () => {
    const { page } = await site.visit('/sources');
    await page.evaluate("document.body.append(document.createElement('button'))");
    expect((await violations(page)).join()).toContain('button-name');
    await page.context().close();
  });
});

describe.skipIf(!hasChromium)(named('what axe says of the account'), () => {
  let server: AccountServer;
  beforeAll(async () => {
    server = await accountServer(await builtSite());
  }, 180_000);
  afterAll(() => server?.close());

  async function signUp(page: Page, email: string): Promise<void> {
    const fill = async (path: string, button: string) => {
      await page.goto(server.base + path);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: button }).click();
    };
    await fill('/account/sign-up', 'Make the account');
    await page.goto((await linkTo(server.outbox, email, 'Confirm')).href);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await fill('/account/sign-in', 'Sign in');
    await page.waitForURL('**/account');
  }

  test.each(['light', 'dark'] as const)('nothing, %s', { timeout: 240_000 }, async (colorScheme) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const page = await browser.newPage({ colorScheme, viewport: { width: 1440, height: 900 } });
    const found: string[] = [];
    const look = async (path: string) => {
      await page.goto(`${server.base}/account${path}`);
      found.push(...(await violations(page)).map((one) => `${path}: ${one}`));
    };
    for (const path of ['/sign-in', '/sign-up', '/forgot', '/letter', '/reset?token=x', '/confirm?token=x'])
      await look(path);
    await signUp(page, `axe-${colorScheme}@example.org`);
    await page.goto(`${server.base}/account/keys`);
    await page.getByLabel('Name').fill('a laptop');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.locator('.secret code').waitFor();
    found.push(...(await violations(page)));
    for (const path of ['', '/keys', '/usage', '/sessions', '/settings']) await look(path);
    await browser.close();
    expect(found).toEqual([]);
  });
});
