import { sgp4 } from 'satellite.js';
import { describe, expect, test } from 'vitest';
import { Satellite } from '../../src/orbit/observer.ts';
import { placesAt } from '../../src/orbit/propagate.ts';
import { Resonance } from '../../src/orbit/resonance.ts';
import { epochOfRecord, type Sgp4Elements, sgp4Record } from '../../src/orbit/sgp4-record.ts';
import { seeded } from '../seeded.ts';
import { iss } from './station.ts';

const YEAR = 525_960;
const orbit = (mean_motion: number, eccentricity: number, inclination: number): Sgp4Elements => ({
  epoch: '2026-08-21T12:00:00.000000',
  mean_motion,
  eccentricity,
  inclination,
  ra_of_asc_node: 120,
  arg_of_pericenter: 270,
  mean_anomaly: 30,
  bstar: 0,
  mean_motion_dot: 0,
  mean_motion_ddot: 0,
});
/** Orbits by what SGP4 says of their resonance (`irez`: 1 one day, 2 half a day), and for how many years it has positions of them. */
const resonant = [
  ['geostationary', 1, 69, orbit(1.0027, 0.0002, 0.05)],
  ['inclined geosynchronous', 1, 69, orbit(1.0027, 0.0002, 43)],
  ['half a day, near the equator', 2, 69, orbit(2.006, 0.55, 7)],
  ['Molniya', 2, 8, orbit(2.006, 0.72, 63.4)],
] as const;

/** Minutes since the epoch on both sides of it, about the ends of steps and in between, near and years off, in no order. */
function minutesWithin(years: number): number[] {
  const random = seeded(7);
  const near = [0, 0.001, 1, 719.999, 720, 720.001, 1439.999, 1440, 1440.001, 46_080, 46_080.5, 46_079.5];
  const between = Array.from({ length: 20 }, () => random() * 90 * 1440);
  const far = [0.1, 0.11, 0.5, 0.97, 1].map((share) => share * years * YEAR);
  return [...near, ...between, ...far, 4321 * 720]
    .flatMap((time) => [time, -time])
    .map((time) => ({ time, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ time }) => time);
}

/** How many sines something computes. A spy would keep every call. */
function sinesOf(work: () => void): number {
  const { sin } = Math;
  let count = 0;
  Math.sin = (angle) => {
    count += 1;
    return sin(angle);
  };
  try {
    work();
  } finally {
    Math.sin = sin;
  }
  return count;
}

describe.each(resonant)('%s', (_name, kind, years, set) => {
  const minutes = minutesWithin(years);

  test('positions are those of satellite.js to the last bit, in any order of times', () => {
    const record = sgp4Record(set);
    expect(record.irez).toBe(kind);
    const resonance = Resonance.of(record)!;
    for (const time of minutes) {
      resonance.prepare(time);
      const plain = sgp4(sgp4Record(set), time);
      expect(plain, String(time)).not.toBeNull();
      expect(sgp4(record, time), String(time)).toStrictEqual(plain);
    }
  });

  test('so are those of a satellite and of places', () => {
    const epoch = epochOfRecord(sgp4Record(set));
    const times = minutes.map((time) => epoch + time * 60_000);
    const satellite = new Satellite(set);
    const places = placesAt(set, times);
    for (const [n, time] of times.entries()) {
      const { position, velocity } = sgp4(sgp4Record(set), (time - epoch) / 60_000)!;
      expect(satellite.teme(time)).toStrictEqual({
        position: [position.x, position.y, position.z],
        velocity: [velocity.x, velocity.y, velocity.z],
      });
      expect(places[n]).toStrictEqual(placesAt(set, [time])[0]);
    }
  });

  test.each([-1, 1])('a thousand times at the end of those years (%i) integrate them once', (sign) => {
    const far = sign * years * YEAR;
    const epoch = epochOfRecord(sgp4Record(set));
    const once = sinesOf(() => sgp4(sgp4Record(set), far));
    const thousand = sinesOf(() => {
      const satellite = new Satellite(set);
      for (let n = 0; n < 1000; n++) satellite.teme(epoch + (far + n / 1000) * 60_000);
    });
    // Besides, each call computes some 50 sines of its own.
    expect(thousand).toBeLessThan(once + 60_000);
  });
});

test('orbits without resonance have none', () => {
  for (const set of [iss, orbit(2.0056, 0.01, 55), orbit(0.2, 0.8, 60)])
    expect(Resonance.of(sgp4Record(set))).toBeNull();
});
