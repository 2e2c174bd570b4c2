import type { Measured } from '../figure.ts';
import { serveRelease } from '../process.ts';
import { Random, randomLists } from '../random-requests.ts';
import { each, loadInTurns, type Section } from '../section.ts';

const PATHS = 20_000;
/** Requests like a browser's, without a key. */
const options = { coding: 'gzip, deflate, br, zstd', check };

/** Server-rendered pages of random objects, lists, and operators: hardly any is requested twice. */
export const section: Section = {
  about: 'server-rendered pages of random objects, lists and operators',
  async run(bench) {
    const { summaries, countries } = await bench.data();
    const slugs = summaries.flatMap(({ operator_slug }) => operator_slug ?? []);
    const some = (make: (random: Random) => string) => (round: number) => {
      const random = new Random(4000 + round);
      return random.list(PATHS, () => make(random));
    };
    const cases: Readonly<Record<string, (round: number) => string[]>> = {
      objects: some((random) => `/satellites/${random.of(summaries).norad_cat_id}`),
      'catalog, random filters': (round) =>
        randomLists(PATHS, round, countries).map((path) => path.replace('/api/v1', '')),
      // Operators are requested in proportion to their objects, with random offsets.
      operators: some((random) => `/operators/${random.of(slugs)}?offset=${random.below(500)}`),
    };
    await using server = await serveRelease(bench.home);
    const figures: Measured[] = [];
    for (const [what, paths] of Object.entries(cases)) {
      const { visitor } = await loadInTurns(bench, { visitor: { base: server.base, headers: {} } }, paths, options);
      figures.push({ what: `${what}, p95`, unit: 'ms', ours: each(visitor, 'p95_ms'), target: '≤ 60 ms' });
    }
    return figures;
  },
};

/** A response must be the requested page, and complete. */
async function check(_path: string, response: Response): Promise<string | null> {
  const { origin, pathname } = new URL(response.url);
  const html = await response.text();
  if (!html.includes(`<link rel="canonical" href="${origin}${pathname}">`)) return 'it is another page';
  return html.trimEnd().endsWith('</html>') ? null : 'it is cut off';
}
