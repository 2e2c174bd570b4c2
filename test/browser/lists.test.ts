import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasChromium,
  named,
  openPage,
  openSampleSite,
  overflow,
  type SampleSite,
  waitForPage,
} from './site/sample-site.ts';

describe.skipIf(!hasChromium)(named('the lists in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  test.each([true, false])('columns can be selected with the mouse, scripts %s', async (scripts) => {
    const { page, problems } = await site.visit('/satellites?orbit_class=LEO&object_class=PAYLOAD', { scripts });
    const heads = () => page.locator('table.satellites thead th').allInnerTexts();
    expect(await heads()).not.toContain('Launch mass, kg');
    // A real click at the center of the element.
    const press = async (target: ReturnType<typeof page.locator>) => {
      await target.scrollIntoViewIfNeeded();
      const box = (await target.boundingBox())!;
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    };
    await press(page.locator('.columns > summary'));
    await press(page.getByRole('checkbox', { name: 'Launch mass', exact: true }));
    await press(page.getByRole('checkbox', { name: 'Orbit class', exact: true }));
    await waitForPage(page, () => press(page.getByRole('button', { name: 'Show columns' })));
    expect(await heads()).toContain('Launch mass, kg');
    expect(await heads()).not.toContain('Orbit');
    const params = new URL(page.url()).searchParams;
    expect([params.get('orbit_class'), params.get('columns')]).toEqual([
      'LEO',
      expect.stringContaining('launch_mass_kg'),
    ]);
    // The list can be sorted by any column, and the selection is kept.
    const head = page.locator('table.satellites thead').getByRole('link', { name: 'Launch mass, kg' });
    await waitForPage(page, () => press(head));
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-launch_mass_kg');
    const masses = (await page.locator('td[data-head="Launch mass"]').allInnerTexts())
      .filter((text) => text !== '—')
      .map((text) => Number(text.replaceAll(',', '')));
    expect(masses.length).toBeGreaterThan(3);
    expect(masses).toEqual(masses.toSorted((a, b) => b - a));
    expect(await page.locator('.take pre').textContent()).toContain('fields=norad_cat_id%2Cname%2C');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('many columns do not overflow a narrow page', async () => {
    const { page } = await site.visit(
      '/satellites?columns=purpose,users,launch_site,launch_vehicle,launch_mass_kg,alt_names',
      {
        width: 320,
      },
    );
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  test('on a small screen, where table heads are hidden, each time is marked as UTC', async () => {
    const { page } = await site.visit('/', { width: 390 });
    let times = 0;
    for (const path of ['/', '/events', '/sources', '/reentries/upcoming']) {
      await page.goto(site.base + path);
      const texts = (await page.evaluate(`[...document.querySelectorAll('.stacked td')]
        .map((cell) => cell.innerText + getComputedStyle(cell, '::after').content)
        .filter((text) => /\\d{2}:\\d{2}/.test(text))`)) as string[];
      expect([path, texts.filter((text) => !text.includes('UTC'))]).toEqual([path, []]);
      times += texts.length;
    }
    expect(times).toBeGreaterThan(20);
    await page.context().close();
  });

  test('on a small screen, words about a close approach read in order, without a single head above them', async () => {
    const { page } = await site.visit('/conjunctions', { width: 390 });
    const heads = page.locator('table.stacked thead');
    expect(await heads.evaluateAll((all) => all.map((head) => getComputedStyle(head).clipPath))).toEqual([
      'inset(50%)',
    ]);
    const cells =
      (await page.evaluate(`[...document.querySelectorAll('table.stacked tbody tr:first-child td')].map((cell) =>
      ['::before', '::after'].map((part) => getComputedStyle(cell, part).content.replace(/"|none|normal/g, '')).join(cell.innerText))`)) as string[];
    expect(cells.map((cell) => cell.replaceAll('\u00a0', ' '))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(probability not given|[\d.]+( × 10\S+)? probability)$/),
        expect.stringMatching(/^elements [\d.]+ d, [\d.]+ d old$/),
      ]),
    );
    await page.context().close();
  });

  test('a table that is wider than the page has a shadow where there is more, and one that fits has none', async () => {
    const { page } = await site.visit('/stats', { width: 390 });
    const shadows = () =>
      page
        .locator('.scroll:visible')
        .evaluateAll((all) =>
          all
            .filter(({ clientWidth }) => clientWidth > 100)
            .map((one) => [one.scrollWidth > one.clientWidth, getComputedStyle(one).boxShadow !== 'none']),
        );
    const narrow = await shadows();
    expect(narrow.some(([isWider]) => isWider)).toBe(true);
    expect(narrow.filter(([isWider, hasShadow]) => isWider !== hasShadow)).toEqual([]);
    await page.context().close();
  });

  test('between a phone and a screen, dates are on one line, and each sentence has room', async () => {
    const { page } = await site.visit('/launches', { width: 768 });
    const lines = await page.locator('.launches td.time').evaluateAll((all) =>
      all
        .filter((cell) => /^\s*[\d-]{10}\s*$/.test(cell.textContent))
        .map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getClientRects().length;
        }),
    );
    expect(new Set(lines)).toEqual(new Set([1]));
    await openPage(page, `${site.base}/events`);
    const widths = await page
      .locator('.events tbody .whole')
      .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().width));
    expect(Math.min(...widths)).toBeGreaterThan(200);
    await page.context().close();
  });

  test('on a small screen, the bar of a reentry is below the whole of its words', async () => {
    const { page } = await site.visit('/reentries/upcoming', { width: 390, now: '2026-08-22T20:50:00Z' });
    const cell = page.locator('table.reentries td.drawn').first();
    const bar = (await cell.locator('svg').boundingBox())!;
    const { y, height } = (await cell.boundingBox())!;
    expect([bar.y + bar.height >= y + height - 4, height < 60]).toEqual([true, true]);
    await page.context().close();
  });

  test('an unknown column is reported and can be removed', async () => {
    const { page } = await site.visit('/satellites?columns=weight');
    expect(await page.textContent('.problem')).toContain('columns');
    await waitForPage(page, () => page.getByRole('link', { name: 'Remove this filter' }).click());
    expect(await page.locator('table.satellites tbody tr').count()).toBeGreaterThan(10);
    await page.context().close();
  });

  test('“and more” links to all values, each of which filters the list', async () => {
    const { page } = await site.visit('/satellites?object_class=PAYLOAD', { scripts: false });
    const owners = page.locator('#by-country');
    const more = owners.getByRole('link', { name: /^and \d+ more$/ });
    const hidden = Number(/\d+/.exec((await more.textContent()) ?? '')![0]);
    const before = await owners.locator('li').count();
    await waitForPage(page, () => more.click());
    expect(await owners.locator('li').count()).toBe(before + hidden);
    expect(new URL(page.url()).searchParams.get('object_class')).toBe('PAYLOAD');
    await waitForPage(page, () => owners.locator('li a').last().click());
    const params = new URL(page.url()).searchParams;
    expect([params.has('country'), params.has('more')]).toEqual([true, false]);
    await page.context().close();
  });

  test('satellites are sorted by launch date, newest first, and active ones first within a day', async () => {
    const { page } = await site.visit('/satellites');
    const rows = await page.locator('table.satellites tbody tr').evaluateAll((found) =>
      found.map((row) => ({
        day: row.querySelector('.launched')!.textContent!,
        active: row.querySelector('.status')!.classList.contains('active'),
      })),
    );
    const order = rows.filter(({ day }) => day !== '—').map(({ day, active }) => `${day} ${active ? 1 : 0}`);
    expect(order.length).toBeGreaterThan(10);
    expect(order).toEqual(order.toSorted().reverse());
    await page.context().close();
  });

  test('launches can be filtered without scripts, by form and by links', async () => {
    const { page, problems } = await site.visit('/launches', { scripts: false });
    await page.getByText('Filters: vehicle').click();
    await page.getByLabel('Vehicle').fill('sample launcher 1');
    await page.getByRole('textbox', { name: 'Year' }).fill('2026');
    await page.getByLabel('Outcome').selectOption('SUCCESS');
    await waitForPage(page, () => page.getByRole('button', { name: 'Filter' }).click());
    expect(new URL(page.url()).search).toBe('?vehicle=sample+launcher+1&year=2026&outcome=SUCCESS');
    const ids = await page.locator('table.launches td.id').allInnerTexts();
    expect(ids).toEqual(['2026-804', '2026-802', '2026-801']);
    await waitForPage(page, () => page.locator('table.launches .whole a').first().click());
    expect(new URL(page.url()).searchParams.get('site')).toBeTruthy();
    await page.goto(`${site.base}/launches?outcome=FAILURE`);
    expect(await page.textContent('main')).toContain('No launches match');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
