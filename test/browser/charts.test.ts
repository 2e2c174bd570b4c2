import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, named, openSampleSite, type SampleSite } from './site/sample-site.ts';

const slugs = ['growth', 'altitude', 'inclination', 'element-age', 'releases'];

describe.skipIf(!hasChromium)(named('charts in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  test.each([
    ['/stats', 'growth'],
    ['/stats', 'gabbard'],
    ['/stats/population', 'population'],
    ['/satellites/25544', 'altitude-25544'],
    ['/satellites/25544', 'orbit-history-25544'],
  ])('%s: %s is downloaded as a PNG of the chart', async (path, slug) => {
    const { page, problems } = await site.visit(path);
    const button = page.locator(`[data-chart=${slug}]`).getByRole('button', { name: /as PNG$/ });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toBe(`${slug}.png`);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    // An empty chart would have the background color alone.
    const colors = await page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
      const seen = new Set<number>();
      for (let at = 0; at < pixels.length; at += 4)
        seen.add((pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!);
      return { seen: seen.size, width: image.width };
    }, bytes.toString('base64'));
    expect(colors.width).toBeGreaterThan(700);
    expect(colors.seen).toBeGreaterThan(20);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('the orbit history fits a narrow screen, with its labels, units, and readout in view', async () => {
    const { page } = await site.visit('/satellites/25544', { width: 390 });
    const chart = page.locator('.orbit-history');
    const drawing = chart.locator('.drawing-narrow');
    expect(await chart.locator('.drawing-wide').isVisible()).toBe(false);
    const texts = await drawing.locator('svg text').evaluateAll((all) =>
      all.map((text) => {
        const { left, right, height } = text.getBoundingClientRect();
        const drawing = text.closest('svg')!.getBoundingClientRect();
        return { words: text.textContent, inside: left >= drawing.left && right <= drawing.right + 1, height };
      }),
    );
    for (const title of ['Altitude, km■ apogee■ perigee', 'Inclination, degrees', 'Period, minutes'])
      expect(texts.filter(({ words }) => words === title)).toHaveLength(1);
    expect(texts.filter(({ inside, height }) => !inside || height < 10)).toEqual([]);
    await drawing.focus();
    const readout = chart.locator('[data-readout]');
    expect(await readout.textContent()).toMatch(/^(\d{4}-\d\d-\d\d \d\d:\d\d UTC: \d|No element sets from )/);
    const { x, width } = (await readout.boundingBox())!;
    expect([x >= 0, x + width <= 390]).toEqual([true, true]);
    await page.context().close();
  });

  test.each(slugs)('%s has its own page and a script-free SVG smaller than 15 KB', async (slug) => {
    const image = await fetch(`${site.base}/stats/${slug}.svg`);
    const text = await image.text();
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(text.length).toBeLessThan(15_000);
    expect(text).not.toMatch(/<script|href=|url\(/);
    const { page, problems } = await site.visit(`/stats/${slug}`, { scripts: false });
    const embed = (await page.locator('pre').textContent())!;
    expect(embed).toContain(`<img src="${site.base}/stats/${slug}.svg"`);
    // The embed code shows the image on another page.
    await page.setContent(embed);
    expect(
      await page.locator('img').evaluate((found: HTMLImageElement) => [found.naturalWidth > 0, found.alt !== '']),
    ).toEqual([true, true]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test.each(['growth', 'altitude', 'inclination', 'element-age'])(
    '%s: the table has the numbers of the CSV',
    async (slug) => {
      const [html, csv] = await Promise.all(
        ['', '.csv'].map(async (ending) => (await fetch(`${site.base}/stats/${slug}${ending}`)).text()),
      );
      const rows = [...html!.matchAll(/<tr><th scope="row">[^<]+<\/th>((?:<td class="number">[\d,]+<\/td>)+)<\/tr>/g)];
      const numbers = rows.map(([, cells]) =>
        [...cells!.matchAll(/>([\d,]+)</g)].map(([, count]) => Number(count!.replaceAll(',', ''))),
      );
      const lines = csv!.trimEnd().split('\r\n').slice(1);
      expect(lines.length).toBeGreaterThan(20);
      const columns = (line: string) => Papa.parse<string[]>(line).data[0]!.slice(1);
      expect(numbers).toEqual(lines.map((line) => columns(line).slice(0, -2).map(Number)));
      for (const line of lines)
        expect(columns(line).at(-2)).toMatch(/^Orbweaver, .+, release of 2026-08-22, ODbL 1\.0$/);
    },
  );

  test('an unknown chart returns 404', async () => {
    for (const path of ['/stats/none', '/stats/none.svg', '/stats/none.csv'])
      expect([path, (await fetch(site.base + path)).status]).toEqual([path, 404]);
  });
});
