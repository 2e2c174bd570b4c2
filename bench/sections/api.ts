import { randomLists } from '../asked/lists.ts';
import type { Bench, Section } from '../bench.ts';
import { Chance } from '../chance.ts';
import { type Figure, figure, least, median, most } from '../figure.ts';
import { type Load, load, type Question } from '../measure/load.ts';
import { inTurns } from '../measure/rounds.ts';
import { type Served, serveNothing, serveRelease, serveSame, serveUnguarded } from '../measure/served.ts';

/** One thing that is asked. */
interface Case {
  readonly what: string;
  /** Paths of one round. */
  readonly paths: (round: number) => readonly string[];
  readonly connections: number;
  readonly coding: 'gzip' | 'identity';
  readonly wrong: Question['wrong'];
  readonly besideRival: number;
  readonly besideHono: number | null;
  /** The p95 that is asked for, ms. */
  readonly p95?: number;
}

/** Who gives everybody one ready answer of ours. */
export const sameAnswer = 'bare node:http, the same headers and one body';

type Side = 'ours' | 'rival' | 'hono' | 'bare' | 'same';

const manyPaths = 20_000;

/** The keyed API with key, guard and limits, beside Fastify and PostgreSQL, and beside servers that do nothing. */
export const api: Section = {
  name: 'api',
  about: 'records, TLE, OMM and lists with key and limits, beside Fastify + PostgreSQL and a route that does nothing',
  needs: ['wrk', 'postgres'],
  async run(bench) {
    const cases = await casesOf(bench);
    const ours = await serveRelease(bench.home);
    const servers = {
      ours,
      same: await serveSame(ours.base, ours.headers),
      rival: await bench.rival(),
      hono: await serveNothing('hono'),
      bare: await serveNothing('bare'),
    };
    const { headers } = servers.ours;
    try {
      const figures: Figure[] = [];
      const loads: Record<string, object> = {};
      for (const one of cases) {
        const ask =
          (server: Served, more = {}) =>
          async (round: number) =>
            load(server.base, {
              paths: one.paths(round),
              connections: one.connections,
              seconds: bench.seconds,
              headers: { 'Accept-Encoding': one.coding, ...headers },
              wrong: one.wrong,
              ...more,
            });
        // Whatever it is asked, the constant is its right answer.
        const nothing = { wrong: async () => null };
        const found = await inTurns(bench.rounds, {
          ours: ask(servers.ours),
          rival: ask(servers.rival),
          ...(one.besideHono !== null && {
            hono: ask(servers.hono, nothing),
            bare: ask(servers.bare, nothing),
            same: ask(servers.same, nothing),
          }),
        } as Record<Side, (round: number) => Promise<Load>>);
        figures.push(...figuresOf(one, found, bench.full));
        loads[one.what] = Object.fromEntries(Object.entries(found).map(([name, rounds]) => [name, middle(rounds)]));
        bench.print(`  ${one.what} done`);
      }
      if (!bench.short) figures.push(await guardCost(bench, cases[0]!));
      return { figures, details: { loads } };
    } finally {
      await Promise.all([servers.ours, servers.hono, servers.bare, servers.same].map((server) => server.stop()));
    }
  },
};

async function casesOf(bench: Bench): Promise<Case[]> {
  const right = await bench.right();
  const { things, withElements, withTle, countries } = right.catalogue;
  const paths = (ids: readonly number[], end: string) => (round: number) => {
    const chance = new Chance(round, 3000);
    return Array.from({ length: manyPaths }, () => `/api/v1/satellites/${chance.of(ids)}${end}`);
  };
  const all = things.map(({ id }) => id);
  const one = { connections: 64, coding: 'gzip', besideRival: 5, besideHono: 0.5 } as const;
  const record = { ...one, paths: paths(all, ''), wrong: right.record };
  return [
    { ...record, what: 'satellites/{id}, gzip' },
    // Plain records take PostgreSQL a minute to be loaded.
    ...(bench.short ? [] : [{ ...record, what: 'satellites/{id}, plain', coding: 'identity' } as const]),
    { ...one, what: 'satellites/{id}/tle', paths: paths(withTle, '/tle'), coding: 'identity', wrong: right.tle },
    { ...one, what: 'satellites/{id}/omm', paths: paths(withElements, '/omm'), coding: 'identity', wrong: right.omm },
    {
      what: 'lists, random filters',
      paths: (round) => randomLists(manyPaths, round, countries),
      connections: 8,
      coding: 'identity',
      wrong: right.list,
      besideRival: 3,
      besideHono: null,
      p95: 15,
    },
  ];
}

function figuresOf(one: Case, found: Partial<Record<Side, Load[]>>, full: boolean): Figure[] {
  const of = (name: Side, what: keyof Load) => found[name]!.map((load) => load[what]);
  const speed = { what: one.what, unit: 'requests/s', ours: of('ours', 'requests_s') };
  const beside = (name: Exclude<Side, 'ours'>, rival: string, bound: number | null) =>
    found[name]
      ? [figure({ ...speed, rival, theirs: of(name, 'requests_s'), asked: bound === null ? null : least(bound) }, full)]
      : [];
  const slowest = { what: `${one.what}, p99`, unit: 'ms', ours: of('ours', 'p99_ms'), theirs: of('rival', 'p99_ms') };
  const slow = { ...slowest, what: `${one.what}, p95`, ours: of('ours', 'p95_ms'), theirs: of('rival', 'p95_ms') };
  return [
    ...beside('rival', 'Fastify + PostgreSQL', one.besideRival),
    ...(one.p95 ? [figure({ ...slow, rival: 'Fastify + PostgreSQL', asked: most(one.p95, 'ours') }, full)] : []),
    figure({ ...slowest, rival: 'Fastify + PostgreSQL' }),
    ...beside('hono', 'trivial Hono route', one.besideHono),
    ...beside('bare', 'bare node:http', null),
    ...beside('same', sameAnswer, null),
  ];
}

/** What key, guard and limits leave of the requests a second: the same server with an open door, in turns. */
async function guardCost(bench: Bench, { paths, connections, wrong }: Case): Promise<Figure> {
  const [guarded, open] = await Promise.all([serveRelease(bench.home), serveUnguarded(bench.home)]);
  try {
    const asked = { connections, seconds: bench.seconds, wrong };
    const gzip = { 'Accept-Encoding': 'gzip' };
    const found = await inTurns(bench.rounds, {
      ours: (round) => load(guarded.base, { ...asked, paths: paths(round), headers: { ...gzip, ...guarded.headers } }),
      open: (round) => load(open.base, { ...asked, paths: paths(round), headers: gzip }),
    });
    const speed = (loads: readonly Load[]) => loads.map(({ requests_s }) => requests_s);
    const what = 'satellites/{id}, gzip';
    return figure({
      what,
      unit: 'requests/s',
      ours: speed(found.ours),
      rival: 'without key and limits',
      theirs: speed(found.open),
    });
  } finally {
    await Promise.all([guarded.stop(), open.stop()]);
  }
}

function middle(loads: readonly Load[]): Load {
  const of = (name: keyof Load) => median(loads.map((one) => one[name]));
  return {
    requests_s: of('requests_s'),
    p50_ms: of('p50_ms'),
    p95_ms: of('p95_ms'),
    p99_ms: of('p99_ms'),
    checked: of('checked'),
  };
}
