import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ageOfElements } from '../../src/features/sky/page/passes/pass-search.ts';
import { compassPoint } from '../../src/orbit/observation/pass-calendar.ts';
import { iss } from '../orbit/station.ts';
import { problemsAt, violations } from './accessibility.ts';
import {
  hasChromium,
  named,
  openSampleSite,
  overflow,
  type SampleSite,
  type VisitOptions,
} from './site/sample-site.ts';

const NOW = '2026-08-22T18:00:00Z';
/** Wellington, with more digits than in the list of cities, so that no other text on the page matches. */
const place = { lat: -41.2871, lon: 174.7763 };
const storePlace = `localStorage.setItem('orbweaver.place', '${JSON.stringify({ name: 'Home', ...place })}')`;
const zone = { timezoneId: 'Pacific/Auckland' } as const;

interface ApiMoment {
  readonly at: string;
  readonly azimuth_deg: number;
  readonly elevation_deg: number;
}
interface ApiPass {
  readonly rise: ApiMoment;
  readonly culmination: ApiMoment;
  readonly set: ApiMoment;
  readonly visible: readonly { readonly from: string; readonly to: string }[];
  readonly magnitude: number | null;
}

/** The rows of the page's table: the text of each cell and its times, milliseconds. */
const tableRows = (page: Page) =>
  page.locator('.passes-table tr[data-at]').evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('td')].map((cell) => ({
        text: cell.textContent.trim(),
        times: [...cell.querySelectorAll('time')].map((time) => Date.parse(time.dateTime)),
      })),
    ),
  );

