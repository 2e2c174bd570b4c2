import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDataset, publishDatasets } from '../../../pipeline/publish/files/dataset.ts';
import { ReleaseFolder } from '../../../pipeline/publish/folder.ts';
import { Store } from '../../../pipeline/store.ts';
import { columns, createTable } from '../../../src/schema/field.ts';
import { claim, verdict } from '../../../src/schema/objects/claim.ts';
import { satellite } from '../../../src/schema/objects/satellite.ts';
import { makeFolder, removeFolder } from '../sample-build.ts';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await makeFolder();
  store = await Store.open({ memory: '200MB', threads: 1, temp: join(folder, 'spill') });
  await store.run(createTable('claims', claim));
  await store.run(createTable('provenance', verdict));
  await store.run('CREATE TABLE country_names (code VARCHAR, name VARCHAR)');
});
afterAll(async () => {
  store.close();
  await removeFolder(folder);
});

let rounds = 0;

/** The other required columns of a record, with the examples of the schema as SQL. */
const requiredColumns = columns(satellite)
  .filter(({ name, nullable }) => !nullable && !['norad_cat_id', 'name', 'alt_names'].includes(name))
  .map(({ name, example }) => [name, typeof example === 'string' ? `'${example}'` : String(example)] as const);

/** Publishes objects with these names, and reads their CSV and JSON back. */
async function publishAndRead(names: readonly string[]) {
  await store.run('DROP TABLE IF EXISTS satellites');
  await store.run('DROP TABLE IF EXISTS dataset');
  await store.run(createTable('satellites', satellite));
  for (const [index, name] of names.entries())
    await store.run(
      `INSERT INTO satellites (norad_cat_id, name, alt_names, ${requiredColumns.map(([column]) => column)}) VALUES ($id, $name, [], ${requiredColumns.map(([, value]) => value)})`,
      { id: index + 1, name },
    );
  await buildDataset(store);
  const path = join(folder, String(rounds++));
  await mkdir(path);
  const release = new ReleaseFolder(path);
  await publishDatasets(store, release, {});
  await release.files();
  const text = await readFile(join(path, 'public/api/v1/dataset/all.csv'), 'utf8');
  const json = JSON.parse(await readFile(join(path, 'public/api/v1/dataset/all.json'), 'utf8')) as {
    data: Record<string, string>[];
  };
  const [header, ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  const column = header!.indexOf('Current Official Name of Satellite');
  return {
    csv: rows.map((row) => row[column]),
    json: json.data.map((row) => row['Current Official Name of Satellite']),
  };
}

/** Prefixes text that a spreadsheet would execute with an apostrophe. */
const neutralized = (name: string) => (/^[=+\-@\t\r＝＋－＠]/.test(name) ? `'${name}` : name);

test('names of any kind are read back from CSV and JSON', async () => {
  const name = fc.string({
    unit: fc.constantFrom(
      'a',
      'Z',
      '"',
      ',',
      '\n',
      ';',
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＠',
      "'",
      '\t',
      ' ',
      'é',
      '空',
      '<',
      '&',
      '\\',
    ),
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 40, maxLength: 60 }), async (names) => {
      const readBack = await publishAndRead(names);
      expect(readBack.json).toEqual(names);
      expect(readBack.csv).toEqual(names.map(neutralized));
    }),
    { numRuns: 3, seed: 1 },
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '"', '""', 'a,b', 'a\nb', '\\N', 'NULL'])(
  'escapes %j',
  async (name) => {
    const readBack = await publishAndRead([name, 'another']);
    expect(readBack).toEqual({ csv: [neutralized(name), 'another'], json: [name, 'another'] });
  },
);
