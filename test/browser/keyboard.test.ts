import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasChromium,
  named,
  openSampleSite,
  overflow,
  type SampleSite,
  suggestOnlyFor,
  waitForPage,
} from './site/sample-site.ts';

/** The focused element: its text, and whether it is in view and has a visible focus indicator. */
const focused = (page: Page) =>
  page.evaluate(`(() => {
    const element = document.activeElement;
    const marked = element.matches('input[type=radio]') ? element.nextElementSibling : element;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(marked);
    const { top, bottom, width } = marked.getBoundingClientRect();
    return {
      words: (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60),
      inSight: width > 0 && bottom > 0 && top < innerHeight,
      marked: (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none',
    };
  })()`) as Promise<{ words: string; inSight: boolean; marked: boolean }>;

/**
 * Presses Tab until an element that matches the selector has the focus, and checks that every focused element is in view
 * and has a focus indicator. Throws after `maxPresses`.
 */
async function tabTo(page: Page, selector: string, maxPresses: number, key = 'Tab'): Promise<void> {
  for (let press = 0; press < maxPresses; press += 1) {
    await page.keyboard.press(key);
    // The browser scrolls to it asynchronously.
    await expect.poll(() => focused(page)).toMatchObject({ inSight: true, marked: true });
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
  }
  throw new Error(`${maxPresses} key presses do not reach ${selector}`);
}

describe.skipIf(!hasChromium)(named('keyboard navigation in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  test.each([1440, 390])('can search, open a claim, filter and export at %i pixels', async (width) => {
    const { page, problems } = await site.visit('/', { width, reducedMotion: true });
    /** Presses Enter and waits for the next page. */
    const enter = async (path: string) => {
      await waitForPage(page, () => page.keyboard.press('Enter'));
      expect(page.url()).toBe(site.base + path);
    };
    await page.keyboard.press('Tab');
    expect((await focused(page)).words).toBe('Skip to content');
    await tabTo(page, '[role=combobox]', 25);
    await suggestOnlyFor(page, 'zarya');
    await page.keyboard.type('zarya');
    await page.locator('[role=option]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await enter('/satellites/25544');

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, 'details.field > summary', 30);
    await page.keyboard.press('Enter');
    expect(await page.locator('details.field[open] table.claims').first().isVisible()).toBe(true);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await tabTo(page, 'table.claims a', 3);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');

    await page.goto(`${site.base}/satellites/25544`);
    await tabTo(page, '.menus summary', 10);
    await page.keyboard.press('Enter');
    await tabTo(page, 'nav a[href="/satellites"]', 3);
    await enter('/satellites');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    if (width < 1000) {
      await tabTo(page, '.narrow > summary', 3);
      await page.keyboard.press('Enter');
    }
    await tabTo(page, '.facets a[href="/satellites?orbit_class=LEO"]', 4);
    await enter('/satellites?orbit_class=LEO');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, 'details.more > summary', 50);
    await page.keyboard.press('Enter');
    await tabTo(page, 'input[name=min_inclination_deg]', 30);
    await page.keyboard.type('97');
    await enter('/satellites?orbit_class=LEO&min_inclination_deg=97');

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, 'a[href="#take"]', 60);
    await page.keyboard.press('Enter');
    await tabTo(page, '.take a[download]', 2);
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await readFile(await (await download).path(), 'utf8');
    const rows = file.trimEnd().split('\r\n');
    expect(rows[0]).toMatch(/^norad_cat_id,/);
    expect(rows.length - 1).toBe(Number(/All ([\d,]+) object/.exec((await page.locator('.take').textContent())!)![1]));
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
