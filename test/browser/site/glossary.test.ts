import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { glossary } from '../../../src/schema/glossary.ts';
import { violations } from '../accessibility.ts';
import { hasChromium, named, openSampleSite, overflow, type SampleSite } from './sample-site.ts';

describe.skipIf(!hasChromium)(named('the meaning of a word in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  test.each([
    [1440, false],
    [390, true],
  ])('is shown by hover, keyboard and tap, and closed with Escape, at %i pixels', async (width, touch) => {
    const { page, problems } = await site.visit('/satellites/25544', { width, touch });
    const word = page.locator('.term', { hasText: 'Perigee' });
    const meaning = page.locator('#term-perigee');
    expect(await meaning.isVisible()).toBe(false);
    if (touch) await word.tap();
    else await word.hover();
    await meaning.waitFor({ state: 'visible' });
    expect(await meaning.textContent()).toContain(glossary.perigee.meaning);
    const box = (await meaning.boundingBox())!;
    expect(box.x >= 0 && box.x + box.width <= width).toBe(true);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await meaning.waitFor({ state: 'hidden' });
    // The word before it in the order of Tab; then Tab leads to the word.
    await page.locator('.term', { hasText: 'Orbit' }).first().focus();
    for (let n = 0; n < 3 && !(await meaning.isVisible()); n++) await page.keyboard.press('Tab');
    expect(await meaning.isVisible()).toBe(true);
    // Its link, and then what is after it: the meaning does not cover that.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Glossary');
    expect(await meaning.isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    await meaning.waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('works without scripts, and leads to the page of all words', async () => {
    const { page } = await site.visit('/satellites/25544', { scripts: false });
    await page.locator('.term', { hasText: 'Inclination' }).click();
    const meaning = page.locator('#term-inclination');
    expect(await meaning.isVisible()).toBe(true);
    expect(await meaning.getByRole('link').getAttribute('href')).toBe('/docs/glossary/#inclination');
    await page.context().close();
    const docs = await (await fetch(`${site.base}/docs/glossary/`)).text();
    for (const id of Object.keys(glossary)) expect(docs).toContain(`id="${id}"`);
  });
});
