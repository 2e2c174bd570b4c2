import { hash } from 'node:crypto';
import { readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWithCatalog } from '../../../src/http/opened-release.ts';
import { recordOf } from '../../../src/http/pages/page-object.ts';
import { Database } from '../../../src/release/database.ts';
import { RecordStore } from '../../../src/release/record-store.ts';
import { launchCodes } from '../../../src/schema/objects/launch.ts';
import { objectFacts } from '../../../src/schema/objects/transmitter.ts';
import { manifest, readsFormat, releaseFormat } from '../../../src/schema/release/manifest.ts';
import { build, FIRST, makeFolder, removeFolder, writeSmall } from '../sample-build.ts';

const HOUR = 3_600_000;
const [major, minor] = releaseFormat.split('.').map(Number) as [number, number];

let home: string;
let upstream: string;
beforeAll(async () => {
  home = await makeFolder();
  upstream = await makeFolder();
  await writeSmall(upstream);
  await build(home, upstream, FIRST);
});
afterAll(() => Promise.all([home, upstream].map(removeFolder)));

const folder = async () => join(home, await readlink(join(home, 'current')));
const manifestOf = async () => JSON.parse(await readFile(join(await folder(), 'manifest.json'), 'utf8'));

/** Rewrites the served release as if an earlier or later minor version had written it. */
async function asIf(format: string | number, ...changes: readonly string[]): Promise<void> {
  const path = join(await folder(), 'catalog.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const sql of changes) await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
  const bytes = await readFile(path);
  const report = await manifestOf();
  report.format = format;
  report.files['catalog.duckdb'] = { bytes: bytes.length, sha256: hash('sha256', bytes) };
  await writeFile(join(await folder(), 'manifest.json'), JSON.stringify(report));
}

test('reads every minor version of the same major version', () => {
  expect(readsFormat(`${major}.0`)).toBe(true);
  expect(readsFormat(`${major}.${minor + 40}`)).toBe(true);
  expect(readsFormat(`${major + 1}.0`)).toBe(false);
  expect(readsFormat(`${major}0.0`)).toBe(false);
});

test('an older manifest has only a major version, or none', async () => {
  const report = await manifestOf();
  expect(manifest.parse({ ...report, format: 2 }).format).toBe('2.0');
  const { format: _format, ...without } = report;
  expect(manifest.parse(without).format).toBe('1.0');
  expect(() => manifest.parse({ ...report, format: '3' })).toThrow();
});

test('serves and builds on a release that lacks a later column and has an unknown one', async () => {
  await asIf(
    `${major}.${minor + 1}`,
    'ALTER TABLE satellites DROP COLUMN website',
    'ALTER TABLE events DROP COLUMN cospar_id',
    'ALTER TABLE satellites ADD COLUMN not_known_yet VARCHAR',
    'ALTER TABLE events ADD COLUMN not_known_yet VARCHAR',
  );
  const served = await openWithCatalog(home, (await manifestOf()).id, false);
  served.catalog.close();
  const database = await Database.open(join(await folder(), 'catalog.duckdb'));
  const rows = await database.rows(
    'SELECT any_value(s.website) AS website, any_value(e.cospar_id) AS cospar_id FROM satellites s, events e',
  );
  database.close();
  expect(rows).toEqual([{ website: null, cospar_id: null }]);
  const next = await build(home, upstream, new Date(FIRST.getTime() + HOUR));
  expect(next?.files.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(await manifestOf()).toMatchObject({ format: releaseFormat });
});

test('a release older than the codes and claims of launches lists its launches in order, without them', async () => {
  const read = async () => {
    const { catalog } = await openWithCatalog(home, (await manifestOf()).id, false);
    try {
      const { total, texts } = await catalog.queryLaunches({ texts: {} }, { limit: 5, offset: 1 });
      const rows = texts.map((text) => JSON.parse(text) as Record<string, unknown>);
      return { total, rows, claims: (await catalog.launch(rows[0]!.launch_id as string))!.claims };
    } finally {
      catalog.close();
    }
  };
  const before = await read();
  expect(before.rows.length).toBeGreaterThan(1);
  await asIf(
    `${major}.9`,
    'DROP TABLE launch_claims',
    ...launchCodes.map((name) => `ALTER TABLE launches DROP COLUMN ${name}`),
  );
  const none = Object.fromEntries(launchCodes.map((name) => [name, null]));
  expect(await read()).toEqual({
    total: before.total,
    rows: before.rows.map((row) => ({ ...row, ...none })),
    claims: before.claims.filter(({ objects }) => objects !== null),
  });
  await build(home, upstream, new Date(FIRST.getTime() + 1.5 * HOUR));
});

test('a release older than transmitters has none, and can be built on', async () => {
  await asIf(`${major}.1`, 'DROP TABLE transmitters');
  const { catalog } = await openWithCatalog(home, (await manifestOf()).id, false);
  try {
    expect(await catalog.transmitters.list({ alive: true }, { limit: 20, offset: 0 })).toEqual({ total: 0, texts: [] });
    expect(await catalog.transmitters.of(25_544)).toEqual([]);
  } finally {
    catalog.close();
  }
  const next = await build(home, upstream, new Date(FIRST.getTime() + 2 * HOUR));
  expect(next?.files.filter(({ problem }) => problem !== null)).toEqual([]);
});

test('a release older than the facts of the objects of transmitters has the same facts', async () => {
  const read = async () => {
    const { catalog } = await openWithCatalog(home, (await manifestOf()).id, false);
    try {
      const all = await catalog.transmitters.list({ audible: true }, { limit: 20, offset: 0 });
      expect(all.total).toBeGreaterThan(0);
      return [all, await catalog.transmitters.objects({ audible: false })];
    } finally {
      catalog.close();
    }
  };
  const before = await read();
  await asIf(
    `${major}.6`,
    `CREATE OR REPLACE TABLE transmitters AS SELECT * EXCLUDE (${Object.keys(objectFacts).join(', ')}) FROM transmitters`,
  );
  expect(await read()).toEqual(before);
  await build(home, upstream, new Date(FIRST.getTime() + 2.5 * HOUR));
});

test('a release older than reentry predictions has none, and the next one has them', async () => {
  await asIf(`${major}.3`, 'DROP TABLE reentry_predictions');
  const report = await manifestOf();
  for (const name of Object.keys(report.files).filter((path) => path.startsWith('public/api/v1/reentries/'))) {
    await rm(join(await folder(), name));
    delete report.files[name];
  }
  await writeFile(join(await folder(), 'manifest.json'), JSON.stringify(report));
  const { catalog } = await openWithCatalog(home, (await manifestOf()).id, false);
  try {
    expect([await catalog.upcomingReentries(), await catalog.reentryScores()]).toEqual([null, null]);
  } finally {
    catalog.close();
  }
  await build(home, upstream, new Date(FIRST.getTime() + 3 * HOUR));
  const next = await openWithCatalog(home, (await manifestOf()).id, false);
  expect(await next.catalog.upcomingReentries()).toMatchObject({ meta: { total: expect.any(Number) } });
  next.catalog.close();
});

test('a record older than groups is read without groups', async () => {
  const path = join(await folder(), 'records.sqlite');
  const database = new DatabaseSync(path);
  const { norad_cat_id, record } = database.prepare('SELECT norad_cat_id, record FROM objects LIMIT 1').get() as {
    norad_cat_id: number;
    record: Uint8Array;
  };
  const { data } = JSON.parse(gunzipSync(record).toString());
  delete data.groups;
  delete data.reentry_prediction;
  database
    .prepare('UPDATE objects SET record = ? WHERE norad_cat_id = ?')
    .run(gzipSync(JSON.stringify({ data })), norad_cat_id);
  database.close();
  const store = new RecordStore(await folder());
  expect(recordOf(store, norad_cat_id)).toEqual({ ...data, groups: [], reentry_prediction: null });
  store.close();
});

test('rejects a release of another major version, and says what to do', async () => {
  await asIf(`${major + 1}.0`);
  await expect(openWithCatalog(home, (await manifestOf()).id, false)).rejects.toThrow(/of format .*npm run refresh/);
});
