import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SkyStates } from '../../orbit/observation/sky-states.ts';
import { measuredErrors } from '../../orbit/position-error.ts';
import { Database } from '../../release/database.ts';
import { currentReleaseId, openRelease } from '../../release/release.ts';
import { readDocument } from '../../release/release-document.ts';
import {
  type ConjunctionRun,
  NOT_FOR_OPERATIONS,
  RUN_DAYS,
  type StoredRun,
  THRESHOLD_KM,
} from '../../schema/approaches/conjunction.ts';
import { accuracy } from '../../schema/objects/accuracy.ts';
import { writeRunFiles } from './files.ts';
import { conjunctionRows } from './rows.ts';
import { newestRun, publishRun, workFolder } from './run-folder.ts';
import {
  type ComparedObject,
  inputsHash,
  isPrimary,
  METHOD_VERSION,
  type RunInputs,
  runObjects,
} from './run-inputs.ts';
import { RunStore, writeRunStore } from './run-store.ts';
import { comparedSpan } from './screen.ts';
import { screenInThreads } from './screen-in-threads.ts';

/** The dependencies of a run. */
export interface RunDeps {
  readonly home: string;
  /** Begin of the searched time, milliseconds since 1970. */
  readonly from: number;
  readonly days?: number;
  readonly threads: number;
  now(): number;
  line(text: string): void;
}

/**
 * Searches the close approaches of the current release and publishes them as the newest run. Continues a run with the
 * same inputs that was stopped. Returns null if there is no release, or its run is finished.
 */
export async function runConjunctions(deps: RunDeps): Promise<ConjunctionRun | null> {
  const { home, from, days = RUN_DAYS, threads, line } = deps;
  const release = await currentReleaseId(home);
  if (release === null) return null;
  const { folder } = await openRelease(home, release);
  const database = await Database.open(join(folder, 'catalog.duckdb'));
  const objects = await runObjects(folder, database).finally(() => database.close());
  const measured = measuredErrors(await readDocument(folder, 'accuracy', accuracy));
  const to = from + days * 86_400_000;
  const inputs: RunInputs = {
    release,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    threshold_km: THRESHOLD_KM,
    objects,
  };
  const hash = inputsHash(inputs);
  const previous = await newestRun(home);
  if (previous?.run.inputs_hash === hash) return null;
  const work = workFolder(home, hash);
  const primary = Uint8Array.from(objects, (object) => (isPrimary(object) ? 1 : 0));
  const states = new SkyStates(objects, from);
  const approaches = await screenInThreads({
    states,
    primary,
    threshold_km: THRESHOLD_KM,
    duration_s: (to - from) / 1000,
    threads,
    folder: join(work, 'parts'),
    onPart: (done, total) => line(`close approaches: ${done} of ${total} parts`),
  });
  const rows = conjunctionRows(approaches, objects, from, states.stateOf, measured);
  const instant = (seconds: number) => new Date(from + seconds * 1000).toISOString();
  const compared = objects.flatMap((object, at): ComparedObject[] => {
    const span = comparedSpan(states, at, (to - from) / 1000);
    return span ? [{ ...object, searched_from: instant(span.from), searched_to: instant(span.to) }] : [];
  });
  const { objects: _objects, ...described } = inputs;
  const run: ConjunctionRun = {
    id: `${inputs.from.replace(/[-:]|\.\d+/g, '')}-${hash.slice(0, 8)}`,
    ...described,
    method_version: METHOD_VERSION,
    inputs_hash: hash,
    previous_run: previous?.run.id ?? null,
    generated_at: new Date(deps.now()).toISOString(),
    primaries: compared.filter(isPrimary).length,
    objects: compared.length,
    rows: rows.length,
    kinds: rows.kinds,
    note: NOT_FOR_OPERATIONS,
  };
  await mkdir(work, { recursive: true });
  await rm(join(work, 'conjunctions.sqlite'), { force: true });
  const before = previous && new RunStore(join(previous.folder, 'conjunctions.sqlite'));
  try {
    writeRunStore(join(work, 'conjunctions.sqlite'), rows, compared, before);
  } finally {
    before?.close();
  }
  const stored: StoredRun = { run, files: await writeRunFiles(work, run, rows) };
  await rm(join(work, 'parts'), { recursive: true, force: true });
  await writeFile(join(work, 'run.json'), `${JSON.stringify(stored)}\n`, { flush: true });
  await publishRun(home, work, run.id);
  return run;
}
