import type { OrbitSample } from '../../src/orbit/maneuvers/orbit-series.ts';
import { NoPosition, Satellite, type State } from '../../src/orbit/observer.ts';
import { orbitClassSql } from '../../src/orbit/shape.ts';
import {
  type Accuracy,
  type AccuracyRegime,
  accuracyAges,
  accuracyRegimes,
  LEAST_PAIRS,
  MANY_PAIRS,
  type MeasuredAge,
} from '../../src/schema/objects/accuracy.ts';
import { archivePath } from '../../src/schema/release/archive.ts';
import { sqlText, sqlTexts } from '../../src/schema/sql/sql-text.ts';
import { NO_CONSTELLATION } from '../../src/schema/vocabulary.ts';
import type { Store } from '../store.ts';
import { setsSince, sgp4NumbersSql } from './recent-sets.ts';

/** The part of `/api/v1/accuracy` that is computed from the archive. */
export interface MeasuredAccuracy extends Pick<Accuracy, 'data'> {
  readonly meta: Pick<Accuracy['meta'], 'first_epoch' | 'last_epoch' | 'pairs' | 'sql'>;
}

/** Number of objects measured of each kind: enough for figures accurate to a few percent. */
const SAMPLE = 400;
/** Active satellites of one constellation in one kind of orbit that have figures of their own. */
const CONSTELLATION = 50;
/** Newer sets have epochs of the last days, so that the figures reflect the current solar activity. */
const NEWER_DAYS = 3;
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

/** SQL for the pairs: `sets` is the source of the archive's rows, `satellites` a table with the columns norad_cat_id and active. */
const pairsSql = (sets: string, satellites: string, now: Date) => `WITH sets AS (
  SELECT norad_cat_id, epoch, object_name, ${sgp4NumbersSql}
  FROM ${sets}
  WHERE beyond IS NULL AND epoch BETWEEN ${timestamp(now, OLDEST_DAYS)} AND ${timestamp(now, 0)}),
newest AS (
  SELECT n.*, s.active, ${constellationSql('object_name')} AS named
  FROM (SELECT *, ${regimeSql} AS regime FROM sets WHERE epoch > ${timestamp(now, NEWER_DAYS)} QUALIFY row_number() OVER (PARTITION BY norad_cat_id ORDER BY epoch DESC, mean_motion) = 1) n
    JOIN ${satellites} s USING (norad_cat_id)),
kinds AS (
  SELECT *, CASE WHEN NOT active THEN NULL WHEN named <> '' AND count(*) OVER (PARTITION BY regime, active, named) >= ${CONSTELLATION} THEN named ELSE '${NO_CONSTELLATION}' END AS constellation
  FROM newest),
newer AS (
  SELECT *, row_number() OVER (PARTITION BY regime, active ORDER BY md5(norad_cat_id::VARCHAR)) <= ${SAMPLE} AS of_all,
    constellation IS NOT NULL AND row_number() OVER (PARTITION BY regime, active, constellation ORDER BY md5(norad_cat_id::VARCHAR)) <= ${SAMPLE} AS of_kind
  FROM kinds QUALIFY of_all OR of_kind)
SELECT n.regime, n.active, n.constellation, n.of_all, n.of_kind, a.days::DOUBLE AS days, n AS newer, o AS older
FROM newer n, unnest([${accuracyAges.join(', ')}]) AS a(days), sets o
WHERE o.norad_cat_id = n.norad_cat_id
  AND abs(date_diff('second', o.epoch, n.epoch) / 86400 - a.days) <= ${TOLERANCE} * a.days
QUALIFY row_number() OVER (PARTITION BY n.norad_cat_id, a.days ORDER BY abs(date_diff('second', o.epoch, n.epoch) / 86400 - a.days), o.epoch, o.mean_motion) = 1
ORDER BY n.norad_cat_id, a.days`;

const timestamp = (now: Date, daysBefore: number) =>
  `TIMESTAMP '${new Date(now.getTime() - daysBefore * DAY_MS).toISOString().slice(0, 19).replace('T', ' ')}'`;

/** `epoch` is text as DuckDB writes it. */
type Elements = Omit<OrbitSample, 'epoch'> & { readonly epoch: string; readonly bstar: number };

interface Pair {
  readonly regime: AccuracyRegime;
  readonly active: boolean;
  /** Null for objects that are not active. */
  readonly constellation: string | null;
  /** True if the pair is in the sample of its whole regime (`of_all`), and in that of its constellation (`of_kind`). */
  readonly of_all: boolean;
  readonly of_kind: boolean;
  readonly days: (typeof accuracyAges)[number];
  readonly newer: Elements;
  readonly older: Elements;
}

/** The error of one pair: kilometers along the track, and the seconds in which the object moves that far. */
interface Miss {
  readonly km: number;
  readonly s: number;
}

/**
 * Measures the error of older element sets: SGP4 propagates each to the epoch of a newer set of the same object, and
 * the distance along the track between the two is the error of the older one at that age; it includes the error of the
 * newer set. Each figure is checked on the newest pairs, which the figure of three days earlier did not use. Needs the
 * table `satellites` of the build. `base` is the prefix of the URLs in the published SQL. Without an archive, nothing is
 * measured.
 */
