import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  canvasStats,
  drawCount,
  picture,
  pictureAfter,
  pictureAtRest,
  recordDrawing,
  stablePicture,
  waitForMotion,
  waitFrames,
  waitUntilIdle,
} from './site/globe-picture.ts';
import {
  hasChromium,
  named,
  openSampleSite,
  overflow,
  type SampleSite,
  type VisitOptions,
  waitForPage,
} from './site/sample-site.ts';

const withoutWebGl = `
  const before = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith('webgl') ? null : before.call(this, kind, ...rest);
  };`;
/** A day after the sample's elements, since older ones are drawn faint. A fixed time gives the same positions in each run. */
const aDayLater = `Date.now = () => ${Date.parse('2026-08-23T12:00:00Z')};`;

describe.skipIf(!hasChromium)(named('the globe in Chromium'), () => {
  let site: SampleSite;
  beforeAll(async () => {
    site = await openSampleSite();
  });
  afterAll(() => site?.stop());

  async function visit(options: VisitOptions = {}) {
    const visited = await site.visit('/', options);
    await visited.page.locator('.globe').scrollIntoViewIfNeeded();
    return visited;
  }
  /** Opens the page and waits until the live globe has drawn its objects. */
  async function live({ before = '', ...options }: VisitOptions = {}) {
    const visited = await visit({ ...options, before: recordDrawing + before });
    if (options.touch) await visited.page.getByRole('button', { name: 'Show where they are now' }).tap();
    await visited.page.locator('.globe[data-globe="live"]').waitFor();
    await expect.poll(() => drawCount(visited.page)).toBeGreaterThan(0);
    return visited;
  }
  const stage = (page: Page) => page.locator('[data-globe-stage]');

  test('draws and counts every active object without page errors', async () => {
    const { page, problems } = await live();
    const counts = await page.locator('.globe-legend b').allTextContents();
    const { meta } = (await (await fetch(`${site.base}/api/v1/elements`)).json()) as { meta: { count: number } };
    expect(counts.reduce((sum, count) => sum + Number(count.replaceAll(',', '')), 0)).toBe(meta.count);
    const { share, colors } = await canvasStats(page);
    expect(colors).toBeGreaterThan(20);
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.9);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('moves faster at 600×, stops when paused, and follows the time slider', async () => {
    const { page, problems } = await live();
    await page.getByText('600×').click();
    const screenshot = async () => (await stage(page).screenshot()).toString('base64');
    const before = await screenshot();
    await expect.poll(screenshot).not.toBe(before);
    await waitForMotion(page, await picture(page));
    await page.getByRole('button', { name: 'Pause' }).click();
    await stablePicture(page);
    await pictureAfter(page, async () => {
      await page.locator('[data-globe-scrub]').fill('-90');
      expect(await page.locator('[data-globe-offset]').textContent()).toBe('1 h 30 min ago');
    });
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    expect(await page.locator('[data-globe-offset]').textContent()).toBe('now');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('zooms by mouse clicks on the zoom buttons', async () => {
    const { page, problems } = await live({ reducedMotion: true, before: aDayLater });
    const pictures: string[] = [];
    for (const name of ['Zoom in', 'Zoom in', 'Zoom out', 'Zoom out', 'Zoom out']) {
      const box = (await page.getByRole('button', { name }).boundingBox())!;
      pictures.push(await pictureAfter(page, () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)));
    }
    expect(new Set(pictures).size).toBeGreaterThan(3);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('selects an object by tap without leaving the page, and its card opens the object page', async () => {
    const { page } = await live({ reducedMotion: true, touch: true, width: 390, before: aDayLater });
    const opened: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && opened.push(request.url()));
    // The click event follows the tap asynchronously.
    await page.evaluate("window.clicks = 0; addEventListener('click', () => { window.clicks += 1; })");
    await stage(page).scrollIntoViewIfNeeded();
    const box = (await stage(page).boundingBox())!;
    const card = page.locator('[data-globe-card]');
    const tapped = new Set<string>();
    for (let step = 0; step < 60 && tapped.size < 3; step += 1) {
      const [x, y] = [(step % 8) / 8 + 0.06, Math.floor(step / 8) / 10 + 0.06];
      await page.touchscreen.tap(box.x + x * box.width, box.y + y * box.height);
      await expect.poll(() => page.evaluate('window.clicks')).toBe(step + 1);
      if (await card.isVisible()) tapped.add((await card.locator('code').textContent())!);
    }
    expect(tapped.size).toBe(3);
    const id = await card.locator('code').textContent();
    await waitForPage(page, () => card.getByRole('link', { name: 'Open page' }).tap());
    expect(opened).toEqual([`${site.base}/satellites/${id}`]);
    await page.context().close();
  });

  test('returns to the present at real-time speed by “Now”, without horizontal overflow', async () => {
    const { page } = await live();
    await page.getByText('600×').click();
    await page.locator('[data-globe-scrub]').fill('95');
    expect(await page.locator('[data-globe-offset]').textContent()).toMatch(/ahead$/);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const [time, view] = await Promise.all(
      ['.globe-time', '.globe-view'].map(async (selector) => (await page.locator(selector).boundingBox())!),
    );
    expect(time!.x + time!.width).toBeLessThanOrEqual(view!.x + view!.width + 1);
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    const clock = page.locator('[data-globe-time]');
    // The first change may be due to the next frame; by the second, a faster clock would be minutes ahead.
    for (const _change of [1, 2]) {
      const before = await clock.textContent();
      await expect.poll(() => clock.textContent()).not.toBe(before);
    }
    expect(await page.locator('[data-globe-offset]').textContent()).toBe('now');
    expect(await page.locator('input[data-globe-speed]:checked').getAttribute('value')).toBe('1');
    await page.context().close();
  });

  test('labels the object under the pointer and selects it by click', async () => {
    const { page } = await live({ reducedMotion: true, before: aDayLater });
    const box = (await stage(page).boundingBox())!;
    const label = page.locator('[data-globe-label]');
    let found = false;
    for (let step = 0; step < 400 && !found; step += 1) {
      const [x, y] = [(step % 20) / 20 + 0.02, Math.floor(step / 20) / 20 + 0.02];
      await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
      // The page gets movements of the mouse with its next frame.
      await waitFrames(page, 1);
      found = await label.isVisible();
    }
    expect(await label.textContent()).toMatch(/\S+.*\d+.*km up/s);
    const id = await label.locator('code').textContent();
    await page.mouse.down();
    await page.mouse.up();
    const card = page.locator('[data-globe-card]');
    await card.waitFor();
    // The measured errors arrive later.
    await expect
      .poll(() => card.textContent())
      .toMatch(/km up · \d+\.\d\d km\/s · over .*(off by|error not measured)/s);
    await waitForPage(page, () => card.getByRole('link', { name: 'Open page' }).click());
    expect(page.url()).toBe(`${site.base}/satellites/${id}`);
    await page.context().close();
  });

  test('rotates, zooms, labels and opens objects by keyboard alone', async () => {
    const { page, problems } = await live({ reducedMotion: true, before: aDayLater });
    await stage(page).focus();
    const pictures = [await pictureAtRest(page)];
    for (const key of ['ArrowRight', 'ArrowUp', '+', '-', 'ArrowLeft', 'ArrowDown', '-'])
      pictures.push(await pictureAfter(page, () => page.keyboard.press(key)));
    expect(new Set(pictures).size).toBeGreaterThan(5);
    for (let press = 0; press < 20 && (await page.locator('[data-globe-label]').isHidden()); press += 1)
      await page.keyboard.press('ArrowRight');
    const id = await page.locator('[data-globe-label] code').textContent();
    await page.keyboard.press('Enter');
    expect(await page.locator('[data-globe-card] code').textContent()).toBe(id);
    await waitForPage(page, () => page.keyboard.press('Enter'));
    expect(page.url()).toBe(`${site.base}/satellites/${id}`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('colors objects by the selected property and hides deselected groups', async () => {
    const { page } = await live({ reducedMotion: true, before: aDayLater });
    await pictureAfter(page, () => page.getByLabel('Color by').selectOption('series'));
    expect(await page.locator('.globe-legend li').count()).toBe(7);
    await pictureAfter(page, () => page.locator('.globe-legend button').last().click());
    await page.context().close();
  });

  test('loads operators only when coloring by them, reports a failure, and works by keyboard', async () => {
    const { page, problems } = await live({ reducedMotion: true, before: aDayLater });
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    const choice = page.getByLabel('Color by');
    const operators = '**/globe/operators.json';
    await page.route(operators, (route) => route.fulfill({ status: 503 }));
    await choice.selectOption('operator');
    await page.getByText('could not be loaded').waitFor();
    expect(await choice.inputValue()).toBe('class');
    await page.unroute(operators);
    problems.length = 0;

    await pictureAfter(page, async () => {
      await choice.focus();
      // Typing selects the option; Enter would open the list.
      await page.keyboard.type('oper');
      await page.locator('.globe-legend li', { hasText: 'Other or unknown' }).waitFor();
    });
    expect(requestedPaths.filter((path) => path === '/globe/operators.json')).toHaveLength(2);
    const largest = (await (await fetch(`${site.base}/globe/operators.json`)).json()) as {
      name: string;
      norad_cat_id: number[];
    }[];
    const { data } = (await (await fetch(`${site.base}/api/v1/elements`)).json()) as {
      data: { norad_cat_id: number[] };
    };
    const active = new Set(data.norad_cat_id);
    const counts = largest.map(({ name, norad_cat_id }) => [name, norad_cat_id.filter((id) => active.has(id)).length]);
    const rest = active.size - counts.reduce((sum, [, count]) => sum + Number(count), 0);
    const legend = page.locator('.globe-legend li');
    expect(
      await legend.evaluateAll((items) =>
        items.map((item) => [item.querySelector('span')!.textContent, Number(item.querySelector('b')!.textContent)]),
      ),
    ).toEqual([...counts.filter(([, count]) => Number(count) > 0), ['Other or unknown', rest]]);
    expect(counts.length).toBe(6);
    const colors = await legend
      .locator('i')
      .evaluateAll((marks) => marks.map((i) => getComputedStyle(i).backgroundColor));
    expect(new Set(colors).size).toBe(colors.length);

    // Operators are toggled one by one; Tab leads from the select to their buttons.
    await pictureAfter(page, async () => {
      await choice.focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      expect(await legend.locator('button').first().getAttribute('aria-pressed')).toBe('false');
    });
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('does not animate by itself with reduced motion', async () => {
    const { page } = await live({ reducedMotion: true });
    const [before, count] = [await pictureAtRest(page), await drawCount(page)];
    // A running clock would redraw at least once a second.
    await waitFrames(page, 100);
    expect(await drawCount(page)).toBe(count);
    expect(await picture(page)).toBe(before);
    await page.getByText('600×').click();
    await waitForMotion(page, before);
    await page.context().close();
  });

  test('does not draw while out of view', async () => {
    const { page } = await live();
    await page.getByText('600×').click();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await waitUntilIdle(page);
    const before = await drawCount(page);
    await waitFrames(page, 60);
    expect(await drawCount(page)).toBe(before);
    await page.locator('.globe').scrollIntoViewIfNeeded();
    await expect.poll(() => drawCount(page)).toBeGreaterThan(before);
    await page.context().close();
  });

  test.each([
    ['without WebGL', { before: withoutWebGl }, 'has no WebGL'],
    ['without scripts', { scripts: false }, 'As of'],
  ] as const)('shows a static drawing %s, with an explanation', async (_what, options, words) => {
    const { page, problems } = await visit(options);
    const image = page.locator('.globe img.still');
    await image.waitFor();
    expect(await image.getAttribute('alt')).toMatch(/every active object/);
    const caption = page.locator('.globe-still');
    await expect.poll(() => caption.textContent()).toContain(words);
    expect(await caption.isVisible()).toBe(true);
    expect(await page.locator('.globe-controls').isVisible()).toBe(false);
    const svg = await (await fetch(`${site.base}/globe.svg`)).text();
    expect(svg).toMatch(/<path class="d LEO" d="m\d/);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('on a phone, the first page keeps its picture until it is touched', async () => {
    const { page, problems } = await site.visit('/', { touch: true, width: 390 });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.locator('.globe').scrollIntoViewIfNeeded();
    const button = page.getByRole('button', { name: 'Show where they are now' });
    await button.waitFor();
    await page.waitForLoadState('networkidle');
    expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(await page.locator('.globe').getAttribute('data-globe')).toBe('waiting');
    await button.tap();
    await page.locator('.globe[data-globe="live"]').waitFor();
    expect(await button.count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('shows a static drawing and a message if the elements cannot be loaded', async () => {
    const { page } = await site.visit('/sources');
    await page.route('**/api/v1/elements', (route) => route.abort());
    await page.goto(`${site.base}/`);
    await page.locator('.globe').scrollIntoViewIfNeeded();
    await page.locator('.globe[data-globe="still"] img.still').waitFor();
    expect(await page.locator('.globe-still').textContent()).toContain('could not be loaded');
    await page.context().close();
  });

  test('allows WebAssembly only in its worker', async () => {
    const policy = async (path: string) => (await fetch(site.base + path)).headers.get('content-security-policy')!;
    expect(await policy('/')).not.toContain('wasm');
    const { page } = await site.visit('/sources');
    const workers: string[] = [];
    page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname));
    await page.goto(`${site.base}/`);
    await page.locator('.globe').scrollIntoViewIfNeeded();
    await page.locator('.globe[data-globe="live"]').waitFor();
    expect(workers).toHaveLength(1);
    expect(await policy(workers[0]!)).toContain("script-src 'self' 'wasm-unsafe-eval';");
    await page.context().close();
  });

  test('the globe page finds an object and restores it from the URL', async () => {
    const { page, problems } = await site.visit('/globe?view=30.0,10.0,5.00', {
      reducedMotion: true,
      // Positions end 30 days after the epochs of the sample.
      now: '2026-08-23T07:00:00Z',
      before: recordDrawing,
    });
    await page.getByText(/^Showing/).waitFor();
    await expect.poll(() => drawCount(page)).toBeGreaterThan(0);
    await page.getByLabel('Find on the globe').fill('25544');
    await page.getByRole('button', { name: /ISS/ }).click();
    const card = page.locator('[data-globe-card]');
    expect(await card.textContent()).toMatch(/ISS.*25544.*km up/s);
    await page.waitForURL(/id=25544/);
    const shared = page.url();
    await page.goto(shared);
    await page.locator('[data-globe-card]:not([hidden])').waitFor();
    expect(await card.locator('code').textContent()).toBe('25544');
    expect(page.url()).toContain('id=25544');
    await waitForPage(page, () => page.locator('select[name=set]').selectOption({ label: 'Debris' }));
    expect(page.url()).toContain('set=debris');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('the globe page filters by operator', async () => {
    const { page } = await site.visit('/globe', { reducedMotion: true });
    // The select is active from then on.
    await page.getByText(/^Showing/).waitFor();
    await waitForPage(page, () => page.locator('select[name=operator]').selectOption('sample-constellation'));
    expect(page.url()).toContain('operator=sample-constellation');
    const count = page.locator('[data-globe-count]', { hasText: 'Showing' });
    await count.waitFor();
    const [, shown, all] = /Showing ([\d,]+) of ([\d,]+)/.exec((await count.textContent())!)!;
    expect(Number(shown)).toBeGreaterThan(0);
    expect(Number(shown)).toBeLessThan(Number(all!.replace(',', '')));
    await page.context().close();
  });

  test('the globe page lists objects above a location without sending the location', async () => {
    const { page, problems } = await site.visit('/globe', {
      reducedMotion: true,
      now: '2026-08-23T07:00:00Z',
      context: { geolocation: { latitude: 52.5, longitude: 13.4 }, permissions: ['geolocation'] },
    });
    await page.getByText(/^Showing/).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')));
    const press = async (target: ReturnType<typeof page.locator>) => {
      await target.scrollIntoViewIfNeeded();
      const box = (await target.boundingBox())!;
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    };
    await press(page.getByText('What is above you'));
    await press(page.getByRole('button', { name: /device’s location/ }));
    await page.getByText(/objects are more than 10° above 52\.50° N, 13\.40° E/).waitFor();
    expect(await page.locator('[data-globe-place]').isVisible()).toBe(true);
    const heights = (await page.locator('[data-above-list] code').allInnerTexts()).map(Number.parseFloat);
    expect(heights.length).toBeGreaterThan(0);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(heights.every((height) => height >= 10 && height <= 90)).toBe(true);
    await press(page.getByLabel('Show only these'));
    await press(page.locator('[data-above-list] button').first());
    await page.locator('[data-globe-card]:not([hidden])').waitFor();
    expect(requests.filter((text) => /52[.,]5|13[.,]4/.test(text))).toEqual([]);
    expect(await page.evaluate("localStorage.getItem('orbweaver.place')")).toContain('52.5');
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
