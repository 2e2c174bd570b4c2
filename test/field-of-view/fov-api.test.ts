import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computedFor } from '../../src/features/mcp/evidence.ts';
import { fieldCost } from '../../src/features/sky/http/cost.ts';
import { KEY, type SampleServer, serveSample } from '../api/sample-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses are checked value by value
type Data = any;

let server: SampleServer;
beforeAll(async () => {
  server = await serveSample();
});
afterAll(() => server?.remove());

const AT = '2026-08-22T18:00:00Z';
const here = `lat=52.5&lon=13.4&from=${AT}`;
const data = async (path: string) => {
  const response = await server.get(path);
  expect([response.status, response.status === 200 ? '' : response.body.toString()]).toEqual([200, '']);
  return (response.json() as { data: Data }).data;
};
const refusal = async (path: string) => {
  const response = await server.get(path);
  return { status: response.status, ...(response.json() as { error: string; parameter?: string }) };
};

/** Sends the header of an image. */
async function post(body: string): Promise<{ status: number; body: Data }> {
  const response = await fetch(`${server.base}/api/v1/fov?lat=52.5&lon=13.4`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body,
  });
  return { status: response.status, body: await response.json() };
}

/** An object that is well above the horizon, and its position among the stars: the center of the field. */
async function target() {
  const { objects } = await data(`/api/v1/above?lat=52.5&lon=13.4&at=${AT}&min_elevation_deg=20`);
  const [{ norad_cat_id }] = objects;
  const { observer } = await data(`/api/v1/satellites/${norad_cat_id}/position?lat=52.5&lon=13.4&at=${AT}`);
  return { id: norad_cat_id as number, ra: observer.right_ascension_deg, dec: observer.declination_deg, observer };
}

test('lists what crosses a field, with what there is to know', async () => {
  const { id, ra, dec, observer } = await target();
  const found = await data(`/api/v1/fov?${here}&exposure_s=10&step_s=5&ra_deg=${ra}&dec_deg=${dec}&radius_deg=3`);
  expect(found).toMatchObject({ frame: 'ICRS', from: '2026-08-22T18:00:00.000Z', to: '2026-08-22T18:00:10.000Z' });
  expect(found.count).toBe(found.tracks.length);
  const track = found.tracks.find((one: Data) => one.norad_cat_id === id);
  expect(track).toMatchObject({ in_field_at_start: true, entry: { at: '2026-08-22T18:00:00.000Z' } });
  expect(track.entry.azimuth_deg).toBeCloseTo(observer.azimuth_deg, 1);
  expect(track.entry.elevation_deg).toBeCloseTo(observer.elevation_deg, 1);
  // TEME of the date and the ICRS differ by the precession since 2000.
  expect(Math.abs(track.entry.dec_deg - dec)).toBeLessThan(0.2);
  expect(track.positions[0]).toEqual(track.entry);
  expect(track.positions.at(-1)).toEqual(track.exit);
  expect(track.angular_speed_arcsec_s).toBeGreaterThan(0);
  const { position_uncertainty_km: km, position_uncertainty_arcsec: arcsec } = track;
  if (km === null) expect(arcsec).toBeNull();
  else expect(arcsec).toBeLessThanOrEqual(((km / track.entry.range_km) * 180 * 3600) / Math.PI + 1);
});

test('as CSV and VOTable: a row for each position', async () => {
  const { ra, dec } = await target();
  const path = `/api/v1/fov?${here}&ra_deg=${ra}&dec_deg=${dec}&radius_deg=20`;
  const { tracks } = await data(path);
  const rows = tracks.reduce((sum: number, one: Data) => sum + one.positions.length, 0);
  const csv = (await server.get(`${path}&format=csv`)).body.toString().trimEnd().split('\r\n');
  expect(csv).toHaveLength(rows + 1);
  expect(csv[0]).toMatch(/^track,norad_cat_id,name,.*,ra_deg,dec_deg,/);
  const votable = await server.get(`${path}&format=votable`);
  expect(votable.headers['content-type']).toContain('application/x-votable+xml');
  expect(votable.body.toString().match(/<TR>/g)).toHaveLength(rows);
  expect(votable.body.toString()).toContain('<COOSYS ID="icrs" system="ICRS"/>');
});

test('a group and a magnitude restrict it; unknown brightness is counted', async () => {
  const path = `/api/v1/fov?${here}&ra_deg=0&dec_deg=90&radius_deg=90`;
  const all = await data(path);
  expect(all.count).toBeGreaterThan(3);
  const bright = await data(`${path}&max_magnitude=8`);
  for (const { magnitude } of bright.tracks) expect(magnitude).toBeLessThanOrEqual(8);
  const unknown = all.tracks.filter((one: Data) => one.sunlit && one.magnitude === null).length;
  expect(bright.omitted.unknown_magnitude).toBe(unknown);
});

test('with as_of, the sets come from the archive', async () => {
  const path = `/api/v1/fov?${here}&ra_deg=0&dec_deg=90&radius_deg=90`;
  const response = await server.get(`${path}&as_of=2026-08-22T18:00:00Z`);
  expect(response.status).toBe(200);
  expect(response.headers['x-as-of']).toBe('2026-08-22T18:00:00Z');
});

