import { gstime } from 'satellite.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWithCatalog } from '../../src/http/opened-release.ts';
import { ElementOrbit, exactEpoch } from '../../src/orbit/element-orbit.ts';
import { findPasses } from '../../src/orbit/observation/passes.ts';
import { ut1MinusUtc } from '../../src/orbit/observation/sky.ts';
import { Observer, Satellite } from '../../src/orbit/observer.ts';
import { currentReleaseId } from '../../src/release/release.ts';
import { type SampleServer, serveSample } from './sample-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses are checked value by value
type Data = any;

let server: SampleServer;
let catalog: Awaited<ReturnType<typeof openWithCatalog>>['catalog'];
beforeAll(async () => {
  server = await serveSample();
  catalog = (await openWithCatalog(server.home, (await currentReleaseId(server.home))!, false)).catalog;
});
afterAll(async () => {
  catalog?.close();
  await server?.remove();
});

const AT = '2026-08-22T18:00:00Z';
const time = Date.parse(AT);
const berlin = 'lat=52.5&lon=13.4';
const here = { lat: 52.5, lon: 13.4, alt_m: 0 };
const body = async (path: string) => {
  const response = await server.get(path);
  expect([response.status, response.status === 200 ? '' : response.body.toString()]).toEqual([200, '']);
  return response.json() as unknown as { data: Data };
};
const refusal = async (path: string) => {
  const response = await server.get(path);
  return {
    status: response.status,
    ...(response.json() as { code: string; error: string; hint: string; parameter?: string }),
  };
};

/** Right ascension and declination of an azimuth and elevation here, by spherical trigonometry and the sidereal time of satellite.js. */
function starOf(look: { azimuth_deg: number; elevation_deg: number }) {
  const { sin, cos, asin, atan2, PI } = Math;
  const [azimuth, elevation, latitude] = [look.azimuth_deg, look.elevation_deg, here.lat].map(
    (one) => (one * PI) / 180,
  );
  const declination = asin(sin(elevation!) * sin(latitude!) + cos(elevation!) * cos(latitude!) * cos(azimuth!));
  const hourAngle = atan2(
    -sin(azimuth!) * cos(elevation!),
    sin(elevation!) * cos(latitude!) - cos(elevation!) * sin(latitude!) * cos(azimuth!),
  );
  const degrees = ((gstime(new Date(time + ut1MinusUtc(time) * 1000)) - hourAngle) * 180) / PI + here.lon;
  return { right_ascension_deg: (degrees + 720) % 360, declination_deg: (declination * 180) / PI };
}

test.each([
  ['/api/v1/satellites/25544/position', `at=${AT}`],
  [`/api/v1/above?${berlin}`, `at=${AT}`],
  [`/api/v1/satellites/25544/passes?${berlin}`, `from=${AT}`],
  [`/api/v1/passes?ids=25544&${berlin}`, `from=${AT}`],
  ['/api/v1/satellites/25544/ephemeris?hours=1', `from=${AT}`],
  ['/api/v1/satellites/25544/maneuvers', `to=${AT}`],
  ['/api/v1/sources', null],
])('%s is modified at the time of the request, with %s at that of the release', async (path, time) => {
  const now = new Date(Date.parse(AT)).toUTCString();
  const { headers } = await server.get('/api/v1/satellites/25544');
  const ofRelease = headers['last-modified']!;
  expect(Date.parse(ofRelease)).toBeLessThan(Date.parse(now));
  const ask = (url: string, since: string) => server.get(url, { 'if-modified-since': since });
  const moment = await ask(path, ofRelease);
  expect([moment.status, moment.headers['last-modified']]).toEqual([200, now]);
  if (time === null) return;
  const fixed = await ask(`${path}${path.includes('?') ? '&' : '?'}${time}`, ofRelease);
  expect([fixed.status, fixed.headers['last-modified']]).toEqual([304, ofRelease]);
});

test('elements are valid up to the end of the window of the predicted reentry, by each route', async () => {
  const [id, end] = [...(await catalog.reentryEnds())].find(
    ([one, time]) => new ElementOrbit(catalog.elements(one)!.elements!).validity()!.to > time,
  )!;
  const { data: tle } = await body(`/api/v1/satellites/${id}/tle?format=json`);
  const { data: sets } = await body(`/api/v1/satellites/${id}/elements`);
  const late = (await server.get(`/api/v1/satellites/${id}/position?at=2026-12-01T00:00:00Z`)).json() as Data;
  expect([tle.valid_to, sets[0].valid_to].map((text) => Date.parse(text))).toEqual([end, end]);
  expect(late.valid_to).toBe(tle.valid_to);
});

