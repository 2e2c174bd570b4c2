import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import type { Section } from '../bench.ts';
import { figure, least } from '../figure.ts';
import { freePort, serveRelease } from '../measure/served.ts';

/** What is looked at: the first page, an object, a page of the documentation. */
const paths = ['/', '/satellites/25544', '/docs/quick-start/'];
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** What each category has to reach. */
const asked = 95;

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

/** What Lighthouse says of the website on a full-size release, as a telephone and as a desktop. */
export const lighthouse: Section = {
  name: 'lighthouse',
  about: 'what Lighthouse says of the first page, an object and the documentation',
  needs: ['chromium'],
  async run({ home, lighthouse: folder, print }) {
    const { run, desktop } = await openLighthouse(folder);
    const port = await freePort();
    const server = await serveRelease(home);
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', `--remote-debugging-port=${port}`],
    });
    try {
      const figures = [];
      for (const path of paths)
        for (const [form, config] of [['mobile', undefined] as const, ['desktop', desktop] as const]) {
          const flags = { port, onlyCategories: categories, logLevel: 'error', output: 'json' };
          const { lhr } = await run(server.base + path, flags, config);
          const poor = Object.values(lhr.audits).filter(
            ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative',
          );
          for (const { title, score, displayValue } of poor)
            print(`  ${path} ${form}: ${title}: ${displayValue ?? score}`);
          figures.push(
            ...categories.map((name) =>
              figure({
                what: `${path} ${form}, ${name}`,
                unit: 'of 100',
                ours: Math.round((lhr.categories[name]?.score ?? 0) * 100),
                asked: least(asked, 'ours'),
              }),
            ),
          );
        }
      return { figures };
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
