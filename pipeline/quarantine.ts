import type { Build } from './build-context.ts';
import { fetch } from './fetch.ts';
import { NothingGood } from './ingest.ts';
import { GateFailure } from './publish/gates.ts';
import { DamagedBuild } from './publish/release.ts';
import { machineFault } from './report/machine-fault.ts';
import { Snapshots } from './snapshots.ts';

/** The public reason why a file was set aside, without the error: that may contain a path, a query, or content of the file. */
const because = 'it is well-formed, but no release can be made with it; the log of the refresh says why';
const becauseOfGate =
  'it is well-formed, but a release with it was rejected: too much of the previous one would be missing';

/**
 * Finds a new file that makes a build fail, so that the rest can be published. Returns it with those that are set aside already; null
 * if no file is to blame. `attempt` builds a release from some of the files without publishing it, and throws if that fails.
 *
 * A binary search over the first n files finds the first file that makes a build fail: one among sixteen takes four attempts. If the rest
 * fails too, the next search finds the next file.
 */
export async function quarantine(
  build: Build,
  failure: unknown,
  attempt: (some: Build) => Promise<void>,
): Promise<ReadonlyMap<string, string> | null> {
  if (!mayBeAFile(failure, build)) return null;
  const { inputs } = await fetch(new Snapshots(build.sample ? `${build.home}/sample` : build.home), build);
  const candidates = inputs.filter(({ fresh }) => fresh !== null).map(({ key }) => key);
  if (candidates.length === 0) return null;
  const failureOf = async (taken: readonly string[]): Promise<unknown> => {
    const left = candidates.filter((key) => !taken.includes(key)).map((key) => [key, because] as const);
    try {
      await attempt({ ...build, aside: new Map([...(build.aside ?? []), ...left]) });
      return null;
    } catch (error) {
      // Too few files for a catalog is not the fault of these files.
      if (error instanceof NothingGood) return null;
      if (!mayBeAFile(error, build)) throw error;
      return error;
    }
  };
  build.warn?.(`the build failed; looking for the file that causes it: ${stackOf(failure)}`);
  const failsWithoutThem = async () => (await failureOf([])) !== null;
  // No new file is to blame for a failure that does not recur, or for one that occurs without any new file. A gate decides the same about
  // the same rows, so its failure is not repeated; the build without any new file is only tried if the search finds no new files that pass.
  const ofGate = failure instanceof GateFailure;
  if (!ofGate && ((await failureOf(candidates)) === null || (await failsWithoutThem()))) return null;
  let last = failure;
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
  if (ofGate && passes === 0 && (await failsWithoutThem())) return null;
  const culprit = candidates[fails - 1]!;
  build.warn?.(`${culprit} is set aside: ${stackOf(last)}`);
  return new Map([...(build.aside ?? []), [culprit, last instanceof GateFailure ? becauseOfGate : because]]);
}

/**
 * Whether omitting a file may help: not for a fault of the machine, such as a full disk or too little memory. Files given by hand are
 * checked by the gates, which report their problems.
 */
function mayBeAFile(error: unknown, { from }: Build): boolean {
  if (error instanceof NothingGood || error instanceof DamagedBuild) return false;
  if (machineFault(error) !== null) return false;
  return typeof from !== 'function' || !(error instanceof GateFailure);
}

const stackOf = (error: unknown): string => (error as Error).stack ?? String(error);
