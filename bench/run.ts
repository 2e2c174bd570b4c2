import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../pipeline/run-command.ts';
import { UserError } from '../src/user-error.ts';
import { copySampleFiles } from '../test/sample-files.ts';
import { figure, print } from './figure.ts';
import { ReleaseData } from './release-data.ts';
import { serveRivals } from './rival/postgres.ts';
import type { Bench, Section } from './section.ts';

/** The sections in the order of the documentation; each is a file in `sections`. */
const names =
  'api workers search sky field night pages browser start switch memory refresh changes history webhooks conjunctions'.split(
    ' ',
  );
const sections: Record<string, Section> = {};
for (const name of names) sections[name] = (await import(`./sections/${name}.ts`)).section;

const help = `npm run bench [-- SECTION …] [--home DIR]

Measures Orbweaver and its alternatives alternately on this machine, prints a table, and writes bench/results.json, the source
of the page /docs/run/speed. All sections take an hour and a half, mostly for memory. Run it on an otherwise idle machine: the
results include the load at the start.

${Object.entries(sections)
  .map(([name, { about }]) => `  ${name.padEnd(13)}${about}`)
  .join('\n')}

  --home DIR      a home with a full-size release (default: ORBWEAVER_HOME, else ./var); no targets apply to a small one
  --rounds N      number of rounds after a warm-up round; figures are medians (default: 5)
  --seconds N     duration of each load (default: 5)
  --minutes N     duration of the memory section (default: 60)
  --from DIR      upstream files for refresh, as <source>/<file> (default: the sample, too small for targets)
  --on-orbit FILE CelesTrak's CSV of everything in orbit, for conjunctions (default: celestrak/gp-on-orbit.csv of --from)

Needs: apt-get install wrk postgresql python3-skyfield python3-ephem chromium-headless-shell
`;

const root = join(import.meta.dirname, '..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
/** The measuring machine. The load is the one before the benchmark started; a commit with `+` has uncommitted changes. */
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
      from: { type: 'string' },
      'on-orbit': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return help;
  for (const name of positionals)
    if (!names.includes(name)) throw new UserError(`Unknown section: ${name}. Sections: ${names.join(', ')}`);
  // Otherwise, a server would rebuild an outdated website during the measurement.
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'ignore' });
  const home = resolve(values.home ?? process.env.ORBWEAVER_HOME ?? './var');
  const manifest = await readFile(join(home, 'current/manifest.json'), 'utf8').catch(() => null);
  if (manifest === null)
    throw new UserError(`${home} has no release: ORBWEAVER_HOME=${home} npm run refresh creates one`);
  const { id, sample, counts } = JSON.parse(manifest);
  await using opened = new AsyncDisposableStack();
  /** Opens a resource on first use, and disposes it at the end. */
  const once = <T extends AsyncDisposable>(open: () => Promise<T>) => {
    let opening: Promise<T> | undefined;
    return () => (opening ??= open().then((one) => opened.use(one)));
  };
  const [rounds, seconds, minutes] = (['rounds', 'seconds', 'minutes'] as const).map((name) => {
    if (/^[1-9]\d*$/.test(values[name])) return Number(values[name]);
    throw new UserError(`--${name} ${values[name]}: not a positive integer`);
  }) as [number, number, number];
  const upstream = await mkdtemp(join(tmpdir(), 'orbweaver-bench-'));
  opened.defer(() => rm(upstream, { recursive: true }));
  await copySampleFiles(upstream);
  const from = resolve(values.from ?? join(upstream, 'first'));
  const onOrbit = resolve(values['on-orbit'] ?? join(from, 'celestrak/gp-on-orbit.csv'));
  const data = once(() => ReleaseData.open(home));
  const rivals = once(async () => serveRivals(await data()));
  const full = counts.satellites >= 60_000;
  const bench: Bench = { home, full, from, onOrbit, rounds, seconds, minutes, data, rivals };
  for (const name of positionals.length > 0 ? positionals : names) {
    const { about, run } = sections[name]!;
    console.log(`\n${name}: ${about}`);
    try {
      const facts = { machine, release: { id, sample, objects: counts.satellites }, rounds, seconds };
      const figures = (await run(bench)).map((one) => figure(one, full));
      print(figures);
      await save(name, { ...facts, figures });
    } catch (error) {
      // A failed section does not stop the others.
      console.log('not measured:', error);
      process.exitCode = 1;
    }
  }
  return '';
}

/** Saves the results of one section along with the others, one line each. Four digits are more than runs reproduce. */
async function save(section: string, result: object): Promise<void> {
  const all = { ...JSON.parse(await readFile(resultsPath, 'utf8')), [section]: result };
  const round = (_name: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
  const lines = Object.entries(all).map(([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(one, round)}`);
  await writeFile(resultsPath, `{\n${lines.sort().join(',\n')}\n}\n`);
}

// On a signal, exit normally, so that child processes are killed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await runCommand(main);
