import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eciToGeodetic, gstime, jday, sunPos } from 'satellite.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { GlobeClock, reach } from '../../src/globe/clock.ts';
import { upAt } from '../../src/globe/drawing/camera.ts';
import {
  altitudeOf,
  EARTH_RADIUS,
  hermiteWeights,
  type Keyframe,
  placeBetween,
  spanAround,
} from '../../src/globe/motion.ts';
import { pick } from '../../src/globe/picking.ts';
import { BulkOrbits } from '../../src/orbit/formats/bulk.ts';
import { placesAt } from '../../src/orbit/propagate.ts';
import { type ElementColumns, elementsOf } from '../../src/orbit/sgp4-record.ts';
import { siderealAngle, sunDirection } from '../../src/orbit/sky.ts';
import { STATE_SIZE } from '../../src/orbit/state-size.ts';
import { ut1MinusUtc } from '../../src/orbit/ut1.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

const RADIANS = Math.PI / 180;

/** Earth-fixed, km, of a geodetic place on the WGS-84 ellipsoid. */
function cartesian(latitude: number, longitude: number, height: number): [number, number, number] {
  const [a, e2] = [6378.137, 0.00669437999014];
  const [sine, cosine] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  const n = a / Math.sqrt(1 - e2 * sine * sine);
  const across = (n + height) * cosine;
  const around = longitude * RADIANS;
  return [across * Math.cos(around), across * Math.sin(around), (n * (1 - e2) + height) * sine];
}

describe('the sample on the globe', () => {
  let data: ElementColumns;
  let orbits: BulkOrbits;
  let time = 0;
  beforeAll(async () => {
    const home = await copySample();
    const file = join(home, 'current/public/api/v1/elements.json');
    const { data: columns, meta } = JSON.parse(await readFile(file, 'utf8'));
    await removeFolder(home);
    data = columns;
    time = Date.parse(meta.generated_at);
    orbits = await BulkOrbits.open(elementsOf(data));
  });
  const keyframe = (at: number): Keyframe => {
    const states = new Float32Array(orbits.count * STATE_SIZE);
    orbits.statesAt(at, states);
    return { time: at, states };
  };
  const setOf = (row: number) =>
    Object.fromEntries(Object.entries(data).map(([name, column]) => [name, column[row]])) as unknown as Parameters<
      typeof placesAt
    >[0];

  test.each([
    ['as the world runs', 60],
    ['600 times as fast', 300],
  ])('objects between two keyframes, %s, are within a kilometre of where propagate puts them', (_what, seconds) => {
    const at = time + 12_345_678;
    const { from, to } = spanAround(at, seconds);
    expect(from <= at && at < to).toBe(true);
    const [first, second] = [keyframe(from), keyframe(to)];
    const weights = hermiteWeights((at - from) / 1000 / seconds, seconds);
    let [compared, worst] = [0, 0];
    for (let row = 0; row < orbits.count; row += 1) {
      const place = placeBetween(row, first, second, weights, siderealAngle(at));
      const expected = placesAt(setOf(row), [at])[0];
      // What SGP4 refuses is drawn nowhere.
      if (!place || !expected) {
        expect([row, place]).toEqual([row, null]);
        continue;
      }
      const truth = cartesian(expected.latitude_deg, expected.longitude_deg, expected.altitude_km);
      const away = Math.hypot(...truth.map((part, axis) => part - place[axis]! * EARTH_RADIUS));
      worst = Math.max(worst, away);
      expect(Math.abs(altitudeOf(place) - expected.altitude_km)).toBeLessThan(6 + expected.altitude_km / 100);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
    expect(worst).toBeLessThan(1);
  });

  test('a revolution comes back to where it began', () => {
    const row = data.mean_motion.findIndex((turns) => turns > 14);
    const path = orbits.revolution(row, time, 100)!;
    expect(path.places).toHaveLength(303);
    expect([path.times[0], path.times.length]).toEqual([time, 101]);
    const [start, end] = [path.places.subarray(0, 3), path.places.subarray(300)];
    expect(Math.hypot(...start.map((part, axis) => part - end[axis]!))).toBeLessThan(300);
    expect(orbits.revolution(-1, time, 10)).toBeNull();
  });
});

describe('the sky', () => {
  test.each(['1999-12-31T23:59:59Z', '2026-08-22T14:00:00Z', '2041-03-05T06:30:00Z'])('of %s', (iso) => {
    const time = Date.parse(iso);
    expect(siderealAngle(time)).toBeCloseTo(gstime(new Date(time + ut1MinusUtc(time) * 1000)), 6);
    const { x, y, z } = sunPos(jday(new Date(time)) as Parameters<typeof sunPos>[0]).rsun;
    const length = Math.hypot(x, y, z);
    const apart = sunDirection(time).map((part, axis) => part - [x, y, z][axis]! / length);
    expect(Math.hypot(...apart)).toBeLessThan(0.001);
  });

  test('places are those of satellite.js', () => {
    const { latitude } = eciToGeodetic({ x: 7000, y: 0, z: 0 }, 0);
    expect(latitude).toBe(0);
  });
});

describe('pointing', () => {
  const camera = { longitude: 0, latitude: 0, distance: 6 };
  const size = { width: 600, height: 600 };
  const places = [upAt(0, 0), upAt(2, 0), upAt(180, 0), null] as const;
  const lifted = (row: number) => places[row]?.map((part) => part * 1.1) as [number, number, number] | undefined;
  const at = (x: number, y: number, reach = 9) =>
    pick(camera, size, { x, y }, reach, places.length, (row) => lifted(row) ?? null)?.row ?? null;

  test('finds the nearest in reach on this side of the Earth', () => {
    expect(at(300, 300)).toBe(0);
    expect(at(307, 300)).toBe(1);
    expect(at(330, 300)).toBeNull();
    expect(pick(camera, size, { x: 300, y: 300 }, 9, 1, () => [-1.1, 0, 0])).toBeNull();
  });
});

describe('the clock', () => {
  let now = 1_000_000_000_000;
  test('runs, stands, is put elsewhere, and stops at the ends of its reach', () => {
    const clock = new GlobeClock(() => now, true);
    now += 5000;
    expect(clock.offset).toBe(0);
    clock.speed = 600;
    now += 1000;
    expect(clock.offset).toBe(599_000);
    clock.running = false;
    now += 1000;
    expect(clock.offset).toBe(598_000);
    clock.offset = -3_600_000;
    expect(clock.time).toBe(now - 3_600_000);
    clock.running = true;
    now += 1e9;
    expect(clock.offset).toBe(reach);
  });

  test('a fast one has not run on while nobody looked, a live one has', () => {
    for (const [speed, expected] of [
      [60, 0],
      [1, 10_000],
    ] as const) {
      const clock = new GlobeClock(() => now, true);
      clock.speed = speed;
      const before = clock.time;
      now += 10_000;
      clock.resume(10_000);
      expect(clock.time - before).toBe(expected);
    }
  });
});
