import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHistory } from '../../pipeline/archive/history.ts';
import { importElements } from '../../pipeline/archive/import.ts';
import { Store, smallCatalog } from '../../pipeline/store.ts';
import { createTable } from '../../src/schema/field.ts';
import { elementSet } from '../../src/schema/objects/elements.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';

const limits = { memory: '300MB', ...smallCatalog };
const [LOW, SLOW, OTHER, MIXED] = [90_001, 90_002, 90_003, 90_004];
const DAYS = 20;
const epochOn = (day: number) => `${new Date(Date.UTC(2026, 7, 1 + day)).toISOString().slice(0, 23)}000`;

let home: string;
let store: Store;
beforeAll(async () => {
  home = await makeFolder();
  store = await Store.open({ ...limits, temp: join(home, 'work') });
});
afterAll(async () => {
  store?.close();
  await removeFolder(home);
});

/** The tables `elements` and `previous.elements` with the last two of the imported sets of each object. */
async function addElements(id: number, motion: string, type: number): Promise<void> {
  for (const [table, day] of [
    ['elements', DAYS],
    ['previous.elements', DAYS - 1],
  ] as const)
    await store.run(`INSERT INTO ${table} BY NAME SELECT ${id} AS norad_cat_id, 'MADE' AS object_name, 'HEO' AS orbit_class,
      '${epochOn(day)}' AS epoch, '${motion}' AS mean_motion, '0.001' AS eccentricity, '53' AS inclination, '10' AS ra_of_asc_node,
      '20' AS arg_of_pericenter, '30' AS mean_anomaly, ${type} AS ephemeris_type, 'U' AS classification_type, 999 AS element_set_no,
      1 AS rev_at_epoch, '0' AS bstar, '0' AS mean_motion_dot, '0' AS mean_motion_ddot`);
}

test('the history has objects whose maneuvers can be found, not those in orbits too high for that, nor sets that are not for SGP4', async () => {
  const head =
    'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT';
  const motions = [
    [LOW, '15.50000000', () => 0],
    [SLOW, '0.37800000', () => 0],
    [OTHER, '15.50000000', () => 4],
    // Its first three sets are of SGP4-XP.
    [MIXED, '15.50000000', (day: number) => (day < 3 ? 4 : 2)],
  ] as const;
  const rows = motions.flatMap(([id, motion, type]) =>
    Array.from(
      { length: DAYS },
      (_, day) => `MADE,2020-001A,${epochOn(day)},${motion},.001,53,10,20,30,${type(day)},U,${id},999,1,0,0,0`,
    ),
  );
  await writeFile(join(home, 'sets.csv'), `${[head, ...rows].join('\r\n')}\r\n`);
  await importElements({ home, limits, progress: () => {} }, [join(home, 'sets.csv')]);
  await store.run("ATTACH ':memory:' AS previous");
  await store.run(createTable('elements', elementSet));
  await store.run('CREATE TABLE previous.elements AS FROM elements');
  for (const [id, motion, type] of motions) await addElements(id, motion, type(DAYS));
  await readHistory(store, home, new Date(Date.UTC(2026, 7, 2 + DAYS)));
  const found = await store.rows<{ id: number; sets: number }>(
    'SELECT norad_cat_id AS id, count(*)::INTEGER AS sets FROM history GROUP BY ALL ORDER BY id',
  );
  expect(found).toEqual([
    { id: LOW, sets: DAYS + 1 },
    { id: MIXED, sets: DAYS - 2 },
  ]);
});
