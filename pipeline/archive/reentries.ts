import {
  type FallingOrbit,
  HIGHEST_PERIGEE_KM,
  type PredictedReentry,
  perigeeKm,
  predictReentry,
  SPAN_DAYS,
  YOUNG_DAYS,
} from '../../src/orbit/decay/predict-reentry.ts';
import { isSgp4Sql } from '../../src/orbit/element-orbit.ts';
import { sqlTime } from '../../src/schema/escaped-text.ts';
import { columns, createTable } from '../../src/schema/field.ts';
import { isoText } from '../../src/schema/instant-text.ts';
import { type ReentryPrediction, reentryPrediction } from '../../src/schema/reentries/reentry.ts';
import { keptPredictions, type ObjectFate, predictionsWithFate } from '../../src/schema/reentries/reentry-score.ts';
import type { Store } from '../store.ts';
import { setsSince } from './archive.ts';

/** Maximum age of elements, days: older ones do not describe the current orbit of so low an object. */
const OLDEST_DAYS = 7;
/** Maximum apogee of a predicted object, km: above it, the Moon and the Sun change an orbit more than drag does. */
const HIGHEST_APOGEE_KM = 2000;
const DAY_MS = 86_400_000;

type Known = Pick<ReentryPrediction, 'norad_cat_id' | 'name' | 'cospar_id' | 'object_class'>;
interface Candidate extends Known {
  readonly active: boolean;
  readonly young: boolean;
  readonly sets: FallingOrbit[];
}

/**
 * Fills the table `reentry_predictions`: the predictions of this release, and those of earlier releases that are still to be scored or
 * count in a score. The table `reentries_examined` has how many low objects there are, with and without recent elements. Needs the tables
 * `elements` and `satellites`, and the previous release, if any, attached as `previous`.
 */
export async function predictReentries(
  store: Store,
  { home, now, previous }: { readonly home: string; readonly now: Date; readonly previous: string | null },
): Promise<void> {
  const rows = [...(previous === null ? [] : await carriedOver(store, now)), ...(await predicted(store, home, now))];
  await store.run(createTable('reentry_predictions', reentryPrediction));
  const names = columns(reentryPrediction);
  const staged = await store.table(
    'reentry_rows',
    Object.fromEntries(
      names.map(({ name, sql }) => [name, sql === 'INTEGER' || sql === 'DOUBLE' ? sql : 'VARCHAR'] as const),
    ),
  );
  for (const row of rows) staged.push(names.map(({ name }) => row[name as keyof ReentryPrediction]));
  staged.close();
  const typed = names.map(({ name, sql }) => (sql === 'TIMESTAMP' ? `replace(${name}, 'Z', '')::TIMESTAMP` : name));
  await store.run(
    `INSERT INTO reentry_predictions SELECT ${typed.join(', ')} FROM reentry_rows ORDER BY norad_cat_id, predicted_at`,
  );
  await store.run('DROP TABLE reentry_rows');
  await store.run(`CREATE TABLE reentries_examined AS
    SELECT count(*) FILTER (usable)::INTEGER AS examined, count(*) FILTER (NOT usable)::INTEGER AS not_examined
    FROM (SELECT coalesce(${isUsable(now)}, false) AS usable FROM satellites s LEFT JOIN elements e USING (norad_cat_id) WHERE ${isLow})`);
}

/**
 * Predictions carried over from earlier releases; empty if the previous release has none. The previous release may be of the same time, or
 * of a later one if files are built again or the clock was set back: its predictions from this time on are left out.
 */
async function carriedOver(store: Store, now: Date): Promise<ReentryPrediction[]> {
  const shared = await store.rows(
    "FROM duckdb_tables() WHERE database_name = 'previous' AND table_name = 'reentry_predictions'",
  );
  if (shared.length === 0) return [];
  const all = await store.rows<ReentryPrediction & { fate: ObjectFate }>(
    predictionsWithFate(`(FROM previous.reentry_predictions WHERE predicted_at < ${sqlTime(now.getTime())})`),
  );
  return [...Map.groupBy(all, ({ norad_cat_id }) => norad_cat_id).values()].flatMap((own) =>
    keptPredictions(
      own.map(({ fate: _fate, ...prediction }) => prediction),
      own[0]!.fate,
    ),
  );
}

