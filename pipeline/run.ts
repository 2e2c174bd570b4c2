import { archiveReleases } from './archive/absorb.ts';
import { measureAccuracy } from './archive/accuracy.ts';
import { readHistory } from './archive/history.ts';
import { predictReentries } from './archive/reentries.ts';
import { type Build, openBuildContext } from './build-context.ts';
import { diff } from './diff/diff.ts';
import { fetch } from './fetch.ts';
import { ingest } from './ingest.ts';
import { claimLaunchFacts } from './launch-claims.ts';
import { passGates } from './publish/gates.ts';
import { publish } from './publish/publish.ts';
import { Releases } from './publish/release.ts';
import { type Report, report } from './report/report.ts';
import { resolve } from './resolve/resolve.ts';
import { setAside } from './set-aside.ts';

/** The line: upstream files become a published release. Returns null where this very release is the one that is served. */
export async function run(build: Build): Promise<Report | null> {
  const result = await released(build);
  if (build.archive !== false) await archived(build);
  return result;
}

/** Adds to the history what the served release has. Where that fails the release is served all the same, and the next refresh adds both. */
async function archived(build: Build): Promise<void> {
  const served = await new Releases(build.home).current();
  if (served === null) return;
  try {
    build.progress('adding to the archive');
    await archiveReleases({ home: build.home, limits: build.limits }, served.id);
  } catch (error) {
    build.warn?.(`the archive could not be written, and the next refresh tries again: ${(error as Error).message}`);
  }
}

async function released(build: Build): Promise<Report | null> {
  try {
    return await line(build, 'publish');
  } catch (error) {
    const aside = await setAside(build, error, async (some) => {
      await line(some, 'try');
    });
    if (aside === null) throw error;
    return line({ ...build, aside }, 'publish');
  }
}

/** The line, to its end, or up to the gates: far enough to know whether a release can be made. */
async function line(build: Build, end: 'publish' | 'try'): Promise<Report | null> {
  const context = await openBuildContext(build);
  const { store, previous, previousFolder, folder } = context;
  try {
    const fetched = await fetch(context.snapshots, build); // upstream files become snapshots
    await context.raiseMemoryLimit(fetched.inputs);
    const read = await ingest(context, fetched.inputs, build); // their rows become claims, or the last good snapshot's do
    const id = context.idOf(read);
    if (id === previous) return null;
    build.progress('resolving claims');
    await claimLaunchFacts(store); // what is known of launches becomes claims of what they put up
    await resolve(store, build.now); // claims become objects: values, confidence, conflicts
    const accuracy = await measureAccuracy(store, build); // what the archive says of the error of old elements
    await predictReentries(store, { ...build, previous }); // of what comes down by itself soon
    if (previous !== null) await readHistory(store, build.home, build.now); // and of what objects did lately
    await diff(store, previous, build.now, accuracy.data); // objects and the release before become events
    await passGates(store, previous); // a bad release ends here, unseen
    if (end === 'try') return null;
    build.progress('writing the release');
    const manifest = await publish(store, folder, {
      ...build,
      id,
      previous,
      previousFolder,
      read,
      accuracy,
      pathOf: context.pathOf,
    }); // objects become a folder of files
    const result = await report(store, manifest, read, fetched.unknown);
    await context.activate(manifest, read); // the folder becomes the release that is served
    return result;
  } finally {
    await context.close();
  }
}
