import type { Build } from './build-context.ts';
import { fetch } from './fetch.ts';
import { NothingGood } from './ingest.ts';
import { GateFailure } from './publish/gates.ts';
import { DamagedBuild } from './publish/release.ts';
import { diskState } from './report/disk-trouble.ts';
import { Snapshots } from './snapshots.ts';

/** What is shown of a file that was set aside. It names no error: that may hold a path, a query or what a file says. */
const because = 'it is well-formed, but no release can be made with it; the log of the refresh says why';
const becauseOfGate =
  'it is well-formed, but a release with it was stopped: too much of the one before would be missing';

/**
 * Finds the new files that a build fails with, so that the rest can be published: null where no file is to blame. `attempt` makes a
 * release of some of the files, publishes nothing, and throws where that can't be done.
 *
 * The files come in an order, and the first so many of them fail or do not: halving finds the first one that fails, which is set
 * aside, until the rest passes. One bad file among sixteen takes six attempts.
 */
export async function setAside(
  build: Build,
  failure: unknown,
  attempt: (some: Build) => Promise<void>,
): Promise<ReadonlyMap<string, string> | null> {
  if (!mayBeAFile(failure, build)) return null;
  const { inputs } = await fetch(new Snapshots(build.sample ? `${build.home}/sample` : build.home), build);
  let candidates = inputs.filter(({ fresh }) => fresh !== null).map(({ key }) => key);
  if (candidates.length === 0) return null;
  const aside = new Map<string, string>();
  const failureOf = async (taken: readonly string[]): Promise<unknown> => {
    const left = candidates.filter((key) => !taken.includes(key)).map((key) => [key, because] as const);
    try {
      await attempt({ ...build, aside: new Map([...aside, ...left]) });
      return null;
    } catch (error) {
      // Too few files for a catalog is no fault of those that were taken.
      if (error instanceof NothingGood) return null;
      if (!mayBeAFile(error, build)) throw error;
      return error;
    }
  };
  build.warn?.(`the build failed; looking for the file that causes it: ${stackOf(failure)}`);
  // What fails only after the gates, where no attempt goes, fails whatever files there are. And where it fails without any new file,
  // no new file is to blame.
  if ((await failureOf(candidates)) === null || (await failureOf([])) !== null) return null;
  let last: unknown = failure;
  while (last !== null) {
    let passes = 0;
    let fails = candidates.length;
    while (fails - passes > 1) {
      const middle = (passes + fails) >> 1;
      const error = await failureOf(candidates.slice(0, middle));
      if (error === null) passes = middle;
      else {
        fails = middle;
        last = error;
      }
    }
    const culprit = candidates[fails - 1]!;
    aside.set(culprit, last instanceof GateFailure ? becauseOfGate : because);
    build.warn?.(`${culprit} is set aside: ${stackOf(last)}`);
    candidates = candidates.filter((key) => key !== culprit);
    last = candidates.length === 0 ? null : await failureOf(candidates);
  }
  return aside;
}

/**
 * Whether leaving a file out may help: not where the disk is to blame. Files given by hand are checked by the gates, which report what is
 * wrong with them.
 */
function mayBeAFile(error: unknown, { from }: Build): boolean {
  if (error instanceof NothingGood || error instanceof DamagedBuild || diskState(error) !== null) return false;
  return typeof from !== 'string' || !(error instanceof GateFailure);
}

const stackOf = (error: unknown): string => (error as Error).stack ?? String(error);
