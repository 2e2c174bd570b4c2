import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { bulkTables, slices } from '../../../src/schema/release/dataset.ts';
import type { OpenedRelease } from './opened-release.ts';

/** The header of the UCS Satellite Database of 2023-05-01. */
const ucs = [
  'Name of Satellite, Alternate Names',
  'Current Official Name of Satellite',
  'Country/Org of UN Registry',
  'Country of Operator/Owner',
  'Operator/Owner',
  'Users',
  'Purpose',
  'Detailed Purpose',
  'Class of Orbit',
  'Type of Orbit',
  'Longitude of GEO (degrees)',
  'Perigee (km)',
  'Apogee (km)',
  'Eccentricity',
  'Inclination (degrees)',
  'Period (minutes)',
  'Launch Mass (kg.)',
  'Dry Mass (kg.)',
  'Power (watts)',
  'Date of Launch',
  'Expected Lifetime (yrs.)',
  'Contractor',
  'Country of Contractor',
  'Launch Site',
  'Launch Vehicle',
  'COSPAR Number',
  'NORAD Number',
  'Comments',
  'Source Used for Orbital Data',
  ...Array<string>(7).fill('Source'),
];
const NORAD = ucs.indexOf('NORAD Number');
const NAME = ucs.indexOf('Current Official Name of Satellite');

/** The claim of one source about a field on which sources disagree. */
interface Side {
  field: string;
  value: string;
  source: string;
  selected: boolean;
}

interface Index {
  data: { slice: string; rows: number; files: { format: string; url: string; bytes: number; sha256: string }[] }[];
}
interface Package {
  resources: {
    name: string;
    path: string;
    rows: number;
    bytes: number;
    hash: string;
    schema: { fields: { name: string }[] };
  }[];
}

/** The JSON value of a CSV cell: an empty cell is null, and text that starts a formula has an apostrophe. */
function cellValue(cell: string, like: unknown): unknown {
  if (cell === '') return null;
  if (typeof like === 'string') return /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
  return JSON.parse(cell);
}

/** The JSON value of a Parquet value: hyparquet reads days and times as dates, with fractions of a second, long integers as bigint. */
function parquetValue(value: unknown, like: unknown): unknown {
  if (value instanceof Date) {
    const [day, time] = value.toISOString().split('T') as [string, string];
    return String(like).includes('T') ? `${day}T${time.slice(0, 8)}Z` : day;
  }
  return typeof value === 'bigint' ? Number(value) : (value ?? null);
}

