import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, named, openSampleSite, type SampleSite } from './site/sample-site.ts';

describe.skipIf(!hasChromium)(named('theme, print styles and links of the website'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  }, 180_000);
  afterAll(() => site?.stop());

  test('documentation and pages share the selected theme', async () => {
    const { page, problems } = await site.visit('/sources');
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await background();
    await page.getByLabel('Theme').selectOption('dark');
    const dark = await background();
    expect(dark).not.toBe(light);
    await page.goto(`${site.base}/docs/`);
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.locator('starlight-theme-select select').first().selectOption('light');
    await page.goto(`${site.base}/satellites/25544`);
    expect(await background()).toBe(light);
    expect(await page.getByLabel('Theme').inputValue()).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).toBe(light);
    await page.getByLabel('Theme').selectOption('');
    expect(await background()).toBe(dark);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('print styles hide navigation, say where and when the page was read, and keep the color of status markers', async () => {
    const { page } = await site.visit('/satellites/25544?history=30d', { dark: true });
    const source = page.locator('.masthead .on-paper');
    expect(await source.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await source.isVisible()).toBe(true);
    expect(await source.textContent()).toMatch(
      /^http\S+\/satellites\/25544\?history=30d, release of \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
    );
    for (const selector of ['.masthead nav', '.masthead .search', '.copy', '.theme', '.follow', 'details.form'])
      expect([selector, await page.locator(selector).first().isVisible()]).toEqual([selector, false]);
    expect(await page.locator('h1').isVisible()).toBe(true);
    // Labels that explain themselves are buttons on a screen.
    expect(await page.locator('main dt .term').first().isVisible()).toBe(true);
    const adjust = "getComputedStyle(document.querySelector('.status'), '::before').printColorAdjust";
    expect(await page.evaluate(adjust)).toBe('exact');
    expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).color")).toBe('rgb(22, 27, 28)');
    await page.context().close();
  });

  test('date fields of the filter form are wide enough for their content', async () => {
    const { page } = await site.visit('/satellites?min_perigee_km=1');
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await page
        .locator('.filters input[type=date]')
        .evaluateAll(
          (inputs) =>
            inputs.filter((input) => input.scrollWidth > input.clientWidth + 1 || input.clientWidth < 120).length,
        );
      expect([width, cut]).toEqual([width, 0]);
    }
    await page.context().close();
  });

  test('redirects designators and short launch numbers, and serves the favicon and events by month', async () => {
    const visit = async (path: string, accept = 'text/html') => {
      const response = await fetch(site.base + path, { redirect: 'manual', headers: { Accept: accept } });
      return [response.status, response.headers.get('location')];
    };
    expect(await visit('/satellites/1998-067A')).toEqual([301, '/satellites/25544']);
    expect(await visit('/satellites/1998067a')).toEqual([301, '/satellites/25544']);
    expect((await visit('/satellites/1998-067ZZ'))[0]).toBe(404);
    expect(await visit('/launches/1998-67')).toEqual([301, '/launches/1998-067']);
    expect(await visit('/favicon.ico')).toEqual([200, null]);
    const july = await (await fetch(`${site.base}/events?month=2026-07`)).text();
    const { data } = (await (await fetch(`${site.base}/api/v1/events/2026-07`)).json()) as { data: { name: string }[] };
    expect(july).toContain('Events of July 2026');
    expect(july).toContain(data[0]!.name.replaceAll('&', '&amp;'));
  });

  test('returns errors as HTML to browsers and as JSON to other clients', async () => {
    const request = async (path: string, accept: string, method = 'GET') => {
      const response = await fetch(site.base + path, { method, headers: { Accept: accept } });
      return { type: response.headers.get('content-type')!, status: response.status, text: await response.text() };
    };
    for (const [path, method, status] of [
      ['/satellites/%E0%A4%A', 'GET', 400],
      ['/', 'POST', 405],
    ] as const) {
      const page = await request(path, 'text/html,*/*;q=0.8', method);
      expect([page.status, page.type]).toEqual([status, 'text/html; charset=utf-8']);
      expect(page.text).toContain('<h1>');
      expect(page.text).toContain('href="/"');
      const json = await request(path, '*/*', method);
      expect([json.status, json.type]).toEqual([status, 'application/json; charset=utf-8']);
    }
    expect((await request('/api/v1/nothing', 'text/html')).type).toContain('json');
  });

  test('404 pages explain what is missing and offer a search', async () => {
    for (const [path, words] of [
      ['/not/there', 'Page not found'],
      ['/satellites/999999999', 'No object with number 999999999'],
      ['/satellites/abc', 'Not a catalog number'],
      ['/operators/nobody-at-all', 'Operator not found'],
      ['/launches/1900-001', 'Launch not found'],
    ] as const) {
      const response = await fetch(site.base + path);
      expect([path, response.status]).toEqual([path, 404]);
      const html = await response.text();
      expect(html).toContain(words);
      expect(html).toContain('type="search"');
    }
  });

  test('suggests the station first for “iss”, and objects in orbit before decayed ones for “nasa”', async () => {
    const { data } = (await (await fetch(`${site.base}/suggest?q=iss`)).json()) as { data: { href: string }[] };
    expect(data[0]!.href).toBe('/satellites/25544');
    const nasa = (await (await fetch(`${site.base}/suggest?q=nasa`)).json()) as {
      data: { href: string; detail: string }[];
    };
    expect(nasa.data[0]!.href).toBe('/operators/nasa');
    const decayed = nasa.data.map(({ detail }) => detail.endsWith('decayed'));
    expect(decayed).toEqual(decayed.toSorted((a, b) => Number(a) - Number(b)));
  });
});