describe('position', () => {
  test('equals the results of the propagator in both frames, and of the observer', async () => {
    const { data } = await body(`/api/v1/satellites/25544/position?at=${AT}&${berlin}`);
    const satellite = new Satellite(catalog.elements(25544)!.elements!);
    const [teme, itrf] = [satellite.teme(time), satellite.itrf(time)];
    for (let axis = 0; axis < 3; axis++) {
      expect(data.teme.position_km[axis]).toBeCloseTo(teme.position[axis]!, 3);
      expect(data.itrf.velocity_km_s[axis]).toBeCloseTo(itrf.velocity[axis]!, 6);
    }
    expect(data).toMatchObject({ at: '2026-08-22T18:00:00.000Z', time_uncertainty_s: null, norad_cat_id: 25544 });
    expect(data.speed_km_s).toBeCloseTo(7.66, 1);
    expect(data.altitude_km).toBeGreaterThan(400);
    expect(data.altitude_km).toBeLessThan(440);
    const look = new Observer(here).lookAngles(itrf);
    expect(data.observer.azimuth_deg).toBeCloseTo(look.azimuth_deg, 3);
    expect(data.observer.range_rate_km_s).toBeCloseTo(look.range_rate_km_s, 5);
    expect(data.observer.declination_deg).toBeCloseTo(starOf(look).declination_deg, 3);
    expect(data.observer.right_ascension_deg).toBeCloseTo(starOf(look).right_ascension_deg, 3);
    expect(data.observer.sun_elevation_deg).toBeCloseTo(new Observer(here).sunElevation(time), 1);
    expect(['sunlit', 'penumbra', 'umbra']).toContain(data.illumination);
    expect(data.sunlit).toBe(data.sun_fraction > 0.5);
  });

  test('has no observer without a place, and returns 400 for an incomplete place', async () => {
    const { data } = await body(`/api/v1/satellites/25544/position?at=${AT}`);
    expect(data.observer).toBeNull();
    expect(await refusal('/api/v1/satellites/25544/position?lat=1')).toMatchObject({ status: 400, parameter: 'lon' });
    expect(await refusal('/api/v1/satellites/25544/position?alt_m=1')).toMatchObject({ status: 400, parameter: 'lat' });
  });

  test('returns 409 for elements that are too old, and 404 for decayed objects', async () => {
    const late = '/api/v1/satellites/25544/position?at=2026-12-01T00:00:00Z';
    expect(await refusal(late)).toMatchObject({ status: 409, code: 'elements_too_old' });
    expect((await server.get(`${late}&allow_old=true`)).status).toBe(200);
    for (const id of await decayedIds())
      expect(await refusal(`/api/v1/satellites/${id}/position`)).toMatchObject({ status: 404, code: 'no_elements' });
  });
});

async function decayedIds(): Promise<number[]> {
  const ids = (await catalog.reentries()).subarray(0, 5);
  expect(ids.length).toBeGreaterThan(0);
  return [...ids];
}

