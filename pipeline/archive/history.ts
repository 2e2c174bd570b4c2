import { isSgp4Sql } from '../../src/orbit/element-orbit.ts';
import { leastHistory, slowestMotion } from '../../src/orbit/maneuvers/find-maneuvers.ts';
import { sgp4NumberNames } from '../../src/orbit/sgp4-record.ts';
import { orbitClassSql } from '../../src/orbit/shape.ts';
import { sqlTime } from '../../src/schema/escaped-text.ts';
import type { Store } from '../store.ts';
import { setsSince, sgp4NumbersSql } from './archive.ts';

/** Days of history that are searched for maneuvers. */
const HISTORY_DAYS = 45;
const DAY_MS = 86_400_000;

/**
 * Creates the table `history`: the element sets of the last weeks of every object whose newest set is newer than the previous release,
 * and whose archived history is long enough to detect maneuvers. Objects in orbits too high for that are not in it, so that their newest
 * sets are compared with the previous ones. Needs the table `elements`, and the previous release attached as
 * `previous`. The table is empty if there is no archive.
 */
export async function readHistory(store: Store, home: string, now: Date): Promise<void> {
  const since = now.getTime() - HISTORY_DAYS * DAY_MS;
  const { rows } = await setsSince(home, since);
  await store.run(`CREATE OR REPLACE TABLE history AS
    WITH newer AS (SELECT e.* FROM elements e JOIN previous.elements p USING (norad_cat_id) WHERE e.epoch > p.epoch AND e.mean_motion::DOUBLE >= ${slowestMotion} AND ${isSgp4Sql('e.')}),
    sets AS (
      SELECT a.norad_cat_id, a.epoch, ${sgp4NumbersSql}
      FROM (${rows}) a JOIN newer n USING (norad_cat_id)
      WHERE a.beyond IS NULL AND a.epoch > ${sqlTime(since)} AND a.epoch < n.epoch::TIMESTAMP
      UNION ALL
      SELECT norad_cat_id, epoch::TIMESTAMP, mean_motion::DOUBLE, eccentricity::DOUBLE, inclination::DOUBLE, ra_of_asc_node::DOUBLE,
        arg_of_pericenter::DOUBLE, mean_anomaly::DOUBLE, bstar::DOUBLE FROM newer)
    SELECT DISTINCT ON (norad_cat_id, epoch) * FROM sets
    WHERE norad_cat_id IN (SELECT norad_cat_id FROM sets GROUP BY ALL HAVING count(DISTINCT epoch) >= ${leastHistory.sets}
      AND date_diff('second', min(epoch), max(epoch)) >= ${leastHistory.days * 86_400})
    ORDER BY norad_cat_id, epoch`);
}

/**
 * Creates the table `returned`: the newest archived set, like a row of `elements`, of every object that has elements but had none in the
 * previous release, if that or an earlier one listed it. It may be of any age. Needs what `readHistory` needs, and the table
 * `listed_before`. The table is empty if there is no archive.
 */
export async function readReturned(store: Store, home: string): Promise<void> {
  const back = await store.rows<{ id: number }>(`SELECT norad_cat_id AS id FROM elements
    WHERE norad_cat_id IN (SELECT norad_cat_id FROM previous.satellites UNION ALL SELECT norad_cat_id FROM listed_before)
      AND norad_cat_id NOT IN (SELECT norad_cat_id FROM previous.elements)`);
  // With their numbers as a list, DuckDB skips groups of rows that have none of them.
  const among = back.length > 0 ? `norad_cat_id IN (${back.map(({ id }) => id).join(', ')})` : 'false';
  const { rows } = await setsSince(home, 0);
  await store.run(`CREATE OR REPLACE TABLE returned AS
    WITH archived AS (SELECT norad_cat_id, epoch, ${sgp4NumbersSql} FROM (${rows}) WHERE beyond IS NULL AND ${among}),
    -- max_by keeps one set of each object in memory; a window function would keep all of them.
    sets AS (SELECT UNNEST(max_by(archived, {'epoch': epoch, 'motion': -mean_motion})) FROM archived GROUP BY norad_cat_id)
    SELECT norad_cat_id, ${orbitClassSql('mean_motion', 'eccentricity')} AS orbit_class, strftime(epoch, '%Y-%m-%dT%H:%M:%S.%f') AS epoch,
      ${sgp4NumberNames.map((name) => (name.startsWith('mean_motion_') ? `'0' AS ${name}` : `${name}::VARCHAR AS ${name}`)).join(', ')}
    FROM sets ORDER BY norad_cat_id`);
}
