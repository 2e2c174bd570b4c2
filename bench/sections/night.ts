import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { executablePath } from '../../test/browser/site/sample-site.ts';
import { type Measured, median } from '../figure.ts';
import { serveRelease } from '../process.ts';
import { inTurns, type Section } from '../section.ts';

const place = JSON.stringify({ name: 'Berlin', lat: 52.5, lon: 13.4 });

/** Measurements in the page. */
type Found = Readonly<Record<'seconds' | 'longestTask' | 'dropped' | 'drawn', number>>;

/** Searches the night in a new page; `at`: milliseconds, UTC. */
async function searchNight(browser: Browser, base: string, at: number): Promise<Found> {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  // Sets the clock to the time of the release, whose elements are used.
  await page.addInitScript(`localStorage.setItem('orbweaver.place', '${place}');
    const begin = ${at} - Date.now(); const now = Date.now.bind(Date); Date.now = () => now() + begin;`);
  await page.goto(`${base}/sky`);
  await page.locator('[data-sky-now] b').waitFor();
  // Waits until the initial search is done, and the chart runs.
  await page.locator('[data-sky][data-night]:not([data-night="searching"])').waitFor();
  return await page.evaluate(await readFile(join(import.meta.dirname, '../night-in-page.js'), 'utf8'));
}

/** A night of every active object on /sky, in Chromium: how long it takes, and whether the page stays responsive. */
export const section: Section = {
  about: 'a night of every active object in a browser: time, and frames that the page drops meanwhile',
  async run({ home, rounds }): Promise<Measured[]> {
    const { generated_at } = JSON.parse(await readFile(join(home, 'current/manifest.json'), 'utf8'));
    await using server = await serveRelease(home);
    await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const found = await inTurns(rounds, { ours: () => searchNight(browser, server.base, Date.parse(generated_at)) });
    const of = (name: keyof Found) => found.ours.map((one) => one[name]);
    const { meta } = (await (await fetch(`${server.base}/api/v1/elements`)).json()) as { meta: { count: number } };
    const note = `of ${median(of('drawn'))} drawn`;
    return [
      { what: `a night of ${meta.count} objects in a browser`, unit: 's', ours: of('seconds'), target: '≤ 15 s' },
      { what: 'frames dropped meanwhile', unit: '', ours: of('dropped'), target: '≤ 0', note },
      { what: 'longest task of the page', unit: 'ms', ours: of('longestTask'), target: '≤ 50 ms' },
    ];
  },
};
