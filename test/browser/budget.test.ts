import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, named, openSampleSite, type SampleSite, waitForFonts } from './site/sample-site.ts';
import { sitePages } from './site/site-pages.ts';

/** Requests of the globe: its code, its worker, the elements, and the static drawing shown without it. */
const globeRequests =
  /\/_astro\/(mount|propagation-worker|base-release|pthreads-release|__vite-browser-external)[.-]|\/api\/v1\/elements|\/globe\.svg/;

/** Waits until fonts are loaded and the network is idle. */
const waitUntilIdle = async (page: Page) => {
  await waitForFonts(page);
  await page.waitForLoadState('networkidle');
};

const kilobytes = (bytes: ReadonlyMap<string, number>, filter: (url: string) => boolean) =>
  [...bytes].filter(([url]) => filter(url)).reduce((sum, [, size]) => sum + size, 0) / 1000;

describe.skipIf(!hasChromium)(named('page weight'), () => {
  let site: SampleSite;
  /** One tab without a cache for every page: each loads as in a new browser. */
  let tab: Page;
  const urls = new Map<string, string>();
  let bytes = new Map<string, number>();
  beforeAll(async () => {
    site = await openSampleSite();
    tab = (await site.visit('/robots.txt')).page;
    const session = await tab.context().newCDPSession(tab);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = urls.get(requestId);
      if (url !== undefined) bytes.set(url, (bytes.get(url) ?? 0) + encodedDataLength);
    });
  }, 180_000);
  afterAll(() => site?.stop());

  /** Transferred bytes, including headers, of everything that a page loads, by URL, as counted by the browser. */
  async function transferred(path: string): Promise<ReadonlyMap<string, number>> {
    bytes = new Map();
    await tab.goto(site.base + path, { waitUntil: 'load' });
    await waitUntilIdle(tab);
    return bytes;
  }

  test('the front page loads less than 250 kB without the data of the globe', async () => {
    const bytes = await transferred('/');
    const all = kilobytes(bytes, (url) => !/\/api\/v1\/elements|\/globe\.svg/.test(url));
    // Make sure that HTML, styles, fonts and scripts were all measured.
    expect(bytes.size).toBeGreaterThan(8);
    expect(all).toBeGreaterThan(100);
    expect(all).toBeLessThan(250);
  });

  test.each([...sitePages, '/docs/quick-start/', '/docs/api/reference/getSatellite/'])(
    '%s loads less than 60 kB of scripts without the globe, and less than 60 kB of fonts',
    async (path) => {
      const bytes = await transferred(path);
      const scripts = kilobytes(bytes, (url) => /\.m?js$/.test(new URL(url).pathname) && !globeRequests.test(url));
      expect(scripts).toBeGreaterThan(0);
      expect(scripts).toBeLessThan(60);
      const fonts = kilobytes(bytes, (url) => /\.woff2?$/.test(new URL(url).pathname));
      expect(fonts).toBeGreaterThan(0);
      expect(fonts).toBeLessThan(60);
    },
  );

  test('the object page with all its evidence is smaller than 25 kB', async () => {
    const bytes = await transferred('/satellites/25544');
    const html = kilobytes(bytes, (url) => url.endsWith('/satellites/25544'));
    expect(html).toBeGreaterThan(5);
    expect(html).toBeLessThan(25);
  });

  test.each(['/sql', '/sky'])(
    '%s has no layout shift while its script renders and its fonts load late',
    async (path) => {
      for (const width of [390, 1440]) {
        const { page } = await site.visit('/robots.txt', {
          width,
          before: `let shifts = 0; new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) document.documentElement.dataset.shifts = String((shifts += value));
        }).observe({ type: 'layout-shift', buffered: true })`,
        });
        const rendered = Promise.withResolvers<void>();
        await page.route(/\.woff2$/, (route) => rendered.promise.then(() => route.continue()));
        await page.goto(site.base + path, { waitUntil: 'domcontentloaded' });
        await page.locator('.sql-editor .cm-editor, [data-place-form]:not([hidden])').waitFor();
        rendered.resolve();
        await waitUntilIdle(page);
        expect(Number((await page.locator('html').getAttribute('data-shifts')) ?? 0)).toBeLessThan(0.1);
        await page.context().close();
      }
    },
  );
});
