import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../src/config.ts';
import { NothingGood } from './ingest.ts';
import { Locked, locked } from './lock.ts';
import { GateFailure } from './publish/gates.ts';
import { Releases } from './publish/release.ts';
import { printed } from './report.ts';
import { run } from './run.ts';
import { sources } from './sources/sources.ts';
import type { Build } from './workshop.ts';

const help = `npm run refresh -- --from DIR [--source celestrak,gcat] [--now 2026-08-22T14:00:00Z] [--json]
npm run refresh -- --sample

Builds a release from upstream files and publishes it.

  --from DIR     files laid out as <source>/<file>; what is not there keeps its last snapshot
  --source LIST  only these sources; the others keep their last snapshots
  --now TIME     the time of the release, ISO 8601 UTC; the clock's where not given
  --all          every source, due or not; files given with --from are always read
  --strict       refuse a first file that has fewer rows than its source expects
  --sample       publish the embedded sample, where no real release is served
  --json         print the report as JSON

Settings, from the environment or .env: ORBWEAVER_HOME (./var where not set) is the folder; addresses in the
published files begin with ORBWEAVER_PUBLIC_URL, if set.
Fetching from the publishers themselves is not built yet: it needs --from.
`;

/** What someone asked for that can't be done; the message says what to do instead. */
class Misuse extends Error {}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      source: { type: 'string' },
      now: { type: 'string' },
      all: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      sample: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const { home, publicUrl: base = '' } = readConfig();
  const common = { home, base, sources, expected: values.strict, limits: { memory: '500MB', threads: 2 }, progress };
  const builds = values.sample ? await sampleBuilds(common) : [{ ...common, sample: false, ...asked(values) }];
  await locked(home, async () => {
    for (const build of builds) {
      const told = await run(build);
      progress('');
      if (!told) process.stdout.write('Nothing to do: the release of these files and this time is already served.\n');
      else process.stdout.write(values.json ? `${JSON.stringify(told, null, 1)}\n` : printed(told));
    }
  });
}

/** One line that changes, on a terminal only: logs get the report. */
function progress(step: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${step}`);
}

function asked(values: { from?: string; source?: string; now?: string }): Pick<Build, 'from' | 'only' | 'now'> {
  if (values.from === undefined)
    throw new Misuse('fetching from the publishers is not built yet: give files with --from DIR (see --help)');
  const from = resolve(values.from);
  if (!existsSync(from))
    throw new Misuse(`--from ${values.from}: there is no such folder. Give one laid out as <source>/<file>`);
  const slugs: readonly string[] = sources.map((source) => source.slug);
  const only = values.source === undefined ? slugs : values.source.split(',');
  for (const slug of only)
    if (!slugs.includes(slug))
      throw new Misuse(`--source ${slug}: there is no such source. There are ${slugs.join(', ')}`);
  const now = values.now === undefined ? new Date() : new Date(values.now);
  if (Number.isNaN(now.getTime()))
    throw new Misuse(`--now ${values.now}: not a time. Write it as 2026-08-22T14:00:00Z`);
  now.setUTCMilliseconds(0);
  return { from, only: new Set(only), now };
}

/** The embedded sample is two snapshots, 14 hours apart, so that it has every kind of event. */
async function sampleBuilds(common: Omit<Build, 'sample' | 'from' | 'only' | 'now'>): Promise<Build[]> {
  const served = await new Releases(common.home).current();
  if (served && !served.sample)
    throw new Misuse(
      'a release of real data is served: the sample never replaces it. Set ORBWEAVER_HOME to another folder',
    );
  const folder = join(import.meta.dirname, 'sample');
  const slugs = new Set(sources.map((source) => source.slug as string));
  return [
    { ...common, sample: true, only: slugs, from: join(folder, 'first'), now: new Date('2026-08-21T23:00:00Z') },
    { ...common, sample: true, only: slugs, from: join(folder, 'second'), now: new Date('2026-08-22T14:00:00Z') },
  ];
}

try {
  await main();
} catch (error) {
  const known =
    error instanceof Misuse ||
    error instanceof Locked ||
    error instanceof ConfigError ||
    error instanceof GateFailure ||
    error instanceof NothingGood ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`${known ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
}
