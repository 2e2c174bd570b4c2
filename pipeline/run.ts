import { archiveReleases } from './archive/absorb.ts';
import { measureAccuracy } from './archive/accuracy/accuracy.ts';
import { releaseTimes } from './archive/archive.ts';
import { readHistory, readReturned } from './archive/history.ts';
import { readListedBefore } from './archive/listed-before.ts';
import { predictReentries } from './archive/reentries.ts';
import { type Build, openBuildContext } from './build-context.ts';
import { diff } from './diff/diff.ts';
import { fetch } from './fetch.ts';
import { healing, ingest } from './ingest.ts';
import { claimFromOthers } from './launch-claims.ts';
import { passGates } from './publish/gates.ts';
import { publish } from './publish/publish.ts';
import { Releases } from './publish/release.ts';
import { quarantine } from './quarantine.ts';
import { type Report, report } from './report/report.ts';
import { resolve } from './resolve/resolve.ts';

/** Turns upstream files into a published release. Returns null if that release is already served. */
export async function run(build: Build): Promise<Report | null> {
  const result = await buildWithoutBadFiles(build);
  if (build.archive !== false) await appendToArchive(build);
  return result;
}

/** Adds the served release to the archive. If that fails, the release is served anyway, and the next refresh adds both. */
async function appendToArchive(build: Build): Promise<void> {
  const served = await new Releases(build.home).current();
  if (served === null) return;
  try {
    build.progress('adding to the archive');
    await archiveReleases({ home: build.home, limits: build.limits }, served.id, build.warn);
  } catch (error) {
    build.warn?.(`the archive could not be written, and the next refresh tries again: ${(error as Error).message}`);
  }
}

async function buildWithoutBadFiles(build: Build): Promise<Report | null> {
  let aside = build.aside ?? new Map<string, string>();
  for (;;) {
    let attempted: End = 'gates';
    try {
      return await buildRelease({ ...build, aside }, 'publish', () => {
        attempted = 'files';
      });
    } catch (error) {
      // Attempts run up to the step at which the build failed.
      const found = await quarantine({ ...build, aside }, error, async (some) => {
        await buildRelease(some, attempted);
      });
      if (found === null) throw error;
      aside = found;
    }
  }
}

/** The last step of a build: the gates, which decide whether a release may be published, its files, or the switch to it. */
type End = 'gates' | 'files' | 'publish';

/** Runs every step up to the last one. `passed` is called after the gates. */
async function buildRelease(build: Build, end: End, passed: () => void = () => {}): Promise<Report | null> {
  const context = await openBuildContext(build);
  const { store, previous, previousFolder, folder } = context;
  try {
    const fetched = await fetch(context.snapshots, build); // downloads upstream files as snapshots
    await context.raiseMemoryLimit(fetched.inputs);
    const read = await ingest(context, fetched.inputs, build); // reads claims from their rows, or from the last good snapshot
    const id = context.idOf(read);
    if (id === previous) return null;
    build.progress('resolving claims');
    await claimFromOthers(store); // claims from facts of launches, and from names of series
    await resolve(store, build.now); // selects values from claims: confidence, conflicts
    const accuracy = await measureAccuracy(store, build); // position error of old elements, from the archive
    await predictReentries(store, { ...build, previous }); // objects that will reenter within 60 days
    if (previous !== null) {
      await readHistory(store, build.home, build.now); // recent element sets, to find maneuvers
      await readListedBefore(store, build); // objects that are listed again
      await readReturned(store, build.home); // last element sets of objects that have elements again
    }
    await diff(store, previous, build.now, accuracy.data); // compares with the previous release: events
    await passGates(store, previous, {
      isAccepted: build.accept !== undefined,
      healing: healing(read, build.now),
    }); // throws if the release must not be served
    if (end === 'gates') return null;
    passed();
    build.progress('writing the release');
    const manifest = await publish(store, folder, {
      ...build,
      id,
      previous,
      previousFolder,
      reusable: context.reusable,
      read,
      accuracy,
      releases: await releaseTimes({ ...build, previous }),
      pathOf: context.pathOf,
    }); // writes the folder of the release
    const result = await report(store, manifest, read, fetched.unknown);
    if (end === 'files') return null;
    await context.activate(manifest, read); // switches to the new release
    return result;
  } finally {
    await context.close();
  }
}
