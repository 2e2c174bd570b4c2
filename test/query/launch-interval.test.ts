import { afterAll, beforeAll, expect, test } from 'vitest';
import { readUndatedLaunches } from '../../src/query/launch-list.ts';
import { undatedLaunches } from '../../src/query/week-facts.ts';
import type { Database } from '../../src/release/database.ts';
import { launchIntervals, objectLaunches } from '../../src/schema/objects/launch-interval.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { writeDatabase } from './tiny-catalog.ts';

let folder: string;
let database: Database;

/** Number, launch, and date. */
const objects = [
  ['1', '1957-001', '1957-10-04'],
  // Between two dated launches of a year that has ended.
  ['2', '1990-001', '1990-01-05'],
  ['3', '1990-002', null],
  ['4', '1990-004', '1990-01-12'],
  ['5', '1990-005', null],
  // The newest launches.
  ['6', '2026-159', '2026-07-11'],
  ['7', '2026-160', null],
  ['8', '2026-228', null],
  // A station, what it released, and what it has just released.
  ['9', '1998-067', '1998-11-20'],
  ['10', '1998-067', '2026-06-19'],
  ['11', '1998-067', null],
  ['12', '1998-068', '1998-11-22'],
  // The only launch of a year.
  ['13', '2025-001', null],
  // Numbers out of order.
  ['14', '1966-087', '1966-10-02'],
  ['15', '1966-088', null],
  ['16', '1966-089', '1966-09-17'],
  // Without a designator.
  ['17', null, null],
] as const;

const text = (value: string | null) => (value === null ? 'NULL' : `'${value}'`);

beforeAll(async () => {
  folder = await makeFolder();
  const rows = objects.map(
    ([id, launch, day], at) => `(${id}, ${text(launch)}, ${text(day)}, '2026-08-${at === 0 ? 22 : 20}')`,
  );
  database = await writeDatabase(
    folder,
    `CREATE TABLE satellites(norad_cat_id INTEGER, launch_id VARCHAR, launch_date DATE, updated_at TIMESTAMP);
     INSERT INTO satellites VALUES ${rows.join(', ')};
     CREATE TABLE launches AS SELECT launch_id, min(launch_date) AS launch_date FROM satellites WHERE launch_id IS NOT NULL GROUP BY ALL;`,
  );
});
afterAll(async () => {
  database?.close();
  await removeFolder(folder);
});

const between = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;

test('an unknown launch day lies between the dated launches numbered before and after it, and before the release', async () => {
  const rows = await database.rows<{ id: number; from: string; to: string }>(
    `SELECT norad_cat_id AS id, launched_from::VARCHAR AS "from", launched_to::VARCHAR AS "to" FROM (${objectLaunches}) ORDER BY id`,
  );
  expect(Object.fromEntries(rows.map((row) => [row.id, between(row)]))).toEqual({
    1: '1957-10-04 1957-10-04',
    2: '1990-01-05 1990-01-05',
    3: '1990-01-05 1990-01-12',
    4: '1990-01-12 1990-01-12',
    5: '1990-01-12 1990-12-31',
    6: '2026-07-11 2026-07-11',
    7: '2026-07-11 2026-08-22',
    8: '2026-07-11 2026-08-22',
    9: '1998-11-20 1998-11-20',
    10: '2026-06-19 2026-06-19',
    11: '1998-11-20 2026-08-22',
    12: '1998-11-22 1998-11-22',
    13: '2025-01-01 2025-12-31',
    14: '1966-10-02 1966-10-02',
    15: '1966-09-17 1966-10-02',
    16: '1966-09-17 1966-09-17',
    17: '1957-10-04 2026-08-22',
  });
});

test('launches have the same bounds', async () => {
  const rows = await database.rows<{ id: string; from: string; to: string }>(
    `SELECT launch_id AS id, launched_from::VARCHAR AS "from", launched_to::VARCHAR AS "to" FROM (${launchIntervals}) ORDER BY id`,
  );
  const found = Object.fromEntries(rows.map((row) => [row.id, between(row)]));
  expect(Object.keys(found)).toHaveLength(new Set(objects.flatMap(([, launch]) => launch ?? [])).size);
  expect(found).toMatchObject({
    '1990-002': '1990-01-05 1990-01-12',
    '1998-067': '1998-11-20 1998-11-20',
    '2026-160': '2026-07-11 2026-08-22',
    '2025-001': '2025-01-01 2025-12-31',
  });
});

test('launches without a date are listed with their possible days', async () => {
  const undated = await readUndatedLaunches(database);
  expect(undated.get('2026-160')).toEqual({ from: '2026-07-11', to: '2026-08-22' });
  expect([...undated.keys()].sort()).toEqual(['1966-088', '1990-002', '1990-005', '2025-001', '2026-160', '2026-228']);
});

test.each([
  ['two numbers allow it', '1990-01-08', '1990-01-15', 2],
  ['at the turn of a year, by the days and not by the year', '2025-12-29', '2026-01-05', 1],
  ['the newest launches', '2026-07-06', '2026-07-13', 2],
  ['after the last change of the catalog', '2026-08-24', '2026-08-31', 0],
])('launches without a date that a week may have: %s', async (_what, from, to, count) => {
  expect(await undatedLaunches(database, { from, to })).toBe(count);
});
