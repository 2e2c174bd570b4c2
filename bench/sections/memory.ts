import { randomLists } from '../asked/lists.ts';
import type { Right } from '../asked/right.ts';
import { searchesOf, searchPath } from '../asked/searches.ts';
import type { Section } from '../bench.ts';
import { Chance } from '../chance.ts';
import { figure, median, most } from '../figure.ts';
import { load, type Question } from '../measure/load.ts';
import { filePagesOf } from '../measure/memory.ts';
import { serveRelease } from '../measure/served.ts';

const windows = 12;
/** Of every kind, in one window. */
const paths = 3000;

/** Memory of the serving process while everything is asked of it, for as long as --minutes says. */
export const memory: Section = {
  name: 'memory',
  about: 'memory while everything is asked, for --minutes, beside Fastify + PostgreSQL',
  needs: ['wrk', 'postgres'],
  async run(bench) {
    const right = await bench.right();
    const seconds = Math.max(1, Math.round((bench.minutes * 60) / windows));
    const rival = await bench.rival();
    const ours = await serveRelease(bench.home);
    try {
      const held: number[] = [];
      for (let window = 0; window < windows; window += 1) {
        await load(ours.base, { ...mixed(right, window, true), headers: ours.headers, connections: 32, seconds });
        held.push(await ours.memory());
      }
      const files = await filePagesOf(ours.pid);
      await load(rival.base, {
        ...mixed(right, 0, false),
        headers: { 'Accept-Encoding': 'gzip' },
        connections: 32,
        seconds,
      });
      const third = windows / 3;
      const [middle, last] = [median(held.slice(third, 2 * third)), median(held.slice(-third))];
      const whole = bench.full && bench.minutes >= 60;
      return {
        figures: [
          figure(
            {
              what: 'memory at the end',
              unit: 'MiB',
              ours: last,
              rival: 'Fastify + PostgreSQL',
              theirs: await rival.memory(),
              asked: most(300, 'ours'),
              note: `${bench.minutes} minutes of records, lists, searches, TLEs, pages and files; the rival is asked no pages and files`,
            },
            bench.full,
          ),
          figure({ what: 'of it program and libraries', unit: 'MiB', ours: files }),
          figure(
            {
              what: 'growth over the last two thirds',
              unit: '%',
              ours: (last / middle - 1) * 100,
              asked: most(5, 'ours'),
            },
            whole,
          ),
        ],
        details: { memory_mb: held, seconds_between: seconds },
      };
    } finally {
      await ours.stop();
    }
  },
};

/** A bit of everything, new in each window; pages and files only of ours. */
function mixed(right: Right, window: number, ours: boolean): Pick<Question, 'paths' | 'wrong'> {
  const { things, withTle, countries } = right.catalogue;
  const chance = new Chance(window, 4000);
  const some = (make: () => string) => Array.from({ length: paths }, make);
  const api = [
    ...some(() => `/api/v1/satellites/${chance.of(things).id}`),
    ...some(() => `/api/v1/satellites/${chance.of(withTle)}/tle`),
    ...randomLists(paths, window, countries),
    ...searchesOf(right.catalogue, paths, 5000 + window).map(({ q }) => searchPath(q)),
  ];
  const site = [
    ...some(() => `/satellites/${chance.of(things).id}`).slice(0, paths / 10),
    ...Array.from({ length: paths / 100 }, () => '/api/v1/elements'),
  ];
  const wrong: Question['wrong'] = (path, answer) => {
    if (path === '/api/v1/elements') return right.file('public/api/v1/elements.json')(path, answer);
    if (path.startsWith('/satellites/')) return page(path, answer);
    if (path.endsWith('/tle')) return right.tle(path, answer);
    if (path.startsWith('/api/v1/search')) return right.search(path, answer);
    return path.includes('?') ? right.list(path, answer) : right.record(path, answer);
  };
  return { paths: ours ? [...api, ...site] : api, wrong };
}

/** The page of an object has its number. */
async function page(path: string, answer: Response): Promise<string | null> {
  const text = await answer.text();
  return text.includes(path.split('/')[2]!) && text.endsWith('</html>') ? null : text.slice(-100);
}
