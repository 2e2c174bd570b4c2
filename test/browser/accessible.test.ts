import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from './accessibility.ts';
import { hasChromium, named, openSampleSite, type SampleSite } from './sample-site.ts';

/** A page of every template. */
const pages = [
  ...['/', '/satellites', '/satellites?q=sample', '/satellites?orbit_class=LOW', '/satellites/25544'],
  ...['/satellites/190242', '/satellites/345678', '/conflicts', '/conflicts?field=operator', '/operators'],
  ...['/operators/sample-constellation', '/launches', '/launches/2026-804', '/reentries', '/events', '/sources'],
  ...['/stats', '/datasets', '/nowhere', '/satellites/999999999', '/operators/nobody-at-all', '/launches/1900-001'],
  ...['/docs/', '/docs/quick-start/', '/docs/fields/', '/docs/recipes/', '/docs/api/', '/docs/changelog/'],
  ...['/docs/api/reference/', '/docs/api/reference/getSatellite/', '/docs/api/reference/listSatellites/'],
];

describe.skipIf(!hasChromium)(named('what axe says of each page'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  }, 180_000);
  afterAll(() => site?.stop());

  test.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)('nothing, %s, at %i pixels', { timeout: 240_000 }, async (theme, width) => {
    const { page } = await site.visit('/sources', { width, dark: theme === 'dark' });
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(site.base + path, { waitUntil: 'load' });
      await page.evaluate('document.fonts.ready.then(() => null)');
      found.push(...(await violations(page)).map((one) => `${path}: ${one}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  test('what is wrong is found', async () => {
    const { page } = await site.visit('/sources');
    await page.evaluate("document.body.append(document.createElement('button'))");
    expect((await violations(page)).join()).toContain('button-name');
    await page.context().close();
  });
});
