import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SatcatForm, type SatcatRow, satcatFile, satcatText } from '../../../src/schema/objects/satcat-record.ts';
import { setOfGroup } from '../../../src/schema/release/element-files.ts';
import { type Form, forms as mediaTypes, publicRoutes } from '../../../src/schema/release/public-route.ts';
import { build, FIRST, makeFolder, removeFolder, writeSmall } from '../sample-build.ts';
import { type OpenedRelease, openRelease } from './opened-release.ts';

let home: string;
let upstream: string;
let release: OpenedRelease;
let sets: { set: string; objects: number; csv: { bytes: number; sha256: string } }[];
const forms = publicRoutes.find(({ path }) => path === '/api/v1/elements/{set}')!.forms;
/** The rows of two objects of the sample's `gp-active.csv`. */
let listed: string[];
/** Sets of groups of up to 500 objects have CZML too. */
let small: Set<string>;
const formsOfSet = (set: string): readonly Form[] => (small.has(set) ? [...forms, 'czml'] : forms);

beforeAll(async () => {
  [home, upstream] = [await makeFolder(), await makeFolder()];
  await writeSmall(upstream);
  const active = (await readFile(join(upstream, 'celestrak/gp-active.csv'), 'utf8')).trimEnd().split(/\r?\n/);
  listed = active.slice(1, 3);
  const renamed = listed.map((row, n) => [`GPS TEST-${n}  (PRN 0${n})`, ...row.split(',').slice(1)].join(','));
  await writeFile(join(upstream, 'celestrak/gp-gps-ops.csv'), [active[0], ...renamed, ''].join('\r\n'));
  // The same object with a later epoch in the file of another query: the newest epoch wins, regardless of the file.
  const later = listed[0]!.replace(/T\d\d:/, 'T23:');
  await writeFile(join(upstream, 'celestrak/gp-name-deb.csv'), [active[0], later, ''].join('\r\n'));
  await build(home, upstream, FIRST);
  release = await openRelease(home);
  const { resources } = await release.json<{
    resources: { path: string; rows: number; bytes: number; hash: string }[];
  }>('datapackage.json');
  sets = resources
    .filter(({ path }) => path.startsWith('elements/'))
    .map(({ path, rows, bytes, hash }) => ({
      set: path.slice('elements/'.length, -'.csv'.length),
      objects: rows,
      csv: { bytes, sha256: hash.slice('sha256:'.length) },
    }));
  const groups = (await release.json<{ data: { slug: string; objects: number }[] }>('groups.json')).data;
  small = new Set(groups.filter(({ objects }) => objects <= 500).map(({ slug }) => setOfGroup(slug)));
});
afterAll(async () => {
  release?.close();
  await Promise.all([home, upstream].map(removeFolder));
});

const packed = (set: string, form: string) => join(release.folder, `public/api/v1/elements/${set}.${form}`);
const text = async (set: string, form: string) => gunzipSync(await readFile(`${packed(set, form)}.gz`)).toString();

describe('sets of elements', () => {
  test('exist for all objects, active objects, groups, classes and launch years', async () => {
    const names = sets.map(({ set }) => set);
    expect(names).toEqual(
      expect.arrayContaining(['all', 'active', 'payloads', 'leo', 'geo', 'gps-ops', 'stations', 'launched-1998']),
    );
    expect(new Set(names).size).toBe(names.length);
    const [{ n }] = (await release.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM elements')) as [
      { n: number },
    ];
    expect(sets.find(({ set }) => set === 'all')!.objects).toBe(n);
  });

  test('have every format and no other, with the size and hash of the uncompressed bytes', async () => {
    const prefix = 'public/api/v1/elements/';
    const written = [...Object.keys(release.manifest.files), ...Object.keys(release.manifest.packed)]
      .filter((path) => path.startsWith(prefix) && !path.includes('/changes/'))
      .map((path) => path.slice(prefix.length).replace(/\.gz$/, ''));
    expect(forms).toHaveLength(9);
    expect([...new Set(written)].sort()).toEqual(
      sets.flatMap(({ set }) => formsOfSet(set).map((form) => `${set}.${form}`)).sort(),
    );
    for (const { set, csv } of sets)
      for (const form of formsOfSet(set)) {
        const name = `public/api/v1/elements/${set}.${form}`;
        if (form === 'parquet') {
          expect(Object.keys(release.manifest.files)).toContain(name);
          continue;
        }
        const { bytes, sha256 } = release.manifest.packed[name]!;
        const plain = gunzipSync(await readFile(`${packed(set, form)}.gz`));
        expect([set, form, plain.length]).toEqual([set, form, bytes]);
        expect(createHash('sha256').update(plain).digest('hex')).toBe(sha256);
        if (form === 'csv') expect({ bytes, sha256 }).toEqual(csv);
      }
  });

  test('count the objects that a format cannot represent', async () => {
    const all = sets.find(({ set }) => set === 'all')!;
    const omitted = (form: Form) => release.manifest.packed[`public/api/v1/elements/all.${form}`]!.omitted ?? 0;
    const lines = (await text('all', '5-digit.tle')).split('\r\n').length - 1;
    expect(lines / 3).toBe(all.objects - omitted('5-digit.tle'));
    expect(omitted('5-digit.tle')).toBeGreaterThan(omitted('tle'));
    expect(omitted('csv')).toBe(0);
  });

  test('have the names that a group uses in its own files only', async () => {
    expect((await text('gps-ops', 'tle')).split('\r\n')[0]).toBe('GPS TEST-0  (PRN 00)    ');
    expect(await text('all', 'csv')).not.toContain('GPS TEST');
    expect(await release.rows("SELECT name FROM satellites WHERE name LIKE 'GPS TEST%'")).toEqual([]);
    expect(JSON.parse(await text('gps-ops', 'json')).data.object_name[0]).toBe('GPS TEST-0  (PRN 00)');
  });

  test('have the newest epoch of each object, regardless of the file it is in', async () => {
    const id = Number(listed[0]!.split(',')[11]);
    const [row] = await release.rows<{ epoch: string }>(`SELECT epoch FROM elements WHERE norad_cat_id = ${id}`);
    expect(row!.epoch).toMatch(/T23:/);
  });
});

