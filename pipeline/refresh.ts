import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { explained, flag, helpOption, parseOptions, text } from '../src/cli/option.ts';
import { readConfig } from '../src/config.ts';
import { locked } from '../src/lock.ts';
import { isForPeople } from '../src/log-format.ts';
import { redact } from '../src/redact.ts';
import { typedInstant } from '../src/schema/instant-text.ts';
import { mirrorSetting } from '../src/schema/release/publishers.ts';
import { UserError } from '../src/user-error.ts';
import type { Build } from './build-context.ts';
import { type FetchDeps, fetch } from './fetch/fetch-deps.ts';
import { Memory } from './fetch/record.ts';
import { NothingGood } from './ingest.ts';
import { isFirstRefresh, refreshLive } from './live.ts';
import { refreshPictures } from './pictures/refresh-pictures.ts';
import { type Compression, compressions } from './publish/compress.ts';
import { Releases } from './publish/release.ts';
import { type Logged, logged } from './report/build-log.ts';
import { machineTrouble } from './report/machine-fault.ts';
import { RefreshSummary, summarized } from './report/refresh-summary.ts';
import { printed, type Report } from './report/report.ts';
import { run } from './run.ts';
import { progress, runCommand } from './run-command.ts';
import type { Source } from './sources/source.ts';
import { accountSources, sources as openSources } from './sources/sources.ts';
import { smallCatalog } from './store.ts';

const options = {
  from: text('DIR', 'read files from a folder, laid out as <source>/<file>; missing files keep their last snapshot'),
  source: text('LIST', 'only these sources; the others keep their last snapshots'),
  now: text('TIME', 'with --from: the time of the release, ISO 8601 UTC; default: now'),
  all: flag(
    'fetch every source, due or not, but never sooner than its publisher allows; files of --from are always read',
  ),
  strict: flag(
    'with --from: reject a first file with fewer rows than expected for its source, as for downloaded files',
  ),
  small: flag('accept first files with fewer rows than expected for their source, from a partial mirror'),
  accept: text(
    'LIST',
    'publish these files, as <source>/<file>, although they were held aside because they differ too much from the last ones; fetches nothing',
  ),
  sample: flag('publish the embedded sample; never replaces real data'),
  report: flag('print the full report, also of the sample and on a terminal'),
  compression: text('LEVEL', 'compression of the published files; default: best', compressions),
  json: flag('print the report as JSON'),
  ...helpOption,
};

const help = `npm run refresh [-- --source celestrak,gcat] [--all] [--json]
npm run refresh -- --from DIR [--source celestrak,gcat] [--now 2026-08-22T14:00:00Z] [--json]
npm run refresh -- --accept celestrak/satcat.csv
npm run refresh -- --sample

Fetches what is due from the publishers, or reads upstream files from a folder, builds a release, and publishes it.

${explained(options).join('\n')}

Settings, from the environment or .env: ORBWEAVER_HOME (default: ./var) is the folder for releases. URLs in published files start
with ORBWEAVER_PUBLIC_URL, if set. ORBWEAVER_CONTACT is sent to publishers. These settings name mirrors to use instead of the
publishers: ${[...openSources, ...accountSources].map(({ slug }) => mirrorSetting(slug)).join(', ')}. ORBWEAVER_WIKIDATA_SECOND_URL is a second service for the queries to Wikidata.
ORBWEAVER_SPACETRACK_IDENTITY, ORBWEAVER_SPACETRACK_PASSWORD, and ORBWEAVER_SPACETRACK_PUBLISH=on read Space-Track with your own account.
`;

