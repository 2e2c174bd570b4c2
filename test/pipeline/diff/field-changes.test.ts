import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFieldChanges } from '../../../pipeline/diff/diff.ts';
import { maxFieldEvents } from '../../../pipeline/diff/thresholds.ts';
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
  const objects = `SELECT i::INTEGER AS norad_cat_id, NULL::VARCHAR AS cospar_id, 'X' || i AS name, 'PAYLOAD' AS object_class FROM range(1, 2001) t(i)`;
  for (const table of ['satellites', 'previous.satellites']) await store.run(`CREATE TABLE ${table} AS ${objects}`);
  await store.run(createTable('events', event));
  await store.run('ALTER TABLE events ADD COLUMN listed_at TIMESTAMP');
  await store.run('CREATE TABLE newly_read_sources (slug VARCHAR)');
  await store.run(
    'CREATE TABLE value_changes (norad_cat_id INTEGER, field VARCHAR, value VARCHAR, sources VARCHAR, was_value VARCHAR, was_sources VARCHAR)',
  );
});
afterAll(async () => {
  store.close();
  await removeFolder(temp);
});

const TIME = "TIMESTAMP '2026-08-22 14:00:00'";
const change = (field: string, value: string | null, was: string | null, ids: string) =>
  store.run(
    `INSERT INTO value_changes SELECT i, $field, $value, 'celestrak,gcat', $was, 'celestrak' FROM ${ids} t(i)`,
    { field, value, was },
  );
const events = () =>
  store.rows<{ id: string; field: string; details: string; sources: string[] }>(
    "SELECT id, details->>'field' AS field, details::VARCHAR AS details, sources FROM events ORDER BY norad_cat_id, id",
  );

test('each field change becomes one event, even if it is added twice', async () => {
  await change('country', '"FR"', '"US"', '(SELECT 7)');
  await change('decay_date', null, '"2026-08-21"', '(SELECT 8)');
  await change('rcs_m2', '2.5', '2.4', '(SELECT 9)');
  await addFieldChanges(store, TIME);
  await addFieldChanges(store, TIME);
  expect(await events()).toEqual([
    {
      id: expect.stringMatching(/^field_changed-7-country-20260822-[0-9a-f]{8}$/),
      field: 'country',
      details: '{"field":"country","before":"US","after":"FR"}',
      sources: ['celestrak', 'gcat'],
    },
    expect.objectContaining({ details: '{"field":"decay_date","before":"2026-08-21","after":null}' }),
  ]);
});

test('a new spelling of an operator is not an event; a new operator is', async () => {
  await store.run('DELETE FROM value_changes; DELETE FROM events');
  await change('operator', '"SpaceX"', '"Space X"', 'range(1, 3)');
  await change('operator_slug', '"spacex"', '"space-x"', '(SELECT 2)');
  await addFieldChanges(store, TIME);
  expect((await events()).map(({ id }) => id.split('-')[1])).toEqual(['2']);
});

test('what a source says that no earlier release has read is no change', async () => {
  await store.run("DELETE FROM value_changes; DELETE FROM events; INSERT INTO newly_read_sources VALUES ('gcat')");
  await change('country', '"FR"', '"US"', '(SELECT 7)');
  await store.run("UPDATE value_changes SET sources = 'celestrak'");
  await change('country', '"DE"', '"US"', '(SELECT 8)');
  await addFieldChanges(store, TIME);
  await store.run('DELETE FROM newly_read_sources');
  expect((await events()).map(({ id }) => id.split('-')[1])).toEqual(['7']);
});

test('a change that affects too many objects at the same time creates no events', async () => {
  await store.run('DELETE FROM value_changes; DELETE FROM events');
  await change('country', '"FR"', '"US"', `range(1, ${maxFieldEvents + 2})`);
  await change('name', '"A"', '"B"', `range(1, ${maxFieldEvents + 1})`);
  await addFieldChanges(store, TIME);
  const fields = (await events()).map(({ field }) => field);
  expect([fields.length, [...new Set(fields)]]).toEqual([maxFieldEvents, ['name']]);
});
