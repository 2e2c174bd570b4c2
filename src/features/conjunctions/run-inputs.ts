import { createHash } from 'node:crypto';
import { isSgp4Sql } from '../../orbit/element-orbit.ts';
import type { Sgp4Elements } from '../../orbit/sgp4-record.ts';
import type { Database } from '../../release/database.ts';
import { reentryEnds } from '../../release/reentry-ends.ts';

/** Objects of a run, in order of catalog number. */
export interface RunObject extends Sgp4Elements<string> {
  readonly norad_cat_id: number;
  readonly name: string;
  readonly object_class: string;
  readonly operational_status: string;
  readonly active: boolean;
  readonly operator_slug: string | null;
  readonly length_m: number | null;
  readonly diameter_m: number | null;
  readonly span_m: number | null;
  readonly rcs_m2: number | null;
  /** End of the window of its predicted reentry, milliseconds since 1970; null if none is predicted. */
  readonly until: number | null;
}

/** An object that a run compared with others, and the time for which it did (ISO 8601, UTC). */
export interface ComparedObject extends RunObject {
  readonly searched_from: string;
  readonly searched_to: string;
}

/** A run: approaches of active payloads to every object with elements, from the time of its start. */
export interface RunInputs {
  readonly release: string;
  /** ISO 8601, UTC. */
  readonly from: string;
  readonly to: string;
  readonly threshold_km: number;
  readonly objects: readonly RunObject[];
}

/** Incremented whenever the same inputs would give different rows. Chunks of an earlier version are not resumed. */
export const METHOD_VERSION = 3;

/** Every object of a release that has elements and has not decayed. */
export async function runObjects(folder: string, database: Database): Promise<RunObject[]> {
  const ends = await reentryEnds(folder, database);
  const objects = await database.rows<Omit<RunObject, 'until'>>(
    `SELECT e.norad_cat_id, s.name, s.object_class, s.operational_status, s.active, s.operator_slug,
      s.length_m, s.diameter_m, s.span_m, s.rcs_m2,
      e.epoch, e.mean_motion, e.eccentricity, e.inclination, e.ra_of_asc_node, e.arg_of_pericenter, e.mean_anomaly,
      e.bstar, e.mean_motion_dot, e.mean_motion_ddot
    FROM elements e JOIN satellites s USING (norad_cat_id)
    WHERE s.decay_date IS NULL AND ${isSgp4Sql('e.')} ORDER BY e.norad_cat_id`,
  );
  return objects.map((object) => ({ ...object, until: ends.get(object.norad_cat_id) ?? null }));
}

export const isPrimary = (object: Pick<RunObject, 'active' | 'object_class'>): boolean =>
  object.active && object.object_class === 'PAYLOAD';

/** Identifies inputs and method: equal inputs have equal rows. */
export const inputsHash = (inputs: RunInputs): string =>
  createHash('sha256')
    .update(JSON.stringify([METHOD_VERSION, inputs]))
    .digest('hex')
    .slice(0, 16);