describe.skipIf(!hasChromium)(named('passes over a location in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  }, 180_000);
  afterAll(() => site?.stop());

  async function open(id: number, options: VisitOptions = {}) {
    const visited = await site.visit(`/satellites/${id}`, { now: NOW, context: zone, ...options });
    const section = visited.page.locator('#passes');
    await section.scrollIntoViewIfNeeded();
    return { ...visited, section };
  }
  const fromApi = async (id: number, query = ''): Promise<{ state: string; passes: readonly ApiPass[] }> => {
    const where = `lat=${place.lat}&lon=${place.lon}&from=${NOW}&days=5${query}`;
    const response = await fetch(`${site.base}/api/v1/satellites/${id}/passes?${where}`);
    return ((await response.json()) as { data: { state: string; passes: ApiPass[] } }).data;
  };

  test('match those of the API, in local time and UTC, without sending the location', async () => {
    const { page, section, problems } = await open(25544);
    const sent: string[] = [];
    page.on('request', (request) =>
      sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`),
    );
    const input = section.getByLabel('City, coordinates or grid locator');
    await input.click();
    await input.pressSequentially(`${place.lat}, ${place.lon}`);
    await section.getByRole('button', { name: 'Set', exact: true }).click();
    await section.locator('tr[data-at]').first().waitFor();

    const { passes } = await fromApi(25544);
    expect(passes.length).toBeGreaterThan(20);
    const rows = await tableRows(page);
    expect(rows).toHaveLength(passes.length);
    for (const [index, { rise, culmination, set, visible, magnitude }] of passes.entries()) {
      const [first, second, third, fourth] = rows[index]!;
      for (const [cell, moment] of [
        [first!, rise],
        [second!, culmination],
        [third!, set],
      ] as const) {
        expect(Math.abs(cell.times[0]! - Date.parse(moment.at))).toBeLessThanOrEqual(51);
        const local = new Date(Math.round(cell.times[0]! / 1000) * 1000);
        expect(cell.text).toContain(local.toLocaleTimeString('en-GB', { timeZone: zone.timezoneId }));
        expect(cell.text.split(' ').at(-1)).toBe(compassPoint(moment.azimuth_deg));
      }
      expect(second!.text).toContain(`${Math.round(culmination.elevation_deg)}°`);
      const ends = visible.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)]);
      expect(fourth!.times).toHaveLength(ends.length);
      for (const [at, end] of ends.entries()) expect(Math.abs(fourth!.times[at]! - end)).toBeLessThanOrEqual(51);
      if (magnitude !== null) expect(fourth!.text).toContain(`mag ${magnitude.toFixed(1).replace('-', '−')}`);
      if (ends.length === 0) expect(fourth!.text).toMatch(/^(daylight|in shadow)$/);
    }

    await section.getByLabel('UTC').check();
    const utc = (await tableRows(page))[0]![0]!;
    expect(utc.text).toContain(new Date(Math.round(utc.times[0]! / 1000) * 1000).toISOString().slice(11, 19));

    await section.getByLabel('Visible only').check();
    const seen = await fromApi(25544, '&visible=true');
    expect(seen.passes.length).toBeGreaterThan(3);
    expect(await tableRows(page)).toHaveLength(seen.passes.length);

    await section.getByLabel('Above').selectOption('30');
    await section.getByLabel('Visible only').uncheck();
    const higher = await fromApi(25544, '&min_elevation_deg=30');
    await expect.poll(async () => (await tableRows(page)).length).toBe(higher.passes.length);

    expect(await page.evaluate("localStorage.getItem('orbweaver.place')")).toBe(
      JSON.stringify({ name: null, ...place }),
    );
    // Requests were only for the page's own code, and none contains the location.
    expect(sent.filter((request) => /41\.28|174\.77|RE78/i.test(request))).toEqual([]);
    for (const request of sent) expect(request).toMatch(/\/_astro\/|\/land\.svg|^blob:/);
    expect(page.url()).toBe(`${site.base}/satellites/25544`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('show a selected pass as chart and text, with a running countdown', async () => {
    const { page, section, problems } = await open(25544, { before: storePlace });
    const row = section.locator('tr[data-at]').nth(3);
    await row.locator('td').nth(2).click();
    expect(await row.getByRole('button').getAttribute('aria-pressed')).toBe('true');
    expect(await section.locator('[aria-pressed=true]').count()).toBe(1);
    const { passes } = await fromApi(25544);
    const { rise, culmination, set } = passes[3]!;
    const words = `rises ${compassPoint(rise.azimuth_deg)}, highest ${Math.round(culmination.elevation_deg)}°`;
    expect(await section.locator('figcaption').textContent()).toContain(words);
    expect(await section.locator('svg[role=img]').getAttribute('aria-label')).toContain(
      `sets ${compassPoint(set.azimuth_deg)}`,
    );
    expect(await section.locator('svg .path').count()).toBeGreaterThan(0);
    // On paper a button is no use, but these are the times at which it rises.
    await page.emulateMedia({ media: 'print' });
    expect(await row.locator('time').first().isVisible()).toBe(true);
    expect(await section.getByRole('button', { name: 'Calendar (.ics)' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });

    const first = Date.parse(passes[0]!.rise.at);
    const timer = section.getByRole('timer');
    await page.clock.setFixedTime(first - 65_000);
    await expect.poll(() => timer.textContent()).toMatch(/^1 min 0[56] s$/);
    await page.clock.setFixedTime(first + 60_000);
    await section.getByText('Up now').waitFor();
    await section.locator('tr[data-at] button').first().click();
    await section.locator('svg .now').waitFor();
    await expect
      .poll(() => section.locator('[data-passes-next]').textContent())
      .toMatch(/^Up now, \d+° in the [NESW]+, sets in (\d+ min )?\d+ s$/);
    // The list drops the first pass when it is over.
    await page.clock.setFixedTime(Date.parse(passes[0]!.set.at) + 1000);
    await expect.poll(async () => (await tableRows(page))[0]![0]!.times[0]).toBeGreaterThan(first + 60_000);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  /** The calendar files of the page and the API, without their timestamps. */
  async function calendars(page: Page, id: number, query: string): Promise<[page: string, api: string]> {
    const pending = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Calendar (.ics)' }).click();
    const download = await pending;
    expect(download.suggestedFilename()).toBe(`passes-${id}.ics`);
    const where = `lat=${place.lat}&lon=${place.lon}&from=${NOW}&days=5&format=ics`;
    const api = await (await fetch(`${site.base}/api/v1/satellites/${id}/passes?${where}${query}`)).text();
    const withoutTimestamps = (calendar: string) => calendar.replace(/(?:DTSTAMP|LAST-MODIFIED):.*/g, '');
    return [withoutTimestamps(await readFile(await download.path(), 'utf8')), withoutTimestamps(api)];
  }

  test('can be saved as the same calendar file as from the API', async () => {
    const { page, section } = await open(25544, { before: storePlace });
    await section.locator('tr[data-at]').first().waitFor();
    await section.getByLabel('Visible only').check();
    const [made, api] = await calendars(page, 25544, '&visible=true');
    expect(made.match(/BEGIN:VEVENT/g)!.length).toBeGreaterThan(3);
    expect(made).toBe(api);
    await page.context().close();
  });

  test('show the frequencies of a transmitter as in the API: in the chart, in the calendar and during a pass', async () => {
    const { page, section, problems } = await open(7530, { before: storePlace });
    await section.locator('tr[data-at]').first().waitFor();
    expect(await section.locator('figcaption table').count()).toBe(0);
    const radio = section.getByLabel('Radio');
    const titles = await radio.locator('option').allTextContents();
    const transponder = titles.findIndex((title) => title.includes('Mode B'));
    expect(titles[transponder]).toMatch(/^145\.925–145\.975 MHz, .*Mode B transponder$/);
    await radio.selectOption({ index: transponder });

    const query = '&transmitter=SMPLtransmitter0000004';
    const { passes } = await fromApi(7530, query);
    const [{ rise, set, frequency }] = passes as [ApiPass & { frequency: Record<string, Record<string, number>> }];
    const megahertz = (hz: number) => (hz / 1e6).toFixed(4);
    const rows = await section
      .locator('figcaption tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.children].map(({ textContent }) => textContent)));
    expect(rows).toEqual(
      ['rise', 'culmination', 'set'].map((moment, row) => [
        ['Rise', 'Highest', 'Set'][row],
        megahertz(frequency[moment]!.downlink_hz!),
        megahertz(frequency[moment]!.uplink_hz!),
      ]),
    );
    expect(await section.locator('figcaption').textContent()).toContain('SatNOGS DB');
    const [made, api] = await calendars(page, 7530, query);
    expect(made).toBe(api);
    expect(made).toContain('Listen at 145.9');

    await page.clock.setFixedTime((Date.parse(rise.at) + Date.parse(set.at)) / 2);
    await expect
      .poll(() => section.locator('[data-passes-next]').textContent())
      .toMatch(/^Up now, .*, listen at 145\.9\d\d\d MHz, send at 432\.1\d\d\d MHz, sets in/);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('take a location from the list, the device or the map, reject an unknown one, and delete it on request', async () => {
    const { page, section, problems } = await open(25544, {
      context: { ...zone, geolocation: { latitude: 59.91, longitude: 10.75 }, permissions: ['geolocation'] },
    });
    const input = section.getByLabel('City, coordinates or grid locator');
    await input.fill('Nowhere at all');
    await input.press('Enter');
    await section.getByText('Not recognized').waitFor();
    await input.fill('wellington');
    await input.press('Enter');
    await section.locator('[data-place-where]', { hasText: '41.29° S, 174.78° E · RE78jr' }).waitFor();
    expect(await input.isVisible()).toBe(false);

    await section.getByRole('button', { name: 'Change' }).click();
    await section.getByRole('button', { name: 'Use this device' }).click();
    await section.locator('[data-place-name]', { hasText: '59.91° N, 10.75° E' }).waitFor();

    await section.getByRole('button', { name: 'Change' }).click();
    const map = section.locator('[data-place-map]');
    const { width, height } = (await map.boundingBox())!;
    // Playwright resolves the position at click time: passes found meanwhile may have moved the map.
    await map.click({ position: { x: width * 0.75, y: height * 0.25 } });
    await section.locator('[data-place-name]', { hasText: /4[45]\.\d+° N, (89|90)\.\d+° E/ }).waitFor();

    await section.getByRole('button', { name: 'Change' }).click();
    await section.getByRole('button', { name: 'Forget it' }).click();
    expect(await page.evaluate("localStorage.getItem('orbweaver.place')")).toBeNull();
    expect(await section.locator('[data-passes-body]').isHidden()).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('give the direction of an object that never sets, and report one that never rises', async () => {
    const up = await open(28628, { before: storePlace });
    const next = up.section.locator('[data-passes-next]');
    await expect
      .poll(() => next.textContent())
      .toMatch(/^Up now azimuth \d+\.\d° \([NESW]+\), elevation \d+\.\d°, [\d,]+ km away$/);
    expect((await fromApi(28628)).state).toBe('always_up');
    await up.section.getByText('Always above 10° here').waitFor();
    const { passes } = await fromApi(28628);
    const [, azimuth, elevation] = /azimuth ([\d.]+)° .* elevation ([\d.]+)°/.exec((await next.textContent())!)!;
    expect(Math.abs(Number(azimuth) - passes[0]!.rise.azimuth_deg)).toBeLessThan(0.06);
    expect(Math.abs(Number(elevation) - passes[0]!.rise.elevation_deg)).toBeLessThan(0.06);
    await up.page.context().close();

    const down = await open(28358, { before: storePlace });
    await down.section.getByText('It does not rise above 10° here in the next five days.').waitFor();
    expect((await fromApi(28358)).state).toBe('never_rises');
    await down.page.context().close();
  });

  test('are replaced by a warning for elements older than 30 days, which the API rejects too', async () => {
    const { page, section } = await open(25544, { before: storePlace, now: '2026-11-22T12:00:00Z' });
    await section.getByText('The newest elements are 92 days old.').waitFor();
    expect(await section.locator('tr[data-at]').count()).toBe(0);
    expect(await section.locator('[data-passes-body]').isHidden()).toBe(true);
    await page.context().close();

    const set = { ...iss, epoch: '2026-08-22T12:21:54.157824' };
    for (const [from, refused] of [
      ['2026-09-20T12:00:00Z', false],
      ['2026-09-21T12:22:00Z', true],
    ] as const) {
      expect(ageOfElements(set, Date.parse(from)).noOrbit).toBe(refused ? 'too_old' : null);
      const { status } = await fetch(`${site.base}/api/v1/satellites/25544/passes?lat=0&lon=0&from=${from}&days=1`);
      expect(status).toBe(refused ? 409 : 200);
    }
  });

  test('are replaced by a note and a link to the API without scripts', async () => {
    const { page } = await site.visit('/satellites/25544', { scripts: false });
    const section = page.locator('#passes');
    expect(await section.textContent()).toContain('which needs JavaScript');
    const link = section.getByRole('link', { name: '/passes' });
    expect((await fetch(site.base + (await link.getAttribute('href')))).status).toBe(200);
    expect(await section.locator('form').isHidden()).toBe(true);
    await page.context().close();
  });

  test('fit 320, 390 and 1440 pixels and have no axe violations, light and dark', async () => {
    const { page, section, problems } = await open(25544, { before: storePlace, width: 320 });
    await section.locator('tr[data-at]').first().waitFor();
    await section.getByRole('button', { name: 'Change' }).click();
    expect(await problemsAt(page, [320, 390, 1440])).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('load their code only when scrolled into view, or if a place is stored, for the next pass in the head', async () => {
    const visit = async (before: string) => {
      const { page } = await site.visit('/robots.txt', { before, now: NOW });
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.url()));
      await page.setViewportSize({ width: 1440, height: 400 });
      await page.goto(`${site.base}/satellites/25544`, { waitUntil: 'networkidle' });
      return { page, isLoaded: () => loaded.some((url) => /mount-passes/.test(url)) };
    };
    const without = await visit('localStorage.clear()');
    expect(without.isLoaded()).toBe(false);
    await without.page.locator('#passes').scrollIntoViewIfNeeded();
    await expect.poll(without.isLoaded).toBe(true);
    await without.page.context().close();
    const stored = await visit(storePlace);
    await expect.poll(stored.isLoaded).toBe(true);
    await expect.poll(() => stored.page.locator('[data-passes-head]').textContent()).not.toContain('Set your place');
    await stored.page.context().close();
  });
});
