import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from '../built-site.ts';
import { type AccountServer, accountServer, linkTo, password } from '../server/account/account-world.ts';
import { violations } from './accessibility.ts';
import {
  BROWSER_TIMEOUT_MS,
  hasChromium,
  launchBrowser,
  named,
  openPage,
  openSampleSite,
  type SampleSite,
  waitForPage,
} from './site/sample-site.ts';
import { docsPages, sitePages } from './site/site-pages.ts';

/** Every page, including errors, empty lists and other variants. */
const pages = [
  ...sitePages,
  ...[
    '/events?month=2026-07',
    '/satellites?q=sample',
    '/satellites?orbit_class=LOW',
    '/satellites/190242',
    '/satellites/345678',
  ],
  ...['/conflicts?field=operator', '/nowhere', '/satellites/999999999', '/operators/nobody-at-all'],
  ...['/launches/1900-001', '/groups/none-such', '/satellites/4'],
  ...['/transmitters?frequency=145-146', '/transmitters?frequency=1e9', '/transmitters?band=x'],
  ...docsPages,
  ...[
    '/docs/quick-start/',
    '/docs/fields/',
    '/docs/passes/',
    '/docs/recipes/',
    '/docs/embed/',
    '/docs/api/sql/',
    '/docs/api/',
    '/docs/api/reference/listSatellites/',
  ],
];

/** The rules about colors, which are all that the dark theme changes. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The axe violations of the open page in both themes, with its URL. */
async function violationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, { only: colorRules });
  return [...light, ...dark.map((one) => `dark, ${one}`)].map((one) => `${page.url()}: ${one}`);
}

/** The same except for colors, which 320 pixels share with 390; they are half of the time. */
const violationsOfLayout = async (page: Page): Promise<string[]> =>
  (await violations(page, { without: colorRules })).map((one) => `${page.url()}: ${one}`);

/** Every width at which each page is checked, in its order: pages are loaded once, because their layout follows the width. */
const widths = [
  [1440, violationsInBothThemes],
  [390, violationsInBothThemes],
  [320, violationsOfLayout],
] as const;

/**
 * Waits until blocks that scroll can be focused, a minute at most: a script does that when fonts have loaded, and after a resize. A look at
 * each frame would leave a busy browser no time for it.
 */
const blocksAreFocusable = `new Promise((resolve) => {
  let looks = 600;
  const look = () => {
    const scroll = [...document.querySelectorAll('.sl-markdown-content pre')].filter(
      (pre) => pre.scrollWidth > pre.clientWidth || pre.scrollHeight > pre.clientHeight,
    );
    if (looks-- === 0 || scroll.every((pre) => pre.tabIndex === 0)) resolve(null);
    else setTimeout(look, 100);
  };
  look();
})`;

describe.skipIf(!hasChromium)(named('accessibility of the site'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  test('axe reports no violations at 1440 and 390 pixels, light and dark, and none of layout at 320', {
    timeout: 600_000,
  }, async () => {
    const { page, problems } = await site.visit('/sources');
    const found: string[] = [];
    for (const path of pages) {
      await page.setViewportSize({ width: 1440, height: 900 });
      const response = await openPage(page, site.base + path);
      // A browser reports the status of a page that is an error.
      if (response!.ok()) expect([path, problems]).toEqual([path, []]);
      problems.length = 0;
      for (const [width, violationsOf] of widths) {
        await page.setViewportSize({ width, height: 900 });
        // Scripts follow the width when the page is drawn.
        await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
        await page.evaluate(blocksAreFocusable);
        found.push(...(await violationsOf(page)).map((one) => `${width} pixels, ${one}`));
      }
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  test('the keyboard reaches a block that scrolls only vertically after Expressive Code has taken its tabindex', async () => {
    const { page } = await site.visit('/docs/api/reference/getSatellite/');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(blocksAreFocusable);
    const indexes = await page.evaluate(`(async () => {
      const blocks = [...document.querySelectorAll('.beside pre')].filter((pre) => pre.scrollHeight > pre.clientHeight);
      for (const block of blocks) block.removeAttribute('tabindex');
      await Promise.resolve();
      return blocks.map((block) => block.tabIndex);
    })()`);
    expect(indexes).toContain(0);
    expect(indexes).not.toContain(-1);
    await page.context().close();
  });

  test('axe reports a button without a name', async () => {
    const { page } = await site.visit('/sources');
    await page.evaluate("document.body.append(document.createElement('button'))");
    expect((await violations(page)).join()).toContain('button-name');
    await page.context().close();
  });
});

describe.skipIf(!hasChromium)(named('accessibility of the account'), () => {
  let server: AccountServer;
  beforeAll(async () => {
    server = await accountServer(await builtSite());
  });
  afterAll(() => server?.close());

  const press = (page: Page, name: string) => waitForPage(page, () => page.getByRole('button', { name }).click());
  async function signUp(page: Page, email: string): Promise<void> {
    const fill = async (path: string, button: string) => {
      await page.goto(server.base + path);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await press(page, button);
    };
    await fill('/account/sign-up', 'Create account');
    await page.goto((await linkTo(server.outbox, email, 'Confirm')).href);
    await press(page, 'Confirm email');
  }

  test('axe reports no violations, light and dark', async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(BROWSER_TIMEOUT_MS);
    const found: string[] = [];
    const check = async () => found.push(...(await violationsInBothThemes(page)));
    for (const path of ['/sign-in', '/sign-up', '/forgot', '/check-email', '/reset?token=x', '/confirm?token=x']) {
      await page.goto(`${server.base}/account${path}`);
      await check();
    }
    await signUp(page, 'axe@example.org');
    await page.locator('.secret code').waitFor();
    await check();
    for (const path of ['', '/keys', '/usage', '/sessions', '/settings']) {
      await page.goto(`${server.base}/account${path}`);
      await check();
    }
    await browser.close();
    expect(found).toEqual([]);
  });
});
