import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from '../../built-site.ts';
import { type AccountServer, accountServer, linkTo, password } from '../../server/account/account-world.ts';
import { hasChromium, named, openSampleSite, type SampleSite, waitForPage } from '../site/sample-site.ts';
import { Hands, type Means, means } from './hands.ts';

/** An evening in Europe, with the sample's elements half a day old. */
const NOW = '2026-08-22T20:50:00Z';

interface World {
  readonly account: AccountServer;
  /** An email address that nobody else has. */
  readonly email: string;
}

interface Task {
  readonly question: string;
  /** Maximum number of actions from the front page, by any means. */
  readonly actions: number;
  /** Maximum number of presses of Tab by keyboard. */
  readonly tabs: number;
  /** Performs the task and returns the answer shown on the page. */
  run(visitor: Hands, world: World): Promise<string>;
  readonly answer: RegExp;
}

const text = async (page: Page, selector: string) => (await page.locator(selector).first().textContent()) ?? '';
const search = async ({ page }: Pick<Hands, 'page'>) => page.locator('[role=combobox]').first();

/** The menu of the header with this name, opened, and one of its links. */
async function byMenu(visitor: Hands, menu: string, link: string): Promise<void> {
  const { page } = visitor;
  await visitor.press(page.locator('.menus summary', { hasText: menu }));
  await visitor.open(page.locator('.menus').getByRole('link', { name: link, exact: true }));
}

