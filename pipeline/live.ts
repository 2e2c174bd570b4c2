import type { Manifest } from '../src/schema/release/manifest.ts';
import { UserError } from '../src/user-error.ts';
import type { Build } from './build-context.ts';
import { nextDue } from './fetch/due.ts';
import type { FetchDeps } from './fetch/fetch-deps.ts';
import { Memory, noteAnswer, noteFailure, noteGood } from './fetch/record.ts';
import { fetchDue, type UpstreamOptions } from './fetch/upstream.ts';
import { NothingGood } from './ingest.ts';
import { isBuiltFrom, isOutdated, Releases } from './publish/release.ts';
import { slimReleases } from './publish/slim-releases.ts';
import { publicReason } from './report/build-log.ts';
import { machineFault } from './report/machine-fault.ts';
import type { Report } from './report/report.ts';
import { run } from './run.ts';
import { type SnapshotIndex, Snapshots } from './snapshots.ts';

/** A refresh from the network. */
export type LiveRefresh = UpstreamOptions & Omit<Build, 'from' | 'now' | 'sample' | keyof UpstreamOptions>;

/**
 * Requests due files from the publishers, and builds a release if anything is new: a file, the reason why one is missing, or the
 * format of releases. Otherwise returns null. With `essential`, only essential files are requested, and the release is partial. Files that
 * arrived before a crash are used, not fetched again. The home must be locked.
 */
export async function refreshLive(deps: FetchDeps, options: LiveRefresh): Promise<Report | null> {
  const snapshots = new Snapshots(options.home, deps.log);
  const memory = await Memory.open(options.home, deps.log);
  const began = deps.now();
  const end = async (outcome: 'published' | 'nothing_new' | 'failed', message: string) => {
    memory.plan(nextDue(options.sources, memory, deps.now()));
    memory.ended({ began_at: began.toISOString(), ended_at: deps.now().toISOString(), outcome, message });
    await memory.save();
  };
  let fresh: SnapshotIndex = {};
  try {
    await settleKilled(options.home, snapshots, memory);
    if (options.accept)
      await snapshots.await({ ...(await snapshots.arrived()), ...(await accepted(snapshots, options.accept)) });
    else await fetchDue(deps, snapshots, memory, options);
    fresh = await snapshots.arrived();
    const known = memory.keys.filter((key) => options.sources.some(({ slug }) => key.startsWith(`${slug}/`)));
    const changed = known.some((key) => memory.file(key).problem !== memory.file(key).shown);
    const releases = new Releases(options.home);
    const served = await releases.served();
    if (served.manifest) await slimReleases(releases, served.manifest.id);
    const asItShouldBe = served.problem === null && !isOutdated(served.manifest) && !served.manifest?.partial;
    if (Object.keys(fresh).length === 0 && !changed && asItShouldBe) {
      await end('nothing_new', 'nothing is due, or nothing has changed');
      return null;
    }
    const problems = new Map(known.flatMap((key) => (reason(memory, key) ? [[key, reason(memory, key)!]] : [])));
    const now = releaseTime(deps.now(), served.manifest);
    const aside = unreadable(fresh, memory, options.accept);
    const reading = (key: string, step: 'begins' | 'ended') => {
      memory.file(key).unread = step === 'begins' ? memory.file(key).unread + 1 : 0;
      return memory.save();
    };
    const scope = options.essential ? { partial: true, archive: false } : {};
    const result = await run({ ...options, ...scope, sample: false, now, aside, reading, from: { fresh, problems } });
    await settle({ snapshots, memory, deps, releases }, fresh, result?.files ?? [], now);
    await end('published', result ? `release ${result.release}` : 'the same release is served already');
    return result;
  } catch (error) {
    for (const key of blamed(error, fresh)) memory.file(key).unbuilt = true;
    // On a full or read-only disk this fails, too: the first error is the one to report.
    await end('failed', publicReason(error)).catch(() => undefined);
    throw error;
  }
}

/** How many builds in a row may end without an error while they read a file: a single one may be a coincidence, such as a power failure. */
const MAX_UNREAD = 3;

/**
 * The new files that are held aside unread, and why: reading them has ended the process again and again. If V8 or the system lacks
 * memory, the process ends without an error that could name the file.
 */
