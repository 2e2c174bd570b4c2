import { readFile } from 'node:fs/promises';
import { randomLists } from '../asked/lists.ts';
import type { Bench, Section } from '../bench.ts';
import { Chance } from '../chance.ts';
import { type Figure, figure, most } from '../figure.ts';
import { load } from '../measure/load.ts';
import { ownHome, type Started, serveHome } from '../measure/served.ts';

const manyPaths = 20_000;
const connections = 8;
/** As a browser asks. */
const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

/** Pages of the website that are rendered when they are asked for, from everywhere in the release: hardly one is asked for twice. */
export const pages: Section = {
  name: 'pages',
  about:
    'server-rendered pages of random objects, lists and operators: p95, processor time a page, and that a cache may keep them',
  needs: ['wrk'],
  async run(bench) {
    const cases = await casesOf(bench);
    const own = await ownHome(bench.home);
    const server = await serveHome(own.folder);
    try {
      const figures: Figure[] = [];
      for (const [what, paths] of Object.entries(cases)) {
        figures.push(...(await measure(bench, server, what, paths)));
        bench.print(`  ${what} done`);
      }
      return { figures };
    } finally {
      await server.stop();
      await own.remove();
    }
  },
};

async function casesOf(bench: Bench): Promise<Record<string, (round: number) => string[]>> {
  const { things, countries } = (await bench.right()).catalogue;
  const slugs = things.flatMap(({ operator_slug }) => operator_slug ?? []);
  const random = (make: (chance: Chance) => string) => (round: number) => {
    const chance = new Chance(round, 4000);
    return Array.from({ length: manyPaths }, () => make(chance));
  };
  return {
    objects: random((chance) => `/satellites/${chance.of(things).id}`),
    'catalog, random filters': (round) =>
      randomLists(manyPaths, round, countries).map((path) => path.replace('/api/v1', '')),
    // An operator is asked for as often as it has objects, from anywhere in its list.
    operators: random((chance) => `/operators/${chance.of(slugs)}?offset=${chance.below(500)}`),
  };
}

async function measure(
  bench: Bench,
  server: Started,
  what: string,
  paths: (round: number) => string[],
): Promise<Figure[]> {
  const found: { p50: number; p95: number; speed: number; cost: number }[] = [];
  // The first is not counted: in it pages are compiled.
  for (let round = -1; round < bench.rounds; round += 1) {
    const before = await processorMilliseconds(server.pid);
    const { p50_ms, p95_ms, requests_s } = await load(server.base, {
      paths: paths(round + 1),
      connections,
      seconds: bench.seconds,
      headers,
      wrong,
    });
    const cost = ((await processorMilliseconds(server.pid)) - before) / (requests_s * bench.seconds);
    if (round >= 0) found.push({ p50: p50_ms, p95: p95_ms, speed: requests_s, cost });
  }
  const of = (name: 'p50' | 'p95' | 'speed' | 'cost') => found.map((one) => one[name]);
  return [
    figure({ what: `${what}, p95`, unit: 'ms', ours: of('p95'), asked: most(40, 'ours') }, bench.full),
    figure({ what: `${what}, p50`, unit: 'ms', ours: of('p50') }),
    figure({ what, unit: 'pages/s', ours: of('speed') }),
    figure({ what: `${what}, processor`, unit: 'ms a page', ours: of('cost') }),
  ];
}

/** A page is whole, names itself, and can be kept: with its ETag it is asked again for nothing. */
async function wrong(path: string, answer: Response): Promise<string | null> {
  const url = new URL(answer.url);
  const html = await answer.text();
  if (!html.includes(`<link rel="canonical" href="${url.origin}${url.pathname}">`)) return 'it is another page';
  if (!html.trimEnd().endsWith('</html>')) return 'it is cut off';
  const kept = answer.headers.get('cache-control') ?? '';
  if (!/\bpublic\b.*\bs-maxage=[1-9]/.test(kept)) return `no shared cache may keep it: Cache-Control is ${kept}`;
  const etag = answer.headers.get('etag');
  if (etag === null) return 'it has no ETag';
  const again = await fetch(`${url.origin}${path}`, { headers: { ...headers, 'If-None-Match': etag } });
  return again.status === 304 ? null : `with its ETag it answers ${again.status}`;
}

/** Processor time that a process has taken, all its threads together; Linux counts it in hundredths of a second. */
async function processorMilliseconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
