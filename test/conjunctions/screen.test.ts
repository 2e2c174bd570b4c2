import { expect, test } from 'vitest';
import { ClosePairs } from '../../src/features/conjunctions/close-pairs.ts';
import { approachAt } from '../../src/features/conjunctions/closest-approach.ts';
import type { KnotInterval } from '../../src/features/conjunctions/knot-interval.ts';
import { comparedSpan, type Sky, screen } from '../../src/features/conjunctions/screen.ts';
import { SkyStates } from '../../src/orbit/observation/sky-states.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';
import { seeded } from '../seeded.ts';

const START = Date.parse('2026-08-22T00:00:00Z');
const HOURS = 2;

/** Orbits that all cross the same altitudes, with one eccentric orbit in ten. */
function crowdedSky(count: number): Sgp4Elements[] {
  const random = seeded(41);
  const between = (min: number, max: number) => min + (max - min) * random();
  return Array.from({ length: count }, (_, object) => ({
    epoch: '2026-08-21T12:00:00.000000',
    mean_motion: object % 10 === 0 ? between(2.2, 2.3) : between(15.19, 15.21),
    eccentricity: object % 10 === 0 ? between(0.73, 0.735) : between(0, 0.001),
    inclination: between(50, 100),
    ra_of_asc_node: between(0, 360),
    arg_of_pericenter: between(0, 360),
    mean_anomaly: between(0, 360),
    bstar: 1e-5,
    mean_motion_dot: 0,
    mean_motion_ddot: 0,
  }));
}

const skyOf = (sets: readonly Sgp4Elements[], primary = new Uint8Array(sets.length).fill(1)): Sky => {
  const states = new SkyStates(sets, START);
  return { count: states.count, stateOf: states.stateOf, periods: states.periods, primary };
};

/** Minima of the distance of all pairs from SGP4 every ten seconds, then by golden-section search over positions. */
function bruteForce(sky: Sky, seconds: number, threshold: number) {
  const step = 10;
  const [a, b] = [new Float64Array(6), new Float64Array(6)];
  const distance = (i: number, j: number, t: number) =>
    sky.stateOf(i, t, a) && sky.stateOf(j, t, b)
      ? Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!)
      : Number.POSITIVE_INFINITY;
  const minima: { pair: string; seconds: number; range: number }[] = [];
  const states = Array.from({ length: sky.count }, () => new Float64Array(6));
  for (let t = 0; t <= seconds; t += step) {
    for (let i = 0; i < sky.count; i += 1) if (!sky.stateOf(i, t, states[i]!)) states[i]!.fill(Number.NaN);
    for (let i = 0; i < sky.count; i += 1) {
      for (let j = i + 1; j < sky.count; j += 1) {
        const [p, q] = [states[i]!, states[j]!];
        if (!(Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!) < threshold + 19 * step)) continue;
        let [low, high] = [t - step / 2, t + step / 2];
        for (let turn = 0; turn < 50; turn += 1) {
          const [m, n] = [high - 0.618_034 * (high - low), low + 0.618_034 * (high - low)];
          if (distance(i, j, m) < distance(i, j, n)) high = n;
          else low = m;
        }
        const time = (low + high) / 2;
        const range = distance(i, j, time);
        const isInside = Math.abs(time - t) < step / 2 - 1e-3;
        if (isInside && range <= threshold && time >= 0 && time < seconds)
          minima.push({ pair: `${i} ${j}`, seconds: time, range });
      }
    }
  }
  return minima.sort((one, other) => one.seconds - other.seconds);
}

test('finds the approaches that a brute-force search finds, within 10 ms and 5 m', () => {
  const sky = skyOf(crowdedSky(180));
  const expected = bruteForce(sky, HOURS * 3600, 20);
  const approaches = screen(sky, 0, HOURS * 3600, 20);
  expect(expected.length).toBeGreaterThan(20);
  expect(approaches.map(({ first, second }) => `${first} ${second}`)).toEqual(expected.map(({ pair }) => pair));
  for (const [row, approach] of approaches.entries()) {
    expect(Math.abs(approach.seconds - expected[row]!.seconds)).toBeLessThan(0.01);
    expect(Math.abs(approach.range_km - expected[row]!.range)).toBeLessThan(0.005);
    const { radial_km, in_track_km, cross_track_km, range_km } = approach;
    expect(Math.hypot(radial_km, in_track_km, cross_track_km)).toBeCloseTo(range_km, 9);
  }
});

