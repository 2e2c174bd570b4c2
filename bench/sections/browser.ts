import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Figure, figure, least, most } from '../figure.ts';
import { serveRelease } from '../process.ts';
import { inTurns } from '../rounds.ts';
import type { Section } from '../section.ts';

const executablePath = '/usr/bin/chromium';
/** No graphics card: everything is drawn by the processor. */
const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

/** A page of each kind. */
const pages = ['/', '/satellites', '/satellites/25544', '/launches', '/conflicts', '/docs/'];
/** A phone on a slow 4G connection, as Lighthouse's: round trips, bytes a second, how much slower its processor is. */
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};
const slowerProcessor = 4;

/** When the largest part of a page is there, on a slow connection; and how smoothly the globe turns without a graphics card. */
export const browser: Section = {
  name: 'browser',
  about: 'largest contentful paint on a slow phone, frames a second of the globe drawn in software',
  needs: ['chromium'],
  async run(bench) {
    const server = await serveRelease(bench.home);
    const opened = await chromium.launch({ executablePath, args });
    const visit = async <T>(options: BrowserContextOptions, then: (page: Page) => Promise<T>): Promise<T> => {
      const context = await opened.newContext(options);
      try {
        return await then(await context.newPage());
      } finally {
        await context.close();
      }
    };
    try {
      const figures: Figure[] = [];
      for (const path of pages) {
        const found = await inTurns(bench.rounds, {
          ours: () => visit(phone, (page) => paintOf(page, server.base + path)),
        });
        figures.push(
          figure(
            { what: `${path}, largest contentful paint`, unit: 'ms', ours: found.ours, target: most(1000, 'ours') },
            bench.full,
          ),
        );
      }
      const frames = await inTurns(bench.rounds, {
        ours: () =>
          visit({ viewport: { width: 1440, height: 900 } }, (page) =>
            framesOf(page, `${server.base}/globe`, bench.seconds),
          ),
      });
      figures.push(
        figure(
          { what: '/globe, 1440 × 900, 60 ×', unit: 'frames/s', ours: frames.ours, target: least(30, 'ours') },
          bench.full,
        ),
      );
      return figures;
    } finally {
      await opened.close();
      await server.stop();
    }
  },
};

/** Milliseconds from the request to the last largest contentful paint of a page that nobody touches. */
async function paintOf(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.largest_paint = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true })`);
  await page.goto(address, { waitUntil: 'networkidle' });
  return (await page.evaluate('window.largest_paint')) as number;
}

/** Frames a second that the globe draws while its time runs. */
async function framesOf(page: Page, address: string, seconds: number): Promise<number> {
  await page.addInitScript(`window.frames_drawn = 0;
    const clear = WebGLRenderingContext.prototype.clear;
    WebGLRenderingContext.prototype.clear = function (mask) { window.frames_drawn += 1; clear.call(this, mask); };`);
  await page.goto(address);
  await page.locator('[data-globe=live]').waitFor();
  await page.getByText('60×').click();
  // The first frames compute where objects are.
  await page.waitForTimeout(3000);
  const read = () => page.evaluate('[performance.now(), window.frames_drawn]') as Promise<[number, number]>;
  const [from, before] = await read();
  await page.waitForTimeout(seconds * 1000);
  const [to, after] = await read();
  return ((after - before) * 1000) / (to - from);
}
