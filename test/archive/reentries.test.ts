import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importElements } from '../../pipeline/archive/import.ts';
import { predictReentries } from '../../pipeline/archive/reentries.ts';
import { publishReentries, reentryEnds } from '../../pipeline/publish/files/reentry-files.ts';
import { ReleaseFolder } from '../../pipeline/publish/folder.ts';
import { Store, smallCatalog } from '../../pipeline/store.ts';
import { DecayPath } from '../../src/orbit/decay/decay-path.ts';
import {
  type ReentryScores,
  reentryScores,
  type UpcomingReentries,
  upcomingReentries,
} from '../../src/schema/reentries/reentry.ts';
import { makeFolder, removeFolder } from '../pipeline/sample-build.ts';

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 6, 1);
const at = (day: number) => new Date(START + day * DAY_MS);
const limits = { memory: '300MB', ...smallCatalog };

/** Decays by drag and reenters on day 14.5, noon of 15 July; two sets a day. */
const FALLING = 90_001;
/** Keeps its altitude. */
const HELD = 90_002;
const DOWN = 14.5;
const orbit = { eccentricity: 0.001, inclination: 53 };
const path = new DecayPath({ ...orbit, mean_motion: 15.75 });
function motionOn(day: number): number {
  let [low, high] = [15.75, 16.55];
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2;
    if (path.end - path.at(middle) > (DOWN - day) * 0.012) low = middle;
    else high = middle;
  }
  return low;
}
const sets = Array.from({ length: 28 }, (_, n) => n / 2).flatMap((day) =>
  [FALLING, HELD].map((id) => ({
    id,
    day,
    epoch: at(day).toISOString().slice(0, 23),
    motion: (id === FALLING ? motionOn(day) : 15.75).toFixed(8),
  })),
);

let home: string;
beforeAll(async () => {
  home = await makeFolder();
  const head =
    'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT';
  const rows = sets.map(
    ({ id, epoch, motion }) => `MADE,2020-001A,${epoch}000,${motion},.001,53,10,20,30,0,U,${id},999,1,.5E-3,.01,0`,
  );
  await writeFile(join(home, 'sets.csv'), `${[head, ...rows].join('\r\n')}\r\n`);
  await importElements({ home, limits, progress: () => {} }, [join(home, 'sets.csv')]);
});
afterAll(() => removeFolder(home));

/** The published reentry files of releases on the given days, each built on the previous one. */
async function releases(
  days: readonly number[],
  precision = 'day',
): Promise<{ upcoming: UpcomingReentries; scores: ReentryScores; texts: string[]; ends: Map<number, number> }[]> {
  const published = [];
  let before: string | null = null;
  for (const [n, day] of days.entries()) {
    const folder = await makeFolder();
    const store = await Store.open({ ...limits, temp: join(folder, 'work') });
    try {
      const down = day > DOWN + 1;
      const current = [FALLING, HELD].flatMap((id) => sets.findLast((set) => set.id === id && set.day <= day) ?? []);
      await store.run(`CREATE TABLE satellites AS SELECT norad_cat_id, 'MADE' AS name, '2020-001A' AS cospar_id, 'DEBRIS' AS object_class, false AS active,
        DATE '2020-01-01' AS launch_date, if(${down} AND norad_cat_id = ${FALLING}, DATE '2026-07-15', NULL) AS decay_date,
        'UNKNOWN' AS operational_status, 300.0 AS perigee_km, 320.0 AS apogee_km FROM (VALUES (${FALLING}), (${HELD})) v(norad_cat_id)`);
      await store.run(`CREATE TABLE claims AS SELECT norad_cat_id, 'decay_date' AS field, true AS selected, '${precision}' AS precision
        FROM satellites WHERE decay_date IS NOT NULL`);
      await store.run(`CREATE TABLE elements AS SELECT *, 0.001 AS eccentricity, 53 AS inclination, 0.01 AS mean_motion_dot, 0.0005 AS bstar, 0 AS ephemeris_type
        FROM (VALUES ${current.map(({ id, epoch, motion }) => `(${id}, '${epoch}', ${motion})`).join(', ')}) v(norad_cat_id, epoch, mean_motion)`);
      if (before !== null) await store.attach(before, 'previous');
      await predictReentries(store, { home, now: at(day), previous: before });
      before = join(home, `release-${n}-${process.hrtime.bigint()}.duckdb`);
      await store.create(before, 'kept');
      await store.run('CREATE TABLE kept.reentry_predictions AS FROM reentry_predictions');
      await store.run('DETACH kept');
      await store.run(`CREATE TABLE reentry_messages_read AS SELECT * FROM (VALUES
        (${FALLING}, '2026-07-13T18:00:00Z', '2026-07-15T20:00:00Z', 600.0::DOUBLE), (${FALLING}, '2026-07-15T16:00:00Z', '2026-07-15T14:00:00Z', 1.0))
        v(norad, message_at, reenters_at, window_min) WHERE message_at <= '${at(day).toISOString()}'`);
      const release = new ReleaseFolder(folder);
      const generatedAt = at(day).toISOString().replace('.000Z', 'Z');
      await publishReentries(store, release, { id: `release ${n}`, generatedAt });
      await release.files();
      const texts = await Promise.all(
        ['upcoming', 'scores'].map((name) => readFile(join(folder, `public/api/v1/reentries/${name}.json`), 'utf8')),
      );
      published.push({
        upcoming: upcomingReentries.parse(JSON.parse(texts[0]!)),
        scores: reentryScores.parse(JSON.parse(texts[1]!)),
        texts,
        ends: await reentryEnds(store, generatedAt),
      });
    } finally {
      store.close();
      await removeFolder(folder);
    }
  }
  return published;
}

