import type { Build } from './build-context.ts';
import { nextDue } from './fetch/due.ts';
import type { FetchDeps } from './fetch/fetch-deps.ts';
import { Memory, noteAnswer, noteFailure, noteGood } from './fetch/record.ts';
import { fetchDue, type UpstreamOptions } from './fetch/upstream.ts';
import { isBuiltFrom, isOutdated, Releases } from './publish/release.ts';
import { publicReason } from './report/build-log.ts';
import type { Report } from './report/report.ts';
import { run } from './run.ts';
import { type SnapshotIndex, Snapshots } from './snapshots.ts';

/** A refresh from the network. */
export type LiveRefresh = UpstreamOptions & Omit<Build, 'from' | 'now' | 'sample' | keyof UpstreamOptions>;

/**
 * Requests due files from the publishers, and builds a release if anything is new: a file, the reason why one is missing, or the
 * format of releases. Otherwise returns null. Files that arrived before a crash are used, not fetched again. The home must be locked.
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
  try {
    await settleKilled(options.home, snapshots, memory);
    await fetchDue(deps, snapshots, memory, options);
    const fresh = await snapshots.arrived();
    const known = memory.keys.filter((key) => options.sources.some(({ slug }) => key.startsWith(`${slug}/`)));
    const changed = known.some((key) => memory.file(key).problem !== memory.file(key).shown);
    const served = await new Releases(options.home).served();
    const asItShouldBe = served.problem === null && !isOutdated(served.manifest);
    if (Object.keys(fresh).length === 0 && !changed && asItShouldBe) {
      await end('nothing_new', 'nothing is due, or nothing has changed');
      return null;
    }
    const problems = new Map(known.flatMap((key) => (reason(memory, key) ? [[key, reason(memory, key)!]] : [])));
    const now = deps.now();
    now.setUTCMilliseconds(0);
    const result = await run({ ...options, sample: false, now, from: { fresh, problems } });
    await settle(snapshots, memory, fresh, result?.files ?? [], now);
    await end('published', result ? `release ${result.release}` : 'the same release is served already');
    return result;
  } catch (error) {
    // On a full or read-only disk this fails, too: the first error is the one to report.
    await end('failed', publicReason(error)).catch(() => undefined);
    throw error;
  }
}

const reason = (memory: Memory, key: string) => memory.file(key).problem;

/** Records the result of each file in the build: a valid file is not fetched again until its publisher has a new one. */
async function settle(
  snapshots: Snapshots,
  memory: Memory,
  fresh: SnapshotIndex,
  files: Report['files'],
  now: Date,
): Promise<void> {
  for (const { file, problem } of files) {
    const record = memory.file(file);
    const came = fresh[file];
    if (came && problem === null) noteGood(record);
    else if (came && problem !== null) {
      noteFailure(record, problem, now);
      Object.assign(record, { refused: came.sha256, refusal: problem });
    }
    record.problem = problem;
    record.shown = problem;
  }
  await memory.save();
  await snapshots.await({});
  await snapshots.tidy();
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
