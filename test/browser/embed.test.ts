import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedCode } from '../../src/features/embed/embed-answer.ts';
import { statusBadge } from '../../src/features/embed/status-badge.ts';
import type { ObjectRecord } from '../../src/http/pages/page-object.ts';
import { violations } from './accessibility.ts';
import { hasChromium, named, openSampleSite, overflow, type SampleSite } from './site/sample-site.ts';

/** Objects of the sample: a space station, a reentered one, one with a conflict, one with a long name, one without a TLE. */
const DECAYED = 4;
const NAME = 'International Space Station';
const objects = [25544, DECAYED, 190242, 345678, 340000];
const hostile = `<script>alert("1")</script>' onload=x & ]] \`*_`;

/** The text of a card. */
const cardText = async (page: Page) => (await page.locator('h1, p, dt, dd').allTextContents()).join(' ');

describe.skipIf(!hasChromium)(named('embeds in Chromium'), () => {
  let site: SampleSite;
  let other: Server;
  let otherSite: string;
  let content = '';
  beforeAll(async () => {
    site = await openSampleSite();
    other = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(content));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    otherSite = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await site?.stop();
    other?.close();
  });

  test.each(objects)('%i: card and badge are smaller than 15 KB, script-free, and revalidated by ETag', async (id) => {
    for (const [ending, type] of [
      ['', 'text/html; charset=utf-8'],
      ['.svg', 'image/svg+xml'],
    ] as const) {
      const response = await fetch(`${site.base}/embed/${id}${ending}`);
      const text = await response.text();
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(text.length).toBeLessThan(15_000);
      expect(text).not.toMatch(/<script|<link|<img|\son\w+=|@import/i);
      expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=300, must-revalidate');
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      const etag = response.headers.get('etag')!;
      const again = await fetch(response.url, { headers: { 'If-None-Match': etag } });
      expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
      // A 304 has no policy: the cached page keeps its own.
      expect(again.headers.get('content-security-policy')).toBeNull();
    }
  });

  test('only the card may be framed, and it may not load resources', async () => {
    const policyOf = async (path: string) => (await fetch(site.base + path)).headers.get('content-security-policy');
    expect(await policyOf('/embed/25544')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    );
    for (const path of ['/', '/satellites/25544', '/embed/25544.svg', '/embed', '/account', '/docs/'])
      expect([path, await policyOf(path)]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
  });

  test('the embed code of an object page works on another site', async () => {
    const { page, problems } = await site.visit('/satellites/25544');
    await page.getByText('Embed', { exact: true }).click();
    const codes = await page.locator('details:has-text("Embed") pre').allTextContents();
    expect(codes.slice(-3)).toEqual(Object.values(embedCode(site.base, 25544, NAME)));
    expect(problems).toEqual([]);
    content = `<!doctype html><title>Another site</title>${codes.slice(-3, -1).join('')}<iframe id="refused" src="${site.base}/satellites/25544"></iframe>`;
    await page.goto(otherSite, { waitUntil: 'load' });
    const card = page.frameLocator('iframe:not([id])');
    await card.getByRole('heading', { name: NAME }).waitFor();
    const cardHeight = await card.locator('body').evaluate((body) => body.ownerDocument.documentElement.scrollHeight);
    expect(cardHeight).toBeLessThanOrEqual(240);
    // The card's own styles apply.
    expect(await card.locator('dl').evaluate((list) => getComputedStyle(list).display)).toBe('grid');
    expect(
      await page.locator('img').evaluate((image: HTMLImageElement) => [image.naturalHeight, image.naturalWidth > 80]),
    ).toEqual([20, true]);
    expect(page.frames().map((frame) => frame.url())).not.toContain(`${site.base}/satellites/25544`);
    await page.context().close();
  });

  test('the card states name, status, orbit, element age and sources of the object', async () => {
    const { page } = await site.visit('/embed/25544', { scripts: false });
    const text = await cardText(page);
    expect(text).toMatch(
      /^International Space Station ISS \(ZARYA\) · NORAD 25544 · COSPAR 1998-067A Status operational high confidence /,
    );
    expect(text).toMatch(/ Orbit LEO, [\d,]+ × [\d,]+ km, [\d.]+° \w+/);
    expect(text).toMatch(/ Elements [\d.]+ hours ahead Sample data\. Source: CelesTrak, .* ODbL 1\.0$/);
    await page.goto(`${site.base}/embed/${DECAYED}`);
    const decayed = await cardText(page);
    expect(decayed).toMatch(/ Status (reentered|decayed) \d{4}/);
    expect(decayed).toMatch(/ Last orbit /);
    await page.context().close();
  });

  test('designators and leading zeros redirect to the number, and unknown objects return a small 404 card', async () => {
    const redirect = async (path: string) => {
      const response = await fetch(site.base + path, { redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    expect(await redirect('/embed/1998-067a')).toEqual([301, '/embed/25544']);
    expect(await redirect('/embed/1998-067A.svg')).toEqual([301, '/embed/25544.svg']);
    expect(await redirect('/embed/0025544')).toEqual([301, '/embed/25544']);
    for (const path of ['/embed/999999999', '/embed/1900-001A', '/embed/%3Cscript%3E', '/embed/999999999.svg']) {
      const response = await fetch(site.base + path);
      expect([path, response.status, response.headers.get('etag')]).toEqual([path, 404, null]);
      const text = await response.text();
      expect(text).toMatch(/object not found/i);
      expect(text).not.toContain('<script');
    }
  });

  test('names are escaped in badges and embed code', async () => {
    const { data } = (await (await fetch(`${site.base}/api/v1/satellites/25544`)).json()) as { data: ObjectRecord };
    const { page } = await site.visit('/embed/25544');
    const badge = statusBadge(data, hostile);
    const { card, badge: linked } = embedCode(site.base, 25544, hostile);
    const read = await page.evaluate(
      ([svg, ...texts]) => {
        const drawing = new DOMParser().parseFromString(svg!, 'image/svg+xml');
        const parsed = texts.map((text) => new DOMParser().parseFromString(text, 'text/html'));
        return {
          title: drawing.querySelector('title')?.textContent,
          elements: [drawing, ...parsed].map((one) => one.querySelectorAll('script, [onload]').length),
          frame: parsed[0]!.querySelector('iframe')?.title,
          image: parsed[1]!.querySelector('img')?.alt,
        };
      },
      [badge, card, linked],
    );
    expect(read).toEqual({
      title: `${hostile} (NORAD 25544): operational`,
      elements: [0, 0, 0],
      frame: `${hostile} on Orbweaver`,
      image: `Status of ${hostile}`,
    });
    await page.context().close();
  });

  test.each([240, 420])('the card fits %i pixels and has no axe violations, light and dark', async (width) => {
    const { page, problems } = await site.visit('/embed/25544', { width });
    for (const path of ['/embed/25544', `/embed/${DECAYED}`]) {
      await page.goto(site.base + path);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page)).toEqual([]);
      }
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
