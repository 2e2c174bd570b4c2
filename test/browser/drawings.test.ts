import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, named, openSampleSite, type SampleSite } from './site/sample-site.ts';

const object = '/satellites/25544';

/** The number of colors in a screenshot of an element. */
async function colors(page: Page, selector: string): Promise<number> {
  const shot = (await page.locator(selector).first().screenshot()).toString('base64');
  return (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${shot}'), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size;
  })()`)) as number;
}

describe.skipIf(!hasChromium)(named('orbit drawings'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  }, 180_000);
  afterAll(() => site?.stop());

  test('the marker moves along the ground track over time', async () => {
    const { page, problems } = await site.visit('/sources');
    const html = await (await fetch(site.base + object)).text();
    const from = Number(/data-from="([\d.]+)"/.exec(html)![1]);
    const to = from + 1000 * Number(/data-moments="[^"]*?([\d.]+) \S+ \S+ \S+ \S+ \S+"/.exec(html)![1]);
    await page.clock.install({ time: from });
    await page.goto(site.base + object, { waitUntil: 'load' });
    const track = page.locator('[data-track]');
    const at = async () => {
      const [x, y] = /translate\(([\d.]+) ([\d.]+)\)/
        .exec((await track.locator('[data-mark]').getAttribute('transform'))!)!
        .slice(1)
        .map(Number);
      return { x: x!, y: y! };
    };
    const points = [...(await track.locator('path.will').getAttribute('d'))!.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(
      ([, x, y]) => ({ x: Number(x), y: Number(y) }),
    );
    expect(points.length).toBeGreaterThan(50);
    // The sign of the last revolution is broken, as its line is: nothing fills the gaps.
    const sign = "getComputedStyle(document.querySelector('.live .key .was'))";
    expect(await page.evaluate(`[${sign}.borderTopStyle, ${sign}.backgroundColor]`)).toEqual([
      'dashed',
      'rgba(0, 0, 0, 0)',
    ]);
    const seen = new Set<string>();
    for (let step = 0; step < 8; step += 1) {
      await page.clock.runFor(((to - from) / 9) * 0.99);
      const { x, y } = await at();
      seen.add((await page.locator('[data-live-place]').textContent()) ?? '');
      expect([step, Math.min(...points.map((point) => Math.hypot(point.x - x, point.y - y))) < 8]).toEqual([
        step,
        true,
      ]);
    }
    expect(seen.size).toBe(8);
    expect(await page.locator('[data-live-altitude]').textContent()).toMatch(/^4[0-4]\d$/);
    expect(await page.locator('[data-live-time]').textContent()).toMatch(/^2026-08-22 \d\d:\d\d:\d\d$/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('the altitude plot spans the whole revolution and is visible', async () => {
    const { page, problems } = await site.visit(object);
    const points = [
      ...(await page.locator('.plot path.curve').getAttribute('d'))!.matchAll(/[ML]([\d.]+) ([\d.]+)/g),
    ].map(([, x, y]) => [Number(x), Number(y)] as const);
    expect([points[0]![0], points.at(-1)![0]]).toEqual([46, 354]);
    expect(new Set(points.map(([, y]) => y)).size).toBeGreaterThan(10);
    for (const [, y] of points) expect(y >= 12 && y <= 108).toBe(true);
    expect(await colors(page, '.plot')).toBeGreaterThan(20);
    expect(await colors(page, '.live .map')).toBeGreaterThan(20);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('the plots of the catalog are drawn, each with a description', async () => {
    const { page, problems } = await site.visit('/stats');
    const plots = page.locator('.plots figure svg, section[aria-labelledby="gabbard"] svg');
    expect(await plots.count()).toBeGreaterThanOrEqual(5);
    for (const plot of await plots.all()) {
      expect(await plot.getAttribute('aria-label')).toMatch(/\d/);
      expect((await plot.boundingBox())!.height).toBeGreaterThan(80);
      expect(await plot.locator('path, rect, circle').count()).toBeGreaterThan(5);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
