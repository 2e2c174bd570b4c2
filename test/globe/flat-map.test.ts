import { expect, test } from 'vitest';
import { axis } from '../../src/components/charts/plot-scale.ts';
import { upAt, type Vector } from '../../src/features/globe/drawing/camera.ts';
import { coastRings } from '../../src/features/globe/drawing/coast.ts';
import { landPath, nightPath, placeAlong, sunPlace, trackPath } from '../../src/features/globe/drawing/flat-map.ts';
import { placeWords } from '../../src/features/globe/drawing/moving-mark.ts';
import { placesAt } from '../../src/orbit/propagate.ts';
import { revolutionsAround } from '../../src/orbit/revolution.ts';
import { iss } from '../orbit/station.ts';

const at = (latitude_deg: number, longitude_deg: number) => ({ latitude_deg, longitude_deg });

test('splits a track where it crosses the date line', () => {
  expect(trackPath([at(0, 0), at(10, 20)])).toBe('M180 90L200 80');
  expect(trackPath([at(0, 170), at(20, -170)])).toBe('M350 90L360 80M0 80L10 70');
  expect(trackPath([at(0, -175), at(-10, 175)])).toBe('M5 90L0 95M360 95L355 100');
});

test('interpolates positions the short way, across the date line and over the poles', () => {
  /** Interpolates between positions at the times 0, 1, 2 … */
  const interpolate = (positions: readonly ReturnType<typeof at>[], time: number) => {
    const timed = positions.map((position, index) => ({ ...position, time: index }));
    const { latitude_deg, longitude_deg } = placeAlong(timed, time);
    return [latitude_deg, longitude_deg].map((degrees) => Number(degrees.toFixed(6)));
  };
  expect(interpolate([at(0, 0), at(0, 20)], 0.5)).toEqual([0, 10]);
  expect(interpolate([at(0, 170), at(0, -170), at(0, -160)], 0.5).map(Math.abs)).toEqual([0, 180]);
  expect(interpolate([at(80, 10), at(80, -170)], 0.5)[0]).toBe(90);
  expect(interpolate([at(1, 2), at(3, 4)], 7)).toEqual([3, 4]);
  expect(interpolate([at(1, 2), at(3, 4)], -1)).toEqual([1, 2]);
  expect(placeWords(at(-12.34, -0.06))).toBe('12.3° S, 0.1° W');
  expect(placeWords(at(-0.02, 0.01))).toBe('0.0°, 0.0°');
});

test('draws night where the Sun is below the horizon', () => {
  /** The sine of the Sun's elevation at a place. */
  const elevationSine = (place: ReturnType<typeof at>, sun: ReturnType<typeof sunPlace>) => {
    const [a, b] = [upAt(place.longitude_deg, place.latitude_deg), upAt(sun.longitude_deg, sun.latitude_deg)];
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  };
  for (const [iso, pole] of [
    ['2026-06-21T12:00:00Z', 'M0 180'],
    ['2026-12-21T03:00:00Z', 'M0 0'],
    ['2026-03-20T14:46:00Z', 'M0 '],
  ] as const) {
    const sun = sunPlace(Date.parse(iso));
    const path = nightPath(sun);
    expect(path.startsWith(pole)).toBe(true);
    const edge = path
      .slice(path.indexOf('L') + 1, -1)
      .split('L')
      .slice(0, -1);
    expect(edge).toHaveLength(73);
    for (const point of edge) {
      const [x, y] = point.split(' ').map(Number) as [number, number];
      expect(Math.abs(elevationSine(at(90 - y, x - 180), sun))).toBeLessThan(0.005);
    }
  }
  const noon = sunPlace(Date.parse('2026-06-21T12:00:00Z'));
  expect(noon.latitude_deg).toBeCloseTo(23.44, 1);
  expect(Math.abs(noon.longitude_deg)).toBeLessThan(1);
});

