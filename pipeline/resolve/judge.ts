import { columns } from '../../src/schema/field.ts';
import type { FieldComparison } from '../../src/schema/objects/comparison.ts';
import { presentDays } from '../../src/schema/objects/confidence.ts';
import { type SatelliteField, satellite } from '../../src/schema/objects/satellite.ts';
import type { Store } from '../store.ts';

/** How the claims about each field are compared, from the schema of the record. Documentation prints this table. */
export const comparisons = Object.fromEntries(
  columns(satellite).map(({ name, comparison }) => [name, comparison]),
) as Record<SatelliteField, FieldComparison>;

/**
 * A claim from before an event does not contradict one from after it. Catalogs follow within days: a claim that a state
 * has held "since" a day is compared only with claims observed this many days after that day.
 */
export const catchUpDays = 14;

/**
 * Number of days after a reported reentry from which the epoch of elements shows that the object is still in orbit:
 * sources put one reentry on either side of a midnight, and the last elements are for hours ahead.
 */
export const elementsAfterDays = 2;

/** Steps, in this order: claims compared and one picked; status, disposition and decay date reconciled; confidence of each field. */
const steps = ['judge', 'reconcile-decay', 'verdict'] as const;

/**
 * Finds the objects whose designator is also that of another one (`shared_designators`), however far apart their numbers are. Requires the
 * claims of `cospar_id` about all objects.
 */
export async function findSharedDesignators(store: Store): Promise<void> {
  await runSteps(store, ['judge']);
  await store.run(
    'CREATE TEMP TABLE shared_designators AS SELECT norad FROM picked QUALIFY count(*) OVER (PARTITION BY value_text) > 1',
  );
}

/** Judges each field of each object of a range: claim with its value (`picked`), disagreements (`sides`), confidence (`verdicts`). */
export async function judge(store: Store): Promise<void> {
  await runSteps(store, steps);
}

async function runSteps(store: Store, some: readonly (typeof steps)[number][]): Promise<void> {
  await store.run(`SET VARIABLE catch_up_days = ${catchUpDays}`);
  await store.run(`SET VARIABLE present_days = ${presentDays}`);
  await store.run(`SET VARIABLE elements_after_days = ${elementsAfterDays}`);
  for (const step of some) await store.runFile(import.meta.dirname, step);
}
