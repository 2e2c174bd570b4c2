import { type Search, searchesOf, searchPath } from '../asked/searches.ts';
import type { Section } from '../bench.ts';
import { type Figure, figure, least, most } from '../figure.ts';
import { load } from '../measure/load.ts';
import { inTurns } from '../measure/rounds.ts';
import { type Served, serveRelease } from '../measure/served.ts';

const rival = 'Fastify + pg_trgm';
const deepest = 100;

/** Search: how good it is with what people mistype, and how fast, beside pg_trgm. */
export const search: Section = {
  name: 'search',
  about:
    'rank of the right answer to 1,000 searches with misspellings (short: 200), and requests a second, beside pg_trgm',
  needs: ['wrk', 'postgres'],
  async run(bench) {
    const right = await bench.right();
    const asked = searchesOf(right.catalogue, bench.short ? 200 : 1000, 0);
    const ours = await serveRelease(bench.home);
    const theirs = await bench.rival();
    try {
      const ranks = {
        ours: await ranksOf(ours, ours.headers, asked),
        theirs: await ranksOf(theirs, {}, asked),
      };
      const figures = qualities(asked, ranks, bench.full);
      // New searches each round, from their own seed: neither may live on what it remembers.
      const question = (round: number) => ({
        paths: searchesOf(right.catalogue, bench.short ? 3_000 : 10_000, 1 + round).map(({ q }) => searchPath(q)),
        connections: 8,
        seconds: bench.seconds,
        wrong: right.search,
      });
      const found = await inTurns(bench.rounds, {
        ours: (round) =>
          load(ours.base, { ...question(round), headers: { 'Accept-Encoding': 'identity', ...ours.headers } }),
        theirs: (round) => load(theirs.base, { ...question(round), headers: { 'Accept-Encoding': 'identity' } }),
      });
      const of = (name: 'requests_s' | 'p95_ms' | 'p99_ms') => ({
        rival,
        ours: found.ours.map((one) => one[name]),
        theirs: found.theirs.map((one) => one[name]),
      });
      figures.push(
        figure({ what: 'search', unit: 'requests/s', ...of('requests_s'), asked: least(2) }, bench.full),
        figure({ what: 'search, p95', unit: 'ms', ...of('p95_ms'), asked: most(15, 'ours') }, bench.full),
        figure({ what: 'search, p99', unit: 'ms', ...of('p99_ms') }),
      );
      const missed = asked
        .map((one, n) => ({
          kind: one.kind,
          edits: one.edits,
          q: one.q,
          ours: ranks.ours[n]!,
          theirs: ranks.theirs[n]!,
        }))
        .filter((one) => one.ours === 0 || (one.theirs > 0 && one.theirs < one.ours));
      return {
        figures,
        details: { searches: asked.length, worse_or_not_found: missed.length, some_of_them: missed.slice(0, 40) },
      };
    } finally {
      await ours.stop();
    }
  },
};

/** The place of the first right answer of each search among the first hundred, from 1; 0 where it is not there. */
async function ranksOf(
  server: Served,
  headers: Readonly<Record<string, string>>,
  asked: readonly Search[],
): Promise<number[]> {
  const ranks: number[] = [];
  for (const { q, right } of asked) {
    const answer = await fetch(`${server.base}${searchPath(q, deepest)}`, { headers });
    if (!answer.ok) throw new Error(`${server.base}${searchPath(q)} answered ${answer.status}`);
    const { data } = (await answer.json()) as { data: { norad_cat_id: number }[] };
    ranks.push(1 + data.findIndex((one) => right(one.norad_cat_id)));
  }
  return ranks;
}

/** The mean of 1/rank, and how many are found first and among ten; of all, and of parts of them. */
function qualities(
  asked: readonly Search[],
  ranks: Readonly<Record<'ours' | 'theirs', readonly number[]>>,
  full: boolean,
): Figure[] {
  const one = (what: string, unit: string, worth: (rank: number) => number, among: (search: Search) => boolean) => {
    const chosen = asked.flatMap((search, n) => (among(search) ? [n] : []));
    if (chosen.length === 0) return [];
    const mean = (of: readonly number[]) => chosen.reduce((sum, n) => sum + worth(of[n]!), 0) / chosen.length;
    const all = chosen.length === asked.length;
    const named = all ? what : `${what}, ${chosen.length} searches`;
    return [
      figure(
        { what: named, unit, ours: mean(ranks.ours), rival, theirs: mean(ranks.theirs), asked: all ? least(1) : null },
        full,
      ),
    ];
  };
  const mrr = (rank: number) => (rank === 0 ? 0 : 1 / rank);
  const within = (most: number) => (rank: number) => (rank > 0 && rank <= most ? 100 : 0);
  const all = () => true;
  return [
    ...one('mean of 1/rank of the right answer', '', mrr, all),
    ...one('right answer is the first', '%', within(1), all),
    ...one('right answer is among ten', '%', within(10), all),
    ...[0, 1, 2].flatMap((edits) => one(`mean of 1/rank, ${edits} slips`, '', mrr, (search) => search.edits === edits)),
    ...(['name', 'alias', 'operator', 'designator', 'number'] as const).flatMap((kind) =>
      one(`mean of 1/rank, ${kind}`, '', mrr, (search) => search.kind === kind),
    ),
  ];
}
