import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { siteIsStale } from '../src/server/site-build.ts';
import { Right } from './asked/right.ts';
import type { Bench, Section } from './bench.ts';
import { table } from './figure.ts';
import { busy, machine, missing } from './machine.ts';
import type { Served } from './measure/served.ts';
import { save } from './results.ts';
import { serveRival } from './rivals/rival.ts';
import { api } from './sections/api.ts';
import { globe } from './sections/globe.ts';
import { lighthouse } from './sections/lighthouse.ts';
import { memory } from './sections/memory.ts';
import { month } from './sections/month.ts';
import { pages } from './sections/pages.ts';
import { refreshSection } from './sections/refresh.ts';
import { scale } from './sections/scale.ts';
import { search } from './sections/search.ts';
import { start } from './sections/start.ts';
import { staticFiles } from './sections/static.ts';
import { releaseSwitch } from './sections/switch.ts';

const sections: readonly Section[] = [
  staticFiles,
  api,
  pages,
  search,
  start,
  releaseSwitch,
  memory,
  globe,
  refreshSection,
  scale,
  lighthouse,
  month,
];
/** What is measured only where it is named: it needs more than a release, or is no question of speed. */
const named: readonly Section[] = [lighthouse, month];
/** What the short form leaves out: it is about how long things take, or how large they get. */
const long: readonly Section[] = [memory, refreshSection, scale];

const help = `npm run bench [-- SECTION …] [--home DIR] [--short]

Measures on this machine, each figure beside its rival in the same run, in turns; prints a table and puts everything into
bench/results.json. All sections take over an hour, most of it memory and scale; --short takes minutes, without memory,
refresh and scale. Figures mean something on a machine that does nothing else: the load at the start is in the results.

${sections.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join('\n')}

  --home DIR      a home with a published release of full size: npm run refresh makes one. Without it ORBWEAVER_HOME or
                  ./var, and where there is no release the embedded sample, which is too small for what is asked
  --short         fewer, shorter rounds
  --rounds N      how often, in turns; one round before is not counted; figures are medians (5; short: 2)
  --seconds N     how long each load lasts (5; short: 1)
  --minutes N     how long memory is watched (60)
  --objects LIST  sizes for scale (66000,300000,1000000)
  --from DIR      upstream files for the refresh (../shared/upstream/2026-08-21T2241Z; generated where they are missing)
  --kills N       how often kill kills (100)
  --rate N        its requests a second (200)
  --light         its refreshes compress little: a fourth of the time, and kills fall into their other steps too
  --lighthouse DIR  where it is installed (/tmp/lighthouse): npm install --prefix DIR --ignore-scripts lighthouse@13

Without a name kill, lighthouse and month are left out.

Needs wrk, nginx with its brotli module, PostgreSQL and Chromium, on Debian:
  apt-get install wrk nginx libnginx-mod-http-brotli-static postgresql chromium
A section whose programs are missing is told, and the others are measured.
`;

class Misuse extends Error {}

const root = join(import.meta.dirname, '..');
const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      home: { type: 'string' },
      short: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      minutes: { type: 'string', default: '60' },
      objects: { type: 'string', default: '66000,300000,1000000' },
      from: { type: 'string', default: '../shared/upstream/2026-08-21T2241Z' },
      kills: { type: 'string', default: '100' },
      rate: { type: 'string', default: '200' },
      light: { type: 'boolean', default: false },
      lighthouse: { type: 'string', default: '/tmp/lighthouse' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const names = sections.map(({ name }) => name);
  for (const name of positionals)
    if (!names.includes(name)) throw new Misuse(`${name}: there is no such section. There are: ${names.join(', ')}`);
  const { short } = values;
  const chosen = sections.filter((section) =>
    positionals.length > 0
      ? positionals.includes(section.name)
      : !named.includes(section) && !(short && long.includes(section)),
  );
  // `npm run serve` would build it first, and be measured while it does.
  if (await siteIsStale(root)) {
    print('building the website: it is missing or older than its sources');
    execFileSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build', '--silent'], { cwd: root });
  }
  const { home, remove } = await homeFor(values.home);
  const opened: { close(): void | Promise<void> }[] = [];
  const once = <T>(make: () => Promise<T>, close: (made: T) => void | Promise<void>) => {
    let made: Promise<T> | undefined;
    return () => {
      made ??= make().then((one) => {
        opened.push({ close: () => close(one) });
        return one;
      });
      return made;
    };
  };
  const right = once(
    () => Right.open(home),
    (one) => one.close(),
  );
  // Only the API's section asks for plain records, and loading them takes a minute.
  const plain = !short && chosen.includes(api);
  const release = await releaseOf(home);
  const bench: Bench = {
    home,
    release,
    full: release.objects >= 60_000,
    from: resolve(values.from),
    rounds: count(values.rounds ?? (short ? '2' : '5'), '--rounds'),
    seconds: count(values.seconds ?? (short ? '1' : '5'), '--seconds'),
    minutes: count(values.minutes, '--minutes'),
    objects: values.objects.split(',').map((text) => count(text, '--objects')),
    short,
    kills: count(values.kills, '--kills'),
    rate: count(values.rate, '--rate'),
    light: values.light,
    lighthouse: values.lighthouse,
    right,
    rival: once(
      async () => serveRival(home, await right(), plain),
      (one: Served) => one.stop(),
    ),
    print,
  };
  try {
    for (const section of chosen) await measure(section, bench);
    if (busy !== null) print(`\n${busy}`);
  } finally {
    for (const one of opened.reverse()) await one.close();
    await remove();
  }
}

/** Measures one section, prints its table and keeps its figures. What goes wrong in one leaves the others. */
async function measure(section: Section, bench: Bench): Promise<void> {
  const { home, release, rounds, seconds, short } = bench;
  print(`\n${section.name}: ${section.about}`);
  const lacking = missing(section.needs);
  if (lacking !== null) {
    print(`  not measured: ${lacking}`);
    process.exitCode = 1;
    return;
  }
  try {
    const where = machine(section.needs);
    const { figures, details } = await section.run(bench);
    for (const line of table(figures)) print(line);
    await save(section.name, { machine: where, home, release, rounds, seconds, short, figures, ...details });
  } catch (error) {
    print(`  not measured: ${(error as Error).stack}`);
    process.exitCode = 1;
  }
}

/** The home that is measured. The embedded sample is published into one of the bench's own where there is none. */
async function homeFor(given: string | undefined): Promise<{ home: string; remove(): Promise<void> }> {
  const home = resolve(given ?? process.env.ORBWEAVER_HOME ?? './var');
  if (existsSync(join(home, 'current'))) return { home, remove: async () => undefined };
  if (given !== undefined)
    throw new Misuse(
      `${given} has no release. Make one with ORBWEAVER_HOME=${given} npm run refresh, or leave --home out`,
    );
  const own = await mkdtemp(join(tmpdir(), 'orbweaver-bench-'));
  const options = { cwd: root, env: { ...process.env, ORBWEAVER_HOME: own } };
  execFileSync(process.execPath, ['pipeline/refresh.ts', '--sample'], options);
  return { home: own, remove: () => rm(own, { recursive: true, force: true }) };
}

async function releaseOf(home: string): Promise<Bench['release']> {
  const { id, sample, counts } = JSON.parse(await readFile(join(home, 'current/manifest.json'), 'utf8'));
  return { id, objects: counts.satellites, sample };
}

function count(text: string, option: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Misuse(`${option} ${text}: not a whole number from 1`);
  return number;
}

// Stopped by a person or a time limit: end as usual, so that what runs and what lies about goes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  await main();
} catch (error) {
  const known = error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${known ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
