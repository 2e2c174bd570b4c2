import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, named, openSampleSite, type SampleSite, waitForPage } from './site/sample-site.ts';

/** A summer evening in Berlin. */
const NOW = '2026-08-23T19:00:00Z';

interface Visitor {
  readonly page: Page;
  /** Clicks a link to another page. `click` stays on the page, `enter` presses Enter in a field. */
  open(link: Locator): Promise<void>;
  click(target: Locator): Promise<void>;
  enter(): Promise<void>;
  search(words: string): Promise<void>;
}

interface Task {
  readonly question: string;
  /** The maximum number of clicks from the front page. */
  readonly clicks: number;
  /** Performs the task and returns the answer shown on the page. */
  run(visitor: Visitor): Promise<string>;
  readonly answer: RegExp;
}

/** Visitors' questions that the site is measured by, with their answers in the sample. */
const tasks: readonly Task[] = [
  {
    question: 'Is NOAA 19 alive?',
    clicks: 1,
    async run({ page, search, open }) {
      await search('noaa 19');
      await open(page.locator('[role=option]').first());
      return page.locator('.object-head + .numbers dd').first().innerHTML();
    },
    answer: /Not operational|Operational/,
  },
  {
    question: 'Where is the ISS?',
    clicks: 1,
    async run({ page, search, open }) {
      await search('iss');
      await open(page.locator('[role=option]').first());
      return (await page.locator('[data-live-place]').textContent())!;
    },
    answer: /\d+\.\d+° [NS],? \d+\.\d+° [EW]/,
  },
  {
    question: 'When is the next bright pass over 52.5 N 13.4 E?',
    clicks: 3,
    async run({ page, open, click, enter }) {
      await open(page.getByRole('link', { name: 'Above you tonight' }));
      await page.getByLabel('City, coordinates or grid locator').fill('52.5, 13.4');
      await enter();
      await page.locator('[data-sky][data-night]:not([data-night=searching])').waitFor();
      await click(page.getByLabel('Magnitude'));
      await page.getByLabel('Magnitude').selectOption('4');
      const first = page.locator('[data-sky-night] tbody tr').first();
      // The worker filters out faint passes.
      const magnitude = async () => Number((await first.locator('td').nth(4).textContent())!.replace('−', '-'));
      await expect.poll(magnitude).toBeLessThanOrEqual(4);
      return (await first.textContent())!;
    },
    answer: /\d\d:\d\d/,
  },
  {
    question: 'Who disagrees about owners?',
    clicks: 2,
    async run({ page, open }) {
      await open(page.getByRole('link', { name: /^All [\d,]+ values?$/ }));
      await open(page.getByRole('navigation', { name: 'Fields' }).getByRole('link', { name: /^Owner/ }));
      expect(page.url()).toMatch(/\/conflicts\?field=country$/);
      return (await page.locator('.sides').first().textContent())!;
    },
    answer: /celestrak.*(gcat|satnogs|wikidata)/,
  },
  {
    question: 'All Starlinks as TLE',
    clicks: 3,
    async run({ page, open, click }) {
      await open(page.getByRole('link', { name: 'Files of each group' }));
      await open(page.getByRole('link', { name: 'Starlink' }));
      const [file] = await Promise.all([
        page.waitForResponse('**/api/v1/elements/starlink.tle'),
        click(page.getByRole('link', { name: 'starlink.tle' })),
      ]);
      return file.text();
    },
    answer: /^STARLINK-\d+ +\r\n1 .{67}\r\n2 .{67}\r\n/,
  },
];

describe.skipIf(!hasChromium)(named('five questions, starting from the front page'), () => {
  let site: SampleSite;
  const measured: string[] = [];
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(async () => {
    await site?.stop();
    console.log(['clicks  seconds  question', ...measured].join('\n'));
  });

  test.each(tasks)('“$question” is answered in at most $clicks clicks', async ({ question, clicks, run, answer }) => {
    const { page, problems } = await site.visit('/', { now: NOW });
    let count = 0;
    const start = performance.now();
    const found = await run({
      page,
      async open(link) {
        count++;
        await waitForPage(page, () => link.click());
      },
      async click(target) {
        count++;
        await target.click();
      },
      async enter() {
        count++;
        await page.keyboard.press('Enter');
      },
      async search(words) {
        await page.locator('[role=combobox]').first().fill(words);
        await page.locator('[role=option]').first().waitFor();
      },
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    measured.push(`${String(count).padStart(6)}  ${seconds.padStart(7)}  ${question}`);
    expect(found).toMatch(answer);
    expect(count).toBeLessThanOrEqual(clicks);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
