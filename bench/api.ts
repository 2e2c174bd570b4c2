import { any, askedOf } from './asked.ts';
import { type Asked, type Load, load } from './load.ts';
import { save } from './results.ts';
import { type Measured, serveRelease, serveRival, serveUnguarded } from './served.ts';

/** One thing that is asked of the API. */
interface Case {
  readonly name: string;
  readonly paths: readonly string[];
  readonly connections: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Measures the API on a full-size release, beside a server that does nothing, alone and behind Hono. */
export async function benchApi(
  home: string,
  rounds: number,
  seconds: number,
  print: (line: string) => void,
): Promise<void> {
  const asked = askedOf(home);
  const record = asked.records('');
  const cases: Case[] = [
    { name: 'satellites/{id}', paths: record, connections: 64 },
    { name: 'satellites/{id}, gzip', paths: record, connections: 64, headers: { 'Accept-Encoding': 'gzip' } },
    { name: 'satellites/{id}/omm', paths: asked.elements('/omm'), connections: 64 },
    { name: 'satellites/{id}/tle', paths: asked.elements('/tle'), connections: 64 },
    { name: 'lists, random filters', paths: asked.lists(), connections: 8 },
    { name: 'page of an object', paths: asked.pages(), connections: 8 },
    { name: 'search', paths: asked.searches(), connections: 8 },
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
    const guard = await guardCost(home, record, rounds);
    report(found, memory, guard, print);
    await save('api', {
      home,
      rounds,
      seconds,
      loads: Object.fromEntries([...found].map(([n, l]) => [n, median(l)])),
      memory,
      guard,
    });
  } finally {
    await Promise.all([api, ...Object.values(rivals)].map((server) => server.stop()));
  }
}

/** What the guard leaves of the requests a second: two new servers, one with an open door, asked in turns. */
async function guardCost(home: string, paths: readonly string[], rounds: number): Promise<number> {
  const [guarded, open] = await Promise.all([serveRelease(home), serveUnguarded(home)]);
  try {
    const asked = { paths, connections: 64, seconds: 2 };
    const gzip = { 'Accept-Encoding': 'gzip' };
    const one = async () =>
      (await load(guarded.base, { ...asked, headers: { ...gzip, Authorization: `Bearer ${guarded.key}` } })).requests_s;
    const other = async () => (await load(open.base, { ...asked, headers: gzip })).requests_s;
    const ratios: number[] = [];
    // The first pair warms up. Who goes first changes: so does the machine's speed.
    for (let turn = 0; turn <= 2 * rounds; turn += 1) {
      const [first, second] = turn % 2 === 0 ? [await one(), await other()] : [await other(), await one()];
      if (turn > 0) ratios.push(turn % 2 === 0 ? first / second : second / first);
    }
    return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)]!;
  } finally {
    await Promise.all([guarded.stop(), open.stop()]);
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

function report(
  found: ReadonlyMap<string, Load[]>,
  memory: readonly number[],
  guard: number,
  print: (line: string) => void,
): void {
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
  print(`with key, guard and limits: ${guard.toFixed(2)} × the requests a second without them`);
  print(`memory of the serving process after each 100,000 requests: ${memory.join(', ')} MiB`);
}