describe('ephemeris', () => {
  const base = `/api/v1/satellites/25544/ephemeris?from=${AT}`;

  test('has rows at equal steps, including both ends of the window', async () => {
    const { data } = await body(`${base}&hours=1&step_s=600&${berlin}`);
    const times = data.rows.map(({ at }: { at: string }) => at.slice(11, 16));
    expect(times.join(' ')).toBe('18:00 18:10 18:20 18:30 18:40 18:50 19:00');
    const itrf = new Satellite(catalog.elements(25544)!.elements!).itrf(time + 600_000);
    expect(data.rows[1].x_km).toBeCloseTo(itrf.position[0], 3);
    expect(data.rows[1].elevation_deg).toBeCloseTo(new Observer(here).lookAngles(itrf).elevation_deg, 2);
    const teme = await body(`${base}&hours=1&step_s=600&frame=teme`);
    expect(teme.data.rows[0].z_km).toBeCloseTo(data.rows[0].z_km, 3);
    expect(teme.data.rows[0].x_km).not.toBeCloseTo(data.rows[0].x_km, 0);
    expect(teme.data.rows[0].azimuth_deg).toBeUndefined();
  });

  test('has the same rows in CSV', async () => {
    const csv = (await server.get(`${base}&hours=1&step_s=600&format=csv`)).body.toString().trim().split('\r\n');
    expect(csv).toHaveLength(8);
    expect(csv[0]).toBe(
      'at,x_km,y_km,z_km,vx_km_s,vy_km_s,vz_km_s,latitude_deg,longitude_deg,altitude_km,elements_epoch,age_days,time_uncertainty_s,position_uncertainty_km',
    );
    expect(csv[1]!.split(',')).toHaveLength(14);
  });

  test('has the layout of CCSDS 502.0-B-3 in OEM: header, metadata in order, then states', async () => {
    const { headers, body: text } = await server.get(`${base}&hours=1&step_s=600&format=oem`);
    expect(headers['content-type']).toContain('text/plain');
    const lines = text.toString().trimEnd().split('\n');
    expect(lines.every((line) => line.length <= 254 && !/[^ -~]/.test(line))).toBe(true);
    const keywords = lines.map(
      (line) => /^(COMMENT|[A-Z_]+(?= = )|META_START|META_STOP)/.exec(line)?.[0] ?? (line === '' ? '' : 'data'),
    );
    expect(keywords.filter((word) => word !== 'COMMENT' && word !== '')).toEqual([
      'CCSDS_OEM_VERS',
      'CREATION_DATE',
      'ORIGINATOR',
      'META_START',
      'OBJECT_NAME',
      'OBJECT_ID',
      'CENTER_NAME',
      'REF_FRAME',
      'TIME_SYSTEM',
      'START_TIME',
      'STOP_TIME',
      'INTERPOLATION',
      'INTERPOLATION_DEGREE',
      'META_STOP',
      ...Array.from({ length: 7 }, () => 'data'),
    ]);
    // Comments are allowed after the version, at the start of the metadata, and before the states.
    expect(keywords[1]).toBe('COMMENT');
    expect(keywords[keywords.indexOf('META_START') + 1]).toBe('COMMENT');
    const value = (name: string) => lines.find((line) => line.startsWith(`${name} = `))!.split(' = ')[1]!;
    const epoch = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/;
    for (const name of ['CREATION_DATE', 'START_TIME', 'STOP_TIME']) expect(value(name)).toMatch(epoch);
    expect(value('OBJECT_ID')).toBe('1998-067A');
    expect(text.toString()).toMatch(/^COMMENT NORAD_CAT_ID 25544, elements of \S+, age at START_TIME \d.\d+ days$/m);
    expect(text.toString()).toContain('\nCOMMENT Error at START_TIME: not measured\n');
    const states = lines.slice(keywords.indexOf('data')).map((line) => line.split(' '));
    expect(states[0]![0]).toBe(value('START_TIME'));
    expect(states.at(-1)![0]).toBe(value('STOP_TIME'));
    for (const [at, ...numbers] of states) {
      expect(at).toMatch(epoch);
      expect(numbers).toHaveLength(6);
      for (const number of numbers) expect(number).toMatch(/^-?\d+\.\d+$/);
    }
    expect(await refusal(`${base}&hours=1&format=oem&frame=TEME`)).toMatchObject({ status: 400, parameter: 'frame' });
  });

  test('returns 400 for too many rows with a window that fits, and charges more for many rows', async () => {
    const { status, error, hint } = await refusal(`${base}&days=10&step_s=60`);
    expect([status, error]).toEqual([400, 'The request has 14401 rows; the maximum is 10000.']);
    const [, from, to] = /from=(\S+)&to=(\S+) first/.exec(hint)!;
    server.charged.length = 0;
    expect((await server.get(`/api/v1/satellites/25544/ephemeris?from=${from}&to=${to}&step_s=60`)).status).toBe(200);
    expect(server.charged).toEqual([1]);
    await body(`${base}&hours=1`);
    expect(server.charged).toEqual([1]);
  });

  test('requires one end of the window, after its start', async () => {
    for (const query of ['hours=1&days=1', `to=${AT}`, 'to=2026-08-22T17:00:00Z', 'to=2026-02-31T00:00:00Z', 'hours=0'])
      expect([query, (await refusal(`${base}&${query}`)).status]).toEqual([query, 400]);
  });
});

