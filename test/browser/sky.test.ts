import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextNight } from '../../src/features/sky/page/darkness.ts';
import { onPolar } from '../../src/features/sky/page/polar.ts';
import { type ElementsFile, SkyObjects } from '../../src/features/sky/page/sky-objects.ts';
import { problemsAt, violations } from './accessibility.ts';
import {
  hasChromium,
  named,
  openSampleSite,
  overflow,
  type SampleSite,
  type VisitOptions,
  waitForPage,
} from './site/sample-site.ts';

/** 5 a.m. in Wellington: dark, with satellites in sunlight. */
const NOW = '2026-08-23T17:00:00Z';
const place = { name: 'Home', lat: -41.2871, lon: 174.7763 };
const storePlace = `localStorage.setItem('orbweaver.place', '${JSON.stringify(place)}')`;
const zone = { timezoneId: 'Pacific/Auckland' } as const;

describe.skipIf(!hasChromium)(named('the sky page in Chromium'), () => {
  let site: SampleSite;
  let elements: ElementsFile;
  beforeAll(async () => {
    site = await openSampleSite();
    elements = (await (await fetch(`${site.base}/api/v1/elements`)).json()) as ElementsFile;
  }, 180_000);
  afterAll(() => site?.stop());

  async function open(options: VisitOptions = {}) {
    const visited = await site.visit('/sky', { now: NOW, before: storePlace, context: zone, ...options });
    await visited.page.locator('[data-sky-above] tr').first().waitFor({ state: 'attached' });
    await visited.page.locator('[data-sky][data-night]:not([data-night=searching])').waitFor();
    return visited;
  }
  const computeAbove = () => new SkyObjects(elements, Date.parse(NOW)).above(place, Date.parse(NOW), 10);
  const textOf = (page: Page, name: string) => page.locator(`[data-sky-${name}]`).textContent();

  test('shows the objects above now and lists the highest', async () => {
    const { page, problems } = await open();
    const above = computeAbove();
    expect(above.ids.length).toBeGreaterThan(12);
    expect(await textOf(page, 'now')).toContain(`${above.ids.length} of ${elements.data.norad_cat_id.length}`);
    expect(await textOf(page, 'now')).toContain('at 05:00:00. The Sun is 23° below the horizon: night.');
    await page.getByRole('button', { name: `List all ${above.ids.length}` }).click();
    const links = await page
      .locator('[data-sky-above] a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(above.ids.map((id) => `/satellites/${id}#passes`));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('labels a dot under the pointer and opens its page by click, or by a second tap on touch screens', async () => {
    const above = computeAbove();
    const point = async (page: Page) => {
      const chart = page.locator('.sky-chart .polar');
      await chart.scrollIntoViewIfNeeded();
      const { x, y, width } = (await chart.boundingBox())!;
      const horizon = (await chart.locator('.horizon').boundingBox())!;
      const dot = onPolar(above.azimuth_deg[0]!, above.elevation_deg[0]!, horizon.width / 2);
      return [x + width / 2 + dot.x, y + width / 2 + dot.y] as const;
    };
    const mouse = await open();
    const [x, y] = await point(mouse.page);
    await mouse.page.mouse.move(x, y);
    // The page gets movements of the mouse with its next frame.
    await expect
      .poll(() => textOf(mouse.page, 'card'))
      .toContain(`${above.names[0]} ${Math.round(above.elevation_deg[0]!)}°`);
    await waitForPage(mouse.page, () => mouse.page.mouse.click(x, y));
    expect(mouse.page.url()).toBe(`${site.base}/satellites/${above.ids[0]}#passes`);
    await mouse.page.context().close();

    const touch = await open({ width: 390, context: { ...zone, hasTouch: true } });
    const opened: string[] = [];
    touch.page.on('request', (request) => request.isNavigationRequest() && opened.push(request.url()));
    await touch.page.touchscreen.tap(...(await point(touch.page)));
    await expect.poll(() => textOf(touch.page, 'card')).toContain(above.names[0]!);
    await waitForPage(touch.page, () => touch.page.locator('[data-sky-card] a').tap());
    // The first tap did not navigate.
    expect(opened).toEqual([`${site.base}/satellites/${above.ids[0]}`]);
    expect(touch.page.url()).toBe(`${site.base}/satellites/${above.ids[0]}#passes`);
    await touch.page.context().close();
  });

  test('lists the same visible passes tonight as the API', async () => {
    const evening = '2026-08-23T07:00:00Z';
    const { page, problems } = await open({ now: evening });
    const night = nextNight(place, Date.parse(evening))!;
    await page.getByLabel('Group').selectOption('stations');
    await page.getByLabel('Magnitude').selectOption('any');
    const group = (await (await fetch(`${site.base}/api/v1/elements/stations`)).json()) as ElementsFile;
    const stations = new Set(group.data.norad_cat_id);
    const listed = () =>
      page
        .locator('[data-sky-night] tbody tr')
        .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.id)));
    await expect.poll(listed).toSatisfy((ids) => ids.length > 0 && ids.every((id: number) => stations.has(id)));
    const shown = () =>
      page
        .locator('[data-sky-night] tr[data-id="25544"] time')
        .evaluateAll((times) => times.map((time) => Date.parse((time as HTMLTimeElement).dateTime)));
    const query = `lat=${place.lat}&lon=${place.lon}&from=${evening}&days=1&visible=true`;
    const response = await fetch(`${site.base}/api/v1/satellites/25544/passes?${query}`);
    const { data } = (await response.json()) as {
      data: {
        passes: {
          rise: { at: string };
          culmination: { at: string };
          set: { at: string };
          visible: { from: string; to: string }[];
        }[];
      };
    };
    const expected = data.passes
      .flatMap(({ rise, culmination, set, visible }) => [
        rise.at,
        culmination.at,
        set.at,
        ...visible.flatMap(({ from, to }) => [from, to]),
      ])
      .map((at) => Date.parse(at))
      .filter((at) => at < night.to);
    expect(expected.length).toBeGreaterThan(3);
    // Some are shown before the search has ended.
    await expect.poll(shown).toHaveLength(expected.length);
    for (const [index, at] of (await shown()).entries())
      expect(Math.abs(at - expected[index]!)).toBeLessThanOrEqual(51);

    await page.getByLabel('Group').selectOption('active');
    await page.getByLabel('Magnitude').selectOption('any');
    await page.locator('[data-sky-night] tbody tr').nth(24).waitFor();
    const passCount = async () =>
      Number(/: ([\d,]+) (visible )?passes/.exec((await textOf(page, 'night-message'))!)![1]!.replace(',', ''));
    await expect
      .poll(() => textOf(page, 'night-message'))
      .toMatch(
        /: [\d,]+ visible passes above 10° \(sunlit against a dark sky\): [\d,]+ of magnitude 6 or brighter, .* of unknown magnitude\.$/,
      );
    const visible = await passCount();
    await page.getByLabel('Visible only').uncheck();
    await expect.poll(passCount).toBeGreaterThan(visible);
    await page.getByLabel('Order').selectOption('height');
    await expect
      .poll(async () => {
        const heights = (await page.locator('[data-sky-night] b').allTextContents()).map((text) =>
          Number.parseInt(text, 10),
        );
        return heights.length > 5 && heights.every((height, index) => index === 0 || height <= heights[index - 1]!);
      })
      .toBe(true);
    await page.getByRole('button', { name: /^Show \d+ more of/ }).click();
    await expect.poll(() => page.locator('[data-sky-night] tbody tr').count()).toBeGreaterThan(25);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('lists what the naked eye sees where no group has the brightest objects', async () => {
    // The sample has no group `visual`.
    const { page, problems } = await site.visit('/sky', { now: NOW, before: storePlace, context: zone });
    await page.locator('[data-sky-night] tbody tr').first().waitFor();
    expect(await page.getByLabel('Group').inputValue()).toBe('active');
    expect(await page.getByLabel('Magnitude').inputValue()).toBe('4');
    await page.locator('[data-sky][data-night]:not([data-night=searching])').waitFor();
    const magnitudes = await page.locator('[data-sky-night] [data-head=magnitude]').allTextContents();
    expect(magnitudes.filter((text) => !(Number(text.replace('−', '-')) <= 4))).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('filters by group, sends no location, and keeps working offline', async () => {
    const { page, problems } = await site.visit('/robots.txt', { now: NOW, before: storePlace, context: zone });
    const sent: string[] = [];
    page.on('request', (request) =>
      sent.push(`${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`),
    );
    await page.goto(`${site.base}/sky`);
    await page.getByLabel('Show').selectOption('stations');
    await expect.poll(() => textOf(page, 'now')).toMatch(/^\d of 5 above 10°/);
    await page.getByLabel('Group').selectOption('stations');
    await expect
      .poll(() => textOf(page, 'night-message'))
      .toMatch(/visible passes above 10° \(sunlit against a dark sky\): .+\.$/);
    await page.getByLabel('Amateur, 2 m').check();
    await page.locator('[data-radio-table] tbody tr').first().waitFor();
    expect(sent.some((request) => request.includes('/api/v1/dataset/transmitters'))).toBe(true);
    expect(sent.some((request) => request.includes('/sky/magnitudes.json'))).toBe(true);
    expect(sent.some((request) => request.includes('/api/v1/elements/stations'))).toBe(true);
    expect(sent.filter((request) => /41\.2|174\.7|Home|RE78/.test(request))).toEqual([]);

    await page.context().setOffline(true);
    await page.clock.setFixedTime('2026-08-23T17:10:00Z');
    await expect.poll(() => textOf(page, 'now')).toContain('at 05:10:00');
    await page.locator('[data-place-least]').selectOption('0');
    await expect.poll(() => textOf(page, 'now')).toMatch(/^\d of 5 above 0°/);
    await expect.poll(() => textOf(page, 'night-message')).toMatch(/above 0°.*\.$/);
    await expect.poll(() => page.locator('[data-radio-message]').textContent()).toMatch(/above 0° until 17:10/);
    await page.getByLabel('Amateur, 70 cm').check();
    await expect.poll(() => page.locator('[data-radio-message]').textContent()).toMatch(/of 2 objects/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('lists audible transmitters with the frequencies of the API', async () => {
    const { page, problems } = await open();
    expect(await page.locator('[data-radio-message]').textContent()).toContain('Choose the bands');
    await page.getByLabel('Amateur, 2 m').check();
    await page.getByLabel('In the next').selectOption('24');
    const rows = page.locator('[data-radio-table] tr[data-id="7530"]');
    await rows.first().waitFor();
    const frequencies = rows.locator('.frequencies p:first-child .code');
    const query = `lat=${place.lat}&lon=${place.lon}&from=${NOW}&days=1&transmitter=SMPLtransmitter0000004`;
    const response = await fetch(`${site.base}/api/v1/satellites/7530/passes?${query}`);
    type Moment = { readonly downlink_hz: number };
    const { data } = (await response.json()) as {
      readonly data: {
        readonly passes: readonly { readonly frequency: { readonly rise: Moment; readonly set: Moment } }[];
      };
    };
    const megahertz = ({ downlink_hz }: Moment) => downlink_hz / 1e6;
    const expected = data.passes.map(({ frequency: { rise, set } }) => [megahertz(rise), megahertz(set)]);
    expect(expected.length).toBeGreaterThan(3);
    // Passes of the earlier, shorter period are listed first.
    await expect.poll(() => frequencies.count()).toBe(expected.length);
    for (const [index, text] of (await frequencies.allTextContents()).entries()) {
      const [rise, set] = text.split(' → ').map(Number) as [number, number];
      expect(Math.abs(rise - expected[index]![0]!)).toBeLessThan(0.00006);
      expect(Math.abs(set - expected[index]![1]!)).toBeLessThan(0.00006);
    }
    // Transmitters that are not in use, such as the space station's SSTV, are not listed.
    const station = await page.locator('[data-radio-table] tr[data-id="25544"]').first().textContent();
    expect(station).toContain('AFSK, Packet');
    expect(station).not.toContain('SSTV');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('filters and sorts passes by brightness, with the magnitudes of the API', async () => {
    const { page } = await open({ now: '2026-08-23T07:00:00Z' });
    const shown = async () =>
      (
        await page
          .locator('[data-sky-night] tbody tr')
          .evaluateAll((rows) => rows.map((row) => row.children[4]!.textContent!.replace('−', '-')))
      ).map(Number);
    await page.getByLabel('Order').selectOption('brightness');
    await page.getByLabel('Magnitude').selectOption('4');
    const byBrightness = (values: readonly number[]) =>
      values.every((value, at) => at === 0 || values[at - 1]! <= value);
    await expect
      .poll(shown)
      .toSatisfy((values) => values.length > 0 && values.every((value: number) => value <= 4) && byBrightness(values));
    const values = await shown();
    const first = page.locator('[data-sky-night] tbody tr').first();
    const [id, at] = await Promise.all([first.getAttribute('data-id'), first.getAttribute('data-at')]);
    const from = new Date(Number(at) - 60_000).toISOString();
    const query = `lat=${place.lat}&lon=${place.lon}&from=${from}&hours=1`;
    const response = await fetch(`${site.base}/api/v1/satellites/${id}/passes?${query}`);
    const { data } = (await response.json()) as {
      readonly data: { readonly passes: readonly { readonly magnitude: number }[] };
    };
    expect(Math.abs(data.passes[0]!.magnitude - values[0]!)).toBeLessThan(0.11);
    await page.context().close();
  });

  test('shows the sky at another time, and at the present again', async () => {
    const { page, problems } = await open();
    const slider = page.getByLabel('Time', { exact: true });
    await slider.fill('120');
    const later = Date.parse(NOW) + 7_200_000;
    const above = new SkyObjects(elements, Date.parse(NOW)).above(place, later, 10);
    await expect.poll(() => textOf(page, 'now')).toContain(`${above.ids.length} of `);
    await expect.poll(() => textOf(page, 'now')).toContain('at Monday 24 August, 07:00:00');
    expect(await slider.getAttribute('aria-valuetext')).toBe('Monday 24 August, 07:00');
    expect(await textOf(page, 'now-title')).toBe('At another time');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await expect.poll(() => textOf(page, 'now')).toContain('at 05:00:00');
    expect([await slider.inputValue(), await textOf(page, 'now-title')]).toEqual(['0', 'Now']);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('names the brightest passes to come', async () => {
    const { page } = await open({ now: '2026-08-23T07:00:00Z' });
    await page.getByLabel('Order').selectOption('brightness');
    await expect
      .poll(async () => {
        const rows = await page
          .locator('[data-sky-night] tbody tr')
          .evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.id));
        const best = await page
          .locator('[data-sky-best-list] a')
          .evaluateAll((all) => all.map((link) => /\d+/.exec(link.getAttribute('href')!)![0]));
        const brightest = [...new Set(rows)].slice(0, 3);
        return best.length === 3 && best.every((id) => brightest.includes(id));
      })
      .toBe(true);
    await page.context().close();
  });

  test.each([
    [1440, false],
    [390, true],
  ] as const)('at %i pixels, says what a light may have been, as the API, and sends nothing', async (width, touch) => {
    const { page, problems } = await open({ width, context: { ...zone, hasTouch: touch } });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.getByLabel('When, in Pacific/Auckland').fill('2026-08-24T04:50');
    await page.getByLabel('Give or take').selectOption('30');
    await page.locator('[data-saw-choice=light]').selectOption('steady');
    const button = page.getByRole('button', { name: 'Find out' });
    await (touch ? button.tap() : button.click());
    await page.locator('[data-saw][data-answered]').waitFor();
    const response = await fetch(
      `${site.base}/api/v1/sightings?lat=${place.lat}&lon=${place.lon}&at=2026-08-23T16:50:00Z&time_error_min=30&light=steady`,
    );
    const { data } = (await response.json()) as {
      data: { candidates: { norad_cat_id: number; reasons: { text: string }[] }[]; alternatives: string[] };
    };
    expect(data.candidates).toHaveLength(3);
    const links = await page
      .locator('.sightings h3 a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(data.candidates.map(({ norad_cat_id }) => `/satellites/${norad_cat_id}#passes`));
    const answer = (await page.locator('[data-saw-answer]').textContent())!;
    for (const text of [
      ...data.candidates.flatMap(({ reasons }) => reasons.map((one) => one.text)),
      ...data.alternatives,
    ])
      expect(answer).toContain(text);
    expect(sent.filter((one) => /41\.2|174\.7|16:50/.test(one))).toEqual([]);

    await page.locator('[data-place-zone][value=utc]').check();
    expect(await page.getByLabel('When, in UTC').inputValue()).toBe('2026-08-23T16:50');
    await page.getByLabel('When, in UTC').fill('');
    await button.click();
    await expect.poll(() => page.locator('[data-saw-status]').textContent()).toContain('Enter the date and the time');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('finds transmitters by frequency without scripts', async () => {
    const { page, problems } = await site.visit('/satellites', { scripts: false });
    await page.locator('.masthead input[name=q]').fill('145.800 MHz');
    await waitForPage(page, () => page.keyboard.press('Enter'));
    expect(page.url()).toBe(`${site.base}/transmitters?frequency=145.800+MHz`);
    expect(await page.locator('h1').textContent()).toBe('Transmitters at 145.800 MHz');
    expect(await page.locator('tbody tr').allTextContents()).toEqual([expect.stringContaining('ISS (ZARYA)')]);
    await page.getByLabel('Frequency, MHz').fill('145-146');
    await page.locator('select[name=alive]').selectOption('true');
    await waitForPage(page, () => page.getByRole('button', { name: 'Filter' }).click());
    expect(page.url()).toMatch(/\/transmitters\?frequency=145-146&alive=true$/);
    expect(await page.locator('tbody tr').count()).toBe(4);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('omits and counts objects with elements older than 30 days', async () => {
    const { page } = await site.visit('/sky', { now: '2026-11-22T12:00:00Z', before: storePlace, context: zone });
    await expect.poll(() => textOf(page, 'left-out')).toMatch(/^\d+ not shown/);
    await page.context().close();
  });

  test('shows a note and hides its form without scripts', async () => {
    const { page } = await site.visit('/sky', { scripts: false });
    expect(await page.locator('[data-sky] noscript, [data-sky] p').first().textContent()).toContain(
      'which needs JavaScript',
    );
    expect(await page.locator('[data-place-form]').isHidden()).toBe(true);
    await page.context().close();
  });

  test('fits 320, 390 and 1440 pixels and has no axe violations, light and dark', async () => {
    const { page, problems } = await open({ width: 320, reducedMotion: true });
    await page.getByRole('button', { name: 'Change' }).click();
    expect(await problemsAt(page, [320, 390, 1440])).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
