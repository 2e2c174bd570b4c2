import { expect, test } from 'vitest';
import { fold, foldAll } from '../../src/schema/fold.ts';
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

/** What search looks through, worked out again from the records. */
export function describeSearch(release: () => OpenedRelease): void {
  const rows = () => release().rows<Row>('SELECT * FROM satellites s POSITIONAL JOIN search');

  test('one row an object, in the order of satellites, folded as a question is', async () => {
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
  ])('%s is found in the %s of %i', async (text, column, id) => {
    const found = await release().rows<{ norad_cat_id: number }>(
      `SELECT norad_cat_id FROM search WHERE contains(${column}, ' ${fold(text)} ')`,
    );
    expect(found.map((row) => row.norad_cat_id)).toContain(id);
  });

  test('words of names and operators, four letters or more, with the objects that have each', async () => {
    const objects = new Map<string, number>();
    for (const { names, operator } of await rows())
      for (const word of new Set(`${names} ${fold(operator ?? '')}`.split(' ')))
        if (word.length >= 4 && !/\p{N}/u.test(word)) objects.set(word, (objects.get(word) ?? 0) + 1);
    const words = await release().rows<{ word: string; objects: number }>('FROM search_words');
    expect(new Map(words.map(({ word, objects: n }) => [word, n]))).toEqual(objects);
    expect(words.map(({ word }) => word)).toEqual([...objects.keys()].map((word) => word).sort(byBytes));
    expect([...objects.keys()]).toEqual(expect.arrayContaining(['hubble', 'чибис', 'sentinel']));
    expect([...objects.keys()]).not.toContain('iss');
  });

  test('what the server reads says the same of every object, in its order', async () => {
    const texts = async (sql: string) => (await release().rows<{ text: string }>(sql)).map(({ text }) => text);
    const [owners, designators] = [await texts('FROM search_owners'), await texts('FROM search_designators')];
    const groups = await release().rows<{ names: string; owners: number }>('FROM search_groups');
    const objects = await release().rows<{ norad_cat_id: number; group: number; designator: number }>(
      'FROM search_objects',
    );
    const all = await release().rows<Row & { active: boolean; cospar_id: string | null }>(
      'SELECT * FROM satellites s POSITIONAL JOIN search ORDER BY active DESC, s.norad_cat_id',
    );
    expect(
      objects.map(({ norad_cat_id, group, designator }) => ({
        norad_cat_id,
        names: groups[group]!.names,
        owners: owners[groups[group]!.owners],
        cospar_id: designators[designator],
      })),
    ).toEqual(
      all.map(({ norad_cat_id, names, owners: own, cospar_id }) => ({
        norad_cat_id,
        names,
        owners: own,
        cospar_id: cospar_id ?? '',
      })),
    );
    for (const sorted of [owners, designators, groups.map(({ names }) => names)])
      expect(sorted).toEqual(sorted.toSorted(byBytes));
    expect(new Set(groups.map(({ names, owners: own }) => `${names} ${own}`)).size).toBe(groups.length);
  });

  test('each word of the names stands with the groups that have it', async () => {
    const groups = await release().rows<{ names: string }>('FROM search_groups');
    const expected = new Map<string, number[]>();
    for (const [group, { names }] of groups.entries())
      for (const word of new Set(names.split(' ')))
        if (word !== '' && word !== '|') expected.set(word, [...(expected.get(word) ?? []), group]);
    const words = await release().rows<{ word: string; places: number }>('FROM search_vocabulary');
    const places = (await release().rows<{ group: number }>('FROM search_places')).map(({ group }) => group);
    const found = words.map(
      ({ word, places: end }, at) => [word, places.slice(words[at - 1]?.places ?? 0, end)] as const,
    );
    expect(found.map(([word]) => word)).toEqual([...expected.keys()].sort(byBytes));
    expect(new Map(found)).toEqual(expected);
  });
}

/** DuckDB orders text by its bytes, JavaScript by its units: they differ beyond the plane of most scripts. */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
