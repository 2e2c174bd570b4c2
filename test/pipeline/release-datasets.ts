import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slices } from '../../src/schema/dataset.ts';
import type { OpenedRelease } from './opened-release.ts';

/** The header of the UCS Satellite Database of 2023-05-01, as upstream.md gives it. */
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

interface Index {
  data: { slice: string; rows: number; files: { format: string; url: string; bytes: number; sha256: string }[] }[];
}
interface Package {
  resources: { name: string; path: string; bytes: number; hash: string; schema: { fields: { name: string }[] } }[];
}

/** The datasets: CSV, JSON and Parquet of every slice, and what is said of them. */
export function describeDatasets(release: () => OpenedRelease): void {
  const rowsOf = async (slice: string) => (await release().csv(`dataset/${slice}.csv`)).slice(1);

  test.each(slices.map(({ name }) => name))('%s: three forms, one content', async (slice) => {
    const index = (await release().json<Index>('dataset.json')).data.find((one) => one.slice === slice)!;
    const [header, ...rows] = await release().csv(`dataset/${slice}.csv`);
    expect(header!.slice(0, ucs.length)).toEqual(ucs);
    expect(rows.filter((row) => row.length !== header!.length).map((row) => row[0])).toEqual([]);
    const json = await release().json(`dataset/${slice}.json`);
    const parquet = join(release().folder, `public/api/v1/dataset/${slice}.parquet`);
    const ids = await release().rows<{ id: number }>(`SELECT "NORAD Number" AS id FROM '${parquet}'`);
    expect(index.rows).toBe(rows.length);
    expect(json.meta.rows).toBe(rows.length);
    expect(json.data.map((row) => row['NORAD Number'])).toEqual(ids.map((row) => row.id));
    expect(rows.map((row) => Number(row[NORAD]))).toEqual(ids.map((row) => row.id));
    expect(rows.length).toBeGreaterThan(0);
  });

  test('every line of a CSV ends with CRLF, so that readers which guess the ending read it', async () => {
    const text = await release().text('dataset/all.csv');
    expect(new Set(text.match(/\r?\n/g))).toEqual(new Set(['\r\n']));
  });

  test('slices add up', async () => {
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

  test('a name that a spreadsheet would run is neutral in CSV and itself in JSON', async () => {
    const row = (await rowsOf('all')).find((one) => one[NORAD] === '190245')!;
    const record = (await release().json('dataset/all.json')).data.find((one) => one['NORAD Number'] === 190_245)!;
    expect(record['Current Official Name of Satellite']).toBe('=SUM(1;2) SAMPLE FORMULA [SYNTHETIC]');
    expect(row[NAME]).toBe("'=SUM(1;2) SAMPLE FORMULA [SYNTHETIC]");
  });

  test('no cell of any CSV starts a formula, but for negative numbers', async () => {
    const cells = (await rowsOf('all')).flat().filter((cell) => /^[=+\-@\t\r]/.test(cell));
    expect(cells.filter((cell) => !/^-\d+(\.\d+)?(e-?\d+)?$/.test(cell))).toEqual([]);
  });

  test('commas, quotes and accents come back whole', async () => {
    const rows = await rowsOf('all');
    const name = (id: number) => rows.find((row) => row[NORAD] === String(id))?.[NAME];
    expect(name(190_246)).toBe('SAMPLE "COMMA, QUOTE" [SYNTHETIC]');
    expect(name(190_247)).toBe('SAMPLE OF A NAME MUCH LONGER THAN TWENTY-FOUR LETTERS [SYNTHETIC]');
  });

  test('UCS terms', async () => {
    const column = async (name: string) =>
      new Set((await rowsOf('all')).map((row) => row[ucs.indexOf(name)]).filter((cell) => cell !== ''));
    expect([...(await column('Class of Orbit'))].sort()).toEqual(['Elliptical', 'GEO', 'LEO', 'MEO']);
    const users = [...(await column('Users'))].flatMap((cell) => cell!.split('/'));
    expect([...new Set(users)].sort()).toEqual(['Civil', 'Commercial', 'Government', 'Military']);
  });

  test('the index and the data package tell true sizes and hashes', async () => {
    const { files, packed } = release().manifest;
    const facts = (path: string) => {
      const { bytes, sha256 } = files[path] ?? packed[path]!;
      return { bytes, sha256 };
    };
    const index = await release().json<Index>('dataset.json');
    expect(index.data.map((one) => one.slice)).toEqual([...slices.map(({ name }) => name), 'claims', 'provenance']);
    for (const { bytes, sha256, url } of index.data.flatMap((one) => one.files))
      expect(facts(`public${url}`)).toEqual({ bytes, sha256 });
    const described = await release().json<Package>('datapackage.json');
    const [datasets, elements] = [
      described.resources.slice(0, slices.length),
      described.resources.slice(slices.length),
    ];
    expect(elements.every(({ path }) => path.startsWith('elements/'))).toBe(true);
    const [header] = await release().csv('dataset/all.csv');
    // UCS calls seven columns Source; a data package needs names that differ.
    const unique = header!.map((name, at) => {
      const before = header!.slice(0, at).filter((other) => other === name).length;
      return before === 0 ? name : `${name} ${before + 1}`;
    });
    for (const { path, bytes, hash, schema } of described.resources) {
      expect(facts(`public/api/v1/${path}`)).toEqual({ bytes, sha256: hash.replace('sha256:', '') });
      const names = schema.fields.map((field) => field.name);
      expect(new Set(names).size).toBe(names.length);
      if (datasets.some((one) => one.path === path)) expect(names).toEqual(unique);
    }
  });
}
