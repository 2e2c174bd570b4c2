import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from '../../pipeline/parse.ts';
import { accountSources, sources } from '../../pipeline/sources/sources.ts';
import { tip } from '../../pipeline/sources/spacetrack/reentry-messages.ts';
import type { UpcomingReentries } from '../../src/schema/reentries/reentry.ts';
import { type OpenedRelease, openRelease } from '../pipeline/release/opened-release.ts';
import { build, cut, databaseOnly, FIRST, makeFolder, removeFolder, writeSmall } from '../pipeline/sample-build.ts';
import { message, report, set } from './rows.ts';

const [ONLY_THERE, FALLING, FELL, LATE] = [123_456, 123_460, 123_465, 123_470];
/** An object of the sample that only SATCAT and Space-Track have: GCAT's rows of it are cut. */
const BOTH = 190_200;
const all = [...sources, ...accountSources];
let from: string;
let home: string;
let release: OpenedRelease;

beforeAll(async () => {
  [from, home] = [await makeFolder(), await makeFolder()];
  await writeSmall(from);
  for (const name of ['satcat100k', 'psatcat100k'])
    await cut(join(from, `gcat/${name}.tsv`), (line) => !line.startsWith(`S${BOTH}\t`));
  await mkdir(join(from, 'spacetrack'));
  const files = {
    gp: [
      set(ONLY_THERE),
      // Two days from its reentry by its drag.
      set(FALLING, { MEAN_MOTION: '16.35000000', MEAN_MOTION_DOT: '0.05000000', BSTAR: '0.00200000', OBJECT_ID: '' }),
      set(FELL),
      set(LATE),
      set(123_475, { REF_FRAME: 'EME2000' }),
      // As in SATCAT.
      set(BOTH, {
        OBJECT_NAME: 'SAMPLE PHASE GRP [SYNTHETIC]',
        OBJECT_ID: '2025-805P',
        OBJECT_TYPE: 'PAYLOAD',
        COUNTRY_CODE: 'US',
        LAUNCH_DATE: '2025-12-09',
      }),
    ],
    tip: [
      message(FALLING, '2026-08-21 03:00:00', '2026-08-23 01:00:00', 900, 1),
      message(FALLING, '2026-08-21 18:04:00', '2026-08-22 23:30:00', 240, 2),
      message(FELL, '2026-08-19 20:00:00', '2026-08-20 08:33:00', 60, 3),
      message(FELL, '2026-08-20 10:33:00', '2026-08-20 08:33:00', 1, 4),
      message(LATE, '2026-08-20 02:00:00', '2026-08-19 23:59:00', 5, 5),
    ],
    decay: [
      report(ONLY_THERE, '2026-08-20 12:00:00', '2026-10-20 0:00:00', { SOURCE: '60day_msg', MSG_TYPE: 'Prediction' }),
    ],
  };
  for (const [name, rows] of Object.entries(files))
    await writeFile(join(from, `spacetrack/${name}.json`), JSON.stringify(rows));
  await build(home, from, FIRST, { sources: all, only: new Set(all.map(({ slug }) => slug)), sample: false });
  release = await openRelease(home);
}, 120_000);
afterAll(async () => {
  release?.close();
  await Promise.all([from, home].map(removeFolder));
});

const object = async (id: number) =>
  (await release.rows<Record<string, unknown>>(`FROM satellites WHERE norad_cat_id = ${id}`))[0];

test('an object that CelesTrak’s lists lack is in the release, with the digits and the claims of Space-Track', async () => {
  expect(await object(ONLY_THERE)).toMatchObject({
    name: `ONLY THERE ${ONLY_THERE}`,
    object_class: 'ROCKET_BODY',
    country: 'CN',
    launch_date: '2026-08-01',
    decay_date: null,
  });
  expect(await release.rows(`SELECT mean_motion, epoch FROM elements WHERE norad_cat_id = ${ONLY_THERE}`)).toEqual([
    { mean_motion: '15.50000000', epoch: '2026-08-21T10:00:00.123456' },
  ]);
  const claims = await release.rows<{ source: string; source_record: string }>(
    `SELECT DISTINCT source, source_record FROM claims WHERE norad_cat_id = ${ONLY_THERE} AND field = 'name'`,
  );
  expect(claims).toEqual([{ source: 'spacetrack', source_record: `gp.json NORAD_CAT_ID=${ONLY_THERE}` }]);
  expect(release.manifest.sources.map(({ slug }) => slug)).toContain('spacetrack');
});

