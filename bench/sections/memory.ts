import { figure, median } from '../figure.ts';
import { load } from '../load.ts';
import { serveRelease } from '../process.ts';
import { Random, randomLists, randomSearches, searchPath } from '../questions.ts';
import type { ReleaseData } from '../release-data.ts';
import type { Section } from '../section.ts';

const WINDOWS = 12;
/** Of every kind, in one window. */
const PATHS = 3000;

/** Memory of the serving process under a mix of every kind of request. */
export const memory: Section = {
  about: 'memory of the server under a mix of every kind of request, for --minutes',
  async run(bench) {
    const data = await bench.data();
    const seconds = Math.max(1, Math.round((bench.minutes * 60) / WINDOWS));
    await using server = await serveRelease(bench.home);
    const { base, headers } = server;
    const held: number[] = [];
    for (let window = 0; window < WINDOWS; window += 1) {
      await load(base, { ...mixed(data, window), headers, connections: 32, seconds });
      held.push(server.memory());
    }
    const [middle, last] = [median(held.slice(4, 8)), median(held.slice(8))];
    const note = `${bench.minutes} minutes of records, lists, searches, pages and files with 32 connections`;
    const growth = { what: 'growth over the last two thirds', unit: '%', ours: [(last / middle - 1) * 100] };
    return [
      figure(
        { what: `memory after ${bench.minutes} minutes`, unit: 'MiB', ours: [last], target: '≤ 512 MiB', note },
        bench.full,
      ),
      figure({ ...growth, target: '≤ 5 %' }, bench.full && bench.minutes >= 60),
    ];
  },
};

/** A bit of everything, new in each window. */
function mixed(data: ReleaseData, window: number) {
  const random = new Random(5000 + window);
  const some = (count: number, make: () => string) => Array.from({ length: count }, make);
  const object = () => random.of(data.summaries).norad_cat_id;
  const paths = [
    ...some(PATHS, () => `/api/v1/satellites/${object()}`),
    ...randomLists(PATHS, window, data.countries),
    ...randomSearches(data.summaries, PATHS, 5000 + window).map(({ q }) => searchPath(q)),
    ...some(PATHS / 10, () => `/satellites/${object()}`),
    ...some(PATHS / 100, () => '/api/v1/elements'),
  ];
  const wrong = async (path: string, answer: Response): Promise<string | null> => {
    if (path.startsWith('/api/v1/search')) return data.checkSearch(path, answer);
    if (path.startsWith('/api/v1/satellites?')) return data.checkList(path, answer);
    if (path.startsWith('/api/v1/satellites/')) return data.checkRecord(path, answer);
    return /(<\/html>|})\s*$/.test(await answer.text()) ? null : 'it is cut off';
  };
  return { paths, wrong };
}
