import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Build } from '../../pipeline/build-context.ts';
import { type OpenedRelease, openRelease } from './release/opened-release.ts';
import { build, databaseOnly, FIRST, makeFolder, removeFolder, writeSmall } from './sample-build.ts';

/** The real file of SatNOGS DB, if it exists; the other tests write their own transmitters. */
const real = join(import.meta.dirname, '../../../shared/upstream/2026-08-21T2241Z/satnogs/transmitters.json');

const folders: string[] = [];
const folder = async () => {
  const path = await makeFolder();
  folders.push(path);
  return path;
};
afterAll(() => Promise.all(folders.map(removeFolder)));

/** Builds a release of the small sample with these transmitters; without the file if null. */
async function buildRelease(content: string | null, more: Partial<Build> = databaseOnly): Promise<OpenedRelease> {
  const [home, upstream] = [await folder(), await folder()];
  await writeSmall(upstream);
  const file = join(upstream, 'satnogs/transmitters.json');
  if (content === null) await rm(file);
  else await writeFile(file, content);
  const report = await build(home, upstream, FIRST, more);
  expect(report?.files.filter(({ problem }) => problem !== null)).toEqual([]);
  return openRelease(home);
}

const rejects = (release: OpenedRelease) =>
  release.rows<{ line: number; reason: string; column_name: string | null; scope: string }>(
    "SELECT line, reason, column_name, scope FROM rejects WHERE file = 'transmitters.json' ORDER BY line, reason, column_name",
  );

test('a release without the file has the table and the dataset, empty', async () => {
  const release = await buildRelease(null, {});
  expect(await release.rows('FROM transmitters')).toEqual([]);
  expect(release.manifest.packed['public/api/v1/dataset/transmitters.json']).toBeDefined();
  release.close();
});

test('rejects invalid values and rows by column name', async () => {
  const valid = {
    uuid: 'SMPLtransmitter0000001',
    norad_cat_id: 190_245,
    alive: true,
    type: 'Transponder',
    status: 'active',
    downlink_low: 145_900_000,
    downlink_high: 145_950_000,
    invert: true,
    service: 'Unknown',
    itu_notification: { urls: ['https://www.itu.int/', 'see [Link 1]'] },
    // The name in older files.
    coordination: 'IARU Coordinated',
  };
  const rows = [
    valid,
    { ...valid, uuid: 'SMPLtransmitter0000001' },
    { ...valid, uuid: 'short' },
    { ...valid, uuid: 'SMPLtransmitter0000004', downlink_high: 145_000_000, itu_notification: { urls: [] } },
    { ...valid, uuid: 'SMPLtransmitter0000005', downlink_low: 145.9, service: 'Smoke signals', itu_notification: '' },
    { ...valid, uuid: 'SMPLtransmitter0000006', norad_cat_id: null, itu_notification: null },
    { ...valid, uuid: 'SMPLtransmitter0000007', norad_cat_id: 0 },
  ];
  const release = await buildRelease(JSON.stringify(rows));
  expect(await rejects(release)).toEqual([
    { line: 1, reason: 'bad_url', column_name: 'itu_notification', scope: 'value' },
    { line: 2, reason: 'repeated_id', column_name: 'uuid', scope: 'row' },
    { line: 3, reason: 'bad_id', column_name: 'uuid', scope: 'row' },
    { line: 4, reason: 'out_of_order', column_name: 'downlink_high', scope: 'value' },
    { line: 5, reason: 'not_a_number', column_name: 'downlink_low', scope: 'value' },
    { line: 5, reason: 'unknown_code', column_name: 'service', scope: 'value' },
    { line: 7, reason: 'no_catalogue_number', column_name: 'norad_cat_id', scope: 'row' },
  ]);
  expect(
    await release.rows(
      'SELECT downlink_low_hz::DOUBLE AS low, downlink_high_hz::DOUBLE AS high, inverting, service, iaru_coordination, len(itu_notification_urls)::INTEGER AS urls FROM transmitters ORDER BY uuid',
    ),
  ).toEqual([
    {
      low: 145_900_000,
      high: 145_950_000,
      inverting: true,
      service: null,
      iaru_coordination: 'IARU Coordinated',
      urls: 1,
    },
    { low: 145_900_000, high: null, inverting: true, service: null, iaru_coordination: 'IARU Coordinated', urls: 0 },
    { low: null, high: 145_950_000, inverting: true, service: null, iaru_coordination: 'IARU Coordinated', urls: 0 },
    // The transmitter of an object without a catalog number.
    {
      low: 145_900_000,
      high: 145_950_000,
      inverting: true,
      service: null,
      iaru_coordination: 'IARU Coordinated',
      urls: 0,
    },
  ]);
  release.close();
});

