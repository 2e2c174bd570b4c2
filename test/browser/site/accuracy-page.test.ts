import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeAccuracy } from '../../release/made-accuracy.ts';
import { violations } from '../accessibility.ts';
import { hasChromium, named, openSampleSite, overflow, type SampleSite } from './sample-site.ts';

describe.skipIf(!hasChromium)(named('the page of accuracy in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite(async (home) => void (await writeAccuracy(home)));
  });
  afterAll(() => site?.stop());

  test.each([1440, 390])(
    'has a folded table for each kind of orbit, within five screens, at %i pixels',
    async (width) => {
      const { page, problems } = await site.visit('/accuracy', { width });
      const height = await page.evaluate('document.documentElement.scrollHeight');
      expect(height).toBeLessThan(4500);
      const kinds = page.locator('.folded details');
      expect(await kinds.count()).toBe(7);
      const kind = kinds.first();
      // The closed line has the figures that most readers need.
      expect(await kind.locator('summary').textContent()).toBe(
        'Low orbit, perigee below 400 km Active satellites, 68 % of the pairs: within 2 km after 1 day, 98 km after 7 days',
      );
      await kind.locator('summary').click();
      // An age of half a day is not rounded, here and in the words of the chart.
      expect(await kind.locator('th[scope=row]').first().textContent()).toBe('0.5 days');
      expect(await page.locator('[data-chart=accuracy] [role=img]').getAttribute('aria-label')).toContain(
        'after 0.5 days',
      );
      const row = kind.locator('tr', { hasText: '7 days' }).first();
      expect(await row.isVisible()).toBe(true);
      expect(await row.locator('td').first().textContent()).toBe('49 · 98 · 390');
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  test('the labels of both charts are as large as small print at 1440 pixels, and the bands can be seen', async () => {
    const { page } = await site.visit('/accuracy', { width: 1440 });
    const drawings = page.locator('figure.histogram svg');
    expect(await drawings.count()).toBe(2);
    const heights = await drawings
      .locator('text')
      .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height));
    expect([Math.min(...heights) >= 10, Math.max(...heights) <= 20]).toEqual([true, true]);
    const fills = await drawings
      .locator('.band')
      .evaluateAll((bands) => bands.map((band) => getComputedStyle(band).fill));
    expect(fills).toHaveLength(2);
    expect(fills).not.toContain('none');
    await page.context().close();
  });

  test('the labels of its chart are within the drawing at 390 pixels', async () => {
    const { page } = await site.visit('/accuracy', { width: 390 });
    const outside = await page.locator('figure.histogram svg').evaluateAll((drawings) =>
      drawings.flatMap((drawing) => {
        const frame = drawing.getBoundingClientRect();
        return [...drawing.querySelectorAll('text')]
          .filter((text) => {
            const { left, right } = text.getBoundingClientRect();
            return left < frame.left - 1 || right > frame.right + 1;
          })
          .map((text) => text.textContent);
      }),
    );
    expect(outside).toEqual([]);
    await page.context().close();
  });
});
