import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runNode } from '../../src/server/child.ts';
import { openSite } from '../../src/server/site.ts';
import { siteIsStale } from '../../src/server/site-build.ts';
import { makeHome, publish, releaseId, removeHome } from '../server/release-folder.ts';
import { type RunningServer, startServer } from '../server/running-server.ts';

const executablePath = '/usr/bin/chromium';
const root = join(import.meta.dirname, '../..');
const name = existsSync(executablePath)
  ? 'the website in Chromium'
  : 'the website in Chromium (skipped: no /usr/bin/chromium; apt-get install chromium)';

describe.skipIf(!existsSync(executablePath))(name, () => {
  let home: string;
  let server: RunningServer;
  let browser: Browser;

  beforeAll(async () => {
    if (await siteIsStale(root)) await runNode(root, ['node_modules/astro/bin/astro.mjs', 'build', '--silent']);
    home = await makeHome();
    await publish(home, 1, { sample: true });
    server = await startServer(home, await openSite(join(root, 'dist')));
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    if (home) await removeHome(home);
  });

  /** Opens a page and gives back what went wrong on it: console errors, failed requests, requests to other hosts. */
  async function visit(path: string, options: { width?: number; dark?: boolean; scripts?: boolean } = {}) {
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1440, height: 900 },
      colorScheme: options.dark ? 'dark' : 'light',
      javaScriptEnabled: options.scripts ?? true,
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
    page.on(
      'request',
      (request) => request.url().startsWith(server.base) || problems.push(`elsewhere: ${request.url()}`),
    );
    await page.goto(server.base + path, { waitUntil: 'networkidle' });
    return { page, problems };
  }

  const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - window.innerWidth');

  test('the first page shows counts, events, data and sources, from this release', async () => {
    const { page, problems } = await visit('/');
    const text = (await page.textContent('body')) ?? '';
    for (const words of ['66,305', '1,940,211', 'TEST OBJECT 0 OF RELEASE 1', 'SatNOGS DB', 'CC-BY-4.0', releaseId(1)])
      expect(text).toContain(words);
    expect(await page.locator('table.events tbody tr').count()).toBe(12);
    expect(text).toContain('Sample data.');
    expect(problems).toEqual([]);
  });

  test.each([
    [1440, false],
    [1440, true],
    [390, false],
    [390, true],
  ])('at %i pixels, dark %s, nothing hangs over the edge and nothing fails', async (width, dark) => {
    for (const path of ['/', '/docs/']) {
      const { page, problems } = await visit(path, { width, dark });
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });

  test('without scripts the same is there', async () => {
    const { page } = await visit('/', { scripts: false });
    expect(await page.locator('table.sources tbody tr').count()).toBe(4);
    const docs = await visit('/docs/', { scripts: false });
    expect(await docs.page.getByText('Sample data.').isVisible()).toBe(true);
  });

  test('every link on the first page leads somewhere', async () => {
    const { page } = await visit('/');
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')!));
    expect(links.length).toBeGreaterThan(12);
    for (const link of new Set(links)) expect([link, (await fetch(server.base + link)).status]).toEqual([link, 200]);
  });

  test('the fonts are the site’s own', async () => {
    const { page } = await visit('/');
    expect(
      await page.evaluate(
        '[...document.fonts].filter((face) => face.status === "loaded").map((face) => face.family).join()',
      ),
    ).toMatch(/Archivo/);
  });

  test('the documentation can be searched', async () => {
    const { page, problems } = await visit('/docs/');
    await page.locator('button[data-open-modal]').click();
    await page.locator('#starlight__search input').fill('parallel arrays');
    await page.locator('.pagefind-ui__result-link, #starlight__search a').first().waitFor();
    expect(problems).toEqual([]);
  });

  test('a page that is not there says so', async () => {
    const { page } = await visit('/not/there');
    expect(await page.textContent('h1')).toBe('There is no page at this address');
    expect((await fetch(`${server.base}/not/there`)).status).toBe(404);
  });
});