describe('passes of many objects', () => {
  test('are the same as those of each object', async () => {
    const { data } = (await body(`/api/v1/passes?ids=25544,20580,999999999,25544&${berlin}&from=${AT}&hours=24`)) as {
      data: Data;
    };
    expect(data.omitted).toContainEqual({ norad_cat_id: 999_999_999, reason: 'not_found' });
    const one = data.objects.find(({ norad_cat_id }: { norad_cat_id: number }) => norad_cat_id === 25544);
    const alone = (await body(`/api/v1/satellites/25544/passes?${berlin}&from=${AT}&hours=24`)) as {
      data: Data;
    };
    expect(one).toEqual(alone.data);
  });

  test('can be those of a group, and are in order of time in CSV', async () => {
    const { data } = (await body(`/api/v1/passes?group=stations&${berlin}&from=${AT}&hours=24`)) as {
      data: Data;
    };
    const csv = (
      await server.get(`/api/v1/passes?group=stations&${berlin}&from=${AT}&hours=24&format=csv`)
    ).body.toString();
    const rows = csv.trim().split('\r\n').slice(1);
    expect(rows).toHaveLength(
      data.objects.reduce((sum: number, { passes }: { passes: unknown[] }) => sum + passes.length, 0),
    );
    const rises = rows.map((line) => /\d{4}-\d\d-\d\dT[^,]+/.exec(line)![0]);
    expect(rises).toEqual([...rises].sort());
  });

  test('with a plan, do not overlap and have the largest sum of highest elevations, by priority', async () => {
    const url = `/api/v1/passes?group=stations&${berlin}&from=${AT}&hours=24`;
    interface Planned {
      norad_cat_id: number;
      name: string;
      weight: number;
      rise: { at: string };
      set: { at: string };
      culmination: { elevation_deg: number };
    }
    const { data } = (await body(`${url}&plan=true&turn_s=60`)) as { data: Data };
    const plan = data.plan as { passes: Planned[]; weight: number; left_out: number };
    const all = data.objects.reduce((sum: number, { passes }: { passes: unknown[] }) => sum + passes.length, 0);
    expect(plan.passes.length).toBeGreaterThan(1);
    expect(plan.left_out).toBe(all - plan.passes.length);
    expect(plan.left_out).toBeGreaterThan(0);
    for (const [n, { rise }] of plan.passes.entries())
      if (n > 0)
        expect(Date.parse(rise.at) - Date.parse(plan.passes[n - 1]!.set.at)).toBeGreaterThanOrEqual(60_000 - 100);
    for (const { weight, culmination } of plan.passes) expect(weight).toBeCloseTo(culmination.elevation_deg, 1);
    expect(plan.weight).toBeCloseTo(
      plan.passes.reduce((sum, { weight }) => sum + weight, 0),
      1,
    );
    // An object with priority takes the place of the others where they overlap.
    const other = data.objects.find(({ norad_cat_id }: { norad_cat_id: number }) => norad_cat_id !== 25544);
    const id = other.norad_cat_id as number;
    const preferred = (await body(`${url}&plan=1&priority=${id}:999`)) as { data: Data };
    expect(preferred.data.plan.passes.filter((one: Planned) => one.norad_cat_id === id)).toHaveLength(
      other.passes.length,
    );
    for (const format of ['csv', 'ics']) {
      const text = (await server.get(`${url}&plan=true&turn_s=60&format=${format}`)).body.toString();
      expect(text.match(format === 'csv' ? /^\d+,/gm : /^BEGIN:VEVENT/gm)).toHaveLength(plan.passes.length);
    }
  });

  test('return 400 for a priority or a turn without a plan, and for a priority of an object that is not asked for', async () => {
    const url = `/api/v1/passes?ids=25544&${berlin}&from=${AT}`;
    for (const extra of ['priority=25544:2', 'turn_s=10', 'plan=false&turn_s=10'])
      expect(await refusal(`${url}&${extra}`)).toMatchObject({ status: 400, parameter: 'plan', allowed: ['true'] });
    expect(await refusal(`${url}&plan=true&priority=20580:2`)).toMatchObject({
      parameter: 'priority',
      error: 'The request has a priority for 20580, which it does not select.',
    });
    for (const wrong of ['25544', '25544:0', '25544:0.0', '25544:-1', '25544:1000', '25544:1,'])
      expect(await refusal(`${url}&plan=true&priority=${wrong}`)).toMatchObject({ status: 400, parameter: 'priority' });
  });

  test('return 400 with a way to split large requests, and are charged by size', async () => {
    expect(await refusal(`/api/v1/passes?${berlin}&ids=1&group=stations`)).toMatchObject({
      status: 400,
      parameter: 'ids',
    });
    const long = await refusal(`/api/v1/passes?${berlin}&ids=25544&from=${AT}&hours=72`);
    expect(long).toMatchObject({ status: 400, parameter: 'hours' });
    expect(long.hint).toContain('to=2026-08-24T18:00:00Z');
    const ids = Array.from({ length: 501 }, (_, n) => n + 1).join(',');
    const many = await refusal(`/api/v1/passes?${berlin}&ids=${ids}`);
    expect(many).toMatchObject({ status: 400, parameter: 'ids' });
    expect(many.hint).toContain('500 catalog numbers at most, 2 times');
    const twice = `/api/v1/above?${berlin}&at=${AT}&object_class=PAYLOAD&class=DEBRIS`;
    expect(await refusal(twice)).toMatchObject({ status: 400, parameter: 'class' });
    // An unknown group is an error, not an empty result.
    for (const path of ['passes', 'above'])
      expect(await refusal(`/api/v1/${path}?${berlin}&group=qianfan`)).toMatchObject({
        parameter: 'group',
        error: 'This release has no group qianfan.',
      });
    server.charged.length = 0;
    await body(`/api/v1/passes?${berlin}&from=${AT}&hours=48&ids=${ids.split(',').slice(0, 100).join(',')}`);
    // 100 objects × 48 hours are 4,800 object-hours: three, two of them beyond the first.
    expect(server.charged).toEqual([2]);
  });
});

