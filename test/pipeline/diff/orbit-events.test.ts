import { afterAll, beforeAll, expect, test } from 'vitest';
import { orbitChanges } from '../../../pipeline/diff/diff.ts';
import { Store } from '../../../pipeline/store.ts';
import { event } from '../../../src/schema/changes/event.ts';
import { createTable } from '../../../src/schema/field.ts';
import { elementSet } from '../../../src/schema/objects/elements.ts';
import { makeFolder, removeFolder } from '../sample-build.ts';

let store: Store;
let temp: string;

const set = {
  object_name: 'X',
  inclination: '16.0000',
  ra_of_asc_node: '10.0000',
  arg_of_pericenter: '180.0000',
  mean_anomaly: '0.0000',
  bstar: '0',
  mean_motion_dot: '0',
  mean_motion_ddot: '0',
  ephemeris_type: '0',
};
const transfer = { ...set, orbit_class: 'HEO', mean_motion: '2.27000000', eccentricity: '0.7300000' };
const geostationary = { ...set, orbit_class: 'GEO', mean_motion: '1.00270000', eccentricity: '0.0002000' };

async function addSet(table: string, id: number, values: Readonly<Record<string, string>>): Promise<void> {
  const cells = Object.entries({ norad_cat_id: String(id), ...values }).map(([name, value]) => `'${value}' AS ${name}`);
  await store.run(`INSERT INTO ${table} BY NAME SELECT ${cells.join(', ')}`);
}

beforeAll(async () => {
  temp = await makeFolder();
  store = await Store.open({ memory: '200MB', threads: 1, temp });
  await store.run("ATTACH ':memory:' AS previous");
  for (const table of ['elements', 'previous.elements']) {
    await store.run(createTable('made', elementSet));
    const columns = await store.rows<{ column_name: string }>('DESCRIBE made');
    // Without the constraints: a set has what the test is about.
    await store.run(
      `CREATE TABLE ${table} AS SELECT ${columns.map(({ column_name }) => column_name).join(', ')} FROM made`,
    );
    await store.run('DROP TABLE made');
  }
  await store.run(createTable('events', event));
  await store.run('ALTER TABLE events ADD COLUMN listed_at TIMESTAMP');
  await store.run('CREATE TABLE previous.events AS SELECT norad_cat_id, type, occurred_at FROM events');
  await store.run(
    'CREATE TABLE history (norad_cat_id INTEGER, epoch TIMESTAMP, mean_motion DOUBLE, eccentricity DOUBLE, inclination DOUBLE)',
  );
  await store.run(`CREATE TABLE satellites AS SELECT i::INTEGER AS norad_cat_id, NULL::VARCHAR AS cospar_id, 'X' AS name,
    'PAYLOAD' AS object_class, true AS active FROM range(1, 5) t(i)`);
});
afterAll(async () => {
  store?.close();
  await removeFolder(temp);
});

test('a change of orbit class is an event however far apart the sets are, and after a recent change; another change is not', async () => {
  for (const [id, before, after, days] of [
    [1, transfer, geostationary, 30],
    [2, transfer, geostationary, 2],
    [3, transfer, transfer, 30],
    [4, transfer, { ...transfer, mean_motion: '2.50000000' }, 30],
  ] as const) {
    await addSet('previous.elements', id, { ...before, epoch: '2026-07-01T00:00:00.000000' });
    const epoch = new Date(Date.UTC(2026, 6, 1 + days)).toISOString().replace('Z', '000');
    await addSet('elements', id, { ...after, epoch });
  }
  await store.run("INSERT INTO previous.events VALUES (2, 'orbit_change', TIMESTAMP '2026-07-01 00:00:00')");
  for (const _twice of [1, 2]) await orbitChanges(store, "TIMESTAMP '2026-08-01 00:00:00'", []);
  const found = await store.rows<{ id: string; details: string }>(
    'SELECT id, details::VARCHAR AS details FROM events ORDER BY id',
  );
  expect(found.map(({ id }) => id)).toEqual(['orbit_change-1-20260731', 'orbit_change-2-20260703']);
  const [far, near] = found.map(({ details }) => JSON.parse(details));
  expect([far.orbit_class, near.orbit_class]).toEqual(Array(2).fill({ before: 'HEO', after: 'GEO' }));
  expect(far.predicted).toBeNull();
  expect(far.delta.semi_major_axis_km).toBeGreaterThan(15_000);
});