const tasks: readonly Task[] = [
  {
    question: 'A light over Lisbon at 21:40: what was it?',
    actions: 7,
    tabs: 100,
    async run(visitor) {
      const { page } = visitor;
      await visitor.open(page.getByRole('link', { name: 'Above you tonight' }));
      await visitor.write(page.getByLabel('City, coordinates or grid locator'), 'Lisbon');
      await visitor.enter();
      await visitor.write(page.getByLabel(/^When/), '2026-08-22T21:40');
      await visitor.choose(page.getByLabel('Give or take'), '30');
      await visitor.press(page.getByRole('button', { name: 'Find out' }));
      await page.locator('[data-saw][data-answered]').waitFor();
      return text(page, '[data-saw-answer]');
    },
    answer: /aircraft|meteor/,
  },
  {
    question: 'Who runs object 48274, does it work, and who says so?',
    actions: 2,
    tabs: 15,
    async run(visitor) {
      const { page } = visitor;
      await visitor.write(await search(visitor), '48274');
      await waitForPage(page, () => visitor.enter());
      return text(page, 'dl.numbers');
    },
    answer: /Operational.*celestrak.*OperatorChina Manned Space Agency/s,
  },
  {
    question: 'How many satellites does each country have, since when?',
    actions: 3,
    tabs: 60,
    async run(visitor) {
      const { page } = visitor;
      await byMenu(visitor, 'Explore', 'Statistics');
      await visitor.open(page.getByRole('link', { name: 'By country' }));
      return `${await text(page, 'h1')} ${await text(page, 'table.compare tbody')}`;
    },
    answer: /[Pp]ayloads in orbit.*United States.*\d/s,
  },
  {
    question: 'Element sets of all Starlinks',
    actions: 4,
    tabs: 60,
    async run(visitor) {
      const { page } = visitor;
      await visitor.write(await search(visitor), 'starlink');
      await waitForPage(page, () => visitor.enter());
      await visitor.open(
        page
          .locator('main')
          .getByRole('link', { name: /^Starlink/ })
          .first(),
      );
      const [file] = await Promise.all([
        page.waitForResponse('**/api/v1/elements/starlink.tle'),
        visitor.press(page.getByRole('link', { name: 'starlink.tle' })),
      ]);
      return file.text();
    },
    answer: /^STARLINK-\d+ 1 (\d{5})U .* 2 \1 .* STARLINK-/,
  },
  {
    question: 'Did the ISS move in the last months?',
    actions: 2,
    tabs: 15,
    async run(visitor) {
      const { page } = visitor;
      await visitor.write(await search(visitor), '25544');
      await waitForPage(page, () => visitor.enter());
      return text(page, '#history');
    },
    answer: /maneuver/,
  },
  {
    question: 'What comes down this week?',
    actions: 2,
    tabs: 30,
    async run(visitor) {
      await byMenu(visitor, 'Explore', 'Reentries');
      return text(visitor.page, 'main');
    },
    answer: /Upcoming.*(in \d+ (hours|days)|due)|UpcomingReentries/s,
  },
  {
    question: 'Tell me when the objects of my launch get numbers',
    actions: 3,
    tabs: 60,
    async run(visitor) {
      const { page } = visitor;
      await visitor.open(page.locator('table.launches td.id a').first());
      await visitor.press(page.locator('.follow summary', { hasText: 'Notify me' }));
      await visitor.open(page.locator('.follow').getByRole('link', { name: 'Email' }));
      return page.url();
    },
    answer: /\/account.*launches/,
  },
  {
    question: 'Where do sources disagree about launch masses, and by how much?',
    actions: 3,
    tabs: 120,
    async run(visitor) {
      const { page } = visitor;
      await visitor.open(page.getByRole('link', { name: /^All [\d,]+ values?$/ }));
      await visitor.open(page.getByRole('navigation', { name: 'Fields' }).getByRole('link', { name: /^Launch mass/ }));
      await visitor.open(page.getByRole('link', { name: 'Largest difference first' }));
      return text(page, 'ol.conflicts > li');
    },
    answer: /kg apart/,
  },
  {
    question: 'Where do sources disagree about dates of reentry, and by how much?',
    actions: 3,
    tabs: 120,
    async run(visitor) {
      const { page } = visitor;
      await visitor.open(page.getByRole('link', { name: /^All [\d,]+ values?$/ }));
      await visitor.open(page.getByRole('navigation', { name: 'Fields' }).getByRole('link', { name: /^Decay date/ }));
      await visitor.open(page.getByRole('link', { name: 'Largest difference first' }));
      return text(page, 'ol.conflicts');
    },
    answer: /days? apart/,
  },
  {
    question: 'Which amateur satellites can I hear at 145 MHz over Berlin?',
    actions: 4,
    tabs: 100,
    async run(visitor) {
      const { page } = visitor;
      await visitor.open(page.getByRole('link', { name: 'Above you tonight' }));
      await visitor.write(page.getByLabel('City, coordinates or grid locator'), 'Berlin');
      await visitor.enter();
      await visitor.press(page.getByLabel('Amateur, 2 m'), 'Space');
      await page.locator('[data-radio-table] tbody tr').first().waitFor();
      return text(page, '[data-radio-table] tbody tr');
    },
    answer: /14[56]\.\d+/,
  },
  {
    question: 'A key, and a first answer with it',
    actions: 7,
    tabs: 40,
    async run(visitor, { account, email }) {
      const { page } = visitor;
      const button = page.locator('.masthead').getByRole('link', { name: 'Get an API key' }).first();
      if (await button.isVisible()) await visitor.open(button);
      else await byMenu(visitor, 'Developers', 'Get an API key');
      await visitor.write(page.getByLabel('Email'), email);
      await visitor.write(page.getByLabel('Password', { exact: true }), password);
      await waitForPage(page, () => visitor.enter());
      await page.goto((await linkTo(account.outbox, email, 'Confirm')).href);
      await visitor.open(page.getByRole('button', { name: 'Confirm email' }));
      const key = (await text(page, '.secret code')).trim();
      const response = await fetch(`${account.base}/api/v1/satellites/25544`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      return `${await text(page, '.snippets')} ${response.status}`;
    },
    answer: /curl.*ow_.* 200$/s,
  },
];

describe.skipIf(!hasChromium)(named('tasks of visitors, from the front page'), () => {
  let site: SampleSite;
  let account: AccountServer;
  const measured: string[] = [];
  beforeAll(async () => {
    site = await openSampleSite();
    account = await accountServer(await builtSite());
  }, 300_000);
  afterAll(async () => {
    await account?.close();
    await site?.stop();
    console.log(['actions  tabs  means     task', ...measured].join('\n'));
  });

  const each = tasks.flatMap((task) => means.map((by): [string, Means, Task] => [task.question, by, task]));
  test.each(each)('“%s” by %s', async (question, by, { actions, tabs, run, answer }) => {
    const { page, problems } = await site.visit('/', {
      width: by === 'touch' ? 390 : 1440,
      touch: by === 'touch',
      now: NOW,
      context: { timezoneId: 'Europe/Lisbon' },
      base: account.base,
    });
    const visitor = new Hands(page, by);
    const found = await run(visitor, { account, email: `${by}@example.org` });
    measured.push(
      [String(visitor.actions).padStart(7), String(visitor.tabs).padStart(4), by.padEnd(8), question].join('  '),
    );
    expect(found.replace(/\s+/g, ' ')).toMatch(answer);
    expect(visitor.actions).toBeLessThanOrEqual(actions);
    expect(visitor.tabs).toBeLessThanOrEqual(tabs);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
