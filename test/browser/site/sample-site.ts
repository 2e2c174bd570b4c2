import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { builtSite } from '../../built-site.ts';
import { copySample, removeFolder } from '../../pipeline/sample-build.ts';
import { startServer } from '../../server/running-server.ts';

export const executablePath = '/usr/bin/chromium';

/** How long a browser may take for one thing, ms: a machine with much else to do is no failure. */
export const slowMachine = 100_000;

export const hasChromium = existsSync(executablePath);
/** What a group of browser tests is called: where it is skipped it says why. */
export const named = (what: string) =>
  hasChromium ? what : `${what} (skipped: no ${executablePath}; apt-get install chromium)`;

export interface VisitOptions {
  readonly width?: number;
  readonly dark?: boolean;
  readonly scripts?: boolean;
  readonly reducedMotion?: boolean;
  /** A touch screen: taps, no hovering. */
  readonly touch?: boolean;
  /** Runs in the page before its own scripts. */
  readonly before?: string;
  /** The time that the page has throughout, ISO 8601: its clock stands still, its timers run. */
  readonly now?: string;
  /** Another server, instead of that of the site. */
  readonly base?: string;
  /** Where the browser says it is, its time zone, whether it has a touch screen. */
  readonly context?: Pick<BrowserContextOptions, 'geolocation' | 'permissions' | 'timezoneId' | 'hasTouch'>;
}

/** A page that was opened, with what went wrong on it: console errors, failed requests, requests to other hosts. */
interface Visit {
  readonly page: Page;
  readonly problems: string[];
}

/** The website on the embedded sample, and a browser to look at it. */
export interface SampleSite {
  readonly base: string;
  visit(path: string, options?: VisitOptions): Promise<Visit>;
  stop(): Promise<void>;
}

/** How far a page hangs over the right edge, in pixels; 0 or less where it does not. */
export const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - window.innerWidth') as Promise<number>;

/**
 * Does what opens another page, and waits until that has loaded: a click alone ends when the page has begun to arrive. Not for a
 * place on the same page, or a download: nothing loads then.
 */
export async function opens(page: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()]);
}

/** Leaves parts of what is typed without suggestions: a slow machine would show some before the last key. */
export const suggestOnlyFor = (page: Page, words: string) =>
  page.route('**/suggest?q=*', (route) =>
    new URL(route.request().url()).searchParams.get('q') === words
      ? route.continue()
      : route.fulfill({ json: { data: [] } }),
  );

/** Opens Chromium with WebGL drawn in software. Everything else is drawn without a graphics library: that takes a third less work. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader'],
  });

/** Builds the website where it is stale, publishes the sample and opens a browser. */
export async function openSampleSite(): Promise<SampleSite> {
  const built = await builtSite();
  const home = await copySample();
  const server = await startServer(home, built);
  const browser = await launchBrowser();
  return {
    base: server.base,
    async visit(path, options = {}) {
      const context = await browser.newContext({
        viewport: { width: options.width ?? 1440, height: 900 },
        colorScheme: options.dark ? 'dark' : 'light',
        javaScriptEnabled: options.scripts ?? true,
        hasTouch: options.touch ?? false,
        isMobile: options.touch ?? false,
        reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
        ...options.context,
      });
      if (options.before) await context.addInitScript(options.before);
      const page = await context.newPage();
      page.setDefaultTimeout(slowMachine);
      if (options.now) await page.clock.setFixedTime(options.now);
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('requestfailed', (request) => {
        // What the browser gave up itself, for the next page or a newer question, did not fail.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`);
      });
      page.on(
        'request',
        (request) =>
          request.url().startsWith(options.base ?? server.base) || problems.push(`elsewhere: ${request.url()}`),
      );
      await page.goto((options.base ?? server.base) + path, { waitUntil: 'load' });
      if (options.scripts !== false) await page.evaluate('document.fonts.ready.then(() => null)');
      return { page, problems };
    },
    async stop() {
      await browser.close();
      await server.stop();
      await removeFolder(home);
    },
  };
}
