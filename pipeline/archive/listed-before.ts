import { join } from 'node:path';
import { sqlText, sqlTexts, sqlTime } from '../../src/schema/escaped-text.ts';
import type { Store } from '../store.ts';
import { readArchiveIndex } from './archive.ts';

/**
 * Creates the table `listed_before`: the objects of this build that the previous release did not list and an earlier one did, with the id
 * and time of the last release that did, and the status that they had in it. Needs the table `satellites`, and the previous release
 * attached as `previous`. Without an archive, only those whose removal was an event are known, and not their status.
 */
export async function readListedBefore(
  store: Store,
  { home, sample, now }: { readonly home: string; readonly sample: boolean; readonly now: Date },
): Promise<void> {
  const came = await store.rows<{ id: number }>(
    'SELECT norad_cat_id AS id FROM satellites WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM previous.satellites)',
  );
  const ids = came.map(({ id }) => id).join(', ');
  const among = ids === '' ? 'false' : `norad_cat_id IN (${ids})`;
  const fromEvents = `SELECT norad_cat_id, details->>'last_release' AS last_release, details->>'last_listed' AS last_listed, NULL::VARCHAR AS operational_status
    FROM previous.events WHERE type = 'removed' AND ${among}
    QUALIFY row_number() OVER (PARTITION BY norad_cat_id ORDER BY detected_at DESC) = 1`;
  const index = await readArchiveIndex(join(home, 'archive')).catch(() => null);
  const releases = (index?.snapshots ?? []).flatMap(({ at, release, rolled_back_at }) =>
    release === null || rolled_back_at !== undefined ? [] : `(${sqlText(release)}, ${sqlTime(at)})`,
  );
  if (ids === '' || index?.sample !== sample || index.values.length === 0 || releases.length === 0) {
    await store.run(`CREATE OR REPLACE TABLE listed_before AS ${fromEvents}`);
    return;
  }
  // Every object of a release has a name, so the versions of names date its listings: one begins with the release whose version has a
  // name, and ends before the release whose version is null.
  const files = sqlTexts(index.values.map(({ file }) => join(home, 'archive', file)));
  await store.run(`CREATE OR REPLACE TABLE listed_before AS
    WITH versions AS MATERIALIZED (
      SELECT norad_cat_id, field, release_at, value FROM read_parquet([${files}])
      WHERE ${among} AND field IN ('name', 'operational_status') AND release_at < ${sqlTime(now.toISOString())}),
    names AS (
      SELECT norad_cat_id, release_at, value, lead(release_at, 1, ${sqlTime(now.toISOString())}) OVER (PARTITION BY norad_cat_id ORDER BY release_at) AS until
      FROM versions WHERE field = 'name'),
    listed AS (
      SELECT norad_cat_id, release_at, until FROM names WHERE value IS NOT NULL
      QUALIFY row_number() OVER (PARTITION BY norad_cat_id ORDER BY release_at DESC) = 1),
    last AS (
      SELECT norad_cat_id, last_release, listed_at FROM listed ASOF JOIN (VALUES ${releases.join(', ')}) releases(last_release, listed_at) ON until > listed_at
      WHERE listed_at >= release_at),
    archived AS (
      SELECT norad_cat_id, last_release, strftime(listed_at, '%Y-%m-%dT%H:%M:%SZ') AS last_listed,
        (SELECT max_by(value, release_at)->>'$' FROM versions v
          WHERE v.norad_cat_id = last.norad_cat_id AND field = 'operational_status' AND release_at <= listed_at) AS operational_status
      FROM last)
    FROM archived UNION ALL BY NAME FROM (${fromEvents}) WHERE norad_cat_id NOT IN (SELECT norad_cat_id FROM archived)`);
}
