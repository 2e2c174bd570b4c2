import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DecayPath, densityAt } from '../../src/orbit/decay/decay-path.ts';
import { type FallingOrbit, predictReentry, singleWindow, windows } from '../../src/orbit/decay/predict-reentry.ts';
import { EARTH_RADIUS_KM, semiMajorAxis } from '../../src/orbit/shape.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 7, 22);
const MU = 398_600.8;
const motionAt = (height: number) => (semiMajorAxis(1) / (EARTH_RADIUS_KM + height)) ** 1.5;

/** The mean motion after one equatorial revolution, by numerical integration of the equation of motion with drag. */
function integratedMotion(height: number, eccentricity: number, ballistic: number): number {
  const a = (EARTH_RADIUS_KM + height) / (1 - eccentricity);
  let state = [a * (1 + eccentricity), 0, 0, Math.sqrt((MU / a) * ((1 - eccentricity) / (1 + eccentricity)))];
  const pull = ([x, y, u, v]: number[]) => {
    const radius = Math.hypot(x!, y!);
    const speed = Math.hypot(u!, v!);
    const drag = -0.5 * ballistic * densityAt(radius - EARTH_RADIUS_KM) * 1000 * speed;
    return [u!, v!, (-MU * x!) / radius ** 3 + drag * u!, (-MU * y!) / radius ** 3 + drag * v!];
  };
  const steps = 4000;
  const step = (2 * Math.PI * Math.sqrt(a ** 3 / MU)) / steps;
  const stepped = (from: number[], by: number[], part: number) =>
    from.map((value, at) => value + by[at]! * part * step);
  for (let at = 0; at < steps; at++) {
    const k1 = pull(state);
    const k2 = pull(stepped(state, k1, 0.5));
    const k3 = pull(stepped(state, k2, 0.5));
    const k4 = pull(stepped(state, k3, 1));
    state = state.map((value, n) => value + ((k1[n]! + 2 * k2[n]! + 2 * k3[n]! + k4[n]!) * step) / 6);
  }
  const [x, y, u, v] = state as [number, number, number, number];
  const axis = 1 / (2 / Math.hypot(x, y) - (u * u + v * v) / MU);
  return (semiMajorAxis(1) / axis) ** 1.5;
}

test.each([
  [300, 0.0005],
  [220, 0.01],
  [250, 0.05],
  [180, 0.002],
])('matches the numerically integrated decay at a perigee of %i km and an eccentricity of %d', (height, e) => {
  const a = (EARTH_RADIUS_KM + height) / (1 - e);
  const before = (semiMajorAxis(1) / a) ** 1.5;
  const path = new DecayPath({ mean_motion: before, eccentricity: e, inclination: 0 });
  const grown = (integratedMotion(height, e, 0.02) - before) * before;
  // `path.rate` is for a ballistic coefficient of 1.
  expect((path.rate * 0.02) / grown).toBeCloseTo(1, 1.4);
});

const orbit = { eccentricity: 0.001, inclination: 53, mean_motion_dot: 0, bstar: 0.0005 };
const path = new DecayPath({ ...orbit, mean_motion: motionAt(330) });
/** Sets of an object that decays with this drag, one at each of the given numbers of days before reentry. */
function falling(daysLeft: readonly number[], drag: number): FallingOrbit[] {
  return daysLeft.map((left) => {
    let [low, high] = [motionAt(330), motionAt(100)];
    for (let round = 0; round < 60; round++) {
      const middle = (low + high) / 2;
      if (path.end - path.at(middle) > left * drag) low = middle;
      else high = middle;
    }
    return { ...orbit, mean_motion: low, epoch: NOW - left * DAY_MS };
  });
}
const working = { active: true, young: false };
const dead = { active: false, young: false };
const daysTo = (time: number) => (time - NOW) / DAY_MS;

