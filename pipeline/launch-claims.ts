import { columns } from '../src/schema/field.ts';
import { satellite } from '../src/schema/satellite.ts';
import { sourceSlugs } from '../src/schema/vocabulary.ts';
import { STATION_PIECES, STATIONS } from './codes/stations.ts';
import type { Store } from './store.ts';

const fieldOf = (name: string) => columns(satellite).findIndex((column) => column.name === name);
const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/**
 * What the launch catalog knows of a launch becomes claims of every object with its designator, where the catalog's own row
 * of the object does not say it already: an object that GCAT has no row for was launched from somewhere, too. What a space
 * station released is left out: its designator is the station's, and it flew on another rocket.
 */
export async function claimLaunchFacts(store: Store): Promise<void> {
  const gcat = sourceSlugs.indexOf('gcat');
  await store.run(`CREATE TEMP TABLE launched AS
    WITH designated AS (SELECT s.norad, arg_min(s.value_text, s.weight * 1e9 + s.claim_id) AS cospar FROM said s JOIN rows_read r USING (row_id)
        WHERE s.field = ${fieldOf('cospar_id')} AND r.source = ${sourceSlugs.indexOf('celestrak')} GROUP BY s.norad),
      told AS (SELECT DISTINCT s.norad, s.field FROM said s JOIN rows_read r USING (row_id)
        WHERE r.source = ${gcat} AND s.field IN (SELECT DISTINCT field FROM launch_facts))
    SELECT d.norad, f.*, l.line, l.record, l.url, l.observed FROM designated d
      JOIN launch_facts f ON f.launch_id = d.cospar[1:8] JOIN launches_read l USING (launch_id, file_id)
    WHERE (f.launch_id NOT IN (${quoted(Object.keys(STATIONS))}) OR d.cospar[9:] IN (${quoted(STATION_PIECES)}))
      AND NOT EXISTS (SELECT 1 FROM told t WHERE t.norad = d.norad AND t.field = f.field)`);
  await store.run(`CREATE TEMP TABLE launched_rows AS
    SELECT (SELECT coalesce(max(row_id), 0) FROM rows_read) + row_number() OVER (ORDER BY norad) AS row_id, *
    FROM (SELECT DISTINCT norad, file_id, line, record, url, observed FROM launched)`);
  await store.run(`INSERT INTO rows_read BY NAME
    SELECT row_id, file_id, ${gcat} AS source, 'launch.tsv' AS file, line, norad, record, url, observed, false AS founds FROM launched_rows ORDER BY row_id`);
  await store.run(`INSERT INTO said BY NAME
    SELECT (SELECT coalesce(max(claim_id), 0) FROM said) + row_number() OVER (ORDER BY row_id, field) AS claim_id, row_id, norad, field, false AS derived,
      value_text, value_date, day_from, day_to, precision, uncertain, false AS silent, weight, keys, spaces, near, raw
    FROM launched JOIN launched_rows USING (norad, file_id) ORDER BY row_id, field`);
  await store.run('DROP TABLE launched');
  await store.run('DROP TABLE launched_rows');
}
