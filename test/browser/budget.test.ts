import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, named, openSampleSite, type SampleSite } from './site/sample-site.ts';
import { sitePages } from './site/site-pages.ts';

/** What the globe loads for itself: its code, its worker, the elements, the still drawing in its place. */
const globes =
  /\/_astro\/(mount|propagation-worker|base-release|pthreads-release|__vite-browser-external)[.-]|\/api\/v1\/elements|\/globe\.svg/;

/** Bytes of everything that a page loads as they came over the wire, with headers, by address; as the browser counts them. */
async function loaded(site: SampleSite, path: string): Promise<Map<string, number>> {
  const { page } = await site.visit('/robots.txt');
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const addresses = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => addresses.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const address = addresses.get(requestId);
    if (address !== undefined) bytes.set(address, (bytes.get(address) ?? 0) + encodedDataLength);
  });
  await page.goto(site.base + path, { waitUntil: 'load' });
  await settled(page);
  await page.context().close();
  return bytes;
}

/** The fonts are there, and what an idle page loads. */
const settled = async (page: Page) => {
  await page.evaluate('document.fonts.ready.then(() => null)');
  await page.waitForLoadState('networkidle');
};

const kilobytes = (bytes: ReadonlyMap<string, number>, of: (address: string) => boolean) =>
  [...bytes].filter(([address]) => of(address)).reduce((sum, [, size]) => sum + size, 0) / 1000;

describe.skipIf(!hasChromium)(named('what pages weigh'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  }, 180_000);
  afterAll(() => site?.stop());

  test('the first page stays below 250 kB before the data of the globe', async () => {
    const bytes = await loaded(site, '/');
    const all = kilobytes(bytes, (address) => !/\/api\/v1\/elements|\/globe\.svg/.test(address));
    // Its page, styles, fonts and scripts are all there, or nothing was measured.
    expect(bytes.size).toBeGreaterThan(8);
    expect(all).toBeGreaterThan(100);
    expect(all).toBeLessThan(250);
  });

  test.each([...sitePages, '/docs/quick-start/', '/docs/api/reference/getSatellite/'])(
    '%s has below 60 kB of scripts, the globe apart',
    async (path) => {
      const bytes = await loaded(site, path);
      const scripts = kilobytes(bytes, (address) => /\.m?js$/.test(new URL(address).pathname) && !globes.test(address));
      expect(scripts).toBeGreaterThan(0);
      expect(scripts).toBeLessThan(60);
    },
  );

  test('the page of an object is sent in 25 kB at most, with all its evidence', async () => {
    const bytes = await loaded(site, '/satellites/25544');
    const html = kilobytes(bytes, (address) => address.endsWith('/satellites/25544'));
    expect(html).toBeGreaterThan(5);
    expect(html).toBeLessThan(25);
  });

  test.each(['/sql', '/sky'])('%s does not move while its script fills it in and its fonts come late', async (path) => {
    for (const width of [390, 1440]) {
      const { page } = await site.visit('/robots.txt', {
        width,
        before: `let shifts = 0; new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) document.documentElement.dataset.shifts = String((shifts += value));
        }).observe({ type: 'layout-shift', buffered: true })`,
      });
      const shown = Promise.withResolvers<void>();
      await page.route(/\.woff2$/, (route) => shown.promise.then(() => route.continue()));
      await page.goto(site.base + path, { waitUntil: 'domcontentloaded' });
      await page.locator('.sql-editor .cm-editor, [data-place-form]:not([hidden])').waitFor();
      shown.resolve();
      await settled(page);
      expect(Number((await page.locator('html').getAttribute('data-shifts')) ?? 0)).toBeLessThan(0.1);
      await page.context().close();
    }
  });
});
