import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violations } from '../accessibility.ts';
import { hasChromium, named, openPage, openSampleSite, overflow, type SampleSite, waitForPage } from './sample-site.ts';

describe.skipIf(!hasChromium)(named('following in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  const follow = async (page: Page, path: string, label = 'Follow') => {
    await openPage(page, site.base + path);
    await page.locator('.follow summary', { hasText: label }).click();
    return page.locator('.follow[open]');
  };

  test.each([1440, 390])('my satellites are kept in the browser, at %i pixels', async (width) => {
    const { page, problems } = await site.visit('/my-satellites', { width });
    expect(await page.locator('[data-my-none]').isVisible()).toBe(true);
    for (const id of [25544, 20580]) {
      const box = await follow(page, `/satellites/${id}`);
      await box.getByRole('button', { name: 'Add to my satellites' }).click();
      expect(await box.getByRole('button', { name: 'Remove from my satellites' }).getAttribute('aria-pressed')).toBe(
        'true',
      );
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
    await waitForPage(page, () => page.getByRole('link', { name: 'Kept in this browser' }).click());
    const names = () => page.locator('[data-my-list] li > a:first-child').allTextContents();
    expect(await names()).toEqual(['International Space Station', 'Hubble Space Telescope']);
    expect(await page.locator('[data-my-table]').getAttribute('href')).toBe('/satellites?ids=25544,20580');
    expect(await page.locator('[data-my-webhook]').getAttribute('href')).toBe(
      '/account/webhooks?query=ids%3D25544%2C20580&description=my+satellites',
    );
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Remove International Space Station' }).click();
    expect(await names()).toEqual(['Hubble Space Telescope']);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('My satellites');
    await page.reload();
    expect(await names()).toEqual(['Hubble Space Telescope']);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('a list that is damaged or refused by the browser is an empty one', async () => {
    for (const before of [
      'localStorage.setItem(\'orbweaver.satellites\', \'[{"id":"x"},null,7\')',
      'localStorage.setItem(\'orbweaver.satellites\', \'[{"id":-1,"name":"x"},null,{"id":5}]\')',
      "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused'); } })",
    ]) {
      const { page, problems } = await site.visit('/my-satellites', { before });
      expect(await page.locator('[data-my-none]').isVisible()).toBe(true);
      await page.context().close();
      expect(problems).toEqual([]);
    }
  });

  test('a full list says that it is full, and keeps what it has', async () => {
    const full = "Array.from({ length: 1000 }, (_, n) => ({ id: 900000 + n, name: 'A' }))";
    const before = `localStorage.getItem('orbweaver.satellites') ?? localStorage.setItem('orbweaver.satellites', JSON.stringify(${full}))`;
    const { page } = await site.visit('/my-satellites', { before });
    const button = (await follow(page, '/satellites/25544')).locator('[data-mine]');
    await button.click();
    expect(await button.textContent()).toBe('My satellites is full: 1,000 objects');
    const last = "JSON.parse(localStorage.getItem('orbweaver.satellites')).map(({ id }) => id).slice(-1)";
    expect(await page.evaluate(last)).toEqual([900_999]);
    await page.context().close();
  });

  test('launches, groups, operators, reentries and conflicts have a button, whose feeds exist', async () => {
    const { page } = await site.visit('/launches');
    for (const [path, label, query, email] of [
      ['/satellites/25544', 'Follow', 'ids=25544', 'kind=satellites&subject=25544'],
      ['/launches/2026-804', 'Notify me', 'q=2026-804', 'kind=launches&subject=2026-804'],
      ['/groups/stations', 'Follow', 'group=stations', 'kind=groups&subject=stations'],
      [
        '/operators/sample-constellation',
        'Follow',
        'operator=sample-constellation',
        'kind=operators&subject=sample-constellation',
      ],
      ['/reentries/upcoming', 'Follow', '', 'kind=reentries'],
      ['/conflicts', 'Follow', '', 'kind=conflicts'],
    ] as const) {
      const box = await follow(page, path, label);
      const feed = await box.getByRole('link', { name: 'Atom feed' }).getAttribute('href');
      expect([path, (await fetch(site.base + feed)).status]).toEqual([path, 200]);
      const webhook = await box.getByRole('link', { name: 'Webhook' }).getAttribute('href');
      expect([path, new URL(webhook!, site.base).searchParams.get('query')]).toEqual([path, query]);
      const digest = await box.getByRole('link', { name: 'Email' }).getAttribute('href');
      expect([path, digest]).toEqual([path, `/account/digest?${email}`]);
      // The filters of a webhook are those of the list.
      expect([path, (await fetch(`${site.base}/satellites.json?${query}`)).status]).toEqual([path, 200]);
    }
    await page.context().close();
  });
});
