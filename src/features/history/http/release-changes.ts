import { releaseTimes } from '../../../http/api/archive/coverage.ts';
import type { OpenedRelease } from '../../../http/opened-release.ts';
import { releaseCoverage } from '../../../orbit/coverage.ts';
import { type Catalog, type Summary, summariesOf } from '../../../query/catalog.ts';
import type { ArchiveReader } from '../../../release/archive.ts';
import type { ChangedValue } from '../../../schema/changes/change-set.ts';
import { changeFields } from '../../../schema/changes/event.ts';
import { columns } from '../../../schema/field.ts';
import { satellite } from '../../../schema/objects/satellite.ts';
import { changeSetOf, changeStepsOf, timeOf } from './changes.ts';
import { conflictChangesSince } from './conflict-changes.ts';

/** Maximum number of values shown per field. */
const SHOWN_VALUES = 50;

/** Fields whose changes are shown as events instead. */
const saidElsewhere = new Set<string>([
  ...changeFields,
  ...columns(satellite).flatMap(({ name, restates }) => (restates ? [name] : [])),
]);

/** Reads the changes of a release; of the newest if `id` is null. Null if the changes of that release are not known. */
export async function releaseChanges(from: OpenedRelease, id: string | null) {
  const steps = await changeStepsOf(from);
  const step = id === null ? (steps[0] ?? null) : steps.find(({ to }) => to === id);
  if (step === undefined) return null;
  if (step === null) return { steps, step, events: [], fields: [], restated: 0, removed: [] };
  const { data } = await changeSetOf(from, step.to);
  const changed = data.changed.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  const fields = Map.groupBy(
    changed.filter(({ field }) => !saidElsewhere.has(field)),
    ({ field }) => field,
  );
  return {
    /** The releases whose changes are known, newest first. */
    steps,
    /** The shown step; null if none is known. */
    step,
    events: await from.catalog.pages.eventsDetected(step.at),
    /** The other changed fields, each with some of its values and the names of their objects. */
    fields: [...fields]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([field, values]) => ({
        field,
        total: values.length,
        values: named(from.catalog, values.slice(0, SHOWN_VALUES)),
      })),
    /** Number of values that stayed the same, with other sources or another confidence. */
    restated: data.changed.length - changed.length,
    removed: data.removed,
  };
}

function named(catalog: Catalog, values: readonly ChangedValue[]) {
  const known = summariesOf(catalog, new Set(values.map(({ norad_cat_id }) => norad_cat_id)));
  const names = new Map(known.map(({ norad_cat_id, name }: Summary) => [norad_cat_id, name]));
  return values.map((value) => ({ ...value, name: names.get(value.norad_cat_id) ?? String(value.norad_cat_id) }));
}

/** The conflicts that began or ended, newest first, and the time that they are known of; null if no comparison is kept. */
export async function conflictPage(from: OpenedRelease, archive: Pick<ArchiveReader, 'index'>) {
  const { changes, unread } = await conflictChangesSince(from, 0);
  // Change sets are read from the oldest: the newest may be missing.
  const known = (await changeStepsOf(from)).map(timeOf).reverse();
  const read = known.slice(0, known.length - unread);
  const coverage =
    read.length === 0
      ? null
      : releaseCoverage(await releaseTimes(archive, from.release.manifest.generated_at), {
          from: read[0]!,
          to: read.at(-1)!,
        });
  return { changes, coverage };
}
