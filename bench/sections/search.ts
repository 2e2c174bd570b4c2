import type { Load } from '../load.ts';
import { type Server, serveRelease } from '../process.ts';
import { randomSearches, type Search, searchPath } from '../random-requests.ts';
import { each, loadInTurns, type Section } from '../section.ts';

const rival = 'Fastify + pg_trgm';
const SEARCHES = 1000;

/** Quality and speed of search with typing errors, compared with pg_trgm. */
export const section: Section = {
  about: 'rank of the correct result of 1,000 searches with typing errors, and speed, compared with pg_trgm',
  async run(bench) {
    const data = await bench.data();
    const searches = randomSearches(data.summaries, SEARCHES, 0);
    await using ours = await serveRelease(bench.home);
    const { careful, bare } = await bench.rivals();
    const quality = { ours: [await meanOf(ours, searches)], rival, theirs: [await meanOf(bare, searches)] };
    // New searches in each round, so that neither benefits from caches.
    const paths = (round: number) =>
      randomSearches(data.summaries, 10 * SEARCHES, 1 + round).map(({ q }) => searchPath(q));
    const found = await loadInTurns(bench, { ours, careful, bare }, paths, { check: data.checkSearch });
    const of = (name: keyof Load, which: 'careful' | 'bare') => ({
      rival: which === 'careful' ? `${rival}, with keys and limits` : `${rival}, bare`,
      ours: each(found.ours, name),
      theirs: each(found[which], name),
    });
    return [
      { what: 'mean of 1/rank of the right answer', unit: '', ...quality, target: '≥ 1 ×' },
      { what: 'search', unit: 'requests/s', ...of('requests_s', 'careful'), target: '≥ 5 ×' },
      { what: 'search', unit: 'requests/s', ...of('requests_s', 'bare'), target: '≥ 2 ×' },
      { what: 'search, p95', unit: 'ms', ...of('p95_ms', 'careful'), target: '≤ 25 ms' },
    ];
  },
};

/** The mean of 1/rank of the first correct result of each search; 0 if it is not among the first hundred, the maximum of a page. */
async function meanOf({ base, headers }: Server, searches: readonly Search[]): Promise<number> {
  let sum = 0;
  for (const { q, isCorrect } of searches) {
    const response = await fetch(base + searchPath(q, 100), { headers });
    if (!response.ok) throw new Error(`${base}${searchPath(q)} returned ${response.status}`);
    const { data } = (await response.json()) as { data: { norad_cat_id: number }[] };
    const index = data.findIndex((one) => isCorrect(one.norad_cat_id));
    if (index >= 0) sum += 1 / (index + 1);
  }
  return sum / searches.length;
}
