import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RowsForm, writeSlices } from '../../../pipeline/publish/files/slice-rows.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-slices-'));
});
afterAll(() => rm(folder, { recursive: true }));

const csv: RowsForm = { between: '\r\n', quoted: true };
const lines: RowsForm = { between: ',\n\t', quoted: false };
const [prefix, suffix] = ['é,"head\r\n', '\r\n"tail"'];

/** Writes two slices of rows, and returns their texts without prefix and suffix. */
async function slicesOf(rows: readonly string[], membership: readonly number[], form: RowsForm): Promise<string[]> {
  const fileOf = (name: string) => ({ path: join(folder, name), prefix, suffix });
  await writeFile(join(folder, 'all'), prefix + rows.join(form.between) + suffix);
  const slices = [fileOf('first'), fileOf('second')];
  await writeSlices(fileOf('all'), slices, Uint16Array.from(membership), form);
  const texts = await Promise.all(slices.map(({ path }) => readFile(path, 'utf8')));
  for (const text of texts) expect([text.startsWith(prefix), text.endsWith(suffix)]).toEqual([true, true]);
  return texts.map((text) => text.slice(prefix.length, text.length - suffix.length));
}

const chosen = (rows: readonly string[], membership: readonly number[], form: RowsForm): string[] =>
  [1, 2].map((bit) => rows.filter((_, at) => membership[at]! & bit).join(form.between));

test('each slice has its rows of a CSV, whatever their cells contain, in their order', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', '\r', '\n', '\r\n', ',', ' '), maxLength: 6 });
  const row = fc.record({ cells: fc.array(cell, { minLength: 1, maxLength: 3 }), bits: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (made) => {
      const rows = made.map(({ cells }) => Papa.unparse([cells], { quotes: true, newline: '\r\n' }));
      const membership = made.map(({ bits }) => bits);
      expect(await slicesOf(rows, membership, csv)).toEqual(chosen(rows, membership, csv));
    }),
    { numRuns: 200 },
  );
});

test('rows of any length are found across blocks', async () => {
  const rows = Array.from(
    { length: 400 },
    (_, at) => `"${String(at).repeat(at === 200 ? 300_000 : at * 7)}\r\n"",\n\t"`,
  );
  const membership = rows.map((_, at) => at % 4);
  expect(await slicesOf(rows, membership, csv)).toEqual(chosen(rows, membership, csv));
  const plain = rows.map((row) => row.replaceAll('\n', ''));
  expect(await slicesOf(plain, membership, lines)).toEqual(chosen(plain, membership, lines));
});

test('a file without rows has slices without rows', async () => {
  expect(await slicesOf([], [], lines)).toEqual(['', '']);
});

test('a file with another number of rows than objects is refused', async () => {
  await expect(slicesOf(['a', 'b'], [1], csv)).rejects.toThrow('has 2 rows instead of 1');
  await expect(slicesOf(['a'], [1, 1], csv)).rejects.toThrow('has 1 rows instead of 2');
});
