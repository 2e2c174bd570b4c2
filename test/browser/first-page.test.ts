import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasChromium,
  named,
  openPage,
  openSampleSite,
  overflow,
  type SampleSite,
  suggestOnlyFor,
  type VisitOptions,
  waitForPage,
} from './site/sample-site.ts';
import { sitePages } from './site/site-pages.ts';

/** Every page, and variants with long or unusual content. */
const pages = [
  ...sitePages,
  '/satellites?q=sample&sort=-launch_date',
  '/satellites?orbit_class=GEO&min_perigee_km=90000',
  '/satellites/190242',
  '/satellites/345678',
  '/conflicts?field=operator',
  '/events?type=reentry',
  '/events?month=2026-07',
  '/docs/',
];

/** Pages with a table that is wider than a tablet: eleven columns of numbers, and a window with its bar. */
const wide = new Set(['/stats', '/reentries', '/reentries/upcoming']);

/** Widths of phones, tablets and desks, and those at which the header changes. */
const headerWidths = [320, 390, 720, 768, 834, 900, 1024, 1440];

describe.skipIf(!hasChromium)(named('the website in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());
  const visit = (path: string, options?: VisitOptions) => site.visit(path, options);
  const rows = async (path: string) =>
    (await (await fetch(site.base + path)).json()) as { data: Record<string, unknown>[] };

  test('the front page shows counts, events, launches, reentries, data and sources of the release', async () => {
    const { page, problems } = await visit('/');
    const text = (await page.textContent('body')) ?? '';
    for (const words of ['344', 'Latest launches', 'Latest reentries', 'SatNOGS DB', 'CC-BY-4.0', 'Sample data.'])
      expect(text).toContain(words);
    expect(await page.locator('table.events tbody tr').count()).toBe(12);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  // Pages are loaded as on a phone, once, because their layout follows the width; the accessibility test loads them as on a desk.
  test('has no horizontal overflow from 320 to 1440 pixels, no errors, and between a phone and a screen tables that fit', async () => {
    const { page, problems } = await visit('/sources', { width: 390, dark: true });
    const wideTables: unknown[] = [];
    for (const path of pages) {
      await page.setViewportSize({ width: 390, height: 900 });
      await openPage(page, site.base + path);
      for (const width of [390, 320, 768, 900, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect([path, width, (await overflow(page)) <= 0, problems]).toEqual([path, width, true, []]);
        if ((width !== 768 && width !== 900) || wide.has(path)) continue;
        const tables = await page
          .locator('.scroll:visible')
          .evaluateAll((all) => all.map((one) => [one.scrollWidth, one.clientWidth] as const));
        wideTables.push(...tables.filter(([needed, room]) => needed > room).map((sizes) => [width, path, ...sizes]));
      }
      expect([path, await page.locator('h1').count()]).toEqual([path, 1]);
    }
    expect(wideTables).toEqual([]);
    await page.context().close();
  });

  test('the header takes at most 140 pixels at any width, and each of its menus opens within the page', async () => {
    const { page } = await visit('/satellites/25544');
    for (const width of headerWidths) {
      await page.setViewportSize({ width, height: 800 });
      const { height } = (await page.locator('.masthead').boundingBox())!;
      expect([width, height <= 140, (await overflow(page)) <= 0]).toEqual([width, true, true]);
      const menus = await page.locator('.menus details').all();
      const tops = await Promise.all(menus.map(async (menu) => (await menu.locator('summary').boundingBox())!.y));
      // One line: four names at the same height.
      expect([width, tops.length, new Set(tops).size]).toEqual([width, 4, 1]);
      for (const menu of menus) {
        await menu.locator('summary').click();
        const { x, width: wide } = (await menu.locator('ul').boundingBox())!;
        expect([width, x >= 0, x + wide <= width]).toEqual([width, true, true]);
      }
      // Each name with its arrow is within the line below the header, and the words of the search field are not cut.
      const field = page.locator('#search');
      const cut = await field.evaluate((input: HTMLInputElement) => {
        const pen = document.createElement('canvas').getContext('2d')!;
        const { font, paddingLeft, paddingRight } = getComputedStyle(input);
        pen.font = font;
        const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return pen.measureText(input.placeholder).width > room;
      });
      expect([width, cut]).toEqual([width, false]);
      // Opening one menu closes the others.
      expect(await page.locator('.menus details[open]').count()).toBe(1);
      // A place that no menu covers.
      await page.mouse.click(2, 700);
      expect(await page.locator('.menus details[open]').count()).toBe(0);
    }
    await page.context().close();
  });

  test('the search is beside the globe or above it, never on it', async () => {
    const { page } = await visit('/');
    for (const width of headerWidths) {
      await page.setViewportSize({ width, height: 900 });
      const head = (await page.locator('.globe-head').boundingBox())!;
      const stage = (await page.locator('.globe-stage').boundingBox())!;
      const apart = head.x + head.width <= stage.x || head.y + head.height <= stage.y;
      expect([width, apart, (await overflow(page)) <= 0]).toEqual([width, true, true]);
    }
    for (const name of ['Tonight over you', 'Latest launches', 'Where sources disagree'])
      expect([name, await page.getByRole('heading', { name }).count()]).toEqual([name, 1]);
    await page.context().close();
  });

  test('the sentence below the globe stays below it until its objects move', async () => {
    const { page } = await visit('/robots.txt');
    // Without the elements it waits.
    await page.route('**/api/v1/elements', () => {});
    await page.goto(`${site.base}/`, { waitUntil: 'domcontentloaded' });
    for (const width of headerWidths) {
      await page.setViewportSize({ width, height: 900 });
      const globe = (await page.locator('.globe-view').boundingBox())!;
      const { y, height } = (await page.locator('.globe-still').boundingBox())!;
      expect([width, y >= globe.y, y + height <= globe.y + globe.height + 1]).toEqual([width, true, true]);
    }
    await page.context().close();
  });

  test.each([
    [1440, 900],
    [390, 844],
  ])(
    'an object’s sentence, status, place and next pass are in view at once at %i × %i pixels',
    async (width, height) => {
      const place = { name: 'Home', lat: -41.2871, lon: 174.7763 };
      const { page, problems } = await visit('/satellites/25544', {
        width,
        now: '2026-08-22T18:00:00Z',
        before: `localStorage.setItem('orbweaver.place', '${JSON.stringify(place)}')`,
      });
      await page.setViewportSize({ width, height });
      await expect.poll(() => page.textContent('[data-passes-head]')).toMatch(/^(in \d.*|now) over Home/);
      expect(await page.textContent('[data-live-head]')).toMatch(/^[\d.]+° [NS], [\d.]+° [EW]$/);
      for (const part of ['.sentence', '.numbers .status, .numbers dd', '[data-live-head]', '[data-passes-head]']) {
        const { y, height: tall } = (await page.locator(part).first().boundingBox())!;
        expect([part, y >= 0 && y + tall <= height]).toEqual([part, true]);
      }
      expect(await page.title()).toBe('International Space Station (ISS (ZARYA)) · NORAD 25544 · Orbweaver');
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );

  test('the menus work by keyboard and by touch at any width', async () => {
    const { page } = await visit('/satellites/25544', { width: 390, touch: true });
    const focused = () => page.evaluate('document.activeElement.textContent');
    for (const width of headerWidths) {
      await page.setViewportSize({ width, height: 800 });
      for (const menu of await page.locator('.menus details').all()) {
        const summary = menu.locator('summary');
        const name = await summary.textContent();
        const [first, last] = [menu.locator('a').first(), menu.locator('a').last()];
        // The click event follows the tap asynchronously.
        await summary.tap();
        await expect
          .poll(async () => [width, name, await first.isVisible(), await last.isVisible()])
          .toEqual([width, name, true, true]);
        await summary.tap();
        await expect.poll(async () => [width, name, await first.isVisible()]).toEqual([width, name, false]);
        await summary.focus();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
        expect([width, await focused()]).toEqual([width, await first.textContent()]);
        await page.keyboard.press('Escape');
        expect([width, await page.locator('.menus details[open]').count(), await focused()]).toEqual([width, 0, name]);
      }
    }
    await page.locator('.menus summary', { hasText: 'Data' }).tap();
    await waitForPage(page, () => page.getByRole('link', { name: 'Datasets', exact: true }).first().tap());
    expect(new URL(page.url()).pathname).toBe('/datasets');
    await page.context().close();
  });

  test('search finds an object, whose page shows its claims', async () => {
    const { page, problems } = await visit('/');
    await page.getByRole('combobox', { name: 'Search the catalog' }).fill('hubble');
    await waitForPage(page, () => page.getByRole('button', { name: 'Search' }).click());
    await waitForPage(page, () => page.getByRole('link', { name: 'HST', exact: true }).click());
    // The common name is the heading; the catalog name follows.
    expect(await page.textContent('h1')).toBe('Hubble Space Telescope');
    expect(await page.textContent('.aka')).toContain('HST');
    expect(await page.textContent('.sentence')).toMatch(/in low Earth orbit, .*launched 1990-04-2\d .*; /);
    const launched = page.locator('details.field', { has: page.locator('#launch_date') });
    expect(await launched.locator('table.claims').isVisible()).toBe(false);
    await launched.locator('summary').click();
    const claims = launched.locator('table.claims tbody tr');
    expect(await claims.count()).toBeGreaterThan(1);
    expect(await claims.first().textContent()).toContain('used');
    expect(await launched.locator('.evidence').textContent()).toContain('independent sources agree');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('an object links to its groups, and a group page shows its members, its files and the globe', async () => {
    const { page, problems } = await visit('/satellites/25544');
    const groups = page.getByRole('region', { name: 'Groups' });
    await waitForPage(page, () => groups.getByRole('link', { name: 'stations', exact: true }).click());
    expect(await page.textContent('h1')).toBe('Space stations');
    const { data } = (await (await fetch(`${site.base}/api/v1/groups`)).json()) as {
      data: { slug: string; objects: number; with_elements: number; files: { url: string; bytes: number }[] }[];
    };
    const group = data.find(({ slug }) => slug === 'stations')!;
    expect(await page.locator('table.satellites tbody tr').count()).toBe(group.objects);
    const links = await page
      .getByRole('region', { name: 'Elements' })
      .locator('th a')
      .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
    expect(links).toEqual(group.files.map(({ url }) => url));
    for (const { url, bytes } of group.files) {
      const { status, headers } = await fetch(site.base + url, {
        method: 'HEAD',
        headers: { 'Accept-Encoding': 'identity' },
      });
      expect([url, status, headers.get('content-length')]).toEqual([url, 200, String(bytes)]);
    }
    await page.locator('[data-globe=live]').waitFor();
    expect(await page.locator('[data-globe-legend]').textContent()).toContain(String(group.with_elements));
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('group names in other cases redirect, and an unknown group returns 404', async () => {
    const uppercase = await fetch(`${site.base}/groups/STATIONS`, { redirect: 'manual' });
    expect([uppercase.status, uppercase.headers.get('location')]).toEqual([301, '/groups/stations']);
    const unknown = await fetch(`${site.base}/groups/none-such`);
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('No group has that name')]);
  });

  test('suggestions appear while typing and can be selected by keyboard', async () => {
    const { page, problems } = await visit('/satellites');
    const box = page.getByRole('combobox', { name: 'Search the catalog' });
    await suggestOnlyFor(page, 'iss');
    await box.focus();
    await page.keyboard.type('iss');
    await page.getByRole('option').first().waitFor();
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowDown');
    const chosen = page.locator('[role=option][aria-selected=true]');
    expect(await chosen.getAttribute('id')).toBe(await box.getAttribute('aria-activedescendant'));
    await page.keyboard.press('Escape');
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const name = await page.locator('[role=option][aria-selected=true] b').textContent();
    await waitForPage(page, () => page.keyboard.press('Enter'));
    expect(page.url()).toMatch(/\/satellites\/\d+$/);
    expect(await page.textContent('.object-head')).toContain(name);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('lists are filtered, sorted and paginated by URL, and exported with the same filters', async () => {
    const { page } = await visit('/satellites');
    const facet = (name: RegExp) => page.locator('.facets').getByRole('link', { name });
    await waitForPage(page, () => facet(/^LEO/).click());
    await waitForPage(page, () => facet(/^Payload/).click());
    await waitForPage(page, () => page.locator('table.satellites thead').getByRole('link', { name: 'Name' }).click());
    expect(new URL(page.url()).search).toBe('?orbit_class=LEO&object_class=PAYLOAD&sort=name');
    const shown = async () =>
      (await page.locator('table.satellites td.id').allTextContents()).map((text) => Number(text));
    const first = await shown();
    await waitForPage(page, () => page.locator('nav.pager').first().getByRole('link', { name: 'Next' }).click());
    const query = '?orbit_class=LEO&object_class=PAYLOAD&sort=name';
    expect(new URL(page.url()).search).toBe(`${query}&offset=50`);
    const { data } = await rows(`/satellites.json${query}`);
    expect(data.slice(0, 100).map((row) => row.norad_cat_id)).toEqual([...first, ...(await shown())]);
    expect(new Set(data.map((row) => `${row.orbit_class} ${row.object_class}`))).toEqual(new Set(['LEO PAYLOAD']));
    const csv = await (await fetch(`${site.base}/satellites.csv${query}`)).text();
    const ids = csv.trimEnd().split('\r\n').slice(1);
    expect(ids.map((line) => Number(line.split(',')[0]))).toEqual(data.map((row) => row.norad_cat_id));
    expect(await page.locator('.take').textContent()).toContain(`All ${data.length} objects`);
    expect(await page.locator('.take pre').textContent()).toContain(`/api/v1/satellites${query}&limit=50&offset=50`);
    await page.context().close();
  });

  test('facet counts match the lists they link to', async () => {
    const { page } = await visit('/satellites?status=OPERATIONAL');
    const links = await page
      .locator('.facets li a:not(.chosen)')
      .evaluateAll((found) => found.map((link) => [link.getAttribute('href')!, link.querySelector('b')!.textContent!]));
    expect(links.length).toBeGreaterThan(10);
    for (const [href, count] of links)
      expect([href, String((await rows(href!.replace('/satellites', '/satellites.json'))).data.length)]).toEqual([
        href,
        count!.replaceAll(',', ''),
      ]);
    await page.context().close();
  });

  test('empty form fields are removed from the URL, and an invalid filter returns 400 with the allowed values', async () => {
    const { page } = await visit('/satellites?q=&orbit_class=LEO&operator=Sample+Space&min_apogee_km=');
    expect(new URL(page.url()).search).toBe('?orbit_class=LEO&operator=sample-space');
    const response = await page.goto(`${site.base}/satellites?orbit_class=LOW`);
    expect(response!.status()).toBe(400);
    expect(await page.textContent('main')).toContain('LEO, MEO, GEO');
    expect((await fetch(`${site.base}/satellites.csv?orbit_class=LOW`)).status).toBe(400);
    await page.goto(`${site.base}/satellites?q=zzzzqqqq`);
    expect(await page.textContent('main')).toContain('No objects match');
    expect(await page.locator('main aside').count()).toBe(0);
    await page.context().close();
  });

  test('conflicting values are shown side by side, and the conflict list links to them', async () => {
    const { page } = await visit('/conflicts?field=name');
    await waitForPage(page, () => page.locator('.conflicts dt a').first().click());
    expect(page.url()).toMatch(/#name$/);
    expect(await page.locator('.disputed .sides li').count()).toBeGreaterThan(1);
    // The fragment points into a closed <details>, which the browser opens.
    await expect.poll(() => page.locator('#name').isVisible()).toBe(true);
    await page.context().close();
  });

  test('elements can be copied, and a warning explains a missing TLE', async () => {
    const { page } = await visit('/satellites/25544');
    expect(await page.locator('pre[data-copy="the TLE"]').textContent()).toMatch(
      /^ISS \(ZARYA\)\n1 25544U .*\n2 25544 .*\n$/,
    );
    expect(await page.getByRole('button', { name: 'Copy the TLE' }).isVisible()).toBe(true);
    await page.goto(`${site.base}/satellites/340000`);
    expect(await page.locator('.elements .warning').textContent()).toContain('above 339999');
    await page.locator('.elements details.form summary').first().click();
    const omm = JSON.parse((await page.locator('.elements details.form pre').first().textContent())!) as Record<
      string,
      unknown
    >;
    expect(omm).toMatchObject({ NORAD_CAT_ID: 340000, CCSDS_OMM_VERS: '3.0' });
    await page.context().close();
  });

  test('search, claims and documentation work without scripts', async () => {
    const { page } = await visit('/', { scripts: false });
    await page.getByLabel('Search the catalog').fill('25544');
    await waitForPage(page, () => page.getByRole('button', { name: 'Search' }).click());
    expect(new URL(page.url()).pathname).toBe('/satellites/25544');
    await page.locator('details.field summary').first().click();
    expect(await page.locator('table.claims').first().isVisible()).toBe(true);
    const docs = await visit('/docs/', { scripts: false });
    expect(await docs.page.getByText('Sample data.').isVisible()).toBe(true);
    await page.context().close();
    await docs.page.context().close();
  });

  test('each page has a unique title, a description and a canonical URL', async () => {
    const titles = new Map<string, string>();
    for (const path of pages.filter((page) => !page.includes('?') && page !== '/docs/')) {
      const html = await (await fetch(site.base + path)).text();
      const title = /<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '';
      expect([path, titles.get(title)]).toEqual([path, undefined]);
      titles.set(title, path);
      expect(html).toContain(`<link rel="canonical" href="${site.base}${path}">`);
      expect(html).toMatch(/<meta name="description" content="[^"]{40,}/);
      expect(html).not.toMatch(/ style="|<script(?![^>]* src=)(?! type="application\/ld\+json")/);
    }
    const { headers } = await fetch(`${site.base}/satellites/25544`);
    expect(headers.get('link')).toContain('/api/v1/satellites/25544>; rel="alternate"');
  });

  test('the site’s own fonts are loaded', async () => {
    const { page } = await visit('/');
    expect(
      await page.evaluate(
        '[...document.fonts].filter((face) => face.status === "loaded").map((face) => face.family).join()',
      ),
    ).toMatch(/Archivo/);
    await page.context().close();
  });

  test('the documentation can be searched', async () => {
    const { page, problems } = await visit('/docs/');
    await page.locator('button[data-open-modal]').click();
    await page.locator('#starlight__search input').fill('parallel arrays');
    await page.locator('.pagefind-ui__result-link, #starlight__search a').first().waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
