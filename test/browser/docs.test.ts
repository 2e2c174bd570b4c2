import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spreadJson } from '../../src/schema/json-text.ts';
import { hasChromium, named, openPage, openSampleSite, overflow, type SampleSite } from './site/sample-site.ts';

describe('spreadJson formats', () => {
  test.each([
    ['{"a":1.10,"b":[{"c":"x\\",{"}]}', '{\n  "a": 1.10,\n  "b": [\n    {\n      "c": "x\\",{"\n    }\n  ]\n}'],
    ['{"data":[],"meta":{ }}', '{\n  "data": [],\n  "meta": {}\n}'],
    ['[12345678901234567890]', '[\n  12345678901234567890\n]'],
    ['{"cut":"of', '{\n  "cut": "of'],
  ])('%s', (text, lines) => {
    expect(spreadJson(text)).toBe(lines);
  });
});

describe.skipIf(!hasChromium)(named('the documentation in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  test('has a page for every GET route of the OpenAPI document, with its parameters and errors', async () => {
    const { paths } = (await (await fetch(`${site.base}/openapi.json`)).json()) as {
      paths: Record<string, { get?: { operationId: string; parameters?: { name: string }[]; responses: object } }>;
    };
    const index = await (await fetch(`${site.base}/docs/api/reference/`)).text();
    const routes = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
    // Routes without a GET are in hand-written pages.
    expect(Object.keys(paths).filter((path) => !paths[path]!.get)).toEqual([
      '/api/v1/sql',
      '/api/v1/webhooks/{webhook_id}/test',
      '/api/v1/webhooks/{webhook_id}/rotate',
    ]);
    expect(routes.length).toBeGreaterThan(40);
    for (const { path, get } of routes) {
      expect(index).toContain(`/docs/api/reference/${get.operationId}/`);
      const page = await (await fetch(`${site.base}/docs/api/reference/${get.operationId}/`)).text();
      expect(page).toContain(`<code>${path}</code>`);
      for (const { name } of get.parameters ?? [])
        expect([path, page]).toEqual([path, expect.stringContaining(`<code>${name}</code>`)]);
      for (const status of Object.keys(get.responses).filter((code) => Number(code) >= 400))
        expect(page).toContain(`<td>${status}</td>`);
      expect(page).not.toMatch(/>undefined<|\bundefined[,.]/);
    }
  });

  test('sends requests from the reference by keyboard and keeps the key in the tab', async () => {
    const { page, problems } = await site.visit('/docs/api/reference/getDataset/');
    await page.getByLabel('Key (not needed)').fill('ow_a-key-of-mine');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('data-name')).toBe('slice');
    await page.getByLabel('slice (required)').selectOption('geo');
    await page.getByLabel('Accept', { exact: true }).selectOption('text/csv');
    expect(await page.locator('[data-target]').textContent()).toBe('GET /api/v1/dataset/geo');
    const sent = page.waitForRequest('**/api/v1/dataset/geo');
    await page.getByLabel('Accept', { exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect((await sent).headers().authorization).toBe('Bearer ow_a-key-of-mine');
    await page.locator('[data-status]', { hasText: '200' }).waitFor();
    expect(await page.locator('[data-body]').textContent()).toContain('Name of Satellite, Alternate Names');
    await page.getByText('Headers', { exact: true }).click();
    expect(await page.locator('[data-headers]').textContent()).toContain('x-catalog-release');
    expect(page.url()).not.toContain('ow_');
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, document.cookie])')).not.toContain('ow_');
    await page.goto(`${site.base}/docs/api/reference/listEvents/`);
    expect(await page.getByLabel(/^Key/).inputValue()).toBe('ow_a-key-of-mine');
    await page.getByLabel(/^Key/).fill('');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('ow_');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('shows error responses and binary responses of requests', async () => {
    const { page } = await site.visit('/docs/api/reference/getDataset/', { width: 390 });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('[data-status]', { hasText: '200' }).waitFor();
    expect(await page.locator('form[data-try]').evaluate((form) => form.scrollWidth - form.clientWidth)).toBe(0);
    await page.getByLabel('format').selectOption('parquet');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('[data-body]', { hasText: 'not text' }).waitFor();
    await page.goto(`${site.base}/docs/api/reference/listEventsOfMonth/`);
    await page.getByLabel('month (required)').fill('1900-01');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('[data-status]', { hasText: '404' }).waitFor();
    expect(await page.locator('[data-body]').textContent()).toContain('"code": "not_found"');
    await page.context().close();
  });

  test('shows the reference without scripts and hides its form', async () => {
    const { page } = await site.visit('/docs/api/reference/getSatellite/', { scripts: false });
    const text = await page.textContent('main');
    for (const words of ['norad_cat_id', 'data.claims[].source', 'missing_api_key', 'The form needs JavaScript'])
      expect(text).toContain(words);
    expect(await page.locator('form[data-try]').isVisible()).toBe(false);
    await page.context().close();
  });

  test('the tables of an operation are nowhere cut, and stay tables on paper', async () => {
    const path = '/docs/api/reference/listSatellites/';
    const { page } = await site.visit(path, { width: 390 });
    const tables = page.locator('.sl-markdown-content .wide');
    for (const width of [390, 768, 834, 900, 1024, 1152, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const cut = await tables.evaluateAll(
        (found) => found.filter((one) => one.scrollWidth > one.clientWidth + 1).length,
      );
      expect([width, cut]).toEqual([width, 0]);
    }
    // The content of A4 at Chromium's default margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    const cell = tables.locator('td').first();
    const display = () => cell.evaluate((td) => getComputedStyle(td).display);
    expect(await display()).toBe('block');
    await page.emulateMedia({ media: 'print' });
    expect(await display()).toBe('table-cell');
    await page.context().close();
  });

  test('on a phone, no table is cut, and the cells of a table of three columns have their heads', async () => {
    const { page } = await site.visit('/docs/', { width: 390 });
    for (const path of ['/docs/conjunctions/', '/docs/migrate/', '/docs/webhooks/', '/docs/cli/', '/docs/events/']) {
      await openPage(page, site.base + path);
      const cut = await page
        .locator('.sl-markdown-content table')
        .evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth + 1).length);
      expect([path, cut]).toEqual([path, 0]);
    }
    await page.goto(`${site.base}/docs/claims/`);
    const cell = page.locator('.sl-markdown-content td[data-head="Trust"]').first();
    expect(await cell.evaluate((td) => getComputedStyle(td, '::before').content)).toContain('Trust');
    await page.context().close();
  });

  test('has no horizontal overflow and no errors at 1440 and 390 pixels', async () => {
    const { page, problems } = await site.visit('/docs/');
    for (const path of [
      '/docs/quick-start/',
      '/docs/recipes/',
      '/docs/api/limits/',
      '/docs/api/reference/',
      '/docs/api/reference/listSatellites/',
      '/docs/changelog/',
      '/docs/self-host/',
    ]) {
      await openPage(page, site.base + path);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect([path, width, (await overflow(page)) <= 0, problems]).toEqual([path, width, true, []]);
      }
    }
    await page.context().close();
  });

  test('finds generated pages by search', async () => {
    const { page, problems } = await site.visit('/docs/');
    await page.locator('button[data-open-modal]').click();
    await page.locator('#starlight__search input').fill('listOperators operators active_satellites');
    await page.locator('.pagefind-ui__result-link, #starlight__search a').first().waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
