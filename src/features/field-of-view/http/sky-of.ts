import { type AsOf, noElementsYet } from '../../../http/api/archive/as-of.ts';
import type { RequestContext } from '../../../http/request-context.ts';
import { orbitClass, shapeOf } from '../../../orbit/shape.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { SkyObject } from '../../../query/sky-elements.ts';
import { catalogObjects, oncePerRelease } from '../../sky/http/catalog-objects.ts';
import type { ObjectColumns } from '../object-columns.ts';
import type { Sky } from '../sky-threads.ts';

/** A sky and the objects in its rows. */
export interface CatalogSky {
  readonly sky: Sky;
  readonly objects: readonly SkyObject[];
  /** Standard magnitudes by catalog number. */
  readonly magnitudes: ReadonlyMap<number, number>;
}

/** The values of objects, by row; NaN if there is none. */
const byRow = (objects: readonly SkyObject[], values: ReadonlyMap<number, number>) =>
  Float64Array.from(objects, ({ norad_cat_id }) => values.get(norad_cat_id) ?? Number.NaN);

let opened = 0;

/** Everything that has elements in a release; kept with the release. */
export const skyOf = oncePerRelease(async (catalog): Promise<CatalogSky> => {
  const { objects, ends, magnitudes } = await catalogObjects(catalog);
  opened += 1;
  return {
    sky: {
      key: `release ${opened}`,
      load: () => ({
        sets: objects,
        magnitudes: byRow(objects, magnitudes),
        until: byRow(objects, ends),
      }),
    },
    objects,
    magnitudes,
  };
});

/**
 * The last read sets of another time, per release. Reading and opening them takes most of the time of such a request.
 */
const pastSkies = new WeakMap<Catalog, { readonly key: string; readonly sky: Promise<CatalogSky> }>();
/** Sets are chosen by the hour: the nearest set rarely changes within one. */
const HOUR_MS = 3_600_000;

/**
 * For each object, the set nearest to a time (milliseconds) among those known at `asOf`; the one that was current then if none is within
 * 90 days, which is usually too old and counted as such. Throws 404 if no set was known.
 */
export function skyAsOf(
  { archive }: Pick<RequestContext, 'archive'>,
  catalog: Catalog,
  asOf: AsOf,
  time: number,
): Promise<CatalogSky> {
  const hour = Math.round(time / HOUR_MS) * HOUR_MS;
  const key = `as of ${asOf.at} at ${hour}`;
  const past = pastSkies.get(catalog);
  if (past?.key === key) return past.sky;
  const sky = openPast();
  pastSkies.set(catalog, { key, sky });
  sky.catch(() => {
    if (pastSkies.get(catalog)?.key === key) pastSkies.delete(catalog);
  });
  return sky;

  async function openPast(): Promise<CatalogSky> {
    const [near, current, now] = await Promise.all([
      archive.nearest(hour, asOf.at),
      archive.asOf(asOf.at),
      skyOf(catalog),
    ]);
    const isNear = new Set(near.map(({ norad_cat_id }) => norad_cat_id));
    // Before the first snapshot, `current` has sets that were first seen later.
    const isKnown = (first_seen: string | null) => first_seen === null || Date.parse(first_seen) <= asOf.at;
    const far = current.filter(({ norad_cat_id, first_seen }) => !isNear.has(norad_cat_id) && isKnown(first_seen));
    const sets = [...near, ...far];
    if (sets.length === 0) throw noElementsYet(asOf);
    const known = new Map(now.objects.map((one) => [one.norad_cat_id, one]));
    const objects = sets.map((set): SkyObject => {
      const one = known.get(set.norad_cat_id);
      return {
        norad_cat_id: set.norad_cat_id,
        object_name: set.object_name,
        orbit_class: one?.orbit_class ?? orbitClass(shapeOf(Number(set.mean_motion), Number(set.eccentricity))),
        epoch: set.epoch,
        mean_motion: set.mean_motion,
        eccentricity: set.eccentricity,
        inclination: set.inclination,
        ra_of_asc_node: set.ra_of_asc_node,
        arg_of_pericenter: set.arg_of_pericenter,
        mean_anomaly: set.mean_anomaly,
        bstar: set.bstar,
        mean_motion_dot: set.mean_motion_dot,
        mean_motion_ddot: set.mean_motion_ddot,
        ephemeris_type: set.ephemeris_type,
        name: one?.name ?? set.object_name,
        object_class: one?.object_class ?? 'UNKNOWN',
        active: one?.active ?? false,
      };
    });
    const until = new Float64Array(objects.length).fill(Number.NaN);
    return {
      sky: {
        key: `${now.sky.key}, ${key}`,
        load: () => ({ sets: objects, magnitudes: byRow(objects, now.magnitudes), until }),
      },
      objects,
      magnitudes: now.magnitudes,
    };
  }
}

/** Everything that has elements in a release. */
export async function pageObjects(catalog: Catalog): Promise<ObjectColumns> {
  const { objects, ends, magnitudes } = await catalogObjects(catalog);
  const ids = objects.map(({ norad_cat_id }) => norad_cat_id);
  return {
    norad_cat_id: ids,
    name: objects.map(({ name }) => name),
    active: objects.map(({ active }) => Number(active)),
    magnitude: ids.map((id) => magnitudes.get(id) ?? null),
    until: ids.map((id) => ends.get(id) ?? null),
  };
}
