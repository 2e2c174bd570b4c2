import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cell } from '../../pipeline/appending.ts';
import { Store } from '../../pipeline/store.ts';
import { makeFolder, removeFolder } from './sample-build.ts';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await makeFolder();
  store = await Store.open({ memory: '200MB', threads: 2, temp: folder });
});
afterAll(async () => {
  store.close();
  await removeFolder(folder);
});

const columns = { place: 'INTEGER', small: 'TINYINT', real: 'DOUBLE', flag: 'BOOLEAN', text: 'VARCHAR' } as const;
const texts = ['', 'a', 'longer than twelve bytes', 'Чибис-М', '空🚀', "O'Neill"];

/** A row whose null columns differ from those of the rows before and after it. */
function row(at: number): Cell[] {
  const values: Cell[] = [at, (at % 256) - 128, at / 7, at % 3 === 0, texts[at % texts.length]!];
  return values.map((value, column) => (column > 0 && (at >> (column - 1)) % 2 === 1 ? null : value));
}

/** Reads the rows of a table back, in the order in which they were pushed. */
async function readBack(table: string): Promise<Cell[][]> {
  const rows = await store.rows<Record<string, Cell>>(`FROM ${table} ORDER BY place`);
  return rows.map((one) => Object.keys(columns).map((name) => one[name]!));
}

test.each([1, 2047, 2048, 2049, 5000])('reads %i rows back unchanged, including nulls', async (count) => {
  const name = `rows_${count}`;
  const table = await store.table(name, columns);
  const rows = Array.from({ length: count }, (_, at) => row(at));
  for (const one of rows) table.push(one);
  table.close();
  expect(await readBack(name)).toEqual(rows);
});

test('keeps the values of a column that is null throughout the previous chunk', async () => {
  const table = await store.table('chunks', columns);
  const fullRow = (at: number): Cell[] => [at, 1, 1.5, true, 'there'];
  for (let at = 0; at < 2048; at++) table.push([at, null, null, null, null]);
  for (let at = 2048; at < 4096; at++) table.push(fullRow(at));
  table.flush();
  expect((await readBack('chunks')).slice(2048)).toEqual(Array.from({ length: 2048 }, (_, at) => fullRow(at + 2048)));
  table.push(fullRow(4096));
  table.close();
  expect(await store.rows('SELECT count(*)::INTEGER AS rows, count(text)::INTEGER AS texts FROM chunks')).toEqual([
    { rows: 4097, texts: 2049 },
  ]);
});

test('ranges cover every object once, in ascending order, across gaps', async () => {
  const batched = await Store.open({ memory: '200MB', threads: 1, temp: `${folder}/few`, batchSize: 2 });
  await batched.run('CREATE TABLE objects AS SELECT unnest([900000000, 5, 25544, 7, 100000]) AS norad_cat_id');
  await batched.run('CREATE TABLE none AS FROM objects WHERE false');
  expect(await batched.ranges('objects')).toEqual([
    { first: 5, last: 7 },
    { first: 25544, last: 100000 },
    { first: 900000000, last: 900000000 },
  ]);
  expect(await batched.ranges('none')).toEqual([]);
  batched.close();
});

test('ranges are smaller with less memory, and at most 16,384 objects', async () => {
  const sizes = [];
  for (const memory of ['100MB', '1GB']) {
    const one = await Store.open({ memory, threads: 1, temp: `${folder}/${memory}` });
    await one.run('CREATE TABLE objects AS SELECT unnest(range(20000)) AS norad_cat_id');
    const [first] = await one.ranges('objects');
    sizes.push(first!.last - first!.first + 1);
    one.close();
  }
  expect(sizes).toEqual([3276, 16_384]);
});
