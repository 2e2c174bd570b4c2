import type { z } from 'zod';
import type { Database } from '../release/database.ts';
import type { Event } from '../schema/changes/event.ts';
import { coarseDates } from '../schema/coarse-dates.ts';
import { jsonRow } from '../schema/field.ts';
import { launch } from '../schema/objects/launch.ts';
import { launchIntervals } from '../schema/objects/launch-interval.ts';
import { disputedReentries } from '../schema/reentries/reentry.ts';
import { selectEvents } from './event-list.ts';
import { type CountedBreakup, readBreakups } from './separation.ts';

/**
 * The order in which objects are named, in SQL: first those with a common name in a source, then those in Wikidata,
 * then payloads; within each, the heaviest first. It estimates how well known an object is, and is never printed as a
 * number.
 */
export const famousFirst = `common_name IS NOT NULL DESC, wikidata_id IS NOT NULL DESC, object_class = 'PAYLOAD' DESC, launch_mass_kg DESC NULLS LAST`;

/** The facts of a week in a release. */
export interface WeekFacts {
  /** Launches by their date, oldest first. */
  readonly launches: readonly z.infer<typeof launch>[];
  /** Launches without a date in any source that may, by their numbers, have been in the week. */
  readonly undated_launches: number;
  /** Objects that reentered by their decay date, if it is known to the day, the best known first. */
  readonly reentered: readonly number[];
  /** How many of those a source contradicts, or their date. */
  readonly disputed_reentries: number;
  /** Break-ups by the date of separation, if it is known to the day. */
  readonly breakups: readonly CountedBreakup[];
  /** Objects that a release of the week had and the one before it did not, newest first. */
  readonly found: readonly Event[];
  /** Objects that a release of the week no longer listed, or listed again, newest first. */
  readonly relisted: readonly Event[];
  /** Orbit changes of active payloads that releases of the week found, the best known objects first. */
  readonly moves: readonly Event[];
}

/**
 * How many launches without a date may, by their numbers, have been on the days from `from` up to `to` (exclusive). Throws CatalogError.
 */
export async function undatedLaunches(
  database: Database,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> {
  const [count] = await database.integers(
    `SELECT count(*)::INTEGER FROM launches JOIN (${launchIntervals}) USING (launch_id)
      WHERE launch_date IS NULL AND launched_to >= $from::DATE AND launched_from < $to::DATE`,
    { from, to },
  );
  return count!;
}

/**
 * The objects that reentered on the days from `from` up to `to` (exclusive), the best known first: those whose decay date is known to
 * the day, because another may be of other days. Throws CatalogError.
 */
export const datedReentries = (
  database: Database,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Int32Array> =>
  database.integers(
    `SELECT norad_cat_id FROM satellites LEFT JOIN (${coarseDates('decay_date')}) coarse USING (norad_cat_id)
      WHERE decay_date >= $from::DATE AND decay_date < $to::DATE AND coarse.precision IS NULL ORDER BY ${famousFirst}, norad_cat_id`,
    { from, to },
  );

/**
 * Reads the facts of the days from `from` up to `to` (exclusive), `2026-08-17`. `compared` is the time after which releases were
 * compared with the one before: the objects of the first release are not new. Throws CatalogError.
 */
export async function readWeek(
  database: Database,
  { from, to, compared }: { readonly from: string; readonly to: string; readonly compared: string },
): Promise<WeekFacts> {
  const days = { from, to };
  const within = (column: string) => `${column} >= $from::DATE AND ${column} < $to::DATE`;
  const times = { ...days, compared: compared.replace('Z', '') };
  const detected = `${within('events.detected_at')} AND events.detected_at > $compared::TIMESTAMP`;
  const [launches, undated, reentered, disputed, breakups, found, relisted, moves] = await Promise.all([
    database.rows<{ json: string }>(
      `SELECT ${jsonRow(launch)} FROM launches WHERE ${within('launch_date')} ORDER BY launch_date, launch_id`,
      days,
    ),
    undatedLaunches(database, days),
    datedReentries(database, days),
    database.integers(disputedReentries),
    readBreakups(database, days),
    selectEvents(
      database,
      `WHERE type = 'new_object' AND ${detected} ORDER BY events.detected_at DESC, norad_cat_id DESC`,
      times,
    ),
    selectEvents(
      database,
      `WHERE type IN ('removed', 'returned') AND ${detected} ORDER BY events.detected_at DESC, type, norad_cat_id DESC`,
      times,
    ),
    selectEvents(
      database,
      `JOIN (SELECT norad_cat_id, row_number() OVER (ORDER BY ${famousFirst}, norad_cat_id) AS fame
          FROM satellites WHERE active AND object_class = 'PAYLOAD') USING (norad_cat_id)
        WHERE type = 'orbit_change' AND ${detected} ORDER BY fame, events.occurred_at`,
      times,
    ),
  ]);
  return {
    launches: launches.map(({ json }) => JSON.parse(json) as z.infer<typeof launch>),
    undated_launches: undated,
    reentered: [...reentered],
    disputed_reentries: new Set(reentered).intersection(new Set(disputed)).size,
    breakups: breakups.filter(({ separation_precision }) => separation_precision === 'day'),
    found,
    relisted,
    moves,
  };
}
