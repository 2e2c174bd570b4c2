import { isSgp4Sql } from '../../../src/orbit/element-orbit.ts';
import { findManeuvers, leastHistory } from '../../../src/orbit/maneuvers/find-maneuvers.ts';
import type { OrbitSample } from '../../../src/orbit/maneuvers/orbit-series.ts';
import { NoPosition, Satellite, type State } from '../../../src/orbit/observer.ts';
import { accuracyRegime } from '../../../src/orbit/position-error.ts';
import { orbitClassSql } from '../../../src/orbit/shape.ts';
import { dot, length, orbitAxes } from '../../../src/orbit/vector.ts';
import { sqlText, sqlTexts, sqlTime } from '../../../src/schema/escaped-text.ts';
import { type Accuracy, accuracyAges, HELD_DAYS, OWN_PAIRS } from '../../../src/schema/objects/accuracy.ts';
import { archivePath } from '../../../src/schema/release/archive.ts';
import { NO_CONSTELLATION } from '../../../src/schema/vocabulary.ts';
import type { Store } from '../../store.ts';
import { setsSince, sgp4NumbersSql } from '../archive.ts';
import { Figures, LEVEL_DAYS, type MeasuredObject } from './figures.ts';

/** The part of `/api/v1/accuracy` that is computed from the archive. */
export interface MeasuredAccuracy extends Pick<Accuracy, 'data' | 'objects'> {
  readonly meta: Pick<Accuracy['meta'], 'first_epoch' | 'last_epoch' | 'pairs' | 'sql'>;
}

/** Number of active satellites of a constellation, in one kind of orbit, from which it has figures of its own. */
const CONSTELLATION = 50;
/** Days of sets that are searched for maneuvers. */
const THRUST_DAYS = 20;
/** Maximum age of the newest set of a measured object, days. */
const CURRENT_DAYS = 3;
/**
 * Number of days from which the newer sets of pairs are taken, the newest set of each object and day: the held-out days, and those before
 * them.
 */
const NEWER_DAYS = HELD_DAYS + LEVEL_DAYS + OWN_PAIRS.days;
/** Allowed deviation of a pair's age, as a fraction of the age. */
const TOLERANCE = 0.2;
/** Age of the oldest epoch that is read. */
const OLDEST_DAYS = Math.max(...accuracyAges) * (1 + TOLERANCE) + NEWER_DAYS;

const DAY_MS = 86_400_000;

/** The kind of an orbit in SQL; `accuracyRegime` in src/orbit is the same, and a test compares them. */
export const regimeSql = orbitClassSql('mean_motion', 'eccentricity', (name, perigee) =>
  name === 'LEO'
    ? `CASE
      WHEN ${perigee} < 400 THEN 'leo_below_400'
      WHEN ${perigee} < 600 THEN 'leo_400_600'
      WHEN ${perigee} < 1000 THEN 'leo_600_1000' ELSE 'leo_above_1000' END`
    : `'${name.toLowerCase()}'`,
);

/** The constellation of a name in SQL; `constellationOf` in src/orbit is the same, and a test compares them. */
export const constellationSql = (name: string) =>
  `trim(regexp_replace(regexp_extract(upper(${name}), '^[^0-9]*'), '[^A-Z]+', ' ', 'g'))`;

const timestamp = (now: Date, daysBefore: number) => sqlTime(now.getTime() - daysBefore * DAY_MS);

/**
 * SQL for the element sets that are compared, and the kind of each object. `sets` is the source of the archive's rows, `satellites` a
 * table with the columns norad_cat_id and active.
 */
const setsSql = (sets: string, satellites: string, now: Date) => `WITH read AS (
  SELECT norad_cat_id, epoch, object_name, ${sgp4NumbersSql}
  FROM ${sets}
  WHERE beyond IS NULL AND epoch BETWEEN ${timestamp(now, OLDEST_DAYS)} AND ${timestamp(now, 0)}),
newest AS (
  SELECT n.norad_cat_id, n.named, n.regime, s.active
  FROM (SELECT norad_cat_id, ${constellationSql('object_name')} AS named, ${regimeSql} AS regime FROM read WHERE epoch > ${timestamp(now, CURRENT_DAYS)} QUALIFY row_number() OVER (PARTITION BY norad_cat_id ORDER BY epoch DESC, mean_motion) = 1) n
    JOIN ${satellites} s USING (norad_cat_id)),
kinds AS (
  SELECT norad_cat_id, active, CASE WHEN NOT active THEN NULL WHEN named <> '' AND count(*) OVER (PARTITION BY regime, active, named) >= ${CONSTELLATION} THEN named ELSE '${NO_CONSTELLATION}' END AS constellation
  FROM newest),
sets AS (
  SELECT r.* EXCLUDE (object_name), k.active, k.constellation
  FROM read r JOIN kinds k USING (norad_cat_id) QUALIFY row_number() OVER (PARTITION BY norad_cat_id, epoch ORDER BY mean_motion) = 1)`;