describe('as of a time', () => {
  const field = 'ra_deg=0&dec_deg=90&radius_deg=90';
  const ends = 'ra1=200&dec1=60&ra2=201&dec2=61';

  test.each([
    `/fov?${here}&${field}`,
    `/identify?lat=52.5&lon=13.4&at=${AT}&${ends}`,
    `/sightings?lat=52.5&lon=13.4&at=${AT}`,
    '/elements/all.tle?',
    '/elements/leo?',
  ])('before the archive, %s has no elements', async (path) => {
    const response = await server.get(`/api/v1${path}&as_of=2020-01-01`);
    expect([response.status, response.json()]).toEqual([404, expect.objectContaining({ code: 'no_elements' })]);
    expect((response.json() as Data).hint).toMatch(/The first snapshot is of 2026-08-2/);
  });

  test('a tool says which elements its numbers come from', () => {
    expect(computedFor({}).method).toMatch(/from the newest element set/);
    expect(computedFor({ as_of: AT }).method).toMatch(/from archived element sets/);
  });

  test('counts objects whose sets are all too far from the exposure', async () => {
    const later = here.replace('2026-08-22', '2026-12-22');
    const { count, omitted } = await data(`/api/v1/fov?${later}&${field}&as_of=${AT}`);
    const newest = await data(`/api/v1/fov?${later}&${field}`);
    expect(count).toBe(0);
    expect(omitted.elements_too_old).toBeGreaterThan(100);
    expect(newest.omitted.elements_too_old - omitted.elements_too_old).toBeLessThan(20);
  });
});

describe('an image', () => {
  const header = (more = '') =>
    `NAXIS1  = 1000\nNAXIS2  = 800\nCTYPE1  = 'RA---TAN'\nCTYPE2  = 'DEC--TAN'\nCRVAL1  = 10\nCRVAL2  = 89\nCRPIX1  = 500.5\nCRPIX2  = 400.5\nCDELT1  = -0.1\nCDELT2  = 0.1\n${more}`;

  test('has pixels, and the time of its header', async () => {
    const times = "DATE-OBS= '2026-08-22T18:00:00'\nEXPTIME = 20\n";
    const response = await post(header(times));
    expect(response.status).toBe(200);
    const { data } = response.body;
    expect(data).toMatchObject({ from: '2026-08-22T18:00:00.000Z', to: '2026-08-22T18:00:20.000Z' });
    expect(data.count).toBeGreaterThan(0);
    for (const { entry } of data.tracks) {
      expect(entry.x_px).toBeGreaterThan(0.4);
      expect(entry.x_px).toBeLessThan(1000.6);
      expect(entry.y_px).toBeLessThan(800.6);
    }
    expect(await post(JSON.stringify({ header: header(times) }))).toEqual({ status: 200, body: { data } });
  });

  test.each([
    ['nothing', '', 'header'],
    ['no JSON', '{', 'header'],
    ['another property', '{"wcs":""}', 'wcs'],
    ['another projection', header().replace('RA---TAN', 'RA---ZEA'), 'header'],
    ['a date that does not exist', header("DATE-OBS= '2026-02-30T00:00:00'\nEXPTIME = 20\n"), 'header'],
    ['a scale that is no number', header().replace('CDELT1  = -0.1', 'CDELT1  = 1E400'), 'header'],
    [
      'a scale too large to compute with',
      header("DATE-OBS= '2026-08-22T18:00:00'\nEXPTIME = 20\n").replace('CDELT1  = -0.1', 'CDELT1  = 1E300'),
      'header',
    ],
    ['no time', header(), 'from'],
    ['no exposure', header("DATE-OBS= '2026-08-22T18:00:00'\nEXPTIME = 0\n"), 'exposure_s'],
  ])('with %s is refused', async (_name, body, parameter) => {
    const response = await post(body);
    expect([response.status, response.body.parameter]).toEqual([400, parameter]);
  });
});

test.each([
  ['ra_deg=1&dec_deg=2', 'radius_deg'],
  ['', 'ra_deg'],
  ['ra_deg=1&dec_deg=2&radius_deg=1&corners=0,0,1,0,1,1,0,1', 'ra_deg'],
  ['corners=0,0,10,10,10,0,0,10', 'corners'],
  ['corners=0,0,10,100,10,0,0,10', 'corners'],
  ['corners=0,0,1,1', 'corners'],
  ['ra_deg=1&dec_deg=2&radius_deg=1&exposure_s=7200', 'exposure_s'],
  ['ra_deg=1&dec_deg=2&radius_deg=1&exposure_s=3600&step_s=1', 'step_s'],
  ['ra_deg=361&dec_deg=2&radius_deg=1', 'ra_deg'],
  ['ra_deg=1&dec_deg=2&radius_deg=1&as_of=2099-01-01', 'as_of'],
])('refuses %s by the name of the parameter', async (query, parameter) => {
  expect(await refusal(`/api/v1/fov?${here}&${query}`)).toMatchObject({ status: 400, parameter });
});

test('an exposure counts by its length and by the area of its field', () => {
  const counts = [0, 20, 42, 60, 90].map((degrees) => fieldCost(3600, (degrees * Math.PI) / 180));
  expect(counts).toEqual([15, 15, 30, 45, 75]);
});
