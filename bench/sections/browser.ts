import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { executablePath } from '../../test/browser/site/sample-site.ts';
import type { Measured } from '../figure.ts';
import { serveRelease } from '../process.ts';
import { inTurns, type Section } from '../section.ts';

/** Software rendering, without a graphics card. */
const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const pages = ['/', '/satellites', '/satellites/25544', '/launches', '/conflicts', '/docs/'];
/** A phone on a slow 4G connection, with Lighthouse's settings: latency in ms, throughput in bytes per second. */
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** When the largest part of a page is painted on a slow phone, and how smoothly the globe runs without a graphics card. */
export const section: Section = {
  about: 'largest contentful paint on a slow phone, frames per second of the globe with software rendering',
  async run({ home, rounds, seconds }): Promise<Measured[]> {
    await using server = await serveRelease(home);
    await using opened = await chromium.launch({ executablePath, args });
    const visits = (options: BrowserContextOptions, measure: (page: Page) => Promise<number>) => {
      const ours = async () => {
        await using context = await opened.newContext(options);
        return await measure(await context.newPage());
      };
      return inTurns(rounds, { ours });
    };
    const figures: Measured[] = [];
    for (const path of pages) {
      const found = await visits(phone, (page) => paintOf(page, server.base + path));
      figures.push({ what: `${path}, largest contentful paint`, unit: 'ms', ...found, target: '≤ 1000 ms' });
    }
    const found = await visits({ viewport: { width: 1440, height: 900 } }, (page) =>
      framesOf(page, `${server.base}/globe`, seconds),
    );
    return [...figures, { what: '/globe at 60 ×, 1440 × 900', unit: 'frames/s', ...found, target: '≥ 30 frames/s' }];
  },
};

/** Milliseconds from the request to the largest contentful paint of a page without input. */
async function paintOf(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.largest_paint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true })`);
  await page.goto(url, { waitUntil: 'networkidle' });
  return (await page.evaluate('window.largest_paint')) as number;
}

/** Frames per second of the globe while its time runs. */
async function framesOf(page: Page, url: string, seconds: number): Promise<number> {
  await page.addInitScript(`window.frames_drawn = 0;
    const clear = WebGLRenderingContext.prototype.clear;
    WebGLRenderingContext.prototype.clear = function (mask) { window.frames_drawn += 1; clear.call(this, mask); };`);
  await page.goto(url);
  await page.locator('[data-globe=live]').waitFor();
  await page.getByText('60×', { exact: true }).click();
  // The first frames compute positions.
  await page.waitForTimeout(3000);
  const read = () => page.evaluate('[performance.now(), window.frames_drawn]') as Promise<[number, number]>;
  const [from, before] = await read();
  await page.waitForTimeout(seconds * 1000);
  const [to, after] = await read();
  return ((after - before) * 1000) / (to - from);
}
