import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROWSER_TIMEOUT_MS } from '../browser/site/sample-site.ts';
import { builtSite } from '../built-site.ts';
import { startScreen } from '../clients/screen.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';
import { type RunningServer, startServer } from '../server/running-server.ts';
import { type Engine, hasFirefox, hasWebKit, openFirefox, openWebKit } from './engines.ts';

/** What each page shows once its scripts have run: an expression, and its value. */
const pages = [
  ['/', "document.querySelector('[data-globe]').dataset.globe", /^(live|still)$/],
  [
    '/satellites/25544',
    // Passes load at once if a place is stored; leaving the page before they have loaded is an error in Firefox.
    "`${document.querySelector('[data-live-head]').textContent}, next pass ${document.querySelector('[data-passes-head]').textContent}`",
    /^[\d.]+° [NS], [\d.]+° [EW], next pass (?!Set your place)./,
  ],
  ['/sky', "document.querySelector('[data-sky-now]').textContent", /of \d+ above 10° at \d\d:\d\d:\d\d/],
  ['/globe', "document.querySelector('[data-globe]').dataset.globe", /^(live|still)$/],
  ['/sql?saved=boxscore', "document.querySelector('[data-sql-rows]').textContent", /payloads_in_orbit/],
] as const;
const storePlace = `localStorage.setItem('orbweaver.place', '${JSON.stringify({ name: 'Home', lat: -41.2871, lon: 174.7763 })}')`;

describe('the website in other browsers', () => {
  let home: string;
  let server: RunningServer;
  beforeAll(async () => {
    const site = await builtSite();
    home = await copySample();
    server = await startServer(home, site);
  }, BROWSER_TIMEOUT_MS);
  afterAll(async () => {
    await server?.stop();
    if (home) await removeFolder(home);
  });

  /** Opens every page, and expects what its scripts show, and no errors. */
  async function openAll(engine: Engine): Promise<void> {
    for (const [path, expression, shown] of pages) {
      await engine.open(server.base + path);
      await expect.poll(() => engine.value(expression), { timeout: 60_000, interval: 250 }).toMatch(shown);
      expect([path, await engine.value("document.querySelectorAll('h1').length")]).toEqual([path, 1]);
      if (path === '/') await engine.value(`(${storePlace}, true)`);
    }
    // A library of the SQL page tries eval, which the policy of the site blocks; it works without.
    expect(engine.problems.filter((problem) => !problem.includes('blocked a JavaScript eval'))).toEqual([]);
  }

  test.skipIf(!hasFirefox)(
    `the first page, an object, the sky, the globe and SQL work in Firefox${hasFirefox ? '' : ' (skipped: apt-get install firefox-esr)'}`,
    async () => openAll(await openFirefox()),
    BROWSER_TIMEOUT_MS,
  );

  test.skipIf(!hasWebKit)(
    `the first page, an object, the sky, the globe and SQL work in WebKit${hasWebKit ? '' : ' (skipped: apt-get install webkit2gtk-driver xvfb)'}`,
    async () => openAll(await openWebKit(await startScreen())),
    BROWSER_TIMEOUT_MS,
  );
});
