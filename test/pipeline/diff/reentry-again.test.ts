import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFieldChanges, addObjectEvents } from '../../../pipeline/diff/diff.ts';
import { Store } from '../../../pipeline/store.ts';
import { event } from '../../../src/schema/changes/event.ts';
import { createTable } from '../../../src/schema/field.ts';
import { makeFolder, removeFolder } from '../sample-build.ts';

let store: Store;
let temp: string;
beforeAll(async () => {
  temp = await makeFolder();
  store = await Store.open({ memory: '200MB', threads: 1, temp });
  await store.run("ATTACH ':memory:' AS previous");
  await store.run(
    'CREATE TABLE listed_before (norad_cat_id INTEGER, operational_status VARCHAR, last_release VARCHAR, last_listed VARCHAR)',
  );
  await store.run(
    'CREATE TABLE newly_read_objects (norad_cat_id INTEGER); CREATE TABLE newly_read_sources (slug VARCHAR)',
  );
  for (const table of ['provenance', 'previous.provenance'])
    await store.run(
      `CREATE TABLE ${table} (norad_cat_id INTEGER, field VARCHAR, sources VARCHAR[], confidence VARCHAR)`,
    );
  for (const database of ['', 'previous.'])
    await store.run(
      createTable('events', event).replace('events', `${database}events`).replace(/\)$/, ', listed_at TIMESTAMP)'),
    );
});
afterAll(async () => {
  store.close();
  await removeFolder(temp);
});

let releases = 0;
let was = '';

/** The next release, two hours after the one before, in which the object has a status and a decay date. Returns its events, oldest first. */
async function events(status: string, day: string | null = null) {
  const satellites = `SELECT 7 AS norad_cat_id, NULL::VARCHAR AS cospar_id, 'X' AS name, 'PAYLOAD' AS object_class, NULL::DATE AS launch_date,
    '${status}' AS operational_status, 'UNKNOWN' AS disposition, ${day === null ? 'NULL' : `'${day}'`}::DATE AS decay_date`;
  await store.run(`CREATE OR REPLACE TABLE satellites AS ${satellites}`);
  await store.run(`CREATE OR REPLACE TABLE previous.satellites AS ${was || satellites}`);
  await store.run(`CREATE OR REPLACE TABLE value_changes AS
    SELECT norad_cat_id, 'operational_status' AS field, to_json(s.operational_status)::VARCHAR AS value, 'celestrak' AS sources,
      to_json(p.operational_status)::VARCHAR AS was_value, 'celestrak' AS was_sources
    FROM satellites s JOIN previous.satellites p USING (norad_cat_id) WHERE s.operational_status <> p.operational_status`);
  await store.run('DELETE FROM previous.events; INSERT INTO previous.events FROM events; DELETE FROM events');
  was = satellites;
  const time = `TIMESTAMP '2026-08-23 ${String(releases++ * 2).padStart(2, '0')}:00:00'`;
  await addObjectEvents(store, time, 'R');
  await addFieldChanges(store, time);
  const rows = await store.rows<{ id: string; day: string; details: string }>(
    'SELECT id, occurred_at::DATE::VARCHAR AS day, details::VARCHAR AS details FROM events ORDER BY detected_at, id',
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as Record<string, unknown> }));
}

const reentries = async (status: string, day?: string) =>
  (await events(status, day))
    .filter(({ id }) => id.startsWith('reentry'))
    .map(({ id, day: occurred, details }) => [id, occurred, details]);

test('a reentry has the date that its sources give now, and one after a withdrawn one is another event', async () => {
  const first = (day: string) => ['reentry-7', day, { decay_date: day }];
  const withdrawn = ['reentry-7', '2026-08-21', { decay_date: '2026-08-21', withdrawn: true }];
  const second = (day: string) => ['reentry-7-20260822', day, { decay_date: day }];
  expect(await reentries('OPERATIONAL')).toEqual([]);
  expect(await reentries('DECAYED', '2026-08-20')).toEqual([first('2026-08-20')]);
  expect(await reentries('DECAYED', '2026-08-21')).toEqual([first('2026-08-21')]);
  expect(await reentries('OPERATIONAL')).toEqual([withdrawn]);
  // Of the same day again: the withdrawal was the error.
  expect(await reentries('DECAYED', '2026-08-21')).toEqual([first('2026-08-21')]);
  expect(await reentries('NONOPERATIONAL')).toEqual([withdrawn]);
  expect(await reentries('DECAYED', '2026-08-22')).toEqual([withdrawn, second('2026-08-22')]);
  expect(await reentries('DECAYED', '2026-08-23')).toEqual([withdrawn, second('2026-08-23')]);
});

test('a change that is undone and happens again on the same day is another event', async () => {
  const found = await events('OPERATIONAL');
  const ids = found
    .filter(({ details }) => details['before'] === 'DECAYED' && details['after'] === 'OPERATIONAL')
    .map(({ id }) => id);
  expect(ids).toEqual([
    expect.stringMatching(/^field_changed-7-operational_status-20260823-[0-9a-f]{8}$/),
    expect.stringMatching(/^field_changed-7-operational_status-20260823-[0-9a-f]{8}-160000$/),
  ]);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
});

test('an object is new only if a file lists it that an earlier release has read; one that has come already decayed has reentered', async () => {
  await store.run('DELETE FROM events; DELETE FROM previous.events; INSERT INTO newly_read_objects VALUES (9)');
  const object = (id: number, status: string, day: string | null) =>
    `(${id}, '${status}', ${day === null ? 'NULL' : `DATE '${day}'`})`;
  const satellites = (...objects: string[]) =>
    `SELECT id AS norad_cat_id, NULL::VARCHAR AS cospar_id, 'X' AS name, 'PAYLOAD' AS object_class, NULL::DATE AS launch_date, status AS operational_status,
      'UNKNOWN' AS disposition, day::DATE AS decay_date FROM (VALUES ${objects.join(', ')}) t(id, status, day)`;
  await store.run(`CREATE OR REPLACE TABLE previous.satellites AS ${satellites(object(7, 'OPERATIONAL', null))}`);
  await store.run(
    `CREATE OR REPLACE TABLE satellites AS ${satellites(
      object(7, 'OPERATIONAL', null),
      object(8, 'OPERATIONAL', null),
      object(9, 'DECAYED', '2026-08-22'),
      object(10, 'DECAYED', '2026-08-22'),
      object(11, 'DECAYED', '1999-01-01'),
    )}`,
  );
  await addObjectEvents(store, "TIMESTAMP '2026-08-24 00:00:00'", 'R');
  const rows = await store.rows<{ id: string }>('SELECT id FROM events ORDER BY id');
  expect(rows.map(({ id }) => id)).toEqual(['new_object-10', 'new_object-11', 'new_object-8', 'reentry-10']);
});
