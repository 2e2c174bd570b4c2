import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../browser/accessibility.ts';
import {
  hasChromium,
  named,
  openSampleSite,
  overflow,
  type SampleSite,
  type VisitOptions,
} from '../browser/site/sample-site.ts';

/** An image of the sky around the pole, which has tracks in the sample. */
const header = [
  'NAXIS1  = 1000',
  'NAXIS2  = 800',
  "CTYPE1  = 'RA---TAN'",
  "CTYPE2  = 'DEC--TAN'",
  'CRVAL1  = 10',
  'CRVAL2  = 89',
  'CRPIX1  = 500.5',
  'CRPIX2  = 400.5',
  'CDELT1  = -0.1',
  'CDELT2  = 0.1',
  "DATE-OBS= '2026-08-22T18:00:00'",
  'EXPTIME = 10',
].join('\n');

interface Candidate {
  readonly norad_cat_id: number;
  readonly probability: number;
}
interface Track {
  readonly norad_cat_id: number;
  readonly entry: { readonly at: string; readonly ra_deg: number; readonly dec_deg: number };
  readonly exit: Track['entry'];
}

describe.skipIf(!hasChromium)(named('the page that identifies streaks, in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  const data = async (path: string) => {
    const response = await fetch(`${site.base}${path}`);
    return ((await response.json()) as { data: never }).data;
  };
  const tracksOfApi = async () =>
    (
      (await data(
        '/api/v1/fov?lat=52.5&lon=13.4&from=2026-08-22T18:00:00Z&exposure_s=2&ra_deg=0&dec_deg=90&radius_deg=70',
      )) as { tracks: Track[] }
    ).tracks;
  const open = async (options: VisitOptions = {}) => {
    const visited = await site.visit('/identify', options);
    await visited.page.locator('[data-identify-form]').waitFor();
    await visited.page.getByLabel('Place', { exact: true }).fill('52.5, 13.4');
    return visited;
  };
  const answered = (page: Page, kind: string) => page.locator(`[data-identify][data-answered=${kind}]`).waitFor();
  const ids = (page: Page) =>
    page
      .locator('[data-identify-answer] td.name a')
      .evaluateAll((links) => links.map((link) => Number(link.getAttribute('href')!.split('/').at(-1))));

  test.each([
    [1440, false],
    [390, true],
  ] as const)('at %i pixels, names the candidates of the API, by keyboard, and sends nothing', async (width, dark) => {
    const { page, problems } = await open({ width, dark });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    const [track] = (await tracksOfApi()).filter(({ entry, exit }) => entry.at !== exit.at);
    const { entry, exit } = track!;
    for (const [label, value] of [
      ['Time at the first end, UTC', entry.at],
      ['Time at the second end, UTC', exit.at],
      ['Right ascension, first end', entry.ra_deg],
      ['Declination, first end', entry.dec_deg],
      ['Right ascension, second end', exit.ra_deg],
      ['Declination, second end', exit.dec_deg],
    ] as const)
      await page.getByLabel(label).fill(String(value));
    await page.getByLabel('Declination, second end').press('Enter');
    await answered(page, 'streak');
    const expected = (await data(
      `/api/v1/identify?lat=52.5&lon=13.4&t1=${entry.at}&t2=${exit.at}&ra1=${entry.ra_deg}&dec1=${entry.dec_deg}&ra2=${exit.ra_deg}&dec2=${exit.dec_deg}`,
    )) as { candidates: Candidate[] };
    expect(await ids(page)).toEqual(expected.candidates.map(({ norad_cat_id }) => norad_cat_id));
    expect(await ids(page)).toContain(track!.norad_cat_id);
    const words = await page.locator('[data-identify-answer]').textContent();
    expect(words).toContain('that none of the objects with elements made it');
    expect(words).toContain('Aircraft, balloons, and meteors are not considered.');
    expect(sent.filter((one) => /52\.5|13\.4|18:00/.test(one))).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('says which entry it cannot read', async () => {
    const { page } = await open();
    await page.getByLabel('Time at the first end, UTC').fill('yesterday');
    await page.getByRole('button', { name: 'Identify' }).click();
    await expect.poll(() => page.locator('[data-identify-status]').textContent()).toContain('A time in UTC');
    expect(await page.getByLabel('Time at the first end, UTC').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('A FITS header').check();
    await page.getByRole('button', { name: 'Show tracks' }).click();
    await expect.poll(() => page.locator('[data-identify-status]').textContent()).toContain('Add the FITS header');
    await page.getByLabel(/paste the header/).fill('hello');
    expect(await page.locator('[data-identify-read]').textContent()).toContain('The text has no FITS keywords.');
    await page.context().close();
  });

  test.each([
    [1440, false],
    [390, true],
  ] as const)('at %i pixels, draws the tracks of an image', async (width, touch) => {
    const { page, problems } = await open({ width, touch });
    const file = join(tmpdir(), `orbweaver-header-${width}.txt`);
    await writeFile(file, header);
    await page.getByLabel('A FITS header').check();
    await page.getByLabel(/^File with a solved header/).setInputFiles(file);
    await expect
      .poll(() => page.locator('[data-identify-read]').textContent())
      .toContain('An image of 1000 × 800 pixels.');
    expect(await page.getByLabel('Exposure, s').inputValue()).toBe('10');
    await page.getByRole('button', { name: 'Show tracks' }).click();
    await answered(page, 'tracks');
    const response = await fetch(`${site.base}/api/v1/fov?lat=52.5&lon=13.4`, { method: 'POST', body: header });
    const expected = ((await response.json()) as { data: { tracks: Track[] } }).data.tracks;
    expect(expected.length).toBeGreaterThan(1);
    expect((await ids(page)).sort()).toEqual(expected.map(({ norad_cat_id }) => norad_cat_id).sort());
    const links = page.locator('.field-chart a');
    expect(await links.count()).toBe(expected.length);
    const labels = await page.locator('.field-chart text').allTextContents();
    expect(labels).toEqual(
      expect.arrayContaining([
        'Right ascension (ICRS); east is left',
        'Declination (ICRS)',
        expect.stringMatching(/°$/),
      ]),
    );
    const names = await links.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label')!.replace(/^\d+: /, '')),
    );
    await page.locator('.field-chart').scrollIntoViewIfNeeded();
    const [x, y] = await links
      .first()
      .locator('.path')
      .evaluate((element) => {
        const path = element as unknown as SVGPathElement;
        const middle = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM()!);
        return [middle.x, middle.y] as const;
      });
    if (touch) {
      await page.touchscreen.tap(x, y);
      // The first tap names the object, and does not leave the page.
      expect(new URL(page.url()).pathname).toBe('/identify');
    } else await links.first().focus();
    await expect
      .poll(() => page.locator('.field-figure figcaption a').allTextContents())
      .toSatisfy((shown: string[]) => shown.length === 1 && names.includes(shown[0]!));
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