test('it is of one origin with CelesTrak: no value is confirmed by both', async () => {
  const rows = await release.rows(
    `SELECT field, confidence, sources FROM provenance WHERE norad_cat_id = ${BOTH}
      AND field IN ('cospar_id', 'name', 'object_class', 'country') ORDER BY field`,
  );
  expect(rows).toEqual(
    ['cospar_id', 'country', 'name', 'object_class'].map((field) => ({
      field,
      confidence: 'HIGH',
      sources: ['celestrak', 'spacetrack'],
    })),
  );
});

test('elements in another frame are rejected by the name of the keyword', async () => {
  expect(await object(123_475)).toBeUndefined();
  expect(
    await release.rows("SELECT reason, column_name FROM rejects WHERE source = 'spacetrack' AND scope = 'row'"),
  ).toEqual([{ reason: 'unsupported', column_name: 'REF_FRAME' }]);
});

test('a message before its time predicts; only one made afterwards is a decay, doubtful if its window spans two days', async () => {
  expect((await object(FALLING))!['decay_date']).toBeNull();
  expect(await object(FELL)).toMatchObject({ decay_date: '2026-08-20', operational_status: 'DECAYED' });
  const raw = await release.rows(
    `SELECT value_date::VARCHAR AS day, raw, uncertain FROM claims WHERE norad_cat_id IN (${FELL}, ${LATE}) AND field = 'decay_date' ORDER BY norad_cat_id`,
  );
  expect(raw).toMatchObject([
    { day: '2026-08-20', raw: 'DECAY_EPOCH=2026-08-20T08:33:00Z WINDOW=1', uncertain: false },
    { day: '2026-08-19', raw: 'DECAY_EPOCH=2026-08-19T23:59:00Z WINDOW=5', uncertain: true },
  ]);
});

test('the newest message stands beside our own prediction', async () => {
  const { data } = await release.json<UpcomingReentries>('reentries/upcoming.json');
  const falling = data.find(({ norad_cat_id }) => norad_cat_id === FALLING);
  expect(falling?.space_track).toEqual({
    message_at: '2026-08-21T18:04:00Z',
    reenters_at: '2026-08-22T23:30:00Z',
    window_min: 240,
  });
  expect(data.filter(({ norad_cat_id, space_track }) => norad_cat_id !== FALLING && space_track !== null)).toEqual([]);
});

test('without the sources of accounts, nothing of the same files is in a release', async () => {
  const other = await makeFolder();
  try {
    await build(other, from, FIRST, { sample: false, ...databaseOnly });
    const without = await openRelease(other);
    try {
      expect(await without.rows("FROM claims WHERE source = 'spacetrack'")).toEqual([]);
      expect(await without.rows(`FROM satellites WHERE norad_cat_id = ${ONLY_THERE}`)).toEqual([]);
      expect(without.manifest.sources.map(({ slug }) => slug)).not.toContain('spacetrack');
    } finally {
      without.close();
    }
  } finally {
    await removeFolder(other);
  }
});

const real = join(import.meta.dirname, '../../../shared/upstream/formats/tip.json');
test.skipIf(!existsSync(real))('reads every real message (needs ../shared/upstream)', async () => {
  const rows: unknown[] = [];
  const problems: unknown[] = [];
  await parse(
    real,
    tip,
    { rows: (batch) => rows.push(...batch), problem: (one) => problems.push(one), comment: () => {} },
    new Date('2026-11-27T00:00:00Z'),
  );
  expect([rows.length, problems]).toEqual([(JSON.parse(await readFile(real, 'utf8')) as unknown[]).length, []]);
});
