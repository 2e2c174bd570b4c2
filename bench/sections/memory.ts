import { median } from '../figure.ts';
import { load } from '../load.ts';
import { serveRelease } from '../process.ts';
import { Random, randomLists, randomSearches, searchPath } from '../random-requests.ts';
import type { Check, ReleaseData } from '../release-data.ts';
import type { Section } from '../section.ts';

const WINDOWS = 12;
/** Paths of each kind in one window. */
const PATHS = 3000;

/** Memory of the serving process under a mix of every kind of request. */
export const section: Section = {
  about: 'memory of the server under a mix of every kind of request, for --minutes',
  async run(bench) {
    const data = await bench.data();
    const seconds = Math.max(1, Math.round((bench.minutes * 60) / WINDOWS));
    await using server = await serveRelease(bench.home);
    const { base, headers } = server;
    const memoryMib: number[] = [];
    for (let window = 0; window < WINDOWS; window += 1) {
      await load(base, { paths: mixed(data, window), check, headers, connections: 32, seconds });
      memoryMib.push(server.memory());
    }
    const [middle, last] = [median(memoryMib.slice(4, 8)), median(memoryMib.slice(8))];
    const note = `${bench.minutes} minutes of records, lists, searches, pages and files with 32 connections`;
    const memory = { what: `memory after ${bench.minutes} minutes`, unit: 'MiB', ours: [last], note };
    const growth = { what: 'growth over the last two thirds', unit: '%', ours: [(last / middle - 1) * 100] };
    return [
      { ...memory, target: '≤ 512 MiB' },
      { ...growth, target: '≤ 5 %', judged: bench.full && bench.minutes >= 60 },
    ];
  },
};

/** A mix of every kind of request, different in each window. */
function mixed({ summaries, countries }: ReleaseData, window: number): string[] {
  const random = new Random(5000 + window);
  const objects = (count: number, path: string) =>
    random.list(count, () => `${path}/${random.of(summaries).norad_cat_id}`);
  return [
    ...objects(PATHS, '/api/v1/satellites'),
    ...randomLists(PATHS, window, countries),
    ...randomSearches(summaries, PATHS, 5000 + window).map(({ q }) => searchPath(q)),
    ...objects(PATHS / 10, '/satellites'),
    ...random.list(PATHS / 100, () => '/api/v1/elements'),
  ];
}

/** Only detects truncated responses: other sections check the content. */
const check: Check = async (_path, response) => (/(<\/html>|})\s*$/.test(await response.text()) ? null : 'cut off');
