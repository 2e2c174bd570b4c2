import { columns } from '../../src/schema/field.ts';
import type { FieldComparison } from '../../src/schema/objects/comparison.ts';
import { type SatelliteField, satellite } from '../../src/schema/objects/satellite.ts';

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