describe('an object that decays by drag', () => {
  test.each([
    [[12, 11.5, 11, 10.4, 10], 0.015],
    [[4, 3.1, 2.5, 2], 0.02],
    [[23, 20, 17, 15], 0.01],
  ])('is predicted from sets %j days before reentry, within its window', (days, drag) => {
    const left = Math.min(...days);
    const predicted = predictReentry(falling(days, drag), dead)!;
    expect(Math.abs(daysTo(predicted.median))).toBeLessThan(0.02 * left);
    expect(predicted.drag_m2_kg).toBeCloseTo(drag, 3);
    expect(predicted.basis).toBe('decay_rate');
    const { from, to } = windows.find((window) => left <= window.days)!;
    expect(daysTo(predicted.from)).toBeCloseTo(left * (from - 1), 1);
    expect(daysTo(predicted.to)).toBeCloseTo(left * (to - 1), 1);
  });

  test('gets the same prediction whatever the order of sets and with duplicates', () => {
    const sets = falling([12, 11.5, 11, 10], 0.015);
    const other = predictReentry([...sets, ...sets].reverse(), dead)!;
    expect(other).toMatchObject({ median: predictReentry(sets, dead)!.median });
  });

  test('is predicted from the drag terms of a single set', () => {
    const [set] = falling([10], 0.015);
    const own = new DecayPath(set!);
    const predicted = predictReentry([{ ...set!, mean_motion_dot: (0.015 * own.rate) / 2 }], dead)!;
    expect(predicted).toMatchObject({ basis: 'single_set', sets: 1, span_days: 0 });
    expect(Math.abs(daysTo(predicted.median))).toBeLessThan(0.2);
    expect(predictReentry([set!], dead)).toBeNull();
    expect(predictReentry([{ ...set!, mean_motion_dot: 0.01, bstar: -0.001 }], dead)).toBeNull();
  });

  test.each([
    [3, 0.02],
    [10, 0.015],
    [23, 0.01],
  ])('has the window of a single set, not that of several, %i days before reentry', (left, drag) => {
    const [set] = falling([left], drag);
    const own = new DecayPath(set!);
    const { median, from, to } = predictReentry([{ ...set!, mean_motion_dot: (drag * own.rate) / 2 }], dead)!;
    const days = (median - set!.epoch) / DAY_MS;
    expect((from - set!.epoch) / DAY_MS).toBeCloseTo(singleWindow.from * days, 4);
    expect((to - set!.epoch) / DAY_MS).toBeCloseTo(singleWindow.to * days, 4);
    const several = windows.find((window) => days <= window.days)!;
    expect([several.from, several.to]).not.toEqual([singleWindow.from, singleWindow.to]);
  });

  test('is not predicted more than 60 days ahead', () => {
    expect(predictReentry(falling([80, 75, 72], 0.004), dead)).toBeNull();
  });
});

describe('no reentry is predicted for', () => {
  const changed = (height: (day: number) => number) =>
    Array.from({ length: 9 }, (_, day) => ({
      ...orbit,
      mean_motion: motionAt(height(day)),
      epoch: NOW + day * DAY_MS,
    }));

  test('a satellite that holds its height, or climbs', () => {
    expect(
      predictReentry(
        changed(() => 340),
        working,
      ),
    ).toBeNull();
    expect(
      predictReentry(
        changed((day) => 290 + 2 * day),
        working,
      ),
    ).toBeNull();
  });

  test('a satellite that is reboosted every few days', () => {
    expect(
      predictReentry(
        changed((day) => 290 - 2 * (day % 4)),
        working,
      ),
    ).toBeNull();
  });

  test('an active satellite that descends faster than drag explains, unlike debris', () => {
    const fast = changed((day) => 380 - 4 * day);
    expect(predictReentry(fast, working)).toBeNull();
    expect(predictReentry(fast, dead)).not.toBeNull();
  });

  test('an active satellite that was launched recently and may still raise its orbit', () => {
    const sets = falling([25, 23, 21, 20], 0.008);
    expect(predictReentry(sets, { active: true, young: true })).not.toBeNull();
    const high = changed((day) => 300 - 0.9 * day);
    expect(predictReentry(high, working)).not.toBeNull();
    expect(predictReentry(high, { active: true, young: true })).toBeNull();
  });

  test('an active satellite with a single set, unless it is very low', () => {
    const one = { ...orbit, mean_motion: motionAt(290), mean_motion_dot: 0.004, epoch: NOW };
    expect(predictReentry([one], working)).toBeNull();
    expect(predictReentry([one], dead)).not.toBeNull();
    expect(predictReentry([{ ...one, mean_motion: motionAt(220), mean_motion_dot: 0.02 }], working)).not.toBeNull();
  });
});

test('the documentation states the current windows', () => {
  const page = readFileSync(join(import.meta.dirname, '../../src/content/docs/docs/reentries.md'), 'utf8');
  const printed = [...page.matchAll(/^\| (?:Up to|\d+ to) (\d+) days \| ([\d.]+) \| ([\d.]+) \|$/gm)];
  expect(printed.map(([, ...cells]) => cells.map(Number))).toEqual(
    windows.map(({ days, from, to }) => [days, from, to]),
  );
  expect(page).toContain(`| From a single set | ${singleWindow.from} | ${singleWindow.to} |`);
});
