import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Build, openBuildContext } from '../../pipeline/build-context.ts';
import { fetch } from '../../pipeline/fetch.ts';
import { ingest } from '../../pipeline/ingest.ts';
import { accountSources, sources as openSources } from '../../pipeline/sources/sources.ts';
import { smallCatalog } from '../../pipeline/store.ts';
import {
  build as buildOpen,
  copyHome,
  databaseOnly,
  FIRST,
  makeFolder,
  removeFolder,
  writeSmall,
} from '../pipeline/sample-build.ts';
import { message, report, set } from '../spacetrack/rows.ts';

/** Every file is held aside for a column that is not what it was, which it names. */

const sources = [...openSources, ...accountSources];
/** Only the reports and databases of these releases are read. */
const options = { sources, only: new Set(sources.map(({ slug }) => slug)), sample: false, ...databaseOnly };
const build = (home: string, from: string, now: Date) => buildOpen(home, from, now, options);
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
  await writeSpaceTrack(join(valid, 'spacetrack'));
  await build(published, valid, FIRST);
  files = (await readdir(valid, { recursive: true })).filter((name) => /\.\w+$/.test(name));
});
afterAll(() => Promise.all(folders.map(removeFolder)));

/** Writes files of Space-Track with enough rows for shares to mean something. */
async function writeSpaceTrack(folder: string): Promise<void> {
  const two = (number: number) => String((number % 28) + 1).padStart(2, '0');
  const many = Array.from({ length: 60 }, (_, at) => at);
  const files = {
    gp: many.map((at) =>
      set(300_000 + at, {
        OBJECT_ID: `2026-1${two(at)}${'ABC'[at % 3]}`,
        EPOCH: `2026-08-2${at % 2}T10:00:${two(at)}.123456`,
        MEAN_MOTION: `15.${5000 + at}0000`,
        ECCENTRICITY: `0.00${50 + at}0000`,
        INCLINATION: `${53 + at / 10}`,
        RA_OF_ASC_NODE: `${10 + at}.5`,
        ARG_OF_PERICENTER: `${20 + 2 * at}.25`,
        MEAN_ANOMALY: `${30 + 3 * at}.125`,
        ELEMENT_SET_NO: String(900 + at),
        REV_AT_EPOCH: String(100 + at),
        BSTAR: `0.000${100 + at}`,
        MEAN_MOTION_DOT: `0.0000${100 + at}`,
        MEAN_MOTION_DDOT: `0.00000${100 + at}`,
        OBJECT_TYPE: ['PAYLOAD', 'ROCKET BODY', 'DEBRIS'][at % 3]!,
        COUNTRY_CODE: ['US', 'PRC', 'CIS'][at % 3]!,
        LAUNCH_DATE: `2026-07-${two(at)}`,
        SITE: ['AFETR', 'JSC', 'TTMTR'][at % 3]!,
      }),
    ),
    tip: many.map((at) =>
      message(
        300_100 + at,
        `2026-08-${two(at % 15)} 03:00:00`,
        `2026-08-${two((at % 15) + 4)} 0${at % 10}:30:00`,
        10 * at + 5,
        at + 1,
      ),
    ),
    decay: many.map((at) =>
      report(300_200 + at, `2026-08-${two((at % 15) + 3)} 12:00:00`, `2026-08-${two(at % 15)} 0:00:00`),
    ),
  };
  await mkdir(folder);
  for (const [name, rows] of Object.entries(files)) await writeFile(join(folder, `${name}.json`), JSON.stringify(rows));
}

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
  const report = (await build(home, from, later))!;
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