interface GroupWithFiles {
  slug: string;
  objects: number;
  files: { format: Form; media_type: string; url: string; bytes: number; sha256: string; omitted: number }[];
}

test('groups have their source, rule and number of objects, and link to their files in every format', async () => {
  const { data, meta } = await release.json<{ data: GroupWithFiles[]; meta: { total: number } }>('groups.json');
  expect(meta.total).toBe(data.length);
  expect(data.length).toBeGreaterThan(2);
  const { files, packed: packedFiles } = release.manifest;
  for (const group of data) {
    expect([group.slug, group.files.map(({ format }) => format).sort()]).toEqual([
      group.slug,
      [...formsOfSet(setOfGroup(group.slug))].sort(),
    ]);
    for (const { format, media_type, url, bytes, sha256, omitted } of group.files) {
      expect(media_type).toBe(mediaTypes[format]);
      const name = `public${url}`;
      const stored = await readFile(join(release.folder, format === 'parquet' ? name : `${name}.gz`));
      const plain = format === 'parquet' ? stored : gunzipSync(stored);
      const hash = createHash('sha256').update(plain).digest('hex');
      expect([url, bytes, sha256]).toEqual([url, plain.length, hash]);
      expect([url, omitted]).toEqual([url, packedFiles[name]?.omitted ?? 0]);
      expect(Object.keys(files)).toContain(format === 'parquet' ? name : `${name}.gz`);
    }
    const csv = group.files.find(({ format }) => format === 'csv')!;
    const listing = gunzipSync(await readFile(join(release.folder, `public${csv.url}.gz`))).toString();
    const members = await release.rows<{ id: string }>(
      `SELECT norad_cat_id::VARCHAR AS id FROM memberships SEMI JOIN elements USING (norad_cat_id)
      WHERE slug = '${group.slug}' ORDER BY norad_cat_id`,
    );
    const ids = Papa.parse<{ NORAD_CAT_ID: string }>(listing, { header: true, skipEmptyLines: true }).data;
    expect([group.slug, ids.map((row) => row.NORAD_CAT_ID)]).toEqual([group.slug, members.map(({ id }) => id)]);
  }
  expect(data.find(({ slug }) => slug === 'gps-ops')).toMatchObject({
    membership: 'listed',
    rule: null,
    source: 'celestrak',
    objects: 2,
    with_elements: 2,
  });
  expect(data.some(({ slug }) => slug === 'weather')).toBe(false);
  const rows = await release.rows<{ source_record: string }>(
    "SELECT source_record FROM memberships WHERE slug = 'gps-ops'",
  );
  expect(rows.every(({ source_record }) => source_record.startsWith('gp-gps-ops.csv NORAD_CAT_ID='))).toBe(true);
});

test('SATCAT is kept unchanged: the file byte for byte, its rows as text', async () => {
  const own = await readFile(join(upstream, 'celestrak/satcat.csv'));
  const kept = gunzipSync(await readFile(join(release.folder, 'public/pub/satcat.csv.gz')));
  expect(kept.equals(own)).toBe(true);
  const rows = await release.rows<SatcatRow>('FROM satcat');
  const written = (form: SatcatForm) =>
    satcatFile(
      form,
      rows.map((row) => satcatText(form, row)),
    );
  expect(written('csv').replaceAll('\r\n', '\n')).toBe(own.toString().replaceAll('\r\n', '\n'));
  const [first] = JSON.parse(written('json')) as Record<string, unknown>[];
  expect(typeof first!.NORAD_CAT_ID).toBe('number');
  expect(typeof first!.LAUNCH_DATE).toBe('string');
  expect(JSON.parse(written('pretty.json'))).toEqual(JSON.parse(written('json')));
});

test('the bulk file has every claim, with its value, raw text, source, license and confidence', async () => {
  const csv = gunzipSync(await readFile(join(release.folder, 'public/api/v1/dataset/claims.csv.gz'))).toString();
  const rows = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;
  const [{ n }] = (await release.rows<{ n: number }>('SELECT count(*)::INTEGER AS n FROM claims')) as [{ n: number }];
  expect(rows).toHaveLength(n);
  expect(Object.keys(rows[0]!)).toEqual(
    expect.arrayContaining([
      'norad_cat_id',
      'field',
      'value',
      'raw',
      'source',
      'source_record',
      'observed_at',
      'selected',
      'confidence',
    ]),
  );
  expect(rows.every(({ value, source, license }) => value !== '' && source !== '' && license !== '')).toBe(true);
  const [parquet] = await release.rows<{ n: number; objects: number }>(
    `SELECT count(*)::INTEGER AS n, count(DISTINCT norad_cat_id)::INTEGER AS objects FROM read_parquet('${join(release.folder, 'public/api/v1/dataset/claims.parquet')}')`,
  );
  expect(parquet).toEqual({ n, objects: new Set(rows.map((row) => row.norad_cat_id)).size });
  const { data } = await release.json('dataset.json');
  expect(data.map(({ slice }) => slice)).toEqual(expect.arrayContaining(['claims', 'provenance']));
});