describe('above', () => {
  test('has every object above the elevation, highest first', async () => {
    const { data } = await body(`/api/v1/above?${berlin}&at=${AT}&allow_old=true`);
    const observer = new Observer(here);
    const expected = (await catalog.sky.objects()).flatMap((one) => {
      try {
        const { elevation_deg } = observer.lookAngles(new Satellite(one, { allowOld: true }).itrf(time));
        return elevation_deg >= 10 ? [{ id: one.norad_cat_id, elevation_deg }] : [];
      } catch {
        return [];
      }
    });
    const ids = data.objects.map(({ norad_cat_id }: { norad_cat_id: number }) => norad_cat_id);
    expect([...ids].sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id));
    const elevations = data.objects.map(({ elevation_deg }: { elevation_deg: number }) => elevation_deg);
    expect(elevations).toEqual([...elevations].sort((a, b) => b - a));
    expect(data.count).toBe(ids.length);
    const [highest] = data.objects;
    expect(highest.elevation_deg).toBeCloseTo(expected.find(({ id }) => id === highest.norad_cat_id)!.elevation_deg, 1);
  });

  test('has the motion and, of what is sunlit and of known size, the magnitude of each object', async () => {
    const { objects } = (await body(`/api/v1/above?${berlin}&at=${AT}&min_elevation_deg=0`)).data as {
      objects: { sunlit: boolean; magnitude: number | null; angular_speed_deg_s: number; heading_deg: number }[];
    };
    for (const { sunlit, magnitude, angular_speed_deg_s, heading_deg } of objects) {
      expect(sunlit || magnitude === null).toBe(true);
      expect(angular_speed_deg_s).toBeGreaterThanOrEqual(0);
      expect(heading_deg).toBeGreaterThanOrEqual(0);
      expect(heading_deg).toBeLessThan(360);
    }
    expect(objects.some(({ magnitude }) => magnitude !== null)).toBe(true);
    expect(objects.some(({ sunlit, magnitude }) => sunlit && magnitude === null)).toBe(true);
  });

  test('filters by group and class, and counts objects with old elements without listing them', async () => {
    const all = (await body(`/api/v1/above?${berlin}&at=${AT}&min_elevation_deg=0`)).data;
    for (const [query, keep] of [
      ['class=PAYLOAD', ({ object_class }: Record<string, string>) => object_class === 'PAYLOAD'],
      ['orbit_class=geo', ({ orbit_class }: Record<string, string>) => orbit_class === 'GEO'],
    ] as const) {
      const { data } = (await body(`/api/v1/above?${berlin}&at=${AT}&min_elevation_deg=0&${query}`)) as {
        data: Data;
      };
      expect(data.objects).toEqual(all.objects.filter(keep));
    }
    expect((await body(`/api/v1/above?${berlin}&at=${AT}&group=stations`)).data.objects).toBeDefined();
    const later = await body(`/api/v1/above?${berlin}&at=2026-10-10T18:00:00Z`);
    expect(later.data.omitted.elements_too_old).toBeGreaterThan(0);
    expect(later.data.objects.every(({ orbit_class }: { orbit_class: string }) => orbit_class !== 'LEO')).toBe(true);
    const latest = (await body(`/api/v1/above?${berlin}&at=2029-08-22T18:00:00Z&allow_old=true`)).data;
    expect([latest.count, latest.omitted.elements_too_old > 100]).toEqual([0, true]);
  });
});