async function main(): Promise<string> {
  const { values, words } = parseOptions(process.argv.slice(2), options);
  if (values.help) return help;
  if (words.length > 0) throw new UserError(`Unexpected argument: ${words[0]}. See --help`);
  const {
    home,
    publicUrl: base = '',
    contact,
    upstream,
    wikidataSecond,
    spacetrack,
    commons,
    logFormat,
    downloadDeadline,
    refreshMemory,
  } = readConfig();
  if (spacetrack?.publish) sources = [...openSources, ...accountSources];
  const short = values.sample || isForPeople(logFormat);
  if (short && !values.json && !values.report) summary = new RefreshSummary();
  const log = (source: Logged['from'], work: () => Promise<Report | null>) =>
    logged({ home, from: source, now: network.now }, work);
  const limits = { memory: `${refreshMemory}MB`, threads: 2 };
  const compression = compressionOf(values.compression ?? 'best');
  const expected = values.strict === true;
  const accept = values.accept === undefined ? undefined : acceptOf(values.accept);
  const common = {
    ...(accept && { accept }),
    home,
    base,
    sources,
    expected,
    limits,
    compression,
    progress,
    warn: network.log,
  };
  if (values.sample || values.from !== undefined) {
    const { from } = values;
    const builds =
      from === undefined
        ? await sampleBuilds(common)
        : [{ ...common, sample: false, ...folderBuild({ ...values, from }) }];
    await inHome(home, async () => {
      for (const build of builds) {
        const result = await log(from === undefined ? 'sample' : 'files', () => run(build));
        // The sample takes two builds, so that it has events: only the second one is summarized and served.
        if (summary === null || build === builds.at(-1))
          print(result, 'the release of these files and this time is already served', values.json, build.sample);
      }
    });
    return '';
  }
  if (values.now !== undefined) throw new UserError('--now requires --from DIR');
  const live = {
    ...common,
    expected: !values.small,
    only: only(values.source),
    all: values.all === true,
    bases: upstream,
    ...(wikidataSecond !== undefined && { seconds: { wikidata: wikidataSecond } }),
    ...(spacetrack && { accounts: { spacetrack: spacetrack.account } }),
    contact: contact ?? (base === '' ? undefined : base),
  };
  if (spacetrack && !spacetrack.publish)
    network.log('spacetrack: not asked, because ORBWEAVER_SPACETRACK_PUBLISH is off: all that a release has is served');
  await inHome(home, async () => {
    let result: Report | null;
    const deps = { ...network, timeout: { ...timeout, total: downloadDeadline * 1000 } };
    const published = (more: { readonly essential?: true }) =>
      log('publishers', () => refreshLive(deps, { ...live, ...more }));
    try {
      // If it fails, the whole refresh reports the reason.
      if (accept === undefined && (await isFirstRefresh(home)))
        await published({ essential: true }).then(
          (first) =>
            first && network.log(`release ${first.release} of the essential files is served; the others follow`),
          () => undefined,
        );
      result = await published({});
    } catch (error) {
      if (summary === null || !(error instanceof NothingGood)) throw error;
      const served = await printSources(home);
      throw new UserError(
        `Nothing was published: a catalog requires a valid file of CelesTrak. ${served ? `Release ${served} is still served.` : 'There is no release yet.'}`,
      );
    }
    await printSources(home);
    print(result, 'nothing is due, or nothing has changed', values.json);
    // Releases don't wait for pictures: the next release shows them.
    if (commons !== null && live.contact !== undefined && live.only.has('wikidata'))
      await refreshPictures(
        { ...network, timeout: { ...timeout, total: PICTURE_DEADLINE_MS } },
        { home, commons, contact: live.contact },
      );
  });
  return '';
}

/** The sources of this run: those that need no account, and those of which the operator has one and publishes. */
let sources: readonly Source[] = openSources;

/** For a person at the terminal, and for the sample: the result of each source. Null: every file is reported as it arrives. */
let summary: RefreshSummary | null = null;

/** Prints the result of each requested source. Returns the release that is served, if any. */
async function printSources(home: string): Promise<string | null> {
  const served = await new Releases(home).current();
  progress('');
  const { next } = await Memory.open(home);
  const keeping = served === null ? 'nothing' : served.sample ? 'the sample' : 'its last files';
  for (const line of summary?.lines(sources, keeping, next) ?? []) process.stderr.write(`${line}\n`);
  return served?.id ?? null;
}

/** Locks the home folder while the work runs, and turns faults of the machine into messages for the operator. */
async function inHome(home: string, work: () => Promise<void>): Promise<void> {
  try {
    await locked(home, work);
  } catch (error) {
    const words = machineTrouble(error, home);
    throw words === null ? error : new UserError(words);
  }
}

