import { describe, expect, test } from 'vitest';
import { findPasses, type PassSearch } from '../../src/orbit/observation/passes.ts';
import { Observer, Satellite } from '../../src/orbit/observer.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';

const EPOCH = '2026-08-21T12:00:00.000000';
const FROM = Date.parse('2026-08-22T00:00:00Z');
const HOUR = 3_600_000;

/** A synthetic element set by mean motion, eccentricity and inclination. */
const orbit = (
  motion: number,
  eccentricity: number,
  inclination: number,
  more: Partial<Sgp4Elements> = {},
): Sgp4Elements => ({
  epoch: EPOCH,
  mean_motion: motion,
  eccentricity,
  inclination,
  ra_of_asc_node: 120,
  arg_of_pericenter: 270,
  mean_anomaly: 30,
  bstar: 0.0001,
  mean_motion_dot: 0,
  mean_motion_ddot: 0,
  ...more,
});

const orbits: Readonly<Record<string, Sgp4Elements>> = {
  'low Earth orbit': orbit(15.5, 0.0007, 51.6),
  'very low': orbit(16.2, 0.001, 42),
  'Sun-synchronous': orbit(14.2, 0.001, 98.7),
  retrograde: orbit(13.8, 0.01, 144),
  equatorial: orbit(14.9, 0.001, 0.5),
  navigation: orbit(2.0056, 0.01, 55),
  Molniya: orbit(2.006, 0.72, 63.4),
  transfer: orbit(2.27, 0.73, 7),
  geostationary: orbit(1.0027, 0.0002, 0.05),
  'inclined geosynchronous': orbit(1.0027, 0.075, 43),
  'far and long': orbit(0.2, 0.8, 60),
};
const observers = [
  { lat: 52.5, lon: 13.4, alt_m: 40 },
  { lat: 0, lon: -78.5, alt_m: 2850 },
  { lat: -89.9, lon: 0, alt_m: 2800 },
  { lat: 78.2, lon: 15.6, alt_m: 450 },
  { lat: -33.9, lon: 151.2, alt_m: 0 },
];

/** Rises and sets from a scan in fixed steps: slow, but independent of the search. */
function scanned(set: Sgp4Elements, { from, to, observer, minElevation }: PassSearch, step: number) {
  const satellite = new Satellite(set);
  const here = new Observer(observer);
  const above = (time: number) => here.elevation(satellite.itrf(time).position) >= minElevation;
  const changes: { time: number; up: boolean }[] = [];
  let last = above(from);
  for (let time = from + step; time <= to; time += step) {
    const now = above(time);
    if (now !== last) changes.push({ time: time - step / 2, up: now });
    last = now;
  }
  return changes;
}

