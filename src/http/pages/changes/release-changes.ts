import type { Catalog } from '../../../query/catalog.ts';
import type { ChangedValue, ChangeSet, ChangeStep } from '../../../schema/change-set.ts';
import { changeFields, type Event } from '../../../schema/event.ts';
import { columns } from '../../../schema/field.ts';
import { satellite } from '../../../schema/satellite.ts';
import { changeSetOf, changeStepsOf } from '../../api/history/changes.ts';
import type { OpenedRelease } from '../../served.ts';
import { type Summary, summariesOf } from '../page-summary.ts';

/** Changed values of one field, each with the name of its object; events say those of status, name, operator, owner and decay date. */
interface ChangedField {
  readonly field: string;
  readonly total: number;
  readonly values: readonly (ChangedValue & { readonly name: string })[];
}

/** What the page of the changes of a release shows. */
interface ReleaseChanges {
  /** The releases whose changes are known, newest first. */
  readonly steps: readonly ChangeStep[];
  /** The one that is shown; null where none is known. */
  readonly step: ChangeStep | null;
  readonly events: readonly Event[];
  readonly fields: readonly ChangedField[];
  /** Values that stayed, with other sources or another confidence. */
  readonly restated: number;
  readonly removed: ChangeSet['data']['removed'];
}

/** Values of one field that are shown at most. */
const SHOWN_VALUES = 50;

const saidElsewhere = new Set<string>([
  ...changeFields,
  ...columns(satellite).flatMap(({ name, restates }) => (restates ? [name] : [])),
]);

/** Reads what changed in a release; the newest where nothing is said. Null where no changes of that release are known. */
export async function releaseChanges(from: OpenedRelease, id: string | null): Promise<ReleaseChanges | null> {
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
    steps,
    step,
    events: await from.catalog.pages.eventsDetected(step.at),
    fields: [...fields]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([field, values]) => ({
        field,
        total: values.length,
        values: named(from.catalog, values.slice(0, SHOWN_VALUES)),
      })),
    restated: data.changed.length - changed.length,
    removed: data.removed,
  };
}

function named(catalog: Catalog, values: readonly ChangedValue[]) {
  const known = summariesOf(catalog, new Set(values.map(({ norad_cat_id }) => norad_cat_id)));
  const names = new Map(known.map(({ norad_cat_id, name }: Summary) => [norad_cat_id, name]));
  return values.map((value) => ({ ...value, name: names.get(value.norad_cat_id) ?? String(value.norad_cat_id) }));
}
