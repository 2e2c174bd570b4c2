import { type Figure, figure, most } from '../figure.ts';
import { type Load, load } from '../load.ts';
import { serveRelease } from '../process.ts';
import { randomLists } from '../questions.ts';
import { Random } from '../random.ts';
import { inTurns } from '../rounds.ts';
import type { Section } from '../section.ts';

const PATHS = 20_000;
const CONNECTIONS = 8;
/** As a browser asks. */
const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

/** Pages that are rendered when they are asked for, from everywhere in the release: hardly one is asked for twice. */
export const pages: Section = {
  name: 'pages',
  about: 'server-rendered pages of random objects, lists and operators',
  needs: ['wrk'],
  async run(bench) {
    const { summaries, countries } = await bench.data();
    const slugs = summaries.flatMap(({ operator_slug }) => operator_slug ?? []);
    const paths = (make: (random: Random) => string) => (round: number) => {
      const random = new Random(4000 + round);
      return Array.from({ length: PATHS }, () => make(random));
    };
    const cases: Readonly<Record<string, (round: number) => string[]>> = {
      objects: paths((random) => `/satellites/${random.of(summaries).norad_cat_id}`),
      'catalog, random filters': (round) =>
        randomLists(PATHS, round, countries).map((path) => path.replace('/api/v1', '')),
      // An operator is asked for as often as it has objects, from anywhere in its list.
      operators: paths((random) => `/operators/${random.of(slugs)}?offset=${random.below(500)}`),
    };
    const server = await serveRelease(bench.home);
    try {
      const figures: Figure[] = [];
      for (const [what, of] of Object.entries(cases)) {
        const ours = (round: number): Promise<Load> =>
          load(server.base, { paths: of(round), connections: CONNECTIONS, seconds: bench.seconds, headers, wrong });
        const found = await inTurns(bench.rounds, { ours });
        const p95 = found.ours.map(({ p95_ms }) => p95_ms);
        figures.push(figure({ what: `${what}, p95`, unit: 'ms', ours: p95, target: most(60, 'ours') }, bench.full));
      }
      return figures;
    } finally {
      await server.stop();
    }
  },
};

/** An answer is the page that was asked for, and whole. */
async function wrong(_path: string, answer: Response): Promise<string | null> {
  const { origin, pathname } = new URL(answer.url);
  const html = await answer.text();
  if (!html.includes(`<link rel="canonical" href="${origin}${pathname}">`)) return 'it is another page';
  return html.trimEnd().endsWith('</html>') ? null : 'it is cut off';
}
