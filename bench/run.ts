import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../pipeline/run-command.ts';
import { UserError } from '../src/user-error.ts';
import { print } from './figure.ts';
import { machine } from './machine.ts';
import { serveRelease } from './process.ts';
import { ReleaseData } from './release-data.ts';
import { serveRival } from './rival/postgres.ts';
import type { Bench, Section } from './section.ts';
import { api } from './sections/api.ts';
import { browser } from './sections/browser.ts';
import { changes } from './sections/changes.ts';
import { history } from './sections/history.ts';
import { memory } from './sections/memory.ts';
import { night } from './sections/night.ts';
import { pages } from './sections/pages.ts';
import { refresh } from './sections/refresh.ts';
import { search } from './sections/search.ts';
import { sky } from './sections/sky.ts';
import { start } from './sections/start.ts';
import { releaseSwitch } from './sections/switch.ts';
import { webhooks } from './sections/webhooks.ts';

const sections: Readonly<Record<string, Section>> = {
  api,
  search,
  sky,
  night,
  pages,
  browser,
  start,
  switch: releaseSwitch,
  memory,
  refresh,
  changes,
  history,
  webhooks,
};
const help = `npm run bench [-- SECTION …] [--home DIR]

Measures on this machine, ours and the rival in turns; prints a table, and writes bench/results.json, which the page
/docs/run/speed is printed from. All sections take an hour and a half, most of it memory. Figures mean something on a machine
that does nothing else: the load at the start is in the results.

${Object.entries(sections)
  .map(([name, { about }]) => `  ${name.padEnd(10)}${about}`)
  .join('\n')}

  --home DIR      a home with a release of full size (ORBWEAVER_HOME, else ./var); targets are not judged on a small one
  --rounds N      how often, in turns; one round before is not counted; figures are medians (5)
  --seconds N     how long each load lasts (5)
  --minutes N     how long memory is watched (60)
  --from DIR      upstream files for refresh, laid out as <source>/<file> (the sample's, too small to judge)

Needs wrk and PostgreSQL, Skyfield and PyEphem for sky, Chromium for night and browser:
apt-get install wrk postgresql python3-skyfield python3-ephem chromium
`;

const root = join(import.meta.dirname, '..');
const resultsPath = join(import.meta.dirname, 'results.json');

async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      home: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '5' },
      minutes: { type: 'string', default: '60' },
      from: { type: 'string', default: join(root, 'pipeline/sample/first') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return help;
  const names = Object.keys(sections);
  for (const name of positionals)
    if (!names.includes(name)) throw new UserError(`${name}: there is no such section. There are: ${names.join(', ')}`);
  // A server builds a stale website when it starts, and would be measured while it does.
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'ignore' });
  const home = resolve(values.home ?? process.env.ORBWEAVER_HOME ?? './var');
  if (!existsSync(join(home, 'current')))
    throw new UserError(
      `${home} has no release: ORBWEAVER_HOME=${home} npm run refresh makes one (-- --sample: a small one)`,
    );
  await using opened = new AsyncDisposableStack();
  /** Opens something when it is first needed, and stops it at the end. */
  const once = <T extends AsyncDisposable>(open: () => Promise<T>) => {
    let opening: Promise<T> | undefined;
    return () => {
      opening ??= open().then((one) => opened.use(one));
      return opening;
    };
  };
  const data = once(async () => ReleaseData.open(home, await serveRelease(home)));
  const { id, sample, counts } = JSON.parse(await readFile(join(home, 'current/manifest.json'), 'utf8'));
  const bench: Bench = {
    home,
    full: counts.satellites >= 60_000,
    from: resolve(values.from),
    rounds: count(values.rounds, '--rounds'),
    seconds: count(values.seconds, '--seconds'),
    minutes: count(values.minutes, '--minutes'),
    data,
    rival: once(async () => serveRival(await data())),
  };
  for (const name of positionals.length > 0 ? positionals : names)
    await measure(name, bench, { id, sample, objects: counts.satellites });
  const { cores, load_at_start } = machine();
  if (load_at_start > cores / 4) console.log(`The load was ${load_at_start} at the start: these figures say little.`);
  return '';
}

/** Measures one section, prints its table and saves its figures. What goes wrong in one leaves the others. */
async function measure(name: string, bench: Bench, release: object): Promise<void> {
  const { rounds, seconds } = bench;
  const { about, run } = sections[name]!;
  console.log(`\n${name}: ${about}`);
  try {
    const where = machine();
    const figures = await run(bench);
    print(figures);
    await save(name, { machine: where, release, rounds, seconds, figures });
  } catch (error) {
    console.log('not measured:', error);
    process.exitCode = 1;
  }
}

/** Puts the results of one section next to those of the others, a line each. Four digits of a number are more than a machine repeats. */
async function save(section: string, result: object): Promise<void> {
  const all = existsSync(resultsPath) ? JSON.parse(await readFile(resultsPath, 'utf8')) : {};
  const round = (_name: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
  const lines = Object.entries({ ...all, [section]: result }).map(
    ([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one, round)}`,
  );
  await writeFile(resultsPath, `{\n${lines.sort().join(',\n')}\n}\n`);
}

function count(text: string, option: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new UserError(`${option} ${text}: not a whole number from 1`);
  return Number(text);
}

// Stopped by a person or a time limit: end as usual, so that children and temporary folders go too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await runCommand(main);
