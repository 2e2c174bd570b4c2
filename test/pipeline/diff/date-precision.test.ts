import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPrecision } from '../../../pipeline/diff/diff.ts';
import { Store, smallCatalog } from '../../../pipeline/store.ts';
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

test('launches and reentries whose date no source gives to the day say how exact it is', async () => {
  await store.run(`CREATE TABLE satellites AS FROM (VALUES
      (1, DATE '2026-08-01', DATE '2026-08-01'), (2, NULL, DATE '2026-08-03'), (3, NULL, DATE '2026-08-14'), (4, DATE '2026-01-01', NULL))
    t(norad_cat_id, launch_date, decay_date);
    CREATE TABLE claims AS FROM (VALUES
      (1, 'decay_date', 'month', true), (1, 'launch_date', 'day', true), (2, 'decay_date', 'month', false), (2, 'decay_date', 'day', true),
      (3, 'decay_date', 'day', true), (4, 'launch_date', 'year', true))
    t(norad_cat_id, field, precision, selected);
    CREATE TABLE events AS SELECT row_number() OVER () AS n, norad_cat_id, type, details::JSON AS details FROM (VALUES
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
