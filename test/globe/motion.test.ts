import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gstime, jday, sunPos } from 'satellite.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { GlobeClock, reach } from '../../src/features/globe/clock.ts';
import { upAt } from '../../src/features/globe/drawing/camera.ts';
import {
  altitudeOf,
  EARTH_RADIUS,
  hermiteWeights,
  type Keyframe,
  placeBetween,
  spanAround,
} from '../../src/features/globe/motion.ts';
import { pick } from '../../src/features/globe/picking.ts';
import { BulkOrbits } from '../../src/orbit/formats/bulk.ts';
import { siderealAngle, sunDirection, ut1MinusUtc } from '../../src/orbit/observation/sky.ts';
import { placesAt } from '../../src/orbit/propagate.ts';
import { type ElementColumns, elementsOf } from '../../src/orbit/sgp4-record.ts';
import { STATE_SIZE } from '../../src/orbit/vector.ts';
import { copySample, removeFolder } from '../pipeline/sample-build.ts';

const RADIANS = Math.PI / 180;

/** Earth-fixed coordinates, km, of a geodetic position on the WGS-84 ellipsoid. */
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
    ['at normal speed', 60],
    ['at 600 times the speed', 300],
  ])('interpolates positions between keyframes %s to within a kilometer of propagate', (_what, seconds) => {
    const at = time + 12_345_678;
    const { from, to } = spanAround(at, seconds);
    expect(from <= at && at < to).toBe(true);
    const [first, second] = [keyframe(from), keyframe(to)];
    const weights = hermiteWeights((at - from) / 1000 / seconds, seconds);
    let [compared, worst] = [0, 0];
    for (let row = 0; row < orbits.count; row += 1) {
      const position = placeBetween(row, first, second, weights, siderealAngle(at));
      const expected = placesAt(setOf(row), [at])[0];
      // Objects that SGP4 rejects are not drawn.
      if (!position || !expected) {
        expect([row, position]).toEqual([row, null]);
        continue;
      }
      const truth = cartesian(expected.latitude_deg, expected.longitude_deg, expected.altitude_km);
      const distance = Math.hypot(...truth.map((part, axis) => part - position[axis]! * EARTH_RADIUS));
      worst = Math.max(worst, distance);
      expect(Math.abs(altitudeOf(position) - expected.altitude_km)).toBeLessThan(6 + expected.altitude_km / 100);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
    expect(worst).toBeLessThan(1);
  });

  test('a revolution ends close to where it starts', () => {
    const row = data.mean_motion.findIndex((revolutionsPerDay) => revolutionsPerDay > 14);
    const path = orbits.revolution(row, time, 100)!;
    expect(path.places).toHaveLength(303);
    expect([path.times[0], path.times.length]).toEqual([time, 101]);
    const [start, end] = [path.places.subarray(0, 3), path.places.subarray(300)];
    expect(Math.hypot(...start.map((part, axis) => part - end[axis]!))).toBeLessThan(300);
    expect(orbits.revolution(-1, time, 10)).toBeNull();
  });
});

describe('sidereal time and the direction of the Sun', () => {
  test.each(['1999-12-31T23:59:59Z', '2026-08-22T14:00:00Z', '2041-03-05T06:30:00Z'])(
    'agree with satellite.js at %s',
    (iso) => {
      const time = Date.parse(iso);
      expect(siderealAngle(time)).toBeCloseTo(gstime(new Date(time + ut1MinusUtc(time) * 1000)), 6);
      const { x, y, z } = sunPos(jday(new Date(time)) as Parameters<typeof sunPos>[0]).rsun;
      const length = Math.hypot(x, y, z);
      const difference = sunDirection(time).map((part, axis) => part - [x, y, z][axis]! / length);
      expect(Math.hypot(...difference)).toBeLessThan(0.001);
    },
  );
});

describe('picking', () => {
  const camera = { longitude: 0, latitude: 0, distance: 6 };
  const size = { width: 600, height: 600 };
  const positions = [upAt(0, 0), upAt(2, 0), upAt(180, 0), null] as const;
  const lifted = (row: number) => positions[row]?.map((part) => part * 1.1) as [number, number, number] | undefined;
  const at = (x: number, y: number, reach = 9) =>
    pick(camera, size, { x, y }, reach, positions.length, (row) => lifted(row) ?? null)?.row ?? null;

  test('finds the nearest object within reach on the near side of the Earth', () => {
    expect(at(300, 300)).toBe(0);
    expect(at(307, 300)).toBe(1);
    expect(at(330, 300)).toBeNull();
    expect(pick(camera, size, { x: 300, y: 300 }, 9, 1, () => [-1.1, 0, 0])).toBeNull();
  });
});

describe('the clock', () => {
  let now = 1_000_000_000_000;
  test('runs, pauses, can be set to another time, and stops at its limits', () => {
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

  test('does not advance while the page is hidden when sped up, but does at normal speed', () => {
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
