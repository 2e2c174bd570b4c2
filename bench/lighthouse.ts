import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { save } from './results.ts';
import { freePort, serveRelease } from './served.ts';

/** What is looked at: the first page, an object, a page of the documentation. */
const paths = ['/', '/satellites/25544', '/docs/quick-start/'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** What each category has to reach. */
const least = 95;

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
  readonly scoreDisplayMode: string;
}
interface Verdict {
  readonly lhr: {
    readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
    readonly audits: Readonly<Record<string, Audit>>;
  };
}
type Lighthouse = (url: string, flags: object, config?: object) => Promise<Verdict>;

/** Lighthouse from a folder of its own: with it the project would have 185 MB more to install. Throws where it is not there. */
async function openLighthouse(folder: string): Promise<{ run: Lighthouse; desktop: object }> {
  const { resolve: find } = createRequire(join(resolve(folder), 'package.json'));
  try {
    const [{ default: run }, { default: desktop }] = await Promise.all([
      import(find('lighthouse')) as Promise<{ default: Lighthouse }>,
      import(find('lighthouse/core/config/desktop-config.js')) as Promise<{ default: object }>,
    ]);
    return { run, desktop };
  } catch (error) {
    throw new Error(
      `Lighthouse is not in ${folder}: npm install --prefix ${folder} --ignore-scripts lighthouse@13, then give it with --lighthouse ${folder}`,
      { cause: error },
    );
  }
}

/** What Lighthouse says of the website on a full-size release, as a telephone and as a desktop; true where each category reaches 95. */
export async function benchLighthouse(home: string, folder: string, print: (line: string) => void): Promise<boolean> {
  const { run, desktop } = await openLighthouse(folder);
  const port = await freePort();
  const server = await serveRelease(home);
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  });
  const found: Record<string, Record<string, number>> = {};
  try {
    print(['page'.padEnd(32), ...categories.map((name) => name.padStart(15))].join(''));
    for (const path of paths)
      for (const [form, config] of [['mobile', undefined] as const, ['desktop', desktop] as const]) {
        const flags = { port, onlyCategories: categories, logLevel: 'error', output: 'json' };
        const { lhr } = await run(server.base + path, flags, config);
        const scores = Object.fromEntries(
          categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)]),
        );
        found[`${path} ${form}`] = scores;
        print(
          `${path} ${form}`.padEnd(32) +
            Object.values(scores)
              .map((score) => String(score).padStart(15))
              .join(''),
        );
        for (const { title, score, displayValue, scoreDisplayMode } of Object.values(lhr.audits))
          if (score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
            print(`    ${title}: ${displayValue ?? score}`);
      }
  } finally {
    await browser.close();
    await server.stop();
  }
  await save('lighthouse', { home, ...found });
  return Object.values(found).every((scores) => Object.values(scores).every((score) => score >= least));
}