/** SQL for the pairs: the newest set of each object and day, and for each age the older set that is closest to it. */
const pairsSql = (sets: string, satellites: string, now: Date) => `${setsSql(sets, satellites, now)},
newer AS (
  SELECT *, floor(date_diff('microsecond', epoch, ${timestamp(now, 0)}) / 86400e6) AS day
  FROM sets WHERE epoch > ${timestamp(now, NEWER_DAYS)}
  QUALIFY row_number() OVER (PARTITION BY norad_cat_id, day ORDER BY epoch DESC) = 1)
SELECT n.norad_cat_id, n.active, n.constellation, a.days::DOUBLE AS days, n AS newer, o AS older
FROM newer n, unnest([${accuracyAges.join(', ')}]) AS a(days), sets o
WHERE o.norad_cat_id = n.norad_cat_id
  AND abs(date_diff('microsecond', o.epoch, n.epoch) / 86400e6 - a.days) <= ${TOLERANCE} * a.days
QUALIFY row_number() OVER (PARTITION BY n.norad_cat_id, n.epoch, a.days ORDER BY abs(date_diff('microsecond', o.epoch, n.epoch) / 86400e6 - a.days), o.epoch) = 1
ORDER BY n.norad_cat_id, n.epoch, a.days`;

/** An element set; the epoch in milliseconds since 1970. */
type Elements = OrbitSample & { readonly bstar: number };

/** The element sets of one object by epoch, and its kind. */
interface ObjectSets extends Pick<MeasuredObject, 'norad_cat_id' | 'active' | 'constellation'> {
  readonly sets: Elements[];
}

/**
 * The error of one pair: kilometers along the track, the seconds in which the object moves that far, and kilometers in the other
 * directions.
 */
interface Miss {
  readonly km: number;
  readonly s: number;
  readonly radial_km: number;
  readonly cross_track_km: number;
}

/**
 * Measures the error of older element sets: SGP4 propagates each to the epoch of a newer set of the same object, and
 * the distance along the track between the two is the error of the older one at that age; it includes the error of the
 * newer set. Needs the table `satellites` of the build. `base` is the prefix of the URLs in the published SQL. Without an
 * archive, nothing is measured.
 */
export async function measureAccuracy(
  store: Store,
  { home, now, base }: { readonly home: string; readonly now: Date; readonly base: string },
): Promise<MeasuredAccuracy> {
  const sets = await setsSince(home, now.getTime() - (OLDEST_DAYS + NEWER_DAYS) * DAY_MS);
  const named = sets.months.length > 0 ? sets.months.map(({ month }) => month) : [now.toISOString().slice(0, 7)];
  const published = sqlTexts(named.map((month) => `${base}${archivePath(month)}`));
  const sql = pairsSql(
    `(FROM read_parquet([${published}]) WHERE ${isSgp4Sql()})`,
    `(SELECT "NORAD Number" AS norad_cat_id, active FROM ${sqlText(`${base}/api/v1/dataset/all.parquet`)})`,
    now,
  );
  const figures = new Figures();
  const epochs = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  for await (const object of objectsOf(store, setsSql(`(${sets.rows})`, 'satellites', now)))
    addPairs(figures, object, now.getTime(), epochs);
  const instant = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString() : null);
  return {
    ...figures.table(),
    meta: { first_epoch: instant(epochs.first), last_epoch: instant(epochs.last), pairs: figures.pairs, sql },
  };
}

/** Reads the sets of one object after the other. */
async function* objectsOf(store: Store, sql: string): AsyncGenerator<ObjectSets> {
  const rows = `${sql} SELECT norad_cat_id, active, constellation, epoch_us(epoch)::DOUBLE / 1000, ${numberNames.join(', ')} FROM sets ORDER BY norad_cat_id, epoch`;
  let object: ObjectSets | null = null;
  for await (const columns of store.columns(rows)) {
    const [ids, active, constellation, epochs, ...values] = columns as [
      number[],
      boolean[],
      (string | null)[],
      ...number[][],
    ];
    for (let row = 0; row < ids.length; row++) {
      if (object === null || object.norad_cat_id !== ids[row]) {
        if (object) yield object;
        object = { norad_cat_id: ids[row]!, active: active[row]!, constellation: constellation[row]!, sets: [] };
      }
      object.sets.push(elementsAt(epochs![row]!, values, row));
    }
  }
  if (object) yield object;
}