describe('passes of one object', () => {
  const base = `/api/v1/satellites/25544/passes?${berlin}&from=${AT}&days=3`;

  test('apply the horizon and refraction like findPasses', async () => {
    const elements = catalog.elements(25544)!.elements!;
    const points = [
      { azimuth_deg: 0, elevation_deg: 5 },
      { azimuth_deg: 180, elevation_deg: 30 },
    ];
    const search = { from: time, to: time + 72 * 3_600_000, observer: here, minElevation: 10 };
    for (const [query, more] of [
      ['horizon=0:5,180:30', { horizon: points }],
      ['refraction=true', { refraction: true }],
      ['refraction=false', {}],
    ] as const) {
      const { data } = await body(`${base}&${query}`);
      const expected = findPasses(elements, { ...search, ...more }).passes;
      expect(data.passes.map(({ duration_s }: { duration_s: number }) => duration_s)).toEqual(
        expected.map(({ rise, set }) => Math.round((set.at - rise.at) / 100) / 10),
      );
    }
    for (const horizon of [
      '5',
      '0:95',
      '360:1',
      '90:5,20:5',
      '0:1,,9:1',
      `${Array.from({ length: 73 }, (_, n) => `${n}:1`)}`,
    ])
      expect([horizon, (await refusal(`${base}&horizon=${horizon}`)).parameter]).toEqual([horizon, 'horizon']);
  });

  test('are refused with an earlier end if the object decays within the window', async () => {
    const decaying = (await catalog.sky.objects()).flatMap((one) => {
      const to = new ElementOrbit(one, { allowOld: true }).validity()?.to;
      return to !== undefined && to < exactEpoch(one.epoch) + 700 * 86_400_000 ? [{ id: one.norad_cat_id, to }] : [];
    });
    const { id, to } = decaying[0]!;
    const iso = (moment: number) => new Date(moment).toISOString().replace('.000Z', 'Z');
    const path = `/api/v1/satellites/${id}`;
    const refused = { status: 404, code: 'no_elements', valid_to: iso(to), hint: expect.stringContaining(iso(to)) };
    for (const query of [
      `ephemeris?from=${iso(to - 86_400_000)}&to=${iso(to + 86_400_000)}&step_s=86400`,
      `passes?lat=52.5&lon=13.4&from=${iso(to + 10 * 86_400_000)}&days=1`,
      `position?at=${iso(to + 2000)}`,
    ])
      expect([query, await refusal(`${path}/${query}&allow_old=true`)]).toEqual([
        query,
        expect.objectContaining(refused),
      ]);
    expect((await server.get(`${path}/position?at=${iso(to)}&allow_old=true`)).status).toBe(200);
    const { omitted } = (await body(`/api/v1/passes?ids=${id}&lat=0&lon=0&from=${iso(to + 2000)}&allow_old=true`)).data;
    expect(omitted).toEqual([{ norad_cat_id: id, reason: 'no_elements' }]);
    const partly = `/api/v1/passes?ids=${id}&lat=0&lon=0&from=${iso(to - 3_600_000)}&hours=2&allow_old=true`;
    expect((await body(partly)).data.omitted).toEqual([
      { norad_cat_id: id, reason: 'window_not_covered', valid_from: expect.any(String), valid_to: iso(to) },
    ]);
    // Nothing is computed more than two years from an epoch.
    expect(await refusal('/api/v1/satellites/28912/position?at=2030-01-01T00:00:00Z&allow_old=true')).toMatchObject({
      status: 409,
      code: 'elements_too_old',
      hint: expect.stringContaining('two years'),
    });
  });

  test('have all culminations if there are several', async () => {
    // METEOSAT-9, inclined by 9°: always up, and highest once a day.
    const { data } = await body(`/api/v1/satellites/28912/passes?lat=40&lon=45&from=${AT}&days=4`);
    const [{ culmination, culminations }] = data.passes;
    expect([data.state, data.passes.length]).toEqual(['always_up', 1]);
    expect(culminations.length).toBeGreaterThan(2);
    expect(culminations).toContainEqual(culmination);
    expect((await body(base)).data.passes[0]).not.toHaveProperty('culminations');
  });

  test('have the epoch of the elements in the format of the record', async () => {
    const record = await body('/api/v1/satellites/25544');
    expect(record.data.elements_epoch).toMatch(/Z$/);
    for (const path of ['position?at=2026-08-22T18:00:00Z', 'ephemeris?hours=1', 'passes?lat=50&lon=10&hours=1'])
      expect([path, (await body(`/api/v1/satellites/25544/${path}`)).data.elements_epoch]).toEqual([
        path,
        record.data.elements_epoch,
      ]);
  });

  test('accept times with an offset or microseconds', async () => {
    const { data } = await body(base);
    for (const from of ['2026-08-22T18:00:00.000000Z', '2026-08-22T20:00:00%2B02:00'])
      expect((await body(base.replace(AT, from))).data).toEqual(data);
    for (const from of ['2026-08-22T20:00:00', '2026-06-31T00:00:00Z', '2026-08-22T20:00:00%2B99:00'])
      expect([from, (await refusal(base.replace(AT, from))).parameter]).toEqual([from, 'from']);
  });

  test('have no rise and set in a calendar if they extend beyond the window', async () => {
    const [first] = (await body(base)).data.passes;
    const cut = base.replace(AT, first.culmination.at).replace('days=3', 'hours=0.02');
    const text = (await server.get(`${cut}&format=ics`)).body.toString().replaceAll('\r\n ', '');
    expect(text).toMatch(/DESCRIPTION:Up already\\, [NESW]+ \(\d+°\) at .*highest.*still up\\, [NESW]+ \(\d+°\) at/);
  });

  test('return 400 for more than ten days, with a window that fits', async () => {
    const { status, hint } = await refusal(`/api/v1/satellites/25544/passes?${berlin}&from=${AT}&days=11`);
    expect(status).toBe(400);
    expect(hint).toContain('to=2026-09-01T18:00:00Z');
  });

  test('are one event each in iCalendar, in order of time, with lines of at most 75 bytes', async () => {
    const { data } = await body(base);
    const { headers, body: text } = await server.get(`${base}&format=ics`);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    const lines = text.toString().split('\r\n');
    expect(lines.at(-1)).toBe('');
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const unfolded = text.toString().replaceAll('\r\n ', '').split('\r\n');
    expect(unfolded.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Orbweaver//Passes//EN']);
    const starts = unfolded.filter((line) => line.startsWith('DTSTART:'));
    const stamps = data.passes.map(({ rise }: { rise: { at: string } }) => rise.at.replace(/[-:]|\.\d+/g, ''));
    expect(starts).toEqual(stamps.map((stamp: string) => `DTSTART:${stamp}`));
    expect(starts).toEqual([...starts].sort());
    expect(starts.length).toBeGreaterThan(4);
    expect(new Set(unfolded.filter((line) => line.startsWith('UID:'))).size).toBe(starts.length);
    expect(unfolded.find((line) => line.startsWith('DESCRIPTION:'))).toMatch(
      /^DESCRIPTION:Rises [NESW]+ \(\d+°\) at \d\d:\d\d:\d\d UTC\\, highest/,
    );
  });

  test('of the ISS have a magnitude if they are visible', async () => {
    // Over Berlin, none is visible in these days.
    const { data } = await body(`/api/v1/satellites/25544/passes?lat=40&lon=0&from=${AT}&days=10&visible=true`);
    expect(data.passes.length).toBeGreaterThan(0);
    for (const { magnitude } of data.passes) {
      expect(magnitude).toBeGreaterThan(-5);
      expect(magnitude).toBeLessThan(3);
    }
  });
});