test('draws land without lines across the map, and closes Antarctica along the pole', () => {
  const path = landPath(coastRings());
  expect(path).toContain(' 180L');
  for (const ring of path.slice(1, -1).split('ZM')) {
    const points = ring.split('L').map((point) => point.split(' ').map(Number));
    for (const [index, [x, y]] of points.entries())
      if (index > 0 && y! < 170) expect(Math.abs(x! - points[index - 1]![0]!)).toBeLessThan(90);
  }
});

test('computes one orbit before and one after a time, with the positions that propagate gives', () => {
  const time = Date.parse('2026-08-22T10:00:00Z');
  const { before, after, period } = revolutionsAround(iss, time, { steps: 40 })!;
  expect([before.length, after.length]).toEqual([41, 41]);
  expect(period / 60_000).toBeCloseTo(1440 / 15.49325674, 6);
  expect(after[0]).toMatchObject(before.at(-1)!);
  expect(after[0]).toMatchObject(placesAt(iss, [time])[0]!);
  for (const { speed_km_s } of after) expect(speed_km_s).toBeCloseTo(7.66, 1);
  const sunlit = after.filter((moment) => moment.sunlit).length / after.length;
  expect(sunlit).toBeGreaterThan(0.5);
  expect(sunlit).toBeLessThan(0.8);
  expect(after.at(-1)!.time).toBeCloseTo(time + period, 3);
  for (const { latitude_deg, altitude_km } of [...before, ...after]) {
    expect(Math.abs(latitude_deg)).toBeLessThan(52);
    expect(altitude_km).toBeGreaterThan(350);
    expect(altitude_km).toBeLessThan(450);
  }
  // Positions interpolated between the points stay on the track.
  for (const inclination of ['51.6', '97.6']) {
    const set = { ...iss, inclination };
    const orbit = revolutionsAround(set, time)!;
    for (let share = 0.001; share < 1; share += 0.0137) {
      const place = placeAlong(orbit.after, time + orbit.period * share);
      const expected = placesAt(set, [time + orbit.period * share])[0]!;
      const [from, to] = [place, expected].map((one) => upAt(one.longitude_deg, one.latitude_deg)) as [Vector, Vector];
      expect(Math.hypot(...from.map((part, axis) => part - to[axis]!)) * (180 / Math.PI)).toBeLessThan(0.05);
    }
  }
  // An eccentric orbit turns by a small angle from one point to the next, at perigee too.
  const eccentric = revolutionsAround({ ...iss, mean_motion: '2.00600', eccentricity: '0.7200000' }, time)!;
  const track = [...eccentric.before, ...eccentric.after].map((one) => upAt(one.longitude_deg, one.latitude_deg));
  for (let point = 2; point < track.length; point += 1) {
    const [a, b] = [point - 2, point - 1].map((one) =>
      track[one + 1]!.map((part, axis) => part - track[one]![axis]!),
    ) as [number[], number[]];
    const sizes = Math.hypot(...a) * Math.hypot(...b);
    const angle = Math.acos(Math.min(1, a.reduce((sum, part, axis) => sum + part * b[axis]!, 0) / sizes));
    if (sizes > 1e-4) expect(angle).toBeLessThan(0.2);
    expect(Math.hypot(...b)).toBeLessThan(0.12);
  }
  expect(revolutionsAround({ ...iss, mean_motion: '0' }, time)).toBeNull();
  expect(revolutionsAround({ ...iss, mean_motion: '17.5' }, time)).toBeNull();
});

test.each([
  [408, 434, 4, [400, 410, 420, 430, 440]],
  [0, 92.9, 6, [0, 20, 40, 60, 80, 100]],
  // A single value has one step around it.
  [0, 0, 4, [0, 0.5]],
  [35_786, 35_786, 4, [35_000, 36_000]],
])('an axis for values from %d to %d, of about %d parts, has the ticks %j', (min, max, parts, ticks) => {
  const { from, to, ticks: actual } = axis(min, max, parts);
  expect(actual).toEqual(ticks);
  expect([from, to]).toEqual([ticks[0], ticks.at(-1)]);
  expect(from).toBeLessThanOrEqual(min);
  expect(to).toBeGreaterThanOrEqual(max);
});
