import { expect, test } from 'vitest';
import { fold, foldAll } from '../../../src/schema/fold.ts';
import type { OpenedRelease } from './opened-release.ts';

interface Row {
  norad_cat_id: number;
  name: string;
  alt_names: string[];
  operator: string | null;
  operator_slug: string | null;
  country: string;
  country_name: string | null;
  names: string;
  owners: string;
}

/** Compares the search table with one derived from the records. */
export function describeSearch(release: () => OpenedRelease): void {
  const rows = () => release().rows<Row>('SELECT * FROM satellites s POSITIONAL JOIN search');

  test('has one row per object, in the order of satellites, folded like a query', async () => {
    const all = await rows();
    expect(all).toHaveLength(release().manifest.counts.satellites);
    for (const row of all) {
      const owners = [row.operator, row.operator_slug, row.country_name, row.country].filter((text) => text !== null);
      expect([row.norad_cat_id, row.names, row.owners]).toEqual([
        row.norad_cat_id,
        foldAll([row.name, ...row.alt_names]),
        foldAll(owners),
      ]);
    }
    const ids = await release().rows<{ id: number }>('SELECT norad_cat_id AS id FROM search');
    expect(ids.map(({ id }) => id)).toEqual(all.map((row) => row.norad_cat_id));
  });

  test.each([
    ['Чибис', 'names', 38051],
    ['CHIBIS', 'names', 38051],
    ['ISS (ZARYA)', 'names', 25544],
    ['International Space Station', 'names', 25544],
    ['МКС', 'names', 25544],
    ['spacex', 'owners', 44713],
    ['United States', 'owners', 190001],
  ])('finds %s in the %s of %i', async (text, column, id) => {
    const found = await release().rows<{ norad_cat_id: number }>(
      `SELECT norad_cat_id FROM search WHERE contains(${column}, ' ${fold(text)} ')`,
    );
    expect(found.map((row) => row.norad_cat_id)).toContain(id);
  });
}
