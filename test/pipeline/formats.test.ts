import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJson } from '../../pipeline/formats/json.ts';
import { BrokenFile, type FormatProblem, type RawRow, type RowReader } from '../../pipeline/formats/rows.ts';
import { sparqlRows } from '../../pipeline/formats/sparql.ts';
import { csv, type Dialect, gcatTsv, readTable } from '../../pipeline/formats/table.ts';
import { decimal } from '../../pipeline/sources/cells.ts';
import { wikidataQueries } from '../../pipeline/sources/wikidata/queries.ts';
import { UNKNOWN_VALUES } from '../../src/schema/release/unknown-values.ts';
import { exact } from './release/exact-decimal.ts';
import { makeFolder, removeFolder } from './sample-build.ts';

let folder: string;
let files = 0;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => removeFolder(folder));

interface Read {
  rows: RawRow[];
  problems: FormatProblem[];
  comments: string[];
}

async function read(
  text: string | Uint8Array,
  readInto: (path: string, reader: RowReader) => Promise<void>,
  columns: readonly string[],
  required: readonly string[],
): Promise<Read> {
  const path = join(folder, `file-${files++}`);
  await writeFile(path, text);
  const result: Read = { rows: [], problems: [], comments: [] };
  await readInto(path, {
    columns: new Set(columns),
    required,
    rows: (batch) => result.rows.push(...batch),
    problem: (problem) => result.problems.push(problem),
    comment: (comment) => result.comments.push(comment),
  });
  return result;
}

const table = (text: string | Uint8Array, dialect: Dialect = csv, columns = ['a', 'b'], required = ['a']) =>
  read(text, (path, reader) => readTable(path, dialect, reader), columns, required);
const json = (text: string, columns = ['a', 'b'], required = ['a']) =>
  read(text, (path, reader) => readJson(path, (document) => document, reader), columns, required);
const cells = ({ rows }: Read) => rows.map((row) => row.cells);

test('a value that Wikidata says is unknown is none', async () => {
  const binding = {
    a: { type: 'literal', value: '25544' },
    b: { type: 'uri', value: `${UNKNOWN_VALUES}6a5f` },
    c: { type: 'bnode', value: 't17' },
    d: { type: 'uri', value: 'https://hubblesite.org/' },
  };
  const text = JSON.stringify({ head: { vars: [] }, results: { bindings: [binding] } });
  const sparql = (path: string, reader: RowReader) => readJson(path, sparqlRows, reader);
  expect(cells(await read(text, sparql, ['a', 'b', 'c', 'd'], ['a']))).toEqual([
    { a: '25544', d: 'https://hubblesite.org/' },
  ]);
  await expect(read('[]', sparql, ['a'], ['a'])).rejects.toThrow(BrokenFile);
  for (const query of wikidataQueries)
    for (const value of ['cosparId', 'picture', 'page'])
      expect(query).toContain(`!STRSTARTS(STR(?${value}), "${UNKNOWN_VALUES}")`);
});

