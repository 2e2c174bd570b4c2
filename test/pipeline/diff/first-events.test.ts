import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPrecision } from '../../../pipeline/diff/diff.ts';
import { Store, smallCatalog } from '../../../pipeline/store.ts';
import { event } from '../../../src/schema/changes/event.ts';
import { createTable } from '../../../src/schema/field.ts';
import { makeFolder, removeFolder } from '../sample-build.ts';

let store: Store;
let temp: string;
beforeAll(async () => {
  temp = await makeFolder();
  store = await Store.open({ memory: '200MB', ...smallCatalog, temp });
});
afterAll(async () => {
  store?.close();
  await removeFolder(temp);
});

test('objects without a launch date that are newer than a recent launch are new objects, also those of the year before', async () => {
  await store.run(createTable('events', event));
  await store.run('ALTER TABLE events ADD COLUMN listed_at TIMESTAMP');
  await store.run("SET VARIABLE release_time = TIMESTAMP '2027-01-03 12:00:00'; SET VARIABLE seed_days = 90");
  await store.run(`CREATE TEMP MACRO sources_of(id, of_field) AS ['celestrak'];
    CREATE TEMP MACRO reentry_details(id, day) AS json_object('decay_date', day);
    CREATE TABLE launches AS SELECT '2026-290' AS launch_id, DATE '2026-12-20' AS launch_date`);
  const launches = ['2025-300', '2026-280', '2026-301', '2027-001', '2028-001'];
  await store.run(`CREATE TABLE satellites AS SELECT ordinality::INTEGER AS norad_cat_id, NULL::VARCHAR AS cospar_id, 'X' AS name, 'PAYLOAD' AS object_class,
      NULL::DATE AS launch_date, NULL::DATE AS decay_date, launch_id, 'UNKNOWN' AS operational_status
    FROM unnest(['${launches.join("', '")}']) WITH ORDINALITY t(launch_id, ordinality)`);
  await store.runFile(join(import.meta.dirname, '../../../pipeline/diff'), 'first-events');
  const found = await store.rows<{ id: number }>('SELECT norad_cat_id AS id FROM events ORDER BY id');
  expect(found.map(({ id }) => launches[id - 1])).toEqual(['2026-301', '2027-001']);
});

test('launches and reentries whose date no source gives to the day say how exact it is', async () => {
  await store.run(`CREATE OR REPLACE TABLE satellites AS FROM (VALUES
      (1, DATE '2026-08-01', DATE '2026-08-01'), (2, NULL, DATE '2026-08-03'), (3, NULL, DATE '2026-08-14'), (4, DATE '2026-01-01', NULL))
    t(norad_cat_id, launch_date, decay_date);
    CREATE OR REPLACE TABLE claims AS FROM (VALUES
      (1, 'decay_date', 'month', true), (1, 'launch_date', 'day', true), (2, 'decay_date', 'month', false), (2, 'decay_date', 'day', true),
      (3, 'decay_date', 'day', true), (4, 'launch_date', 'year', true))
    t(norad_cat_id, field, precision, selected);
    CREATE OR REPLACE TABLE events AS SELECT row_number() OVER () AS n, norad_cat_id, type, details::JSON AS details FROM (VALUES
      (1, 'reentry', '{"decay_date":"2026-08-01","disputed":true}'),
      (1, 'new_object', '{"launch_date":"2026-08-01"}'),
      (2, 'reentry', '{"decay_date":"2026-08-03","precision":"month"}'),
      (3, 'reentry', '{"decay_date":"2026-08-01","precision":"month"}'),
      (4, 'new_object', '{"launch_date":"2026-01-01"}'),
      (4, 'reentry', '{"decay_date":null}'),
      (4, 'orbit_change', '{"launch_date":"2026-01-01"}'))
    t(norad_cat_id, type, details)`);
  await addPrecision(store);
  const rows = await store.rows<{ details: string }>('SELECT details::VARCHAR AS details FROM events ORDER BY n');
  expect(rows.map(({ details }) => JSON.parse(details))).toEqual([
    { decay_date: '2026-08-01', disputed: true, precision: 'month' },
    { launch_date: '2026-08-01' },
    { decay_date: '2026-08-03' },
    { decay_date: '2026-08-01', precision: 'month' },
    { launch_date: '2026-01-01', precision: 'year' },
    { decay_date: null },
    { launch_date: '2026-01-01' },
  ]);
});