test.each([-9.9, 0, 9.9])('a pair that passes at 18 km/s, %f s from the time of the grid, is found', (closest) => {
  // Both move along x and pass each other 3 km apart.
  const placeOf = (object: number, seconds: number) => (object === 0 ? 9 : -9) * (seconds - closest);
  const interval: Pick<KnotInterval, 'count' | 'positionsAt' | 'stateAt'> = {
    count: 2,
    positionsAt: (seconds, x, y, z) => {
      for (const object of [0, 1]) {
        x[object] = placeOf(object, seconds);
        y[object] = 7000;
        z[object] = 3 * object;
      }
    },
    stateAt: (object, seconds, state) => {
      state.set([placeOf(object, seconds), 7000, 3 * object, object === 0 ? 9 : -9, 0, 0]);
    },
  };
  const pairs = new ClosePairs(interval as KnotInterval, Uint8Array.of(1, 1), 20, 5, new Float64Array(2));
  const found: number[] = [];
  pairs.at(0, (one, other) => found.push(one + other));
  expect(found).toEqual([1]);
});

test('two halves of a run have the rows of the whole run', () => {
  const sky = skyOf(crowdedSky(180));
  const half = (HOURS / 2) * 3600;
  const halves = [...screen(sky, 0, half, 20), ...screen(sky, half, 2 * half, 20)];
  const pairs = (rows: typeof halves) => rows.map(({ first, second }) => `${first} ${second}`);
  expect(pairs(halves)).toEqual(pairs(screen(sky, 0, 2 * half, 20)));
});

test('objects that are not primary are compared with primary ones only, which come first', () => {
  const sets = crowdedSky(180);
  const all = screen(skyOf(sets), 0, HOURS * 3600, 20);
  const primary = Uint8Array.from(sets, (_, row) => (row >= 90 ? 1 : 0));
  const some = screen(skyOf(sets, primary), 0, HOURS * 3600, 20);
  expect(some.length).toBe(all.filter(({ second }) => second >= 90).length);
  expect(some.every(({ first }) => first >= 90)).toBe(true);
});

test('objects that fly together have one row with its kind', () => {
  const [one] = crowdedSky(3).slice(1);
  const behind = { ...one!, mean_anomaly: Number(one!.mean_anomaly) - 0.02 };
  const rows = screen(skyOf([one!, { ...one! }, behind]), 0, HOURS * 3600, 5);
  expect(rows.map(({ first, second, kind }) => [first, second, kind]).sort()).toEqual([
    [0, 1, 'docked'],
    [0, 2, 'formation'],
    [1, 2, 'formation'],
  ]);
});

test('an object is compared between the first and the last knot at which its elements are an orbit', () => {
  const [one] = crowdedSky(3).slice(1);
  const until = START + 1000 * (10 * 180 + 100);
  const old = { ...one!, epoch: '2026-06-01T00:00:00.000000' };
  const states = new SkyStates([one!, { ...one!, until }, old], START);
  const spans = (duration: number) => [0, 1, 2].map((object) => comparedSpan(states, object, duration));
  expect(spans(86_400)).toEqual([{ from: 0, to: 86_400 }, { from: 0, to: 1800 }, null]);
  expect(spans(1000)).toEqual([{ from: 0, to: 1000 }, { from: 0, to: 1000 }, null]);
});

test('an object is not compared at a time at which SGP4 fails', () => {
  const [one] = crowdedSky(3).slice(1);
  const falling = { ...one!, mean_motion: 16.5, bstar: 0.1 };
  expect(approachAt(new SkyStates([one!, falling], START).stateOf, 0, 1, 5 * 86_400)).toBeNull();
});