export async function measureAccuracy(
  store: Store,
  { home, now, base }: { readonly home: string; readonly now: Date; readonly base: string },
): Promise<MeasuredAccuracy> {
  const sets = await setsSince(home, now.getTime() - (OLDEST_DAYS + NEWER_DAYS) * DAY_MS);
  const named = sets.months.length > 0 ? sets.months.map(({ month }) => month) : [now.toISOString().slice(0, 7)];
  const published = sqlTexts(named.map((month) => `${base}${archivePath(month)}`));
  const sql = pairsSql(
    `read_parquet([${published}])`,
    `(SELECT "NORAD Number" AS norad_cat_id, active FROM ${sqlText(`${base}/api/v1/dataset/all.parquet`)})`,
    now,
  );
  const found = (at: Date) => missesOf(store, pairsSql(`(${sets.rows})`, 'satellites', at));
  const { misses, epochs } = await found(now);
  const earlier = await found(new Date(now.getTime() - NEWER_DAYS * DAY_MS));
  return {
    data: tableOf(misses, earlier.misses),
    meta: { first_epoch: epochs[0] ?? null, last_epoch: epochs.at(-1) ?? null, pairs: epochs.length, sql },
  };
}

/** The errors of pairs by kind and age, and the epochs of the newer sets in order. */
async function missesOf(store: Store, pairs: string) {
  const misses = new Map<string, Miss[]>();
  const epochs: string[] = [];
  for await (const batch of store.batches<Pair>(pairs))
    for (const pair of batch) {
      const miss = missOf(pair);
      if (!miss) continue;
      const keys = [
        ...(pair.of_all ? [keyOf({ ...pair, constellation: null })] : []),
        ...(pair.of_kind ? [keyOf(pair)] : []),
      ];
      for (const key of keys) {
        const known = misses.get(key);
        if (known) known.push(miss);
        else misses.set(key, [miss]);
      }
      epochs.push(instantOf(pair.newer.epoch));
    }
  epochs.sort();
  return { misses, epochs };
}

type Kind = Pick<Pair, 'regime' | 'active' | 'constellation'>;
const keyOf = ({ regime, active, constellation, days }: Kind & Pick<Pair, 'days'>) =>
  [regime, active, constellation ?? '', days].join('|');

/** DuckDB's `2026-08-22 11:46:36.98` in ISO 8601, to the millisecond. */
const instantOf = (epoch: string) => new Date(`${epoch.replace(' ', 'T')}Z`).toISOString();

/** Null if one of the two sets is not an orbit at that time. */
function missOf({ newer, older }: Pair): Miss | null {
  const at = Date.parse(instantOf(newer.epoch));
  try {
    return alongTrack(satellite(older).teme(at), satellite(newer).teme(at));
  } catch (error) {
    if (error instanceof NoPosition) return null;
    throw error;
  }
}

const satellite = (set: Elements) =>
  new Satellite({ ...set, epoch: set.epoch.replace(' ', 'T'), mean_motion_dot: 0, mean_motion_ddot: 0 });

/**
 * The distance of a state from another one, along the track of the latter: the angle between the two in its plane, as
 * the length of an arc. A straight line would be too short for an error of a large part of a revolution.
 */
export function alongTrack({ position: off }: State, { position, velocity }: State): Miss {
  const [radius, speed] = [Math.hypot(...position), Math.hypot(...velocity)];
  const outward = position.map((value) => value / radius);
  const climb = dot(velocity, outward);
  const forward = velocity.map((value, axis) => value - climb * outward[axis]!);
  const angle = Math.atan2(dot(off, forward) / Math.hypot(...forward), dot(off, outward));
  const km = Math.abs(angle) * radius;
  return { km, s: km / speed };
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, axis) => sum + value * b[axis]!, 0);

function tableOf(
  misses: ReadonlyMap<string, readonly Miss[]>,
  earlier: ReadonlyMap<string, readonly Miss[]>,
): Accuracy['data'] {
  const agesOf = (kind: Kind) =>
    accuracyAges.flatMap((days): MeasuredAge[] => {
      const key = keyOf({ ...kind, days });
      const found = misses.get(key) ?? [];
      if (found.length < LEAST_PAIRS) return [];
      const km = found.map((one) => one.km);
      return [
        {
          days,
          pairs: found.length,
          along_track_km: quantilesOf(km),
          time_s: quantilesOf(found.map(({ s }) => s)),
          held_out: heldOut(
            km,
            (earlier.get(key) ?? []).map((one) => one.km),
          ),
        },
      ];
    });
  const kinds = accuracyRegimes.flatMap(({ regime }) => [true, false].map((active) => ({ regime, active })));
  const names = [...new Set([...misses.keys()].map((key) => key.split('|')[2]!))].filter((name) => name !== '').sort();
  const whole = kinds.map((kind) => ({ ...kind, constellation: null, ages: agesOf({ ...kind, constellation: null }) }));
  const parts = kinds
    .filter(({ active }) => active)
    .flatMap((kind) =>
      names.map((constellation) => ({ ...kind, constellation, ages: agesOf({ ...kind, constellation }) })),
    );
  return [...whole, ...parts.filter(({ ages }) => ages.length > 0)];
}

/** The share of errors (km) within figures that were measured earlier; null if either is too few. */
export function heldOut(km: readonly number[], earlier: readonly number[]): MeasuredAge['held_out'] {
  if (km.length < MANY_PAIRS || earlier.length < MANY_PAIRS) return null;
  const { p68, p95 } = quantilesOf([...earlier]);
  const within = (limit: number) => Number((km.filter((one) => one <= limit).length / km.length).toFixed(3));
  return { pairs: km.length, within_p68: within(p68), within_p95: within(p95) };
}

function quantilesOf(values: number[]): MeasuredAge['time_s'] {
  values.sort((a, b) => a - b);
  const at = (part: number) =>
    Number(values[Math.min(values.length - 1, Math.floor(part * values.length))]!.toPrecision(3));
  return { median: at(0.5), p68: at(0.68), p95: at(0.95) };
}
