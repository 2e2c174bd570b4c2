import type { Load } from '../load.ts';
import { type Server, serveRelease } from '../process.ts';
import { randomSearches, type Search, searchPath } from '../questions.ts';
import { each, loadInTurns, type Section } from '../section.ts';

const rival = 'Fastify + pg_trgm';
const SEARCHES = 1000;

/** Search: how good it is with typing errors, and how fast, compared with pg_trgm. */
export const section: Section = {
  about: 'rank of the right answer to 1,000 searches with typing errors and speed, compared with pg_trgm',
  async run(bench) {
    const data = await bench.data();
    const searches = randomSearches(data.summaries, SEARCHES, 0);
    await using ours = await serveRelease(bench.home);
    const theirs = await bench.rival();
    const quality = { ours: [await meanOf(ours, searches)], rival, theirs: [await meanOf(theirs, searches)] };
    // New searches each round: neither may live on what it remembers.
    const paths = (round: number) =>
      randomSearches(data.summaries, 10 * SEARCHES, 1 + round).map(({ q }) => searchPath(q));
    const found = await loadInTurns(bench, { ours, theirs }, paths, { wrong: data.checkSearch });
    const of = (name: keyof Load) => ({ rival, ours: each(found.ours, name), theirs: each(found.theirs, name) });
    return [
      { what: 'mean of 1/rank of the right answer', unit: '', ...quality, target: '≥ 1 ×' },
      { what: 'search', unit: 'requests/s', ...of('requests_s'), target: '≥ 2 ×' },
      { what: 'search, p95', unit: 'ms', ...of('p95_ms'), target: '≤ 25 ms' },
    ];
  },
};

/** The mean of 1/rank of the first right answer of each search; 0 where it is not among a hundred, the most that a page holds. */
async function meanOf({ base, headers }: Server, searches: readonly Search[]): Promise<number> {
  let sum = 0;
  for (const { q, isRight } of searches) {
    const answer = await fetch(base + searchPath(q, 100), { headers });
    if (!answer.ok) throw new Error(`${base}${searchPath(q)} answered ${answer.status}`);
    const { data } = (await answer.json()) as { data: { norad_cat_id: number }[] };
    const place = data.findIndex((one) => isRight(one.norad_cat_id));
    if (place >= 0) sum += 1 / (place + 1);
  }
  return sum / searches.length;
}
