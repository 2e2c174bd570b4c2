import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importElements } from '../../pipeline/archive/import.ts';
import { accuracy } from '../../src/schema/objects/accuracy.ts';
import { track } from '../orbit/made-track.ts';
import { copySample } from '../pipeline/sample-build.ts';
import { writeAccuracy } from '../release/made-accuracy.ts';
import { type SampleServer, serve } from './sample-server.ts';

const ID = 190_064;
let server: SampleServer;
/** The file as published: the history of the sample is too short to measure its accuracy. */
let published: unknown;

beforeAll(async () => {
  const home = await copySample();
  published = await writeAccuracy(home);
  await importElements({ home, limits: { memory: '500MB', threads: 2 }, progress: () => {} }, [await history(home)]);
  server = await serve(home);
}, 120_000);
afterAll(() => server?.remove());

/** A file with the element sets of an object over 80 days, with two burns. */
async function history(home: string): Promise<string> {
  const names =
    'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT';
  const axis = (day: number) => 7180 + (day > 20 ? 0.05 : 0) + (day > 60 ? 0.03 : 0);
  const rows = track({ axis, days: 80 }).map((one) =>
    [
      'SAMPLE,2024-801D',
      new Date(one.epoch).toISOString().replace('Z', '000'),
      one.mean_motion.toFixed(8),
      one.eccentricity.toFixed(7),
      one.inclination.toFixed(4),
      one.ra_of_asc_node.toFixed(4),
      one.arg_of_pericenter.toFixed(4),
      (((one.mean_anomaly % 360) + 360) % 360).toFixed(4),
      `0,U,${ID},999,1,.1E-3,0,0`,
    ].join(','),
  );
  const file = join(home, 'history.csv');
  await writeFile(file, `${names}\r\n${rows.join('\r\n')}\r\n`);
  return file;
}

const get = async (path: string) => {
  const response = await server.get(`/api/v1${path}`);
  return { ...response, json: response.json() };
};

describe('maneuvers of an object', () => {
  test('are sorted newest first, with their size and confidence', async () => {
    const { status, json } = await get(`/satellites/${ID}/maneuvers?from=2026-06-01&to=2026-08-20`);
    expect(status).toBe(200);
    const { data } = json as { data: Record<string, unknown> & { maneuvers: Record<string, unknown>[] } };
    expect(data).toMatchObject({
      norad_cat_id: ID,
      enough: true,
      to: '2026-08-20T23:59:59.999Z',
      coverage: { gaps: [] },
    });
    expect(data.maneuvers.map(({ kind }) => kind)).toEqual(['maneuver', 'maneuver']);
    expect(data.maneuvers.map(({ from }) => String(from).slice(0, 7))).toEqual(['2026-07', '2026-06']);
    expect(data.maneuvers[1]!['semi_major_axis_km']).toBeCloseTo(0.05, 2);
    // Both burns are clear: 50 and 30 meters with a noise of one.
    expect(data.maneuvers.map(({ confidence }) => confidence)).toEqual([0.93, 0.93]);
  });

  test('can be limited to a range, and report too few element sets', async () => {
    const { json } = await get(`/satellites/${ID}/maneuvers?from=2026-07-20&to=2026-08-20`);
    expect((json as { data: { maneuvers: unknown[] } }).data.maneuvers).toHaveLength(1);
    const tooFew = await get('/satellites/25544/maneuvers');
    expect(tooFew.json).toMatchObject({ data: { enough: false, element_sets: 2, maneuvers: [] } });
  });

  test('name the parts of the range that were not looked at, which are not enough', async () => {
    const { json } = await get(`/satellites/${ID}/maneuvers?from=2026-05-01&to=2026-08-20`);
    const { data } = json as { data: { coverage: { gaps: { from: string; to: string }[] }; enough: boolean } };
    expect(data.enough).toBe(false);
    expect(data.coverage.gaps).toEqual([
      { from: '2026-05-01T00:00:00.000Z', to: expect.stringMatching(/^2026-06-01T00:00/) },
    ]);
  });

  test('return 400 for an invalid range, and 404 for an unknown object', async () => {
    expect((await get(`/satellites/${ID}/maneuvers?from=2027-01-01`)).json).toMatchObject({
      code: 'invalid_parameter',
      parameter: 'from',
      error: 'from is in the future.',
    });
    for (const query of ['from=2020-01-01&to=2026-08-22', 'from=2026-08-22&to=2026-08-21', 'from=soon', 'limit=3'])
      expect([query, (await get(`/satellites/${ID}/maneuvers?${query}`)).status]).toEqual([query, 400]);
    expect((await get('/satellites/999999999/maneuvers')).status).toBe(404);
  });
});

describe('the uncertainty of positions', () => {
  test('is part of a position, in seconds and kilometers', async () => {
    const { json } = await get('/satellites/25544/position?at=2026-08-24T12:00:00Z');
    const { data } = json as {
      data: { age_days: number; time_uncertainty_s: number; position_uncertainty_km: number };
    };
    expect(data.age_days).toBeGreaterThan(1);
    expect(data.position_uncertainty_km).toBeCloseTo(2 * data.age_days ** 2, 0);
    expect(data.time_uncertainty_s).toBeCloseTo(0.25 * data.age_days ** 2, 0);
  });

  test('is part of ephemerides, passes and objects above, and null for ages that were not measured', async () => {
    const berlin = 'lat=52.5&lon=13.4';
    const uncertainty = { time_uncertainty_s: expect.any(Number), position_uncertainty_km: expect.any(Number) };
    const ephemeris = await get('/satellites/25544/ephemeris?from=2026-08-22T18:00:00Z&hours=1&step_s=600');
    expect(ephemeris.json).toMatchObject({ data: uncertainty });
    const passes = await get(`/satellites/25544/passes?${berlin}&days=3`);
    expect(passes.json).toMatchObject({ data: uncertainty });
    // Each pass has the error at its own time, so it grows.
    const errors = (passes.json as { data: { passes: { time_uncertainty_s: number }[] } }).data.passes.map(
      (one) => one.time_uncertainty_s,
    );
    expect(errors).toEqual(errors.toSorted((a, b) => a - b));
    expect(errors.at(-1)).toBeGreaterThan(errors[0]!);
    const above = await get(`/above?${berlin}&at=2026-08-22T18:00:00Z&min_elevation_deg=0`);
    expect((above.json as { data: { objects: object[] } }).data.objects[0]).toMatchObject(uncertainty);
    const old = await get('/satellites/25544/position?at=2026-10-22T12:00:00Z&allow_old=true');
    expect(old.status).toBe(200);
    expect(old.json).toMatchObject({
      data: {
        time_uncertainty_s: null,
        position_uncertainty_km: null,
        stale_warning: expect.stringContaining('days old'),
      },
    });
  });

  test('has no measurements in a release with too little history', () => {
    const { data, meta } = accuracy.parse(published);
    expect(data.every(({ ages }) => ages.length === 0)).toBe(true);
    expect(meta).toMatchObject({ pairs: 0, first_epoch: null });
    expect(meta.sql).toContain('read_parquet');
  });
});
