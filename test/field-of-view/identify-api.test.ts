import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleServer, serveSample } from '../api/sample-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses are checked value by value
type Data = any;

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const place = 'lat=52.5&lon=13.4';
const data = async (path: string) => {
  const response = await server.get(path);
  expect([response.status, response.status === 200 ? '' : response.body.toString()]).toEqual([200, '']);
  return (response.json() as { data: Data }).data;
};

/** The track of the fastest object that is up for two seconds. */
async function track(): Promise<Data> {
  const { tracks } = await data(
    `/api/v1/fov?${place}&from=2026-08-22T18:00:00Z&exposure_s=2&ra_deg=0&dec_deg=90&radius_deg=90&min_elevation_deg=15`,
  );
  return tracks
    .filter((one: Data) => one.sunlit && one.in_field_at_start && one.in_field_at_end)
    .sort((a: Data, b: Data) => b.angular_speed_arcsec_s - a.angular_speed_arcsec_s)[0];
}

const ends = ({ entry, exit }: Data) =>
  `ra1=${entry.ra_deg}&dec1=${entry.dec_deg}&ra2=${exit.ra_deg}&dec2=${exit.dec_deg}`;
const times = ({ entry, exit }: Data) => `t1=${entry.at}&t2=${exit.at}`;

test('the object that made a streak is the first candidate, without residuals', async () => {
  const one = await track();
  const found = await data(`/api/v1/identify?${place}&${times(one)}&${ends(one)}`);
  const [first] = found.candidates;
  expect(first.norad_cat_id).toBe(one.norad_cat_id);
  expect(first.probability).toBeGreaterThan(0.9);
  expect(found.none_probability).toBeLessThan(0.1);
  expect(Math.abs(first.time_residual_s)).toBeLessThan(0.02);
  expect(Math.abs(first.separation_arcsec)).toBeLessThan(5);
  expect(Math.abs(first.direction_residual_deg)).toBeLessThan(0.05);
  expect(first.speed_ratio).toBeCloseTo(1, 3);
  expect(found.streak.angular_speed_arcsec_s / one.angular_speed_arcsec_s).toBeCloseTo(1, 2);
});

test('the same by azimuth and elevation', async () => {
  const one = await track();
  const { entry, exit } = one;
  const found = await data(
    `/api/v1/identify?${place}&${times(one)}&az1=${entry.azimuth_deg}&el1=${entry.elevation_deg}&az2=${exit.azimuth_deg}&el2=${exit.elevation_deg}&place_error_arcsec=10`,
  );
  expect(found.candidates[0].norad_cat_id).toBe(one.norad_cat_id);
  expect(Math.abs(found.candidates[0].separation_arcsec)).toBeLessThan(10);
});

test('without the times of the ends, either may be the first', async () => {
  const one = await track();
  const { entry, exit } = one;
  for (const [a, b] of [
    [entry, exit],
    [exit, entry],
  ]) {
    const found = await data(
      `/api/v1/identify?${place}&at=2026-08-22T18:00:01Z&ra1=${a.ra_deg}&dec1=${a.dec_deg}&ra2=${b.ra_deg}&dec2=${b.dec_deg}`,
    );
    const [first] = found.candidates;
    expect(first).toMatchObject({ norad_cat_id: one.norad_cat_id, speed_ratio: null });
    expect(Math.abs(first.direction_residual_deg)).toBeLessThan(0.1);
    expect(found.streak.angular_speed_arcsec_s).toBeNull();
  }
});

test('a streak across the motion of what is there was made by none of it', async () => {
  const one = await track();
  const { entry } = one;
  const across = ((one.direction_deg + 90) * Math.PI) / 180;
  const dec = entry.dec_deg + Math.cos(across);
  const ra = (entry.ra_deg + Math.sin(across) / Math.cos((entry.dec_deg * Math.PI) / 180) + 360) % 360;
  const found = await data(
    `/api/v1/identify?${place}&${times(one)}&ra1=${entry.ra_deg}&dec1=${entry.dec_deg}&ra2=${ra.toFixed(6)}&dec2=${dec.toFixed(6)}`,
  );
  expect(found.none_probability).toBeGreaterThan(0.9);
  const sum = found.candidates.reduce((total: number, { probability }: Data) => total + probability, 0);
  expect(sum + found.none_probability).toBeCloseTo(1, 2);
});

test('if no element set is usable, the probability of none is null, and the note says why', async () => {
  const ends = 'ra1=200&dec1=60&ra2=201&dec2=61';
  const found = await data(`/api/v1/identify?${place}&at=2026-11-30T17:00:00Z&${ends}`);
  expect(found).toMatchObject({ none_probability: null, candidates: [], searched: { objects: 0 } });
  expect(found.note).toContain('no element set is usable');
  const compared = await data(`/api/v1/identify?${place}&at=2026-08-22T18:00:00Z&${ends}`);
  expect(compared.none_probability).toBeGreaterThan(0);
});

describe('refuses', () => {
  const time = 't1=2026-08-22T18:00:00Z&t2=2026-08-22T18:00:02Z';
  const stars = 'ra1=10&dec1=10&ra2=11&dec2=11';
  test.each([
    [stars, 't1'],
    [`t1=2026-08-22T18:00:00Z&${stars}`, 't2'],
    [`at=2026-08-22T18:00:00Z&${time}&${stars}`, 'at'],
    [`t1=2026-08-22T18:00:02Z&t2=2026-08-22T18:00:00Z&${stars}`, 't2'],
    [time, 'ra1'],
    [`${time}&ra1=10&dec1=10&ra2=11`, 'dec2'],
    [`${time}&${stars}&az1=1`, 'ra1'],
    [`${time}&az1=1&el1=20`, 'az2'],
    [`${time}&ra1=10&dec1=10&ra2=10&dec2=10`, 'ra2'],
    [`${time}&ra1=10&dec1=10&ra2=100&dec2=10`, 'ra2'],
  ])('%s by the name of the parameter', async (query, parameter) => {
    const response = await server.get(`/api/v1/identify?${place}&${query}`);
    expect([response.status, (response.json() as Data).parameter]).toEqual([400, parameter]);
  });
});