function unreadable(fresh: SnapshotIndex, memory: Memory, accept: LiveRefresh['accept']): ReadonlyMap<string, string> {
  const keys = Object.keys(fresh).filter((key) => memory.file(key).unread >= MAX_UNREAD && !accept?.has(key));
  return new Map(keys.map((key) => [key, `the last ${MAX_UNREAD} refreshes that read it ended without an error`]));
}

/** How far the clock may be behind the time of the served release so that a build follows it, milliseconds. */
const MOST_BEHIND_MS = 86_400_000;

/**
 * The time of a new release, in whole seconds: now, or just after the served release if the clock has been set back behind it. Events,
 * webhooks, and the archive are in the order of releases. A clock that was further ahead was wrong.
 */
export function releaseTime(now: Date, served: Pick<Manifest, 'generated_at' | 'sample'> | null): Date {
  const second = Math.floor(now.getTime() / 1000) * 1000;
  const next = served === null || served.sample ? second : Date.parse(served.generated_at) + 1000;
  return new Date(next - second <= MOST_BEHIND_MS ? Math.max(second, next) : second);
}

/**
 * Whether no release of real data is served. Then a partial one is built first, because fetching every file takes many
 * minutes.
 */
export async function isFirstRefresh(home: string): Promise<boolean> {
  const { manifest, problem } = await new Releases(home).served();
  return problem === null && (manifest === null || manifest.sample);
}

/**
 * Files that may have made a build fail: the bad essential ones if there is no catalog without them, else all; none for a fault of the
 * machine.
 */
function blamed(error: unknown, fresh: SnapshotIndex): string[] {
  if (machineFault(error) !== null) return [];
  return Object.keys(fresh).filter((key) => !(error instanceof NothingGood) || error.bad.has(key));
}

const reason = (memory: Memory, key: string) => memory.file(key).problem;

/** The held-aside files with these keys. Throws UserError if one is not held aside. */
async function accepted(snapshots: Snapshots, keys: ReadonlySet<string>): Promise<SnapshotIndex> {
  const held = await snapshots.held();
  const taken: SnapshotIndex = {};
  for (const key of keys) {
    if (!held[key])
      throw new UserError(
        `--accept ${key}: no such file is held aside. ${Object.keys(held).length === 0 ? 'None is' : `These are: ${Object.keys(held).join(', ')}`}`,
      );
    taken[key] = held[key];
  }
  return taken;
}

interface Settled {
  readonly snapshots: Snapshots;
  readonly memory: Memory;
  readonly deps: Pick<FetchDeps, 'log'>;
  readonly releases: Releases;
}

/** Records the result of each file in the build: a valid file is not fetched again until its publisher has a new one. */
async function settle(
  { snapshots, memory, deps, releases }: Settled,
  fresh: SnapshotIndex,
  files: Report['files'],
  now: Date,
): Promise<void> {
  const held = { ...(await snapshots.held()) };
  for (const { file, problem } of files) {
    const record = memory.file(file);
    const came = fresh[file];
    if (came && problem === null) noteGood(record);
    // A held-aside file is released even if its publisher sends the last good file again, which is not a new one.
    if (problem === null) delete held[file];
    if (came && problem !== null) {
      noteFailure(record, problem, now);
      Object.assign(record, { refused: came.sha256, refusal: problem, unbuilt: false, unread: 0 });
      held[file] = came;
      deps.log(`${file}: held aside: ${problem}. If the file is right: npm run refresh -- --accept ${file}`);
    }
    record.problem = problem;
    record.shown = problem;
  }
  await memory.save();
  await snapshots.hold(held);
  await snapshots.await({});
  await snapshots.tidy(await releases.ids());
}

/**
 * Cleans up after a killed refresh. Its working files are removed, as this refresh may have nothing to build. Files that
 * arrived count as responses, even if that was not recorded. If its release is the served one, its files are valid and no
 * longer pending; otherwise they remain pending.
 */
async function settleKilled(home: string, snapshots: Snapshots, memory: Memory): Promise<void> {
  const releases = new Releases(home);
  await releases.abandon();
  const good = await snapshots.index();
  const arrived = await snapshots.arrived();
  for (const [key, { fetched_at }] of Object.entries(arrived)) noteAnswer(memory.file(key), fetched_at);
  const served = await releases.current();
  if (!served || !isBuiltFrom(served.id, good)) return;
  for (const [key, { sha256 }] of Object.entries(arrived)) {
    if (good[key]?.sha256 !== sha256) continue;
    noteGood(memory.file(key));
    delete arrived[key];
  }
  await snapshots.await(arrived);
}