async function predicted(store: Store, home: string, now: Date): Promise<ReentryPrediction[]> {
  const found: ReentryPrediction[] = [];
  for await (const batch of store.batches<Candidate>(await candidates(home, now)))
    for (const { active, young, sets, ...known } of batch) {
      const prediction = predictReentry(sets, { active, young });
      if (prediction) found.push(rowOf(known, prediction, sets.at(-1)!, now));
    }
  return found;
}

/** In SQL, that an object is in an orbit low enough for a prediction, by its elements or by a catalog. */
const isLow = `s.decay_date IS NULL AND s.operational_status <> 'DECAYED' AND s.perigee_km < ${HIGHEST_PERIGEE_KM} AND s.apogee_km < ${HIGHEST_APOGEE_KM}`;
/** In SQL, that a prediction can be made from an element set at a time. */
const isUsable = (now: Date) =>
  `${isSgp4Sql('e.')} AND replace(e.epoch, 'Z', '')::TIMESTAMP > ${sqlTime(now.getTime() - OLDEST_DAYS * DAY_MS)}`;

/** In SQL, every object that may be low enough, with its element sets of the last days by epoch. */
async function candidates(home: string, now: Date): Promise<string> {
  const since = now.getTime() - (OLDEST_DAYS + SPAN_DAYS.most) * DAY_MS;
  const { rows } = await setsSince(home, since);
  return `WITH low AS (
      SELECT s.norad_cat_id, s.name, s.cospar_id, s.object_class, s.active,
        coalesce(s.launch_date > ${sqlTime(now.getTime() - YOUNG_DAYS * DAY_MS)}, false) AS young, replace(e.epoch, 'Z', '')::TIMESTAMP AS newest, e
      FROM satellites s JOIN elements e USING (norad_cat_id)
      WHERE ${isLow} AND ${isUsable(now)}),
    sets AS (
      SELECT norad_cat_id, newest AS epoch, e.mean_motion::DOUBLE AS mean_motion, e.eccentricity::DOUBLE AS eccentricity,
        e.inclination::DOUBLE AS inclination, e.mean_motion_dot::DOUBLE AS mean_motion_dot, e.bstar::DOUBLE AS bstar FROM low
      UNION ALL
      SELECT a.norad_cat_id, a.epoch, mean_motion_e8 / 1e8, eccentricity_e8 / 1e8, inclination_e4 / 1e4, mean_motion_dot_e8 / 1e8,
        bstar_digits * pow(10, bstar_power)
      FROM (${rows}) a JOIN low USING (norad_cat_id)
      WHERE a.beyond IS NULL AND a.epoch < newest AND a.epoch > ${sqlTime(since)}),
    once AS (SELECT DISTINCT ON (norad_cat_id, epoch) * FROM sets ORDER BY norad_cat_id, epoch, mean_motion, bstar)
    SELECT low.norad_cat_id, any_value(name) AS name, any_value(cospar_id) AS cospar_id, any_value(object_class) AS object_class,
      any_value(active) AS active, any_value(young) AS young, list({epoch: epoch_us(once.epoch) / 1000, mean_motion: mean_motion, eccentricity: eccentricity,
        inclination: inclination, mean_motion_dot: mean_motion_dot, bstar: bstar} ORDER BY once.epoch) AS sets
    FROM once JOIN low USING (norad_cat_id) GROUP BY low.norad_cat_id ORDER BY low.norad_cat_id`;
}

/** Instants are rounded to the second, days to a hundredth: the prediction is no more precise. */
function rowOf(known: Known, prediction: PredictedReentry, newest: FallingOrbit, now: Date): ReentryPrediction {
  const instant = (time: number) => isoText(Math.round(time / 1000) * 1000);
  return {
    ...known,
    predicted_at: instant(now.getTime()),
    elements_epoch: instant(newest.epoch),
    reenters_at: instant(prediction.median),
    window_from: instant(prediction.from),
    window_to: instant(prediction.to),
    basis: prediction.basis,
    element_sets: prediction.sets,
    span_days: Number(prediction.span_days.toFixed(2)),
    perigee_km: Number(perigeeKm(newest).toFixed(1)),
  };
}
