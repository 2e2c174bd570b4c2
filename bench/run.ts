import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../pipeline/run-command.ts';
import { UserError } from '../src/user-error.ts';
import { figure, print } from './figure.ts';
import { ReleaseData } from './release-data.ts';
import { serveRival } from './rival/postgres.ts';
import type { Bench, Section } from './section.ts';

/** In the order of the documentation; each is a file of `sections`. */
const names = 'api search sky night pages browser start switch memory refresh changes history webhooks'.split(' ');
const sections: Record<string, Section> = {};
for (const name of names) sections[name] = (await import(`./sections/${name}.ts`)).section;

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

Needs: apt-get install wrk postgresql python3-skyfield python3-ephem chromium
`;

const root = join(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
/** Where figures come from: without it none means anything. The load is that before the bench began; a commit with `+` was changed since. */
const machine = {
  date: new Date().toISOString(),
  commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : '+'),
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memory_gb: Math.round(totalmem() / 2 ** 30),
  load_at_start: Number(loadavg()[0]!.toFixed(2)),
  node: process.version,
};
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
  for (const name of positionals)
    if (!names.includes(name)) throw new UserError(`${name}: there is no such section. There are: ${names.join(', ')}`);
  // A server builds a stale website when it starts, and would be measured while it does.
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'ignore' });
  const home = resolve(values.home ?? process.env.ORBWEAVER_HOME ?? './var');
  const manifest = await readFile(join(home, 'current/manifest.json'), 'utf8').catch(() => null);
  if (manifest === null)
    throw new UserError(`${home} has no release: ORBWEAVER_HOME=${home} npm run refresh makes one`);
  const { id, sample, counts } = JSON.parse(manifest);
  await using opened = new AsyncDisposableStack();
  /** Opens something when it is first needed, and stops it at the end. */
  const once = <T extends AsyncDisposable>(open: () => Promise<T>) => {
    let opening: Promise<T> | undefined;
    return () => (opening ??= open().then((one) => opened.use(one)));
  };
  const [rounds, seconds, minutes] = (['rounds', 'seconds', 'minutes'] as const).map((name) => {
    if (/^[1-9]\d*$/.test(values[name])) return Number(values[name]);
    throw new UserError(`--${name} ${values[name]}: not a whole number from 1`);
  }) as [number, number, number];
  const data = once(() => ReleaseData.open(home));
  const rival = once(async () => serveRival(await data()));
  const full = counts.satellites >= 60_000;
  const bench: Bench = { home, full, from: resolve(values.from), rounds, seconds, minutes, data, rival };
  for (const name of positionals.length > 0 ? positionals : names) {
    const { about, run } = sections[name]!;
    console.log(`\n${name}: ${about}`);
    try {
      const facts = { machine, release: { id, sample, objects: counts.satellites }, rounds, seconds };
      const figures = (await run(bench)).map((one) => figure(one, full));
      print(figures);
      await save(name, { ...facts, figures });
    } catch (error) {
      // What goes wrong in one section leaves the others.
      console.log('not measured:', error);
      process.exitCode = 1;
    }
  }
  return '';
}

/** Puts the results of one section next to those of the others, a line each. Four digits of a number are more than a machine repeats. */
async function save(section: string, result: object): Promise<void> {
  const all = { ...JSON.parse(await readFile(resultsPath, 'utf8')), [section]: result };
  const round = (_name: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
  const lines = Object.entries(all).map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one, round)}`);
  await writeFile(resultsPath, `{\n${lines.sort().join(',\n')}\n}\n`);
}

// Stopped by a person or a time limit: end as usual, so that children and temporary folders go too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await runCommand(main);