describe('a column of Space-Track’s files, whose members have no order,', () => {
  type Row = Record<string, unknown>;
  const keys = ['spacetrack/gp.json', 'spacetrack/tip.json', 'spacetrack/decay.json'];
  /** The ways in which a column of some rows can be damaged; `next` is another column. */
  const damages: Readonly<Record<string, (rows: readonly Row[], column: string, next: string) => string>> = {
    'exchanged with another': (rows, column, next) =>
      JSON.stringify(rows.map((row) => ({ ...row, [column]: row[next], [next]: row[column] }))),
    missing: (rows, column) => JSON.stringify(rows.map(({ [column]: _, ...row }) => row)),
    renamed: (rows, column) =>
      JSON.stringify(rows.map(({ [column]: value, ...row }) => ({ ...row, [`${column}_2`]: value }))),
    'there twice': (rows, column, next) =>
      JSON.stringify(rows).replaceAll(`"${next}":`, `"${column}":`).replaceAll('{', `{"${next}":"1",`),
    'there twice with another value': (rows, column) => {
      const other = rows.map((row, at) => ({ ...row, [column]: rows[(at + 1) % rows.length]![column] }));
      return JSON.stringify(rows.map((row, at) => [row, other[at]])).replaceAll(
        /\[(\{[^}]*)\},\{([^}]*\})\]/g,
        '$1,$2',
      );
    },
    empty: (rows, column) => JSON.stringify(rows.map((row) => ({ ...row, [column]: '' }))),
    'the same in each row': (rows, column) =>
      JSON.stringify(rows.map((row) => ({ ...row, [column]: rows[0]![column] }))),
    'of another type': (rows, column) => JSON.stringify(rows.map((row) => ({ ...row, [column]: [row[column]] }))),
  };

  let home: string;
  let texts: Readonly<Record<string, string>>;
  let before: Awaited<ReturnType<typeof read>>;
  beforeAll(async () => {
    home = await newFolder();
    copyHome(published, home);
    texts = Object.fromEntries(
      await Promise.all(keys.map(async (key) => [key, await readFile(join(valid, key), 'utf8')] as const)),
    );
    before = await read(texts);
  });

  /** What is read from the files of a folder: the problem of each, and the claims, element sets and messages of each row. */
  async function read(texts: Readonly<Record<string, string>>) {
    const from = await newFolder();
    await mkdir(join(from, 'spacetrack'));
    for (const [key, text] of Object.entries(texts)) await writeFile(join(from, key), text);
    const options: Build = {
      home,
      from: (slug) => join(from, slug),
      now: later,
      sources: accountSources,
      only: new Set(['spacetrack']),
      sample: false,
      base: '',
      expected: false,
      progress: () => {},
      limits: { memory: '300MB', ...smallCatalog },
    };
    const context = await openBuildContext({ ...options, sources });
    try {
      const { inputs } = await fetch(context.snapshots, { ...options, sources });
      const read = await ingest(
        context,
        inputs.filter(({ source, name }) => source.slug === 'spacetrack' || name === 'satcat.csv'),
        options,
      );
      const texts = await context.store.rows<{ text: string }>(
        `
        WITH ours AS (SELECT row_id, norad, file FROM rows_read WHERE file IN ('gp.json', 'tip.json', 'decay.json'))
        SELECT to_json(one)::VARCHAR AS text FROM (
          SELECT ours.norad, file, field, value_text, value_numeric, value_date, raw, uncertain FROM staged_claims JOIN ours USING (row_id)) one
        UNION ALL SELECT to_json(two)::VARCHAR FROM (SELECT ours.norad, elements_read.* EXCLUDE (row_id) FROM elements_read JOIN ours USING (row_id)) two
        UNION ALL SELECT to_json(three)::VARCHAR FROM (SELECT * EXCLUDE (file_id) FROM reentry_messages_read) three`,
      );
      return {
        problems: new Map(read.map(({ input, problem }) => [input.key, problem])),
        values: new Set(texts.map(({ text }) => text)),
      };
    } finally {
      await context.close();
    }
  }

  test.each(Object.keys(damages))('is named, or its rows are rejected, if it is %s', async (how) => {
    expect([...before.problems.values()].filter((problem) => problem !== null)).toEqual([]);
    const columns = keys.map((key) => columnsOf(key, texts[key]!));
    const accepted: string[] = [];
    for (let at = 0; at < Math.max(...columns.map(({ length }) => length)); at++) {
      const damaged = keys.flatMap((key, file) => {
        const [names, rows] = [columns[file]!, JSON.parse(texts[key]!) as Row[]];
        const [column, next] = [names[at], names[(at + 1) % names.length]!];
        return column === undefined ? [] : [[key, damages[how]!(rows, column, next)] as const];
      });
      const after = await read(Object.fromEntries(damaged));
      const wrong = [...after.values.difference(before.values)];
      if (wrong.length > 0) accepted.push(`${columns.map((names) => names[at]).join()} ${wrong[0]}`);
    }
    expect(accepted).toEqual([]);
  });
});