describe('CSV', () => {
  test('reads quotes, commas and doubled quotes', async () => {
    expect(cells(await table('a,b\n"x, y","say ""hi"""\n'))).toEqual([{ a: 'x, y', b: 'say "hi"' }]);
  });

  test('reads newlines within cells; later rows keep the line they start on', async () => {
    const result = await table('a,b\n1,"two\nlines\nmore"\n2,x\n"3\n4",y\n5,z\n');
    expect(result.rows.map(({ line }) => line)).toEqual([2, 5, 6, 8]);
    expect(result.rows[0]?.cells.b).toBe('two\nlines\nmore');
  });

  test('ignores a byte order mark', async () => {
    expect(cells(await table('\uFEFFa,b\n1,2\n'))).toEqual([{ a: '1', b: '2' }]);
  });

  test('accepts CRLF, blank lines and a missing newline at the end', async () => {
    const result = await table('a,b\r\n1,2\r\n\r\n3,4');
    expect(cells(result)).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
    expect(result.rows.map(({ line }) => line)).toEqual([2, 4]);
  });

  test('reads columns by name in any order; reports an unknown one once and skips it', async () => {
    const result = await table('b,new,a\n2,x,1\n4,y,3\n');
    expect(cells(result)).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
    expect(result.problems).toEqual([{ line: 1, reason: 'unknown_column', column: 'new', value: null, scope: 'file' }]);
  });

  test('rejects rows with too few or too many cells, with their line', async () => {
    const result = await table('a,b\n1\n1,2\n1,2,3\n');
    expect(cells(result)).toEqual([{ a: '1', b: '2' }]);
    expect(result.problems.map(({ line, reason, value }) => [line, reason, value])).toEqual([
      [2, 'wrong_cell_count', '1'],
      [4, 'wrong_cell_count', '1,2,3'],
    ]);
  });

  test.each([
    ['', /empty/],
    ['\n\n', /empty/],
    ['<!DOCTYPE html>\n<html></html>\n', /lacks a/],
    ['GP data has not updated since your last successful download of GROUP=active\n', /lacks a/],
    ['b,c\n1,2\n', /lacks a/],
  ])('rejects a file that is not a table: %j', async (text, reason) => {
    const broken = await table(text).catch((error: unknown) => error);
    expect(broken).toBeInstanceOf(BrokenFile);
    expect((broken as Error).message).toMatch(reason);
  });

  test('reads a header without rows as an empty table', async () => {
    expect(await table('a,b\n')).toEqual({ rows: [], problems: [], comments: [] });
  });

  test('reads any cell back unchanged, except for surrounding whitespace', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', '=', '\t', '#', '🛰') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), async (rows) => {
        const text = Papa.unparse([['a', 'b'], ...rows], { quotes: true, newline: '\n' });
        const result = await table(`${text}\n`);
        expect(result.problems).toEqual([]);
        expect(cells(result)).toEqual(rows.map(([a, b]) => ({ a: a.trim(), b: b.trim() })));
        let line = 2;
        for (const [index, row] of rows.entries()) {
          expect(result.rows[index]?.line).toBe(line);
          line += 1 + row.join('').split('\n').length - 1;
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});

describe('GCAT TSV', () => {
  const tsv = (text: string) => table(text, gcatTsv);

  test('trims padding, keeps quotes and reports comments', async () => {
    const result = await tsv('#a\tb\n# Updated 2026 Aug 20 1200:00\n1  \t  5" rocket\n2\t"quoted\n');
    expect(cells(result)).toEqual([
      { a: '1', b: '5" rocket' },
      { a: '2', b: '"quoted' },
    ]);
    expect(result.rows.map(({ line }) => line)).toEqual([3, 4]);
    expect(result.comments).toEqual(['Updated 2026 Aug 20 1200:00']);
  });

  test('does not split at commas', async () => {
    expect(cells(await tsv('#a\tb\n1,2\t3,4\n'))).toEqual([{ a: '1,2', b: '3,4' }]);
  });

  test('rejects HTML', async () => {
    await expect(tsv('<html><body>\n404</body></html>\n')).rejects.toThrow(BrokenFile);
  });
});

describe('JSON', () => {
  test('is not parsed if it has more parts than memory may hold, whatever its size', async () => {
    await expect(json(`[${'{},'.repeat(500_000)}{}]`)).rejects.toThrow('it has more than 500,000 objects');
    await expect(json(`[${'1,'.repeat(3_000_001)}1]`)).rejects.toThrow('it has more than 3,000,000 values');
  });

  test('keeps the digits of numbers, and reads null as blank and lists as text', async () => {
    const result = await json(
      '[{"a":5.4280e-05,"b":1.10},{"a":100000000000000000001,"b":null},{"a":[1,"x"],"b":true}]',
    );
    expect(cells(result)).toEqual([
      { a: '5.4280e-05', b: '1.10' },
      { a: '100000000000000000001', b: '' },
      { a: expect.any(String), b: 'true' },
    ]);
    expect(result.rows.map(({ line }) => line)).toEqual([1, 2, 3]);
  });

  test.each([
    ['[{"a":1},{"a"', /not whole JSON/],
    ['', /not whole JSON/],
    ['<html></html>', /HTML/],
    ['{"error":"No GP data found"}', /no list of rows/],
    ['No GP data found', /not whole JSON/],
    ['[{"b":1}]', /lack a/],
  ])('rejects a file without a list of rows: %j', async (text, reason) => {
    const broken = await json(text).catch((error: unknown) => error);
    expect(broken).toBeInstanceOf(BrokenFile);
    expect((broken as Error).message).toMatch(reason);
  });

  test('rejects an item that is not an object by its index, and reports an unknown name once', async () => {
    const result = await json('[{"a":1,"c":2},7,{"a":2,"c":3}]');
    expect(result.rows.map(({ line }) => line)).toEqual([1, 3]);
    expect(result.problems.map(({ line, reason, column }) => [line, reason, column])).toEqual(
      expect.arrayContaining([
        [2, 'not_an_object', null],
        [1, 'unknown_column', 'c'],
      ]),
    );
    expect(result.problems).toHaveLength(2);
  });
});

describe('decimal cells', () => {
  const digits = fc.stringMatching(/^[0-9]{0,12}$/);
  const texts = fc
    .tuple(
      fc.constantFrom('', '-', '+'),
      digits,
      fc.boolean(),
      digits,
      fc.constantFrom('', 'e', 'E'),
      fc.integer({ min: -30, max: 30 }),
    )
    .map(
      ([sign, whole, point, fraction, e, power]) =>
        `${sign}${whole}${point ? `.${fraction}` : ''}${e && `${e}${power}`}`,
    );

  test('keeps the exact value of any decimal, in a notation that JSON accepts', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(/\d/.test(text.replace(/[eE].*/, '')));
        const kept = decimal.parse(text);
        expect(exact(kept)).toBe(exact(text));
        expect(JSON.parse(kept)).toBe(Number(text));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  test.each([
    ['.456E-5', '0.00000456'],
    ['-.00420', '-0.00420'],
    ['15.06632197', '15.06632197'],
    ['0', '0'],
    ['-.11606E-10', '-0.000000000011606'],
  ])('reads %s as %s', (text, kept) => expect(decimal.parse(text)).toBe(kept));

  test.each(['', '.', '-', 'e5', '1e', '1.2.3', '0x10', '1,5', 'NaN', 'Infinity', '1 2', '--1', '١'])(
    'rejects %j',
    (text) => expect(decimal.safeParse(text).success).toBe(false),
  );
});