/** Checks the datasets: CSV, JSON and Parquet of every slice, their index and the data package. */
export function describeDatasets(release: () => OpenedRelease): void {
  const readParquet = async (slice: string) =>
    parquetReadObjects({
      file: await asyncBufferFromFile(join(release().folder, `public/api/v1/dataset/${slice}.parquet`)),
    });
  const rowsOf = async (slice: string) => (await release().csv(`dataset/${slice}.csv`)).slice(1);

  test.each(slices.map(({ name }) => name))('%s has the same values in CSV, JSON and Parquet', async (slice) => {
    const index = (await release().json<Index>('dataset.json')).data.find((one) => one.slice === slice)!;
    const [header, ...rows] = await release().csv(`dataset/${slice}.csv`);
    const { data, meta } = await release().json(`dataset/${slice}.json`);
    const columns = Object.keys(data[0]!);
    expect(header!.slice(0, ucs.length)).toEqual(ucs);
    expect(columns.map((name) => name.replace(/^Source \d$/, 'Source'))).toEqual(header);
    expect([index.rows, meta.rows, data.length]).toEqual([rows.length, rows.length, rows.length]);
    for (const [at, record] of data.entries()) {
      expect(Object.keys(record)).toEqual(columns);
      const cells = rows[at]!.map((cell, place) => cellValue(cell, record[columns[place]!]));
      expect([at, ...cells]).toEqual([at, ...Object.values(record)]);
    }
    const parquet = await readParquet(slice);
    expect(parquet.map((row) => Object.keys(row))).toEqual(data.map(() => columns));
    for (const [at, record] of data.entries()) {
      const cells = Object.entries(parquet[at]!).map(([name, cell]) => parquetValue(cell, record[name]));
      expect([at, ...cells]).toEqual([at, ...Object.values(record)]);
    }
  });

  test('every line of a CSV ends with CRLF, for readers that guess the line ending', async () => {
    const text = await release().text('dataset/all.csv');
    expect(new Set(text.match(/\r?\n/g))).toEqual(new Set(['\r\n']));
  });

  test('the slices add up to the counts of the catalog', async () => {
    const n = Object.fromEntries(
      await Promise.all(slices.map(async ({ name }) => [name, (await rowsOf(name)).length] as const)),
    ) as Record<string, number>;
    const { counts } = release().manifest;
    expect(n.all).toBe(counts.satellites);
    expect(n.active).toBe(counts.active);
    expect(n.decayed).toBe(counts.decayed);
    const [unknown] = await release().rows<{ kind: number; away: number }>(
      `SELECT count(*) FILTER (WHERE object_class = 'UNKNOWN')::INTEGER AS kind,
        count(*) FILTER (WHERE operational_status <> 'DECAYED' AND orbit_class IN ('DEEP_SPACE', 'UNKNOWN'))::INTEGER AS away FROM satellites`,
    );
    expect(n.payloads! + n['rocket-bodies']! + n.debris! + unknown!.kind).toBe(n.all);
    expect(n.leo! + n.meo! + n.geo! + n.heo! + unknown!.away).toBe(counts.on_orbit);
    const [conflicts] = await release().rows<{ n: number }>(
      "SELECT count(DISTINCT norad_cat_id)::INTEGER AS n FROM provenance WHERE confidence = 'CONFLICTING'",
    );
    expect(n.conflicts).toBe(conflicts!.n);
  });

  test('a name that a spreadsheet would execute is escaped in CSV and unchanged in JSON', async () => {
    const row = (await rowsOf('all')).find((one) => one[NORAD] === '190245')!;
    const record = (await release().json('dataset/all.json')).data.find((one) => one['NORAD Number'] === 190_245)!;
    expect(record['Current Official Name of Satellite']).toBe('=SUM(1;2) SAMPLE FORMULA [SYNTHETIC]');
    expect(row[NAME]).toBe("'=SUM(1;2) SAMPLE FORMULA [SYNTHETIC]");
  });

  test('no cell of a CSV starts a formula, except negative numbers', async () => {
    const cells = (await rowsOf('all')).flat().filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell));
    expect(cells.filter((cell) => !/^-\d+(\.\d+)?(e-?\d+)?$/.test(cell))).toEqual([]);
  });

  test('preserves commas, quotes, accents, other scripts and long names', async () => {
    const rows = await rowsOf('all');
    const row = (id: number) => rows.find((one) => one[NORAD] === String(id))!;
    expect(row(190_246)[NAME]).toBe('SAMPLE "COMMA, QUOTE" [SYNTHETIC]');
    expect(row(190_247)[NAME]).toBe('SAMPLE OF A NAME MUCH LONGER THAN TWENTY-FOUR LETTERS [SYNTHETIC]');
    expect(row(190_248).join()).toContain('"value":"Universität Muster"');
    expect(row(190_248)[0]).toMatch(/, МУСТЕР-1\)$/);
    expect(row(4382)[0]).toBe('DONG FANG HONG 1 (DFH-1, 东方红一号)');
  });

  test('uses the terms of UCS', async () => {
    const column = async (name: string) =>
      new Set((await rowsOf('all')).map((row) => row[ucs.indexOf(name)]).filter((cell) => cell !== ''));
    expect([...(await column('Class of Orbit'))].sort()).toEqual(['Elliptical', 'GEO', 'LEO', 'MEO']);
    const users = [...(await column('Users'))].flatMap((cell) => cell!.split('/'));
    expect([...new Set(users)].sort()).toEqual(['Civil', 'Commercial', 'Government', 'Military']);
  });

  test('lists the fields of each confidence level except HIGH, as in the provenance', async () => {
    const verdicts = await release().rows<{ id: number; level: string; fields: string }>(
      "SELECT norad_cat_id AS id, confidence AS level, string_agg(field, ';' ORDER BY field) AS fields FROM provenance GROUP BY ALL",
    );
    const expected = new Map(verdicts.map(({ id, level, fields }) => [`${id} ${level}`, fields]));
    for (const row of (await release().json('dataset/all.json')).data)
      for (const level of ['CONFIRMED', 'MEDIUM', 'LOW', 'CONFLICTING'])
        expect([row['NORAD Number'], level, row[`${level.toLowerCase()}_fields`]]).toEqual([
          row['NORAD Number'],
          level,
          expected.get(`${row['NORAD Number']} ${level}`) ?? null,
        ]);
  });

  test('a conflict has the claim of each side, as JSON also in CSV and Parquet', async () => {
    const { data } = await release().json('dataset/conflicts.json');
    const sides = new Map(data.map((row) => [Number(row['NORAD Number']), row['conflicts'] as Side[]]));
    for (const row of data) {
      const fields = new Set(sides.get(Number(row['NORAD Number']))!.map(({ field }) => field));
      expect([row['NORAD Number'], [...fields].join(';')]).toEqual([row['NORAD Number'], row['conflicting_fields']]);
    }
    const claims = await release().rows<Side & { id: number }>(`
      SELECT c.norad_cat_id AS id, c.field, coalesce(value_text, value_date::VARCHAR, value_numeric::VARCHAR) AS value, source, selected
      FROM claims c JOIN provenance v USING (norad_cat_id, field)
      WHERE v.confidence = 'CONFLICTING' AND (c.confidence = 'CONFLICTING' OR selected)`);
    expect([...sides.values()].flat().length).toBe(claims.length);
    for (const { id, ...claim } of claims) expect([id, sides.get(id)]).toEqual([id, expect.arrayContaining([claim])]);
    const [header, ...rows] = await release().csv('dataset/conflicts.csv');
    for (const row of rows)
      expect(JSON.parse(row[header!.indexOf('conflicts')]!)).toEqual(sides.get(Number(row[NORAD])));
    const parquet = join(release().folder, 'public/api/v1/dataset/conflicts.parquet');
    for (const row of await release().rows<{ id: number; conflicts: string }>(
      `SELECT "NORAD Number" AS id, conflicts::VARCHAR AS conflicts FROM '${parquet}'`,
    ))
      expect(JSON.parse(row.conflicts)).toEqual(sides.get(row.id));
  });

  test('all-cc-by has only values of openly licensed sources, with source and attribution', async () => {
    const path = join(release().folder, 'public/api/v1/dataset/all-cc-by.parquet');
    const rows = await release().rows<Record<string, unknown>>(`SELECT * FROM '${path}'`);
    const claims = await release().rows<{ id: number; field: string; source: string; value: string }>(
      `SELECT norad_cat_id AS id, field, source, coalesce(value_text, value_date::VARCHAR, value_numeric::VARCHAR) AS value
      FROM claims WHERE source IN ('gcat', 'wikidata')`,
    );
    const claimKeys = new Set(claims.map(({ id, field, source, value }) => `${id} ${field} ${source} ${value}`));
    const claimedIds = new Set(claims.map(({ id }) => id));
    expect(rows.map((row) => row['norad_cat_id'])).toEqual([...claimedIds].sort((a, b) => a - b));
    const citations = new Map(release().manifest.sources.map(({ slug, attribution }) => [slug as string, attribution]));
    let cells = 0;
    for (const row of rows) {
      const { norad_cat_id: id, field_sources, attribution, ...values } = row;
      const sourceByField = new Map(
        String(field_sources)
          .split('|')
          .flatMap((part) => {
            const [source, fields] = part.split(':');
            return fields!.split(';').map((field) => [field, source!] as const);
          }),
      );
      for (const [field, value] of Object.entries(values)) {
        expect([id, field, sourceByField.has(field)]).toEqual([id, field, value !== null]);
        if (value === null) continue;
        cells++;
        const text = `${id} ${field} ${sourceByField.get(field)} `;
        expect([text, claimKeys.has(text + value) || claimKeys.has(`${text}${Number(value).toFixed(1)}`)]).toEqual([
          text,
          true,
        ]);
      }
      const cited = [...new Set(sourceByField.values())].sort().map((source) => citations.get(source));
      expect([id, attribution]).toEqual([id, cited.join('; ')]);
    }
    expect(cells).toBeGreaterThan(4000);
    const [iss] = rows.filter((row) => row['norad_cat_id'] === 25544);
    expect(iss).toMatchObject({ gcat_id: 'S25544', attribution: expect.stringContaining('GCAT') });
  });

  test('hyparquet reads every row of every Parquet file', async () => {
    const files = Object.keys(release().manifest.files).filter((name) => name.endsWith('.parquet'));
    expect(files.length).toBeGreaterThan(40);
    for (const name of files) {
      const file = await asyncBufferFromFile(join(release().folder, name));
      const read = await parquetReadObjects({ file });
      const [counted] = await release().rows<{ n: number; ids: string }>(
        `SELECT count(*)::INTEGER AS n FROM '${join(release().folder, name)}'`,
      );
      expect([name, read.length]).toEqual([name, counted!.n]);
    }
  });

  test('the index and the data package have the correct sizes and hashes', async () => {
    const { files, packed } = release().manifest;
    const sizeAndHash = (path: string) => {
      const { bytes, sha256 } = files[path] ?? packed[path]!;
      return { bytes, sha256 };
    };
    const index = await release().json<Index>('dataset.json');
    expect(index.data.map((one) => one.slice)).toEqual([...slices.map(({ name }) => name), ...Object.keys(bulkTables)]);
    for (const { bytes, sha256, url } of index.data.flatMap((one) => one.files))
      expect(sizeAndHash(`public${url}`)).toEqual({ bytes, sha256 });
    const described = await release().json<Package>('datapackage.json');
    const listedRows = new Map(index.data.map(({ slice, rows }) => [slice, rows]));
    const [datasets, own, elements] = [
      described.resources.slice(0, slices.length),
      described.resources.slice(slices.length, slices.length + 2),
      described.resources.slice(slices.length + 2),
    ];
    expect(own.map(({ path }) => path)).toEqual(['dataset/transmitters.csv', 'dataset/all-cc-by.csv']);
    expect(elements.every(({ path }) => path.startsWith('elements/'))).toBe(true);
    const [header] = await release().csv('dataset/all.csv');
    // UCS has seven columns named Source; a data package needs unique names.
    const unique = header!.map((name, at) => {
      const before = header!.slice(0, at).filter((other) => other === name).length;
      return before === 0 ? name : `${name} ${before + 1}`;
    });
    for (const { name, path, rows, bytes, hash, schema } of described.resources) {
      expect(sizeAndHash(`public/api/v1/${path}`)).toEqual({ bytes, sha256: hash.replace('sha256:', '') });
      const names = schema.fields.map((field) => field.name);
      expect(new Set(names).size).toBe(names.length);
      if (!path.startsWith('dataset/')) continue;
      expect([path, rows]).toEqual([path, listedRows.get(name)]);
      if (datasets.some((one) => one.path === path)) expect(names).toEqual(unique);
    }
  });
}
