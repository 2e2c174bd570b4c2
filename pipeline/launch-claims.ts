import { columns } from '../src/schema/field.ts';
import { satellite } from '../src/schema/objects/satellite.ts';
import { sourceSlugs } from '../src/schema/release/source.ts';
import { sqlTexts } from '../src/schema/sql/sql-text.ts';
import { STATION_PIECES, STATIONS } from './codes/stations.ts';
import type { Store } from './store.ts';

const fieldOf = (name: string) => columns(satellite).findIndex((column) => column.name === name);
const [celestrak, gcat] = (['celestrak', 'gcat'] as const).map((slug) => sourceSlugs.indexOf(slug));
const facts = ['launch_date', 'launch_site', 'launch_vehicle'].map(fieldOf).join(', ');
const stations = sqlTexts(Object.keys(STATIONS));

/** The designator that a source gives an object, where it gives several the one of lowest weight. */
const designators = (
  source: number | undefined,
) => `SELECT s.norad, arg_min(s.value_text, s.weight * 1e9 + s.claim_id) AS cospar
  FROM staged_claims s JOIN rows_read r USING (row_id) WHERE s.field = ${fieldOf('cospar_id')} AND r.source = ${source} GROUP BY s.norad`;

/**
 * Adds the facts of each launch as claims about every object with its designator, except objects that a space station released: they
 * have the station's designator, and flew on another rocket.
 */
export async function claimLaunchFacts(store: Store): Promise<void> {
  await store.run(`CREATE TEMP TABLE designated AS SELECT * FROM (${designators(celestrak)})
    WHERE cospar[1:8] NOT IN (${stations}) OR cospar[9:] IN (${sqlTexts(STATION_PIECES)})`);
  await store.run(`CREATE TEMP TABLE redesignated AS SELECT norad FROM designated d JOIN (${designators(gcat)}) g USING (norad)
    WHERE d.cospar[1:8] <> g.cospar[1:8]`);
  // The record has SATCAT's designator: facts of the launch of GCAT's designator rank below those of its own launch.
  await store.run(`UPDATE staged_claims SET weight = 1 WHERE field IN (${facts}) AND norad IN (FROM redesignated)
    AND row_id IN (SELECT row_id FROM rows_read WHERE source = ${gcat})`);
  await claimCatalog(store);
  await claimSiblings(store);
  for (const table of ['designated', 'redesignated']) await store.run(`DROP TABLE ${table}`);
}

/** Adds the launch catalog's facts about objects for which GCAT's object catalog does not have them. */
async function claimCatalog(store: Store): Promise<void> {
  await store.run(`CREATE TEMP TABLE launched AS
    WITH stated AS (SELECT DISTINCT s.norad, s.field FROM staged_claims s JOIN rows_read r USING (row_id) WHERE r.source = ${gcat} AND s.field IN (${facts})
        AND NOT (s.field = ${fieldOf('launch_vehicle')} AND s.norad IN (FROM redesignated)))
    SELECT d.norad, ${gcat} AS source, false AS derived, 'launch.tsv' AS file, f.* EXCLUDE (launch_id), l.line, l.record, l.url, l.observed FROM designated d
      JOIN launch_facts f ON f.launch_id = d.cospar[1:8] JOIN launches_read l USING (launch_id, file_id)
    WHERE NOT EXISTS (SELECT 1 FROM stated t WHERE t.norad = d.norad AND t.field = f.field)`);
  await insertClaims(store);
}

/**
 * The newest launches are not in the launch catalog yet, and SATCAT may have the day and the site of only some of their objects: they
 * hold for all objects of the launch.
 */
async function claimSiblings(store: Store): Promise<void> {
  await store.run(`CREATE TEMP TABLE launched AS
    WITH dated AS (SELECT d.cospar[1:8] AS launch_id, s.*, r.file_id, r.line, r.record, r.url, r.observed FROM staged_claims s JOIN rows_read r USING (row_id)
        JOIN designated d ON d.norad = s.norad WHERE r.source = ${celestrak} AND s.field IN (${facts}) AND d.cospar[1:8] NOT IN (SELECT launch_id FROM launches_read)
        QUALIFY row_number() OVER (PARTITION BY launch_id, s.field ORDER BY s.norad) = 1)
    SELECT d.norad, ${celestrak} AS source, true AS derived, 'satcat.csv' AS file, t.file_id, t.field, t.value_text, t.value_date, t.day_from, t.day_to, t.precision, t.uncertain,
      t.weight, t.keys, t.spaces, t.near, coalesce(t.raw, t.value_text) AS raw, t.line, t.record, t.url, t.observed
    FROM designated d JOIN dated t ON t.launch_id = d.cospar[1:8]
    WHERE NOT EXISTS (SELECT 1 FROM staged_claims s WHERE s.norad = d.norad AND s.field = t.field)`);
  await insertClaims(store);
}

/** Makes rows and claims of the table `launched`, and drops it. */
async function insertClaims(store: Store): Promise<void> {
  await store.run(`CREATE TEMP TABLE launched_rows AS
    SELECT (SELECT coalesce(max(row_id), 0) FROM rows_read) + row_number() OVER (ORDER BY norad, record) AS row_id, *
    FROM (SELECT DISTINCT norad, source, file, file_id, line, record, url, observed FROM launched)`);
  await store.run(`INSERT INTO rows_read BY NAME
    SELECT row_id, file_id, source, file, line, norad, record, url, observed, false AS creates_object FROM launched_rows ORDER BY row_id`);
  await store.run(`INSERT INTO staged_claims BY NAME
    SELECT (SELECT coalesce(max(claim_id), 0) FROM staged_claims) + row_number() OVER (ORDER BY row_id, field) AS claim_id, row_id, norad, field, derived,
      value_text, value_date, day_from, day_to, precision, uncertain, false AS is_unknown, false AS lasting, weight, keys, spaces, near, raw
    FROM launched JOIN launched_rows USING (norad, record) ORDER BY row_id, field`);
  await store.run('DROP TABLE launched');
  await store.run('DROP TABLE launched_rows');
}
