import { type Figure, figure } from '../figure.ts';
import { type Load, load } from '../load.ts';
import { type Server, serveRelease } from '../process.ts';
import { randomSearches, type Search, searchPath } from '../questions.ts';
import { inTurns, type Section } from '../section.ts';

const rival = 'Fastify + pg_trgm';
const SEARCHES = 1000;
/** How far down the right answer is looked for: the most that a page holds. */
const DEEPEST = 100;

/** Search: how good it is with typing errors, and how fast, compared with pg_trgm. */
export const search: Section = {
  about: 'rank of the right answer to 1,000 searches with typing errors and speed, compared with pg_trgm',
  async run(bench) {
    const data = await bench.data();
    const asked = randomSearches(data.summaries, SEARCHES, 0);
    await using ours = await serveRelease(bench.home);
    const theirs = await bench.rival();
    const ranks = { ours: await ranksOf(ours, asked), theirs: await ranksOf(theirs, asked) };
    // New searches each round: neither may live on what it remembers.
    const ask = (server: Server) => (round: number) =>
      load(server.base, {
        paths: randomSearches(data.summaries, 10 * SEARCHES, 1 + round).map(({ q }) => searchPath(q)),
        connections: 8,
        seconds: bench.seconds,
        wrong: data.checkSearch,
        headers: { 'Accept-Encoding': 'identity', ...server.headers },
      });
    const found = await inTurns(bench.rounds, { ours: ask(ours), theirs: ask(theirs) });
    const values = (loads: readonly Load[], name: keyof Load) => loads.map((one) => one[name]);
    const of = (name: keyof Load) => ({ rival, ours: values(found.ours, name), theirs: values(found.theirs, name) });
    return [
      ...qualities(ranks, bench.full),
      figure({ what: 'search', unit: 'requests/s', ...of('requests_s'), target: '≥ 2 ×' }, bench.full),
      figure({ what: 'search, p95', unit: 'ms', ...of('p95_ms'), target: '≤ 25 ms' }, bench.full),
    ];
  },
};

/** The place of the first right answer of each search, from 1; 0 where it is not found. */
async function ranksOf({ base, headers }: Server, asked: readonly Search[]): Promise<number[]> {
  const ranks: number[] = [];
  for (const { q, isRight } of asked) {
    const answer = await fetch(base + searchPath(q, DEEPEST), { headers });
    if (!answer.ok) throw new Error(`${base}${searchPath(q)} answered ${answer.status}`);
    const { data } = (await answer.json()) as { data: { norad_cat_id: number }[] };
    ranks.push(1 + data.findIndex((one) => isRight(one.norad_cat_id)));
  }
  return ranks;
}

/** The mean of 1/rank, and how many are found first and among ten. */
function qualities(ranks: Readonly<Record<'ours' | 'theirs', readonly number[]>>, full: boolean): Figure[] {
  const one = (what: string, unit: string, worth: (rank: number) => number) => {
    const mean = (of: readonly number[]) => [of.reduce((sum, rank) => sum + worth(rank), 0) / of.length];
    return figure({ what, unit, ours: mean(ranks.ours), rival, theirs: mean(ranks.theirs), target: '≥ 1 ×' }, full);
  };
  const within = (most: number) => (rank: number) => (rank > 0 && rank <= most ? 100 : 0);
  return [
    one('mean of 1/rank of the right answer', '', (rank) => (rank === 0 ? 0 : 1 / rank)),
    one('right answer is the first', '%', within(1)),
    one('right answer is among ten', '%', within(10)),
  ];
}
