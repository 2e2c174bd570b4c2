import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Store } from '../../pipeline/store.ts';
import { readBreakups, readFamily, readPieces } from '../../src/query/separation.ts';
import { Database } from '../../src/release/database.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';

let folder: string;
let database: Database;

/** Twelve pieces of COSMOS 2251 on a day, of which one has decayed; two of its launch; ten of a stage without a number; nine of another. */
beforeAll(async () => {
  folder = await makeFolder();
  const file = join(folder, 'catalog.duckdb');
  const store = await Store.open({ memory: '100MB', threads: 1, temp: join(folder, 'spill') });
  await store.create(file, 'made');
  const debris = (first: number, count: number, parent: string, day: string) =>
    `SELECT (${first} + i)::INTEGER AS norad_cat_id, 'DEB' AS name, '1993-036X' AS cospar_id, 'DEBRIS' AS object_class,
      if(i = 0, 'REENTERED', 'IN_ORBIT') AS disposition, if(i = 0, 'DECAYED', 'UNKNOWN') AS operational_status,
      if(i = 0, 100, 700 + i)::DOUBLE AS perigee_km, if(i = 0, 5000, 800 + i)::DOUBLE AS apogee_km, '${parent}' AS parent_gcat_id, DATE '${day}' AS separation_date
    FROM range(${count}) t(i)`;
  await store.run(`CREATE TABLE made.satellites AS
    SELECT 22675 AS norad_cat_id, 'COSMOS 2251' AS name, '1993-036A' AS cospar_id, 'PAYLOAD' AS object_class, 'LOST' AS disposition,
      'UNKNOWN' AS operational_status, 700::DOUBLE AS perigee_km, 800::DOUBLE AS apogee_km, 'A01234' AS parent_gcat_id, DATE '1993-06-16' AS separation_date
    UNION ALL ${debris(33_000, 12, 'S22675', '2009-02-10')}
    UNION ALL ${debris(34_000, 2, 'S22675', '1993-06-16')}
    UNION ALL ${debris(35_000, 10, 'A07777', '2024-08-06')}
    UNION ALL ${debris(36_000, 9, 'S100961', '2026-09-01')}`);
  // Pieces may differ in how exact their date is: the break-up's is the coarsest.
  await store.run(`CREATE TABLE made.claims AS
    SELECT norad_cat_id, 'separation_date' AS field, true AS selected, if(parent_gcat_id = 'A07777', if(norad_cat_id % 2 = 0, 'month', 'year'), 'day') AS precision
    FROM made.satellites`);
  await store.run('DETACH made');
  store.close();
  database = await Database.open(file);
});
afterAll(async () => {
  database?.close();
  if (folder) await removeFolder(folder);
});

test('a break-up is ten or more pieces of debris of one object and one day', async () => {
  const found = await readBreakups(database);
  expect(found).toEqual([
    {
      id: 'S22675-2009-02-10',
      parent_gcat_id: 'S22675',
      norad_cat_id: 22675,
      name: 'COSMOS 2251',
      cospar_id: '1993-036A',
      separation_date: '2009-02-10',
      separation_precision: 'day',
      pieces: 12,
      in_orbit: 11,
      decayed: 1,
      lowest_perigee_km: 701,
      highest_apogee_km: 811,
    },
    expect.objectContaining({
      id: 'A07777-2024-08-06',
      norad_cat_id: null,
      name: null,
      separation_precision: 'year',
      pieces: 10,
    }),
  ]);
  const pieces = await readPieces(database, found[0]!);
  // Those in orbit first.
  expect([pieces.length, pieces[0], pieces.at(-1)]).toEqual([12, 33_001, 33_000]);
});

test('the pieces of a break-up are the family of its object, although no record has an id in GCAT', async () => {
  const { parent, child, sibling } = await readFamily(database, 22_675);
  const [breakup] = await readBreakups(database);
  expect([parent.length, sibling.length]).toEqual([0, 0]);
  expect([...child]).toEqual(expect.arrayContaining([...(await readPieces(database, breakup!))]));
  expect(child).toHaveLength(14);
  const piece = await readFamily(database, 33_001);
  expect([[...piece.parent], piece.child.length, piece.sibling.length]).toEqual([[22_675], 0, 13]);
  // A parent that is not in the catalog.
  const other = await readFamily(database, 36_000);
  expect([other.parent.length, other.sibling.length]).toEqual([0, 8]);
});