const days = [3, 4, 4.25, 8, 11, 12.25, 13.25, 17, 18];

describe('over several releases', () => {
  test('predicts the day for an object that decays, and nothing for one that keeps its altitude', async () => {
    const all = await releases(days);
    for (const { upcoming } of all.slice(0, 7)) {
      expect(upcoming.data.map(({ norad_cat_id }) => norad_cat_id)).toEqual([FALLING]);
      expect(upcoming.data[0]!.reenters_at.slice(0, 10)).toBe('2026-07-15');
      expect(upcoming.data[0]).toMatchObject({ basis: 'decay_rate', name: 'MADE', object_class: 'DEBRIS' });
    }
    expect(all.slice(0, 7).every(({ scores }) => scores.data.length === 0)).toBe(true);
    const [last, again] = all.slice(-2).map(({ upcoming, scores }) => ({ upcoming: upcoming.data, scores }));
    expect(last!.upcoming).toEqual([]);
    expect(
      last!.scores.data.map(({ lead_days, predicted_at, outcome }) => [lead_days, predicted_at.slice(0, 10), outcome]),
    ).toEqual([
      [1, '2026-07-14', 'inside'],
      [2, '2026-07-13', 'inside'],
      [5, '2026-07-09', 'inside'],
      [10, '2026-07-05', 'inside'],
    ]);
    expect(last!.scores.meta.coverage).toContainEqual({
      lead_days: 5,
      cases: 1,
      inside: 1,
      median_error_days: expect.any(Number),
    });
    // Space-Track's message of after the reentry, at 14:00, judges each prediction to the hour.
    const hours = (instant: string) => (Date.parse(instant) - Date.parse('2026-07-15T14:00:00Z')) / 3_600_000;
    for (const { reenters_at, space_track_error_hours } of last!.scores.data)
      expect(space_track_error_hours).toBeCloseTo(hours(reenters_at), 1);
    // The scored predictions stay: a later release has the same scores.
    expect(again!.scores.data).toEqual(last!.scores.data);
  });

  test('scores nothing for a decay that is known to the month', async () => {
    const [last] = (await releases([3, 8, 12.25, 17, 40], 'month')).slice(-1);
    expect([last!.scores.data, last!.scores.meta.pending, last!.upcoming.data]).toEqual([[], 1, []]);
  });

  test('does not list an object as upcoming after its predicted reentry, without a confirmed decay', async () => {
    const [release] = await releases([15.4]);
    expect([release!.upcoming.data, release!.scores.meta.pending]).toEqual([[], 1]);
    // Its elements have no orbit after the window that is over.
    expect([...release!.ends]).toEqual([[FALLING, expect.any(Number)]]);
    expect(release!.ends.get(FALLING)).toBeLessThan(at(15.4).getTime());
  });

  test('gives the same bytes for the same releases', async () => {
    const [once, twice] = [await releases(days), await releases(days)];
    expect(twice.map(({ texts }) => texts)).toEqual(once.map(({ texts }) => texts));
  });

  test('starts without earlier predictions if the previous release has none, as in an earlier format', async () => {
    const store = await Store.open({ ...limits, temp: join(home, 'work') });
    await store.run("ATTACH ':memory:' AS previous");
    await store.run(
      "CREATE TABLE satellites AS SELECT 1 AS norad_cat_id, NULL::DATE AS decay_date, NULL::DATE AS launch_date, 'A' AS name, NULL::VARCHAR AS cospar_id, 'DEBRIS' AS object_class, 'UNKNOWN' AS operational_status, false AS active, 900.0 AS perigee_km, 900.0 AS apogee_km",
    );
    await store.run(
      "CREATE TABLE elements AS SELECT 1 AS norad_cat_id, '2026-07-01T00:00:00' AS epoch, 14.0 AS mean_motion, 0.0 AS eccentricity, 53.0 AS inclination, 0.0 AS mean_motion_dot, 0.0 AS bstar, 0 AS ephemeris_type",
    );
    await predictReentries(store, { home, now: at(0), previous: 'some' });
    expect(await store.rows('FROM reentry_predictions')).toEqual([]);
    store.close();
  });
});