const numberNames = [
  'mean_motion',
  'eccentricity',
  'inclination',
  'ra_of_asc_node',
  'arg_of_pericenter',
  'mean_anomaly',
  'bstar',
] as const;

const elementsAt = (epoch: number, values: readonly number[][], row: number): Elements => ({
  epoch,
  mean_motion: values[0]![row]!,
  eccentricity: values[1]![row]!,
  inclination: values[2]![row]!,
  ra_of_asc_node: values[3]![row]!,
  arg_of_pericenter: values[4]![row]!,
  mean_anomaly: values[5]![row]!,
  bstar: values[6]![row]!,
});

/** Compares the newest set of each day with older ones, as `pairsSql` pairs them. */
function addPairs(
  figures: Figures,
  { sets, ...object }: ObjectSets,
  now: number,
  epochs: { first: number; last: number },
): void {
  const orbits: (Satellite | null)[] = [];
  const orbit = (at: number) => {
    const known = orbits[at];
    if (known !== undefined) return known;
    const made = satellite(sets[at]!);
    orbits[at] = made;
    return made;
  };
  const row = figures.addObject({
    ...object,
    regime: accuracyRegime(sets.at(-1)!),
    // A member of a constellation with figures gets those of the constellation.
    thrust: object.constellation === NO_CONSTELLATION ? thrustOf(sets) : null,
  });
  let taken = -1;
  for (let newer = sets.length - 1; newer > 0; newer--) {
    const { epoch } = sets[newer]!;
    const day = Math.floor((now - epoch) / DAY_MS);
    if (day >= NEWER_DAYS) break;
    if (day === taken) continue;
    taken = day;
    for (const [age, days] of accuracyAges.entries()) {
      const older = closest(sets, newer, days);
      const miss = older === null ? null : missOf(orbit(newer), orbit(older), epoch);
      if (!miss) continue;
      figures.add({ row, age, day, days: (epoch - sets[older!]!.epoch) / DAY_MS, ...miss });
      epochs.first = Math.min(epochs.first, epoch);
      epochs.last = Math.max(epochs.last, epoch);
    }
  }
}

/** The older set whose age is closest to so many days, the oldest of several; null if none is within the tolerance. */
function closest(sets: readonly Elements[], newer: number, days: number): number | null {
  let found: number | null = null;
  let off = TOLERANCE * days;
  for (let at = newer - 1; at >= 0; at--) {
    const age = (sets[newer]!.epoch - sets[at]!.epoch) / DAY_MS;
    if (Math.abs(age - days) <= off) {
      off = Math.abs(age - days);
      found = at;
    }
    if (age > days * (1 + TOLERANCE)) break;
  }
  return found;
}

/** True if the newest sets show maneuvers; null if they are too few, or the orbit is too high to find any. */
function thrustOf(sets: readonly Elements[]): boolean | null {
  const since = sets.at(-1)!.epoch - THRUST_DAYS * DAY_MS;
  const recent = sets.filter(({ epoch }) => epoch >= since);
  if (recent.length < leastHistory.sets) return null;
  const maneuvers = findManeuvers(recent);
  return maneuvers && maneuvers.length > 0;
}

/** Null if one of the two sets is not an orbit at that time. */
function missOf(newer: Satellite | null, older: Satellite | null, at: number): Miss | null {
  if (!newer || !older) return null;
  try {
    return alongTrack(older.teme(at), newer.teme(at));
  } catch (error) {
    if (error instanceof NoPosition) return null;
    throw error;
  }
}

/** Null if SGP4 rejects the set. */
function satellite(set: Elements): Satellite | null {
  try {
    return new Satellite({ ...set, epoch: isoOf(set.epoch), mean_motion_dot: 0, mean_motion_ddot: 0 });
  } catch (error) {
    if (error instanceof NoPosition) return null;
    throw error;
  }
}

/** An epoch with its microseconds. */
const isoOf = (epoch: number) => {
  const whole = Math.floor(epoch);
  return `${new Date(whole).toISOString().slice(0, -1)}${Math.floor((epoch - whole) * 1000 + 0.5)
    .toString()
    .padStart(3, '0')}`;
};

/**
 * The distance of a state from another one, along the track of the latter: the angle between the two in its plane, as
 * the length of an arc. A straight line would be too short for an error of a large part of a revolution.
 */
export function alongTrack({ position: off }: State, { position, velocity }: State): Miss {
  const [radius, speed] = [length(position), length(velocity)];
  const [outward, forward, normal] = orbitAxes(position, velocity);
  const km = Math.abs(Math.atan2(dot(off, forward), dot(off, outward))) * radius;
  return {
    km,
    s: km / speed,
    radial_km: Math.abs(length(off) - radius),
    cross_track_km: Math.abs(dot(off, normal)),
  };
}