describe('passes', () => {
  for (const [name, set] of Object.entries(orbits))
    test(`${name}: finds exactly the rises and sets of a dense scan`, () => {
      for (const observer of observers)
        for (const minElevation of [0, 10, 60]) {
          const search = { from: FROM, to: FROM + 48 * HOUR, observer, minElevation };
          const step = 10_000;
          const truth = scanned(set, search, step);
          const { passes } = findPasses(set, search);
          const found = passes
            .flatMap(({ rise, set: end }) => [
              { time: rise.at, up: true },
              { time: end.at, up: false },
            ])
            .filter(({ time }) => time !== search.from && time !== search.to);
          // The scan misses passes shorter than its step.
          const brief = passes.filter(({ rise, set: end }) => end.at - rise.at < step).length * 2;
          expect(found.length - truth.length).toBeGreaterThanOrEqual(0);
          expect(found.length - truth.length).toBeLessThanOrEqual(brief);
          for (const { time, up } of truth)
            expect(found.some((one) => one.up === up && Math.abs(one.time - time) <= step / 2 + 1)).toBe(true);
        }
    });

  test('rise and set at the minimum elevation and culminate above it', () => {
    const search = { from: FROM, to: FROM + 24 * HOUR, observer: observers[0]!, minElevation: 10 };
    const { passes, state } = findPasses(orbits['low Earth orbit']!, search);
    expect(state).toBe('rises_and_sets');
    expect(passes.length).toBeGreaterThan(3);
    for (const { rise, culmination, set, culminations, in_progress } of passes) {
      expect(rise.elevation_deg).toBeCloseTo(10, 3);
      expect(set.elevation_deg).toBeCloseTo(10, 3);
      expect(culmination.elevation_deg).toBeGreaterThan(10);
      expect(culminations).toHaveLength(1);
      expect(Math.abs(culmination.range_rate_km_s)).toBeLessThan(1);
      expect(in_progress).toBe(false);
    }
  });

  test('include a pass in progress at both ends of the window', () => {
    const search = { from: FROM, to: FROM + 24 * HOUR, observer: observers[0]!, minElevation: 10 };
    const [pass] = findPasses(orbits['low Earth orbit']!, search).passes;
    const [from, to] = [pass!.rise.at + 30_000, pass!.set.at - 30_000];
    const inside = findPasses(orbits['low Earth orbit']!, { ...search, from, to });
    expect(inside.state).toBe('always_up');
    expect(inside.passes).toHaveLength(1);
    expect(inside.passes[0]).toMatchObject({ in_progress: true, rise: { at: from }, set: { at: to } });
    // A rise is found even if the culmination is outside the window.
    const begin = findPasses(orbits['low Earth orbit']!, {
      ...search,
      from: pass!.rise.at - 10_000,
      to: pass!.rise.at + 10_000,
    });
    expect(begin.passes).toHaveLength(1);
    expect(begin.passes[0]!.rise.at).toBeCloseTo(pass!.rise.at, -1);
    expect(begin.passes[0]!.culmination.at).toBe(pass!.rise.at + 10_000);
  });

  test('report a geostationary satellite as always up or never rising', () => {
    const set = orbits.geostationary!;
    const states = observers.map(
      (observer) => findPasses(set, { from: FROM, to: FROM + 48 * HOUR, observer, minElevation: 5 }).state,
    );
    expect(states).toContain('never_rises');
    const beneath = { lat: 0, lon: longitudeOf(set), alt_m: 0 };
    const { passes, state } = findPasses(set, { from: FROM, to: FROM + 48 * HOUR, observer: beneath, minElevation: 5 });
    expect(state).toBe('always_up');
    expect(passes).toHaveLength(1);
  });

  test('of an inclined geosynchronous satellite have several culminations', () => {
    const set = orbits['inclined geosynchronous']!;
    const observer = { lat: 10, lon: longitudeOf(set), alt_m: 0 };
    const { passes } = findPasses(set, { from: FROM, to: FROM + 96 * HOUR, observer, minElevation: 0 });
    expect(Math.max(...passes.map(({ culminations }) => culminations.length))).toBeGreaterThan(2);
  });

  test('have visible intervals only while the sky is dark and the object is sunlit', () => {
    let visible = 0;
    for (const observer of observers) {
      const here = new Observer(observer);
      const search = { from: FROM, to: FROM + 96 * HOUR, observer, minElevation: 10, standardMagnitude: -1.8 };
      for (const name of ['low Earth orbit', 'Sun-synchronous', 'retrograde'])
        for (const pass of findPasses(orbits[name]!, search).passes) {
          for (const { from, to } of pass.visible) {
            visible += 1;
            expect(from).toBeGreaterThanOrEqual(pass.rise.at);
            expect(to).toBeLessThanOrEqual(pass.set.at);
            expect(here.sunElevation((from + to) / 2)).toBeLessThanOrEqual(-6);
            expect(pass.eclipse.every((dark) => dark.to <= from + 2 || dark.from >= to - 2)).toBe(true);
          }
          if (pass.visible.length === 0) expect(pass.magnitude).toBeNull();
          else expect(Math.abs(pass.magnitude!)).toBeLessThan(8);
        }
    }
    expect(visible).toBeGreaterThan(20);
  });
});

function longitudeOf(set: Sgp4Elements): number {
  const [x, y] = new Satellite(set).itrf(FROM).position;
  return (Math.atan2(y, x) * 180) / Math.PI;
}
