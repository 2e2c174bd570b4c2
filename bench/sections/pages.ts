import { readFile } from 'node:fs/promises';
import { randomLists } from '../asked/lists.ts';
import type { Bench, Section } from '../bench.ts';
import { Chance } from '../chance.ts';
import { type Figure, figure, most } from '../figure.ts';
import { load } from '../measure/load.ts';
import { inTurns } from '../measure/rounds.ts';
import { ownHome, type Started, serveHome } from '../measure/served.ts';

const manyPaths = 20_000;
const connections = 8;
/** As a browser asks. */
const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };

/** Pages of the website that are rendered when they are asked for, from everywhere in the release: hardly one is asked for twice. */
export const pages: Section = {
  name: 'pages',
  about:
    'server-rendered pages of random objects, lists and operators, beside the same server with Node’s own settings',
  needs: ['wrk'],
  async run(bench) {
    const cases = await casesOf(bench);
    const own = await ownHome(bench.home);
    const ours = await serveHome(own.folder);
    const theirs = await serveHome(own.folder, { asServed: false });
    try {
      const figures: Figure[] = [];
      for (const [what, paths] of Object.entries(cases)) {
        figures.push(...(await measure(bench, { ours, theirs }, what, paths)));
        bench.print(`  ${what} done`);
      }
      const held = { ours: await ours.memory(), theirs: await theirs.memory(), rival: unset };
      figures.push(figure({ what: 'memory after all of them', unit: 'MiB', ...held }));
      return { figures };
    } finally {
      await Promise.all([ours.stop(), theirs.stop()]);
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

/** The same server as Node runs it where nothing is said of its memory and its collector. */
const unset = 'Node’s own settings';

async function measure(
  bench: Bench,
  servers: Readonly<Record<'ours' | 'theirs', Started>>,
  what: string,
  paths: (round: number) => string[],
): Promise<Figure[]> {
  const ask = async (server: Started, round: number) => {
    const before = await processorMilliseconds(server.pid);
    const { p50_ms, p95_ms, requests_s } = await load(server.base, {
      paths: paths(round),
      connections,
      seconds: bench.seconds,
      headers,
      wrong,
    });
    const cost = ((await processorMilliseconds(server.pid)) - before) / (requests_s * bench.seconds);
    return { p50: p50_ms, p95: p95_ms, speed: requests_s, cost };
  };
  const found = await inTurns(bench.rounds, {
    ours: (round) => ask(servers.ours, round),
    theirs: (round) => ask(servers.theirs, round),
  });
  const of = (name: 'p50' | 'p95' | 'speed' | 'cost') => ({
    ours: found.ours.map((one) => one[name]),
    theirs: found.theirs.map((one) => one[name]),
    rival: unset,
  });
  return [
    figure({ what: `${what}, p95`, unit: 'ms', ...of('p95'), asked: most(40, 'ours') }, bench.full),
    figure({ what: `${what}, p50`, unit: 'ms', ...of('p50') }),
    figure({ what, unit: 'pages/s', ...of('speed') }),
    figure({ what: `${what}, processor`, unit: 'ms a page', ...of('cost') }),
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
