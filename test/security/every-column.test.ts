import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sources } from '../../pipeline/sources/sources.ts';
import { build, copyHome, FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';

/** Every file is held aside for a column that is not what it was, which it names. */

const later = new Date(FIRST.getTime() + 3_600_000);
const folders: string[] = [];
let valid: string;
let published: string;
let files: readonly string[];

const newFolder = async () => {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  [valid, published] = await Promise.all([newFolder(), newFolder()]);
  await writeSmall(valid);
  // Enough rows for shares to mean something.
  const path = join(valid, 'satnogs/satellites.json');
  const rows = JSON.parse(await readFile(path, 'utf8')) as {
    sat_id: string;
    launched: string;
    decayed: string | null;
  }[];
  const more = Array.from({ length: 60 }, (_, at) => {
    const decayed = at % 10 === 0 ? '2020-01-01T00:00:00Z' : null;
    return { ...rows[0]!, sat_id: `ABCD-${1000 + at}-0000-0000-0000`, launched: '1998-11-20T00:00:00Z', decayed };
  });
  // Rows that are always rejected, in every build.
  const unnumbered = more
    .slice(0, 30)
    .map((row, at) => ({ ...row, sat_id: `EFGH-${1000 + at}-0000-0000-0000`, norad_cat_id: 90_100 + at }));
  await writeFile(path, JSON.stringify([...rows, ...more, ...unnumbered]));
  await build(published, valid, FIRST, { sample: false });
  files = (await readdir(valid, { recursive: true })).filter((name) => /\.\w+$/.test(name));
});
afterAll(() => Promise.all(folders.map(removeFolder)));

const isJson = (key: string) => key.endsWith('.json');
/** The columns of a file that are read, in its order. */
function columnsOf(key: string, text: string): string[] {
  const [slug, name] = key.split('/') as [string, string];
  const { row } = sources.find((source) => source.slug === slug)!.files.find(({ matches }) => matches.test(name))!;
  const read = Object.keys(row.shape).filter((column) => row.shape[column]!.meta()?.['because'] === undefined);
  const header = text.slice(0, text.indexOf('\n')).replace(/^#/, '').trim();
  if (isJson(key)) return read.filter((column) => text.includes(`"${column}"`));
  return header.split(/[,\t]/).filter((column) => read.includes(column));
}
/** The text with other names in its header, or for the members of its objects. */
function renamed(key: string, text: string, names: Readonly<Record<string, string>>): string {
  if (isJson(key)) return text.replaceAll(/"(\w+)"(?= ?:)/g, (_, name: string) => `"${names[name] ?? name}"`);
  const end = text.indexOf('\n');
  return text.slice(0, end).replaceAll(/\w+/g, (name) => names[name] ?? name) + text.slice(end);
}

/** Builds with other names of columns in some files; returns the problem of each. */
async function problems(
  keys: readonly string[],
  namesOf: (columns: readonly string[]) => Readonly<Record<string, string>>,
): Promise<Record<string, string | null | undefined>> {
  const [home, from] = await Promise.all([newFolder(), newFolder()]);
  copyHome(published, home);
  await cp(valid, from, { recursive: true });
  for (const key of keys) {
    const text = await readFile(join(from, key), 'utf8');
    const changed = renamed(key, text, namesOf(columnsOf(key, text)));
    expect([key, changed === text]).toEqual([key, false]);
    await writeFile(join(from, key), changed);
  }
  const report = (await build(home, from, later, { sample: false }))!;
  return Object.fromEntries(keys.map((key) => [key, report.files.find(({ file }) => file === key)?.problem]));
}
/** The problem of every file that fits none of the given ones. */
const others = (found: Record<string, string | null | undefined>, ...expected: readonly RegExp[]) =>
  Object.entries(found).filter(([, problem]) => !expected.some((one) => one.test(problem ?? '')));

const lacking = /(lacks?|lack) \w+/;
const emptied = /^its column \w+ has a value in \d+ % of its rows, and had one in \d+ %$/;

test('if it is renamed', async () => {
  for (const at of [1, 2]) {
    const keys = files.filter((key) => at === 1 || !/sites|lv/.test(key));
    const found = await problems(keys, (columns) => {
      const column = columns[Math.min(at, columns.length - 1)]!;
      return { [column]: `${column}_2` };
    });
    expect(others(found, lacking, emptied)).toEqual([]);
  }
});

test('if it has the name of another', async () => {
  const keys = files.filter((key) => !key.includes('lv.tsv'));
  const found = await problems(keys, ([first, second]) => ({ [second!]: first! }));
  expect(others(found, lacking, emptied, /^its header has \w+ twice$/, /can't be read$/)).toEqual([]);
});

test('if it is exchanged with another in a table', async () => {
  const keys = files.filter((key) => !isJson(key) && !key.includes('lv.tsv'));
  const found = await problems(keys, (columns) => {
    const [one, other] = columns.slice(-2) as [string, string];
    return { [one]: other, [other]: one };
  });
  expect(others(found, /^its columns are in another order than those of the last one$/)).toEqual([]);
});

test('if it is exchanged in JSON, whose members have no order, by the shares of rows with a value', async () => {
  const key = 'satnogs/satellites.json';
  const found = await problems([key], () => ({ launched: 'decayed', decayed: 'launched' }));
  expect(others(found, emptied)).toEqual([]);
});
