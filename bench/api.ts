import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Asked, type Load, load } from './load.ts';
import { save } from './results.ts';
import { type Measured, serveRelease, serveRival } from './served.ts';

/** Searches as people make them: numbers, designators, names, parts of names, operators, and misspelt ones. */
const searches = [
  ...['iss', 'hubble', 'hubbel', 'starlink 1007', '25544', '1998-067A', '98067A', 'spacex', 'cosmos 2251 deb', 'чибис'],
  ...['tiangong', 'noaa 19', 'sentinel', 'galileo', 'gps biii', 'oneweb', 'molniya', 'envisat', 'landsat 8', 'terra'],
  ...['fengyun 1c deb', 'iridium 33', 'astra', 'intelsat', 'planet labs', 'lageos', 'vanguard', 'sputnik', 'starlnk'],
  ...['globalstr', 'metop', 'cubesat', 'tdrs', 'chandra', 'xmm newton', 'swarm', 'glonass', 'beidou', 'quazi zenith'],
];

/** One thing that is asked of the API. */
interface Case {
  readonly name: string;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)]!;

function randomList(): string {
  const query = new URLSearchParams();
  const maybe = (name: string, values: readonly (string | number)[]) => {
    if (Math.random() < 0.4) query.set(name, String(any(values)));
  };
  maybe('orbit_class', ['LEO', 'MEO', 'GEO', 'HEO']);
  maybe('status', ['OPERATIONAL', 'NONOPERATIONAL', 'DECAYED', 'UNKNOWN']);
  maybe('object_class', ['PAYLOAD', 'ROCKET_BODY', 'DEBRIS']);
  maybe('country', ['US', 'RU', 'CN', 'FR', 'JP']);
  maybe('active', ['true', 'false']);
  maybe('min_inclination_deg', [10, 45.5, 51.6, 70, 97.2]);
  maybe('launched_after', ['1970-01-01', '1999-05-06', '2019-05-24', '2024-02-29']);
  maybe('sort', ['name', '-launch_date', 'apogee_km', '-updated_at']);
  query.set('offset', String(Math.floor(Math.random() * 2000)));
  return `/api/v1/satellites?${query}`;
}

/** Measures the API on a full-size release, beside a server that does nothing, alone and behind Hono. */
export async function benchApi(
  home: string,
  rounds: number,
  seconds: number,
  print: (line: string) => void,
): Promise<void> {
  const records = new DatabaseSync(join(home, 'current', 'records.sqlite'), { readOnly: true });
  const ids = (sql: string) =>
    records
      .prepare(sql)
      .all()
      .map((row) => row['norad_cat_id'] as number);
  const all = ids('SELECT norad_cat_id FROM objects');
  const withElements = ids('SELECT norad_cat_id FROM objects WHERE elements IS NOT NULL');
  records.close();
  const some = (from: readonly number[], path: (id: number) => string) =>
    Array.from({ length: 20_000 }, () => path(any(from)));
  const record = some(all, (id) => `/api/v1/satellites/${id}`);
  const cases: Case[] = [
    { name: 'satellites/{id}', paths: record, connections: 64 },
    { name: 'satellites/{id}, gzip', paths: record, connections: 64, headers: { 'Accept-Encoding': 'gzip' } },
    { name: 'satellites/{id}/omm', paths: some(withElements, (id) => `/api/v1/satellites/${id}/omm`), connections: 64 },
    { name: 'satellites/{id}/tle', paths: some(withElements, (id) => `/api/v1/satellites/${id}/tle`), connections: 64 },
    { name: 'lists, random filters', paths: Array.from({ length: 20_000 }, randomList), connections: 8 },
    { name: 'search', paths: searches.map((q) => `/api/v1/search?q=${encodeURIComponent(q)}`), connections: 8 },
  ];
  const api = await serveRelease(home);
  const rivals = { 'bare node:http': await serveRival('bare'), 'trivial Hono route': await serveRival('hono') };
  const authorization = { Authorization: `Bearer ${api.key}` };
  try {
    const found = new Map<string, Load[]>();
    const measure = async (name: string, server: Measured, asked: Omit<Asked, 'seconds'>) => {
      found.set(name, [...(found.get(name) ?? []), await load(server.base, { ...asked, seconds })]);
    };
    for (let round = 1; round <= rounds; round += 1) {
      for (const [name, rival] of Object.entries(rivals))
        await measure(name, rival, { paths: record, connections: 64, headers: authorization });
      for (const { name, paths, connections, headers } of cases) {
        await checkAnswers(api.base, paths, authorization);
        await measure(name, api, { paths, connections, headers: { ...authorization, ...headers } });
      }
      print(`round ${round} of ${rounds} done`);
    }
    const memory = await memoryAfter(api, { paths: record, connections: 64, headers: authorization });
    report(found, memory, print);
    await save('api', {
      home,
      rounds,
      seconds,
      loads: Object.fromEntries([...found].map(([n, l]) => [n, median(l)])),
      memory,
    });
  } finally {
    await Promise.all([api, ...Object.values(rivals)].map((server) => server.stop()));
  }
}

/** A figure bought with a wrong answer is none: some of what will be asked is asked once and looked at. */
async function checkAnswers(base: string, paths: readonly string[], headers: Record<string, string>): Promise<void> {
  for (let n = 0; n < 20; n += 1) {
    const path = any(paths);
    const answer = await fetch(`${base}${path}`, { headers });
    const body = await answer.text();
    const id = /\/satellites\/(\d+)/.exec(path)?.[1];
    const right =
      answer.ok &&
      (id === undefined ? body.startsWith('{"data":[') : body.includes(path.endsWith('tle') ? '\n1 ' : id));
    if (!right) throw new Error(`${path} answered ${answer.status}: ${body.slice(0, 200)}`);
  }
}

/** Memory of the process after each 100,000 requests. */
async function memoryAfter(api: Measured, asked: Omit<Asked, 'seconds'>): Promise<number[]> {
  const memory: number[] = [];
  for (let step = 0; step < 3; step += 1) {
    let done = 0;
    while (done < 100_000) done += (await load(api.base, { ...asked, seconds: 4 })).requests_s * 4;
    memory.push(await api.memory());
  }
  return memory;
}

function median(loads: readonly Load[]): Load {
  const of = (name: keyof Load) => loads.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(loads.length / 2)]!;
  const failed = loads.reduce((sum, one) => sum + one.failed, 0);
  return { requests_s: of('requests_s'), p50_ms: of('p50_ms'), p95_ms: of('p95_ms'), p99_ms: of('p99_ms'), failed };
}

function report(found: ReadonlyMap<string, Load[]>, memory: readonly number[], print: (line: string) => void): void {
  const hono = median(found.get('trivial Hono route')!).requests_s;
  print(
    ['', 'requests/s', '× Hono', 'p50 ms', 'p95 ms', 'p99 ms', 'failed']
      .map((text, n) => (n ? text.padStart(11) : text.padEnd(24)))
      .join(''),
  );
  for (const [name, loads] of found) {
    const { requests_s, p50_ms, p95_ms, p99_ms, failed } = median(loads);
    const cells = [
      requests_s.toFixed(0),
      (requests_s / hono).toFixed(2),
      p50_ms.toFixed(2),
      p95_ms.toFixed(2),
      p99_ms.toFixed(2),
      failed,
    ];
    print(name.padEnd(24) + cells.map((cell) => String(cell).padStart(11)).join(''));
  }
  print(`memory of the serving process after each 100,000 requests: ${memory.join(', ')} MiB`);
}
