import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { executablePath } from '../../test/browser/sample-site.ts';
import { type Figure, figure, median } from '../figure.ts';
import { serveRelease } from '../process.ts';
import { inTurns, type Section } from '../section.ts';

const place = JSON.stringify({ name: 'Berlin', lat: 52.5, lon: 13.4 });
/** A frame of 60 a second. */
const FRAME_MS = 1000 / 60;
const TIMEOUT_MS = 120_000;

/** The page watches itself: tasks of 50 ms and more, and the times of its frames. */
const watch = `
  window.bench = { tasks: [], frames: [] };
  new PerformanceObserver((list) => window.bench.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({ type: 'longtask' });
  const frame = (now) => { window.bench.frames.push(now); requestAnimationFrame(frame); };
  requestAnimationFrame(frame);`;

interface Seen {
  readonly tasks: readonly { readonly startTime: number; readonly duration: number }[];
  readonly frames: readonly number[];
}

/**
 * How the page's own thread did for a while: its longest task, ms (the browser does not report those below 50 ms, which are 0 here),
 * and how many frames of 60 a second were not drawn.
 */
function watched({ tasks, frames }: Seen, from: number, to: number) {
  const drawn = frames.filter((time) => time >= from && time <= to);
  const gaps = drawn.slice(1).map((time, index) => time - drawn[index]!);
  const own = tasks.filter(({ startTime }) => startTime >= from && startTime <= to);
  const longestTask = Math.max(0, ...own.map(({ duration }) => duration));
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0);
  return { seconds: (to - from) / 1000, longestTask, dropped, drawn: drawn.length };
}

/** Chooses every active object for the night of /sky, as a person would, and waits for its end. `at`: milliseconds, UTC. */
async function searchNight(browser: Browser, base: string, at: number) {
  await using context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  // The elements are those of the release: so is the time.
  await page.addInitScript(`localStorage.setItem('orbweaver.place', '${place}');
    const begin = ${at} - Date.now(); const now = Date.now.bind(Date); Date.now = () => now() + begin;${watch}`);
  await page.goto(`${base}/sky`);
  const searched = page.locator('[data-sky][data-night]:not([data-night="searching"])');
  await page.locator('[data-sky-now] b').waitFor();
  // What the page starts with is searched, and the chart runs.
  await searched.waitFor();
  const began = (await page.evaluate(`(() => {
    const set = document.querySelector('[data-sky-night-set]');
    delete document.querySelector('[data-sky]').dataset.night;
    set.value = 'active';
    set.dispatchEvent(new Event('change'));
    return performance.now();
  })()`)) as number;
  await searched.waitFor();
  const ended = (await page.evaluate('performance.now()')) as number;
  // As long again, with the chart of what is above alone.
  await page.waitForTimeout(ended - began);
  const seen = (await page.evaluate('window.bench')) as Seen;
  return { ...watched(seen, began, ended), rest: watched(seen, ended, 2 * ended - began).dropped };
}

/** A night of every active object on /sky, in Chromium: how long it takes, and whether the page goes on meanwhile. */
export const night: Section = {
  about: 'a night of every active object in a browser: time, and frames that the page drops meanwhile',
  async run({ home, full, rounds }): Promise<Figure[]> {
    const { generated_at } = JSON.parse(await readFile(join(home, 'current/manifest.json'), 'utf8'));
    await using server = await serveRelease(home);
    await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const found = await inTurns(rounds, { ours: () => searchNight(browser, server.base, Date.parse(generated_at)) });
    const of = (name: keyof (typeof found.ours)[0]) => found.ours.map((one) => one[name]);
    const { meta } = (await (await fetch(`${server.base}/api/v1/elements`)).json()) as { meta: { count: number } };
    const note = `of ${median(of('drawn'))} drawn; with the chart alone, ${median(of('rest'))}`;
    const what = `a night of ${meta.count} objects in a browser`;
    return [
      figure({ what, unit: 's', ours: of('seconds'), target: '≤ 15 s' }, full),
      figure({ what: 'frames dropped meanwhile', unit: '', ours: of('dropped'), target: '≤ 0', note }, full),
      figure({ what: 'longest task of the page', unit: 'ms', ours: of('longestTask'), target: '≤ 50 ms' }, full),
    ];
  },
};
