import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, named, openSampleSite, type SampleSite } from './site/sample-site.ts';

const NOW = '2026-08-23T17:00:00Z';
const stored = `localStorage.setItem('orbweaver.place', '{"name":"Home","lat":-41.2871,"lon":174.7763}')`;
const CACHE = 'orbweaver-sky-1';

const expected = ['/sky', '/theme.js', '/api/v1/elements', '/api/v1/groups', '/sky/magnitudes.json'];

/** Paths that the service worker keeps. */
const kept = (page: Page) =>
  page.evaluate(async (name) => {
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).href.slice(location.origin.length)).sort();
  }, CACHE);
/** Paths that the page has loaded, which the service worker is to keep. */
const loaded = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    return addresses.map(({ pathname }) => pathname).filter((path) => /^\/(_astro|api|sky)\/|^\/land\.svg$/.test(path));
  });
/** Takes the network away. In Chromium's emulation `navigator.onLine` is true again after a reload: it is set to false here. */
async function loseNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { get: () => false })");
}
const above = (page: Page) => page.locator('[data-sky-above] tr').first().waitFor({ state: 'attached' });

describe.skipIf(!hasChromium)(named('the sky without a network, in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  /** The page of the sky, visited once, with everything kept that it loaded. */
  async function visited() {
    const { page, problems } = await site.visit('/robots.txt', { now: NOW, before: stored });
    await page.evaluate(async () => void (await caches.open('orbweaver-sky-0')));
    await page.goto(`${site.base}/sky`);
    await above(page);
    await page.locator('[data-sky][data-night]:not([data-night=searching])').waitFor();
    const files = [...new Set([...expected, ...(await loaded(page))])];
    await expect
      .poll(() => kept(page))
      .toEqual(expect.arrayContaining([...files, expect.stringContaining('/sky-worker')]));
    return { page, problems };
  }

  test('one visit is enough: it reloads, with the chart, the passes and the groups', async () => {
    const { page } = await visited();
    const now = await page.locator('[data-sky-now]').textContent();
    const night = await page.locator('[data-sky-night-message]').textContent();
    await loseNetwork(page);
    await page.reload();
    await above(page);
    expect(await page.locator('[data-sky-now]').textContent()).toBe(now);
    await expect.poll(() => page.locator('[data-sky-night-message]').textContent()).toBe(night);
    await expect
      .poll(() => page.locator('[data-sky-status]').textContent())
      .toMatch(/^Offline: using elements loaded \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    expect(await page.locator('[data-sky-now-set] option').count()).toBeGreaterThan(3);
    // Its styles and fonts are there too.
    await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Archivo Variable"'))).toBe(true);
    // The rest of the site is not: its pages need the network.
    await expect(page.goto(`${site.base}/satellites/25544`)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/);
    await page.context().close();
  });

  test('keeps the page, its files and what it computes from, and nothing else', async () => {
    const { page, problems } = await visited();
    const paths = await kept(page);
    const others = paths.filter((path) => !path.startsWith('/_astro/'));
    expect(others.filter((path) => !/^\/(sky(\/magnitudes\.json)?|theme\.js|land\.svg)$/.test(path))).toEqual(
      others.filter((path) => /^\/api\/v1\/(groups|elements(\/\w+)?)$/.test(path)),
    );
    await page.goto(`${site.base}/satellites/25544`);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    expect(await kept(page)).toEqual(paths);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('with a network nothing stale is shown, and what earlier versions kept is deleted', async () => {
    const { page } = await visited();
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([CACHE]);
    // A page of another build, and a file that only it had.
    await page.evaluate(async (name) => {
      const cache = await caches.open(name);
      const old = '<title>Old</title><script src="/_astro/old.js"></script>';
      await cache.put('/sky', new Response(old, { headers: { 'Content-Type': 'text/html' } }));
      await cache.put('/_astro/old.js', new Response(''));
      await cache.put('/api/v1/groups', Response.json({ data: [] }));
    }, CACHE);
    await page.reload();
    await above(page);
    expect(await page.title()).toBe('The sky above you · Orbweaver');
    expect(await page.locator('[data-sky-now-set] option').count()).toBeGreaterThan(3);
    expect(await kept(page)).not.toContain('/_astro/old.js');
    await loseNetwork(page);
    await page.reload();
    await above(page);
    expect(await page.title()).toBe('The sky above you · Orbweaver');
    await page.context().close();
  });
});