describe.skipIf(!existsSync(real))('the real file (needs ../shared/upstream)', () => {
  type Row = Record<string, unknown> & { uuid: string; norad_cat_id: number };
  let rows: Row[];
  let release: OpenedRelease;
  beforeAll(async () => {
    const text = await readFile(real, 'utf8');
    rows = JSON.parse(text) as Row[];
    release = await buildRelease(text);
  }, 60_000);
  afterAll(() => release?.close());

  test('every row is in the table, or rejected with a reason', async () => {
    expect(rows).toHaveLength(3618);
    const table = await release.rows<{ uuid: string }>('SELECT uuid FROM transmitters');
    const rejectedRows = (await rejects(release)).filter(({ scope }) => scope === 'row');
    expect(new Set(table.map(({ uuid }) => uuid)).size).toBe(table.length);
    expect(new Set(rejectedRows.map(({ line }) => line)).size).toBe(rejectedRows.length);
    expect(table.length + rejectedRows.length).toBe(rows.length);
    // The small sample has few of the objects, so rows are rejected for that reason only.
    expect(new Set(rejectedRows.map(({ reason }) => reason))).toEqual(new Set(['not_in_catalogue']));
  });

  test('a transmitter that follows another object has its catalog number', async () => {
    const table = await release.rows<{ uuid: string; follows: number }>(
      'SELECT uuid, follows_norad_cat_id AS follows FROM transmitters WHERE follows_norad_cat_id IS NOT NULL',
    );
    const follows = new Map(table.map(({ uuid, follows: id }) => [uuid, id]));
    const listed = rows.filter(({ norad_cat_id: id }) => id >= 90_000 && id <= 99_999);
    expect(follows.size).toBeGreaterThan(400);
    for (const { uuid, norad_follow_id } of listed) expect(follows.get(uuid) ?? null).toBe(norad_follow_id || null);
  });

  test('transmitters of objects with a temporary SatNOGS number have no catalog number', async () => {
    const temporary = rows.filter(({ norad_cat_id: id }) => id >= 90_000 && id <= 99_999);
    const listed = await release.rows<{ uuid: string; satnogs_id: string | null }>(
      'SELECT uuid, satnogs_id FROM transmitters WHERE norad_cat_id IS NULL',
    );
    expect(temporary.length).toBeGreaterThan(600);
    expect(new Set(listed.map(({ uuid }) => uuid))).toEqual(new Set(temporary.map(({ uuid }) => uuid)));
    expect(listed.filter(({ satnogs_id }) => satnogs_id === null)).toEqual([]);
  });

  test('the only rejected values are baud rates of zero and notes in place of URLs', async () => {
    const values = (await rejects(release)).filter(({ scope }) => scope !== 'row');
    const counts = Map.groupBy(values, ({ reason, column_name }) => `${column_name} ${reason}`);
    const zeroRates = rows.filter(({ baud }) => baud === 0).length;
    expect(Object.fromEntries([...counts].map(([what, all]) => [what, all.length]))).toEqual({
      'baud out_of_range': zeroRates,
      'itu_notification bad_url': 3,
    });
  });

  test('every frequency is the one in the file', async () => {
    const table = await release.rows<Record<string, unknown> & { uuid: string }>(
      'SELECT uuid, norad_cat_id, downlink_low_hz::DOUBLE AS downlink_low, downlink_high_hz::DOUBLE AS downlink_high, uplink_low_hz::DOUBLE AS uplink_low, uplink_high_hz::DOUBLE AS uplink_high, downlink_drift_ppb AS downlink_drift, inverting AS invert, alive, mode FROM transmitters',
    );
    const byId = new Map(rows.map((row) => [row.uuid, row]));
    expect(table.length).toBeGreaterThan(0);
    for (const { norad_cat_id, ...row } of table)
      expect(byId.get(row.uuid)).toMatchObject(norad_cat_id === null ? row : { ...row, norad_cat_id });
  });
});
