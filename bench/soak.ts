import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Attacks of every kind at once on a server of its own, beside an honest client: prints the response times of the honest client, its
 * errors, and the memory of the server. `node bench/soak.ts --home DIR --seconds 1800` in a copy of a home folder, since it makes accounts.
 */

const { values } = parseArgs({ options: { home: { type: 'string' }, seconds: { type: 'string', default: '60' } } });
if (values.home === undefined) throw new Error('Name a home folder: --home DIR. Accounts are made in it.');
const seconds = Number(values.seconds);
const root = join(import.meta.dirname, '..');
const node = process.execPath;
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
const port = await freePort();
const env = {
  ...process.env,
  PORT: String(port),
  HOST: '127.0.0.1',
  ORBWEAVER_HOME: values.home,
  ORBWEAVER_ANONYMOUS_DAILY_QUOTA: '0',
};
const newKey = (email: string): string => {
  const args = ['src/cli/bin.js', 'admin', 'keys', 'create', '--email', email, '--tier', 'enterprise'];
  const { stdout, stderr } = spawnSync(node, args, { cwd: root, env, encoding: 'utf8' });
  const key = stdout.trim();
  if (!key.startsWith('ow_')) throw new Error(stderr);
  return key;
};

const server: ChildProcess = spawn(node, ['--max-semi-space-size=16', 'src/cli/bin.js', 'serve', '--no-schedule'], {
  cwd: root,
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.on('exit', () => server.kill('SIGKILL'));

interface Outcome {
  readonly status: number;
  readonly milliseconds: number;
  readonly retryAfter: string | undefined;
}

const connections = new Agent({ keepAlive: true, maxSockets: 150 });
const honestConnections = new Agent({ keepAlive: true });
function ask(path: string, key?: string, body?: object, agent = connections): Promise<Outcome> {
  const began = performance.now();
  const headers = {
    ...(key && { Authorization: `Bearer ${key}` }),
    ...(body && { 'Content-Type': 'application/json' }),
  };
  return new Promise((resolve) => {
    const done = (status: number, retryAfter?: string) =>
      resolve({ status, milliseconds: performance.now() - began, retryAfter });
    const sent = request({ port, path, agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode!, response.headers['retry-after']));
      response.on('error', () => done(0));
    });
    sent.on('error', () => done(0));
    sent.end(body && JSON.stringify(body));
  });
}

while ((await ask('/readyz')).status !== 200) await new Promise((resume) => setTimeout(resume, 200));
const honest = newKey('honest@example.org');
const flood = newKey('flood@example.org');
const sqlFloods = [1, 2, 3, 4, 5].map((n) => newKey(`sql${n}@example.org`));

let running = true;
/** Refused requests of attackers, by status; those without Retry-After apart. */
const attacks = new Map<string, number>();
const count = (what: string) => attacks.set(what, (attacks.get(what) ?? 0) + 1);
async function attack(name: string, path: () => string, key: string, body?: () => object): Promise<void> {
  while (running) {
    const { status, retryAfter } = await ask(path(), key, body?.());
    const bare = (status === 429 || status === 503) && retryAfter === undefined;
    count(`${name} ${status}${bare ? ' without Retry-After' : ''}`);
    // A flood that is refused goes on, as fast as a person's script would.
    if (status !== 200) await new Promise((resume) => setTimeout(resume, 50));
  }
}
const latitude = () => (Math.random() * 160 - 80).toFixed(3);
const place = () => `lat=${latitude()}&lon=${latitude()}`;
const endless = ['SELECT max(range) FROM range(100000000000)', "SELECT printf('%2000000000d', 1)"];
const attackers = [
  ...Array.from({ length: 20 }, () => attack('above', () => `/api/v1/above?${place()}`, flood)),
  ...Array.from({ length: 5 }, () => attack('passes', () => `/api/v1/passes?hours=2&${place()}`, flood)),
  ...Array.from({ length: 5 }, () =>
    attack('ephemeris', () => '/api/v1/satellites/25544/ephemeris?hours=48&step_s=20&allow_old=true', flood),
  ),
  ...Array.from({ length: 10 }, () =>
    attack('gp.php', () => '/NORAD/elements/gp.php?NAME=A&FORMAT=JSON-PRETTY', flood),
  ),
  ...sqlFloods.flatMap((key) => [0, 1].map((n) => attack('sql', () => '/api/v1/sql', key, () => ({ query: endless[n] })))),
];
/** Connections that never send a whole request. */
const silent: Socket[] = [];

const kinds = {
  healthz: () => ask('/healthz', undefined, undefined, honestConnections),
  record: () => ask('/api/v1/satellites/25544', honest, undefined, honestConnections),
  list: () => ask('/api/v1/satellites?limit=20&orbit_class=GEO', honest, undefined, honestConnections),
  page: () => ask('/satellite/25544', undefined, undefined, honestConnections),
  file: () => ask('/api/v1/elements/stations.tle', honest, undefined, honestConnections),
  above: () => ask(`/api/v1/above?${place()}`, honest, undefined, honestConnections),
  sql: () => ask('/api/v1/sql', honest, { query: 'SELECT count(*) FROM satellites' }, honestConnections),
};
const times = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
const failures = new Map<string, number>();
let memory = 0;
const ends = performance.now() + seconds * 1000;
while (performance.now() < ends) {
  for (const [name, one] of Object.entries(kinds)) {
    const { status, milliseconds } = await one();
    times.get(name)!.push(milliseconds);
    if (status !== 200) failures.set(`${name} ${status}`, (failures.get(`${name} ${status}`) ?? 0) + 1);
  }
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
  memory = Math.max(memory, Number(kilobytes) / 1024);
  await new Promise((resume) => setTimeout(resume, 50));
}
running = false;
for (const socket of silent) socket.destroy();
const quantile = (sorted: readonly number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!);
console.log(`${seconds} s, honest client:`);
for (const [name, list] of times) {
  const sorted = list.toSorted((a, b) => a - b);
  console.log(
    `  ${name.padEnd(8)} ${String(sorted.length).padStart(5)} requests  p50 ${quantile(sorted, 0.5)} ms  p95 ${quantile(sorted, 0.95)} ms  at most ${quantile(sorted, 1)} ms`,
  );
}
console.log(`  errors: ${[...failures].map(([what, n]) => `${what}: ${n}`).join(', ') || 'none'}`);
console.log(`attackers: ${[...attacks].sort().map(([what, n]) => `${what}: ${n}`).join(', ')}`);
console.log(`server: at most ${Math.round(memory)} MiB resident`);
server.kill('SIGTERM');
await Promise.race([Promise.all(attackers), new Promise((resume) => setTimeout(resume, 5000))]);
process.exit(failures.size > 0 ? 1 : 0);