function print(result: Report | null, otherwise: string, json: boolean | undefined, sample = false): void {
  progress('');
  if (!result) process.stdout.write(`Nothing to do: ${otherwise}.\n`);
  else if (json) process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
  else process.stdout.write(summary === null ? printed(result) : summarized(result, sample));
}

/** How long a publisher's response may take to start, and may pause, in milliseconds. */
const timeout = { response: 90_000, idle: 60_000 };

/** How long one picture may take, ms. */
const PICTURE_DEADLINE_MS = 30_000;

/** The real network, clock and terminal. */
const network: Omit<FetchDeps, 'timeout'> = {
  fetch,
  now: () => new Date(),
  sleep: (milliseconds) => setTimeout(milliseconds),
  random: Math.random,
  log: (line) => {
    if (summary !== null) return summary.add(redact(line));
    progress('');
    process.stderr.write(`${redact(line)}\n`);
  },
  progress,
};

function compressionOf(level: string): Compression {
  const known = compressions.find((one) => one === level);
  if (!known) throw new UserError(`--compression ${level}: not ${compressions.join(' or ')}`);
  return known;
}

/** Files of a list, as `<source>/<file>`. */
function acceptOf(list: string): ReadonlySet<string> {
  const keys = list.split(',');
  for (const key of keys) {
    const [slug, name = ''] = key.split('/');
    const source = sources.find((one) => one.slug === slug);
    if (!source?.files.some(({ matches }) => matches.test(name)))
      throw new UserError(`--accept ${key}: no such file. Write files as celestrak/satcat.csv, separated by commas`);
  }
  return new Set(keys);
}

/** The sources to refresh: those of a list, or all. */
function only(list: string | undefined): ReadonlySet<string> {
  const slugs: readonly string[] = sources.map((source) => source.slug);
  const chosen = list === undefined ? slugs : list.split(',');
  for (const slug of chosen)
    if (!slugs.includes(slug))
      throw new UserError(`--source ${slug}: unknown source. The sources are ${slugs.join(', ')}`);
  return new Set(chosen);
}

function folderBuild(values: {
  from: string;
  source: string | undefined;
  now: string | undefined;
}): Pick<Build, 'from' | 'only' | 'now'> {
  const from = resolve(values.from);
  if (!existsSync(from))
    throw new UserError(`--from ${values.from}: no such folder. Give one with files laid out as <source>/<file>`);
  const time = values.now === undefined ? Date.now() : typedInstant(values.now);
  if (time === null) throw new UserError(`--now ${values.now}: not a time. Write it as 2026-08-22T14:00:00Z`);
  const now = new Date(time);
  now.setUTCMilliseconds(0);
  return { from: (slug) => join(from, slug), only: only(values.source), now };
}

/** The embedded sample is two snapshots, 14 hours apart, so that it has every kind of event. */
async function sampleBuilds(common: Omit<Build, 'sample' | 'from' | 'only' | 'now'>): Promise<Build[]> {
  const { manifest: served, problem } = await new Releases(common.home).served();
  if (problem !== null && existsSync(join(common.home, 'snapshots/index.json')))
    throw new UserError(
      `${problem}, and the sample never replaces real data: "npm run refresh" builds a new release, "npm run admin -- releases rollback" serves an earlier one`,
    );
  if (served && !served.sample)
    throw new UserError(
      'a release of real data is served, which the sample never replaces. Set ORBWEAVER_HOME to another folder',
    );
  const of = (snapshot: string) => (slug: string) => join(import.meta.dirname, 'sources', slug, 'sample', snapshot);
  const slugs = new Set(sources.map((source) => source.slug as string));
  const sample = { ...common, limits: { ...common.limits, ...smallCatalog }, sample: true, only: slugs };
  return [
    { ...sample, from: of('first'), now: new Date('2026-08-21T23:00:00Z') },
    { ...sample, from: of('second'), now: new Date('2026-08-22T14:00:00Z') },
  ];
}

await runCommand(main);
