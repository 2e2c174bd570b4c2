import { afterAll, expect, test } from 'vitest';
import { datedReentries } from '../../src/query/week-facts.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';
import { writeDatabase } from './tiny-catalog.ts';

const folder = await makeFolder();
afterAll(() => removeFolder(folder));

test('a reentry that is dated to a month, quarter, or year is not one of the days of a week', async () => {
  const database = await writeDatabase(
    folder,
    `CREATE TABLE satellites AS SELECT i::INTEGER AS norad_cat_id, DATE '2026-08-17' + (i // 10)::INTEGER AS decay_date, NULL AS common_name,
        NULL AS wikidata_id, 'DEBRIS' AS object_class, i::DOUBLE AS launch_mass_kg FROM range(60, 150) t(i);
     CREATE TABLE claims AS SELECT norad_cat_id, 'decay_date' AS field, norad_cat_id % 10 <> 9 AS selected,
        CASE norad_cat_id % 10 WHEN 1 THEN 'month' WHEN 2 THEN 'quarter' WHEN 3 THEN 'year' WHEN 4 THEN 'day' WHEN 9 THEN 'month' END AS precision
      FROM satellites
     UNION ALL SELECT norad_cat_id, 'launch_date', true, 'year' FROM satellites;`,
  );
  try {
    // The heaviest first.
    expect([...(await datedReentries(database, { from: '2026-08-23', to: '2026-08-25' }))]).toEqual([
      ...[79, 78, 77, 76, 75, 74, 70],
      ...[69, 68, 67, 66, 65, 64, 60],
    ]);
  } finally {
    database.close();
  }
});
