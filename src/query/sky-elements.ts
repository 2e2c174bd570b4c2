import type { z } from 'zod';
import type { ObjectSize } from '../orbit/observation/magnitude.ts';
import type { Database } from '../release/database.ts';
import { coarseDates } from '../schema/coarse-dates.ts';
import type { elementSet } from '../schema/objects/elements.ts';

type ElementSet = z.infer<typeof elementSet>;

/** An object that may be above a place: its elements, and the fields that it is filtered by. */
export interface SkyObject
  extends Omit<ElementSet, 'object_id' | 'classification_type' | 'element_set_no' | 'rev_at_epoch'> {
  readonly object_class: string;
  readonly active: boolean;
  readonly name: string;
}

/** Queries of the elements from which positions of many objects are computed. */
export function skyElements(database: Database) {
  return {
    /** Everything that has elements and has not decayed, by catalog number. */
    objects: () =>
      database.rows<SkyObject>(
        `SELECT e.norad_cat_id, e.object_name, s.name, s.object_class, s.active, e.orbit_class, e.epoch, e.mean_motion, e.eccentricity,
          e.inclination, e.ra_of_asc_node, e.arg_of_pericenter, e.mean_anomaly, e.bstar, e.mean_motion_dot, e.mean_motion_ddot, e.ephemeris_type
        FROM elements e JOIN satellites s USING (norad_cat_id) WHERE s.decay_date IS NULL ORDER BY e.norad_cat_id`,
      ),
    /** The sizes of the same objects, by catalog number. */
    sizes: () =>
      database.rows<ObjectSize & { norad_cat_id: number }>(
        `SELECT norad_cat_id, s.length_m, s.diameter_m, s.span_m, s.rcs_m2
        FROM elements e JOIN satellites s USING (norad_cat_id) WHERE s.decay_date IS NULL ORDER BY norad_cat_id`,
      ),
    /** The precision of the decay date of an object, such as `month`; null if it is known to the day, or there is none. */
    decayPrecision: async (id: number): Promise<string | null> => {
      const [coarse] = await database.rows<{ precision: string }>(
        `SELECT precision FROM (${coarseDates('decay_date')}) WHERE norad_cat_id = $id`,
        { id },
      );
      return coarse?.precision ?? null;
    },
    /** The members of a group, by catalog number; empty if the release has no such group. */
    group: (slug: string) =>
      database.integers('SELECT norad_cat_id::INTEGER FROM memberships WHERE slug = $slug ORDER BY norad_cat_id', {
        slug,
      }),
  };
}
