import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page, type Response } from 'playwright-core';
import { builtSite } from '../../built-site.ts';
import { copySample, removeFolder } from '../../pipeline/sample-build.ts';
import { startServer } from '../../server/running-server.ts';

const CHROMIUM = '/usr/bin/chromium';
/** Chromium without its own windows and menus, which take half of the processor time of a page, or else the whole of it. */
export const executablePath = [`${CHROMIUM}-headless-shell`, CHROMIUM].find((path) => existsSync(path)) ?? CHROMIUM;

/** Time limit for one browser action, ms: a slow machine is not a failure. */
export const BROWSER_TIMEOUT_MS = 100_000;

export const hasChromium = existsSync(executablePath);
/** The name of a group of browser tests, with the reason if it is skipped. */
export const named = (name: string) =>
  hasChromium ? name : `${name} (skipped: no ${executablePath}; apt-get install chromium-headless-shell)`;

export interface VisitOptions {
  readonly width?: number;
  readonly dark?: boolean;
  readonly scripts?: boolean;
  readonly reducedMotion?: boolean;
  /** A touch screen: taps, no hovering. */
  readonly touch?: boolean;
  /** A script that runs before those of the page. */
  readonly before?: string;
  /** A fixed time for the page, ISO 8601: its clock does not advance, but its timers run. */
  readonly now?: string;
  /** The base URL of another server than that of the site. */
  readonly base?: string;
  /** Geolocation, time zone and touch screen of the browser. */
  readonly context?: Pick<BrowserContextOptions, 'geolocation' | 'permissions' | 'timezoneId' | 'hasTouch'>;
}

/** An open page and its problems: console errors, failed requests, requests to other hosts. */
interface Visit {
  readonly page: Page;
  readonly problems: string[];
}

/** The website on the embedded sample, with a browser. */
export interface SampleSite {
  readonly base: string;
  visit(path: string, options?: VisitOptions): Promise<Visit>;
  stop(): Promise<void>;
}

/** The horizontal overflow of a page in pixels; 0 or less if it fits. */
export const overflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - window.innerWidth') as Promise<number>;

/** Waits until the fonts of a page are loaded: they change its layout after its load event. */
export const waitForFonts = (page: Page) => page.evaluate('document.fonts.ready.then(() => null)');

/** Opens a page, and waits until its layout has its fonts. */
export async function openPage(page: Page, url: string): Promise<Response | null> {
  const response = await page.goto(url, { waitUntil: 'load' });
  await waitForFonts(page);
  return response;
}

/**
 * Performs an action that opens another page and waits until that has loaded: a click alone resolves earlier. Not for
 * fragments of the same page and downloads, which fire no load event.
 */
export async function waitForPage(page: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()]);
}

/** Returns suggestions only for the full query: on a slow machine, partial input would show some too. */
export const suggestOnlyFor = (page: Page, words: string) =>
  page.route('**/suggest?q=*', (route) =>
    new URL(route.request().url()).searchParams.get('q') === words
      ? route.continue()
      : route.fulfill({ json: { data: [] } }),
  );

/** Launches Chromium with WebGL in software. Everything else is drawn without a graphics library, which takes a third less work. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader'],
  });

/** Builds the website if it is stale, publishes the sample and opens a browser. `prepare` changes the home folder before that. */
export async function openSampleSite(prepare: (home: string) => Promise<void> = async () => {}): Promise<SampleSite> {
  const built = await builtSite();
  const home = await copySample();
  await prepare(home);
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
      page.setDefaultTimeout(BROWSER_TIMEOUT_MS);
      if (options.now) await page.clock.setFixedTime(options.now);
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('requestfailed', (request) => {
        // Requests aborted by a navigation or a newer request are not failures.
        if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`failed: ${request.url()}`);
      });
      page.on(
        'request',
        (request) =>
          request.url().startsWith(options.base ?? server.base) || problems.push(`elsewhere: ${request.url()}`),
      );
      await page.goto((options.base ?? server.base) + path, { waitUntil: 'load' });
      if (options.scripts !== false) await waitForFonts(page);
      return { page, problems };
    },
    async stop() {
      await browser.close();
      await server.stop();
      await removeFolder(home);
    },
  };
}
