import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
