import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, named, openSampleSite, type SampleSite } from './site/sample-site.ts';

const NOW = '2026-08-23T17:00:00Z';
const storePlace = `localStorage.setItem('orbweaver.place', '{"name":"Home","lat":-41.2871,"lon":174.7763}')`;
const CACHE = 'orbweaver-sky-1';

const expected = ['/sky', '/theme.js', '/api/v1/elements', '/api/v1/groups', '/sky/magnitudes.json', '/sky/ends.json'];

/** Paths in the cache of the service worker. */
const cachedPaths = (page: Page) =>
  page.evaluate(async (name) => {
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).href.slice(location.origin.length)).sort();
  }, CACHE);
/** Paths that the page has loaded and the service worker should cache. */
const loadedPaths = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    return urls.map(({ pathname }) => pathname).filter((path) => /^\/(_astro|api|sky)\/|^\/land\.svg$/.test(path));
  });
/** Disconnects the network. Chromium's emulation resets `navigator.onLine` on reload, so it is overridden. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { get: () => false })");
}
const waitForObjects = (page: Page) => page.locator('[data-sky-above] tr').first().waitFor({ state: 'attached' });

describe.skipIf(!hasChromium)(named('the sky page offline, in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  /** Opens the sky page and waits until everything it loaded is cached. */
  async function openAndCache() {
    const { page, problems } = await site.visit('/robots.txt', { now: NOW, before: storePlace });
    await page.evaluate(async () => void (await caches.open('orbweaver-sky-0')));
    await page.goto(`${site.base}/sky`);
    await waitForObjects(page);
    await page.locator('[data-sky][data-night]:not([data-night=searching])').waitFor();
    const files = [...new Set([...expected, ...(await loadedPaths(page))])];
    await expect
      .poll(() => cachedPaths(page))
      .toEqual(expect.arrayContaining([...files, expect.stringContaining('/sky-worker')]));
    return { page, problems };
  }

  test('reloads offline after one visit, with the chart, the passes and the groups', async () => {
    const { page } = await openAndCache();
    const now = await page.locator('[data-sky-now]').textContent();
    const night = await page.locator('[data-sky-night-message]').textContent();
    await goOffline(page);
    await page.reload();
    await waitForObjects(page);
    expect(await page.locator('[data-sky-now]').textContent()).toBe(now);
    await expect.poll(() => page.locator('[data-sky-night-message]').textContent()).toBe(night);
    await expect
      .poll(() => page.locator('[data-sky-status]').textContent())
      .toMatch(/^Offline: using elements loaded \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    expect(await page.locator('[data-sky-now-set] option').count()).toBeGreaterThan(3);
    // Styles and fonts are cached too.
    await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Archivo Variable"'))).toBe(true);
    // Other pages of the site need the network.
    await expect(page.goto(`${site.base}/satellites/25544`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
    await page.context().close();
  });

  test('caches only the page, its files and its data', async () => {
    const { page, problems } = await openAndCache();
    const paths = await cachedPaths(page);
    const unhashed = paths.filter((path) => !path.startsWith('/_astro/'));
    expect(unhashed.filter((path) => !/^\/(sky(\/(magnitudes|ends)\.json)?|theme\.js|land\.svg)$/.test(path))).toEqual(
      unhashed.filter((path) => /^\/api\/v1\/(groups|elements(\/\w+)?)$/.test(path)),
    );
    await page.goto(`${site.base}/satellites/25544`);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    expect(await cachedPaths(page)).toEqual(paths);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('shows no stale data online and deletes the caches of earlier versions', async () => {
    const { page } = await openAndCache();
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([CACHE]);
    // A page of another build, with a file of that build.
    await page.evaluate(async (name) => {
      const cache = await caches.open(name);
      const old = '<title>Old</title><script src="/_astro/old.js"></script>';
      await cache.put('/sky', new Response(old, { headers: { 'Content-Type': 'text/html' } }));
      await cache.put('/_astro/old.js', new Response(''));
      await cache.put('/api/v1/groups', Response.json({ data: [] }));
    }, CACHE);
    await page.reload();
    await waitForObjects(page);
    expect(await page.title()).toBe('The sky above you · Orbweaver');
    expect(await page.locator('[data-sky-now-set] option').count()).toBeGreaterThan(3);
    expect(await cachedPaths(page)).not.toContain('/_astro/old.js');
    await goOffline(page);
    await page.reload();
    await waitForObjects(page);
    expect(await page.title()).toBe('The sky above you · Orbweaver');
    await page.context().close();
  });
});
