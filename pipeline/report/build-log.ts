import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../src/file-bytes.ts';
import { type Build, buildLog, MAX_BUILDS } from '../../src/schema/release/refresh-record.ts';
import { NothingGood } from '../ingest.ts';
import { GateFailure } from '../publish/gates.ts';
import { DamagedBuild } from '../publish/release.ts';
import { machineFault } from './machine-fault.ts';
import type { Report } from './report.ts';

/** The identity of a build, and the home folder of its log. */
export interface Logged {
  readonly home: string;
  readonly from: Build['from'];
  now(): Date;
}

/**
 * Runs a build and records in `<home>/builds.json` when it began and how it ended. A build that was killed is marked as such by the
 * next one. If the log can't be written, the build continues. The home must be locked.
 */
export async function logged({ home, from, now }: Logged, work: () => Promise<Report | null>): Promise<Report | null> {
  const path = join(home, 'builds.json');
  const began: Build = {
    began_at: now().toISOString(),
    ended_at: null,
    from,
    outcome: 'running',
    release: null,
    objects: null,
    reason: null,
  };
  const before = (await readBuilds(path)).map((one) => (one.outcome === 'running' ? killed(one) : one));
  const write = (build: Build) => {
    const builds = [build, ...before].slice(0, MAX_BUILDS);
    return replaceFile(path, `${JSON.stringify({ builds }, null, 1)}\n`, false).catch(() => undefined);
  };
  await write(began);
  try {
    const result = await work();
    const made = result && { release: result.release, objects: result.counts.satellites };
    const reason = result && result.set_aside.length > 0 ? `without the new ${result.set_aside.join(', ')}` : null;
    const outcome = result ? 'published' : 'nothing_new';
    await write({ ...began, ...made, ended_at: now().toISOString(), outcome, reason });
    return result;
  } catch (error) {
    await write({ ...began, ended_at: now().toISOString(), outcome: 'failed', reason: publicReason(error) });
    throw error;
  }
}

const killed = (build: Build): Build => ({
  ...build,
  outcome: 'killed',
  reason: 'it was stopped before its end; the next one continued with the files that had arrived',
});

async function readBuilds(path: string): Promise<readonly Build[]> {
  try {
    return buildLog.parse(JSON.parse(await readFile(path, 'utf8'))).builds;
  } catch {
    // There is no log yet, or a power failure left it incomplete: start a new one.
    return [];
  }
}

/** Why a build failed, for public pages: anything that may contain a path of this machine stays in the machine's log. */
export function publicReason(error: unknown): string {
  if (error instanceof GateFailure || error instanceof DamagedBuild || error instanceof NothingGood)
    return error.message;
  return machineFault(error) ?? 'an unexpected error; the log of the refresh has the details';
}
