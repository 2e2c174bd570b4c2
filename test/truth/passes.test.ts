import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPasses } from '../../src/orbit/passes.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import skyfield, sgp4']).status === 0;
/** Pairs of object and place; the acceptance is 10,000: ORBWEAVER_TRUTH_PAIRS=10000. */
const pairs = Number(process.env.ORBWEAVER_TRUTH_PAIRS ?? 200);
const FROM = Date.parse('2026-08-22T00:00:00Z');

/** Seeded numbers from 0 to 1 (mulberry32). */
function seeded(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Orbits of every regime, drawn at random. */
function drawn(random: () => number): Sgp4Elements {
  const between = (least: number, most: number) => least + (most - least) * random();
  const regimes = [
    () => ({ mean_motion: between(14, 15.6), eccentricity: between(0, 0.01), inclination: between(0, 145) }),
    () => ({ mean_motion: between(14.1, 14.9), eccentricity: between(0, 0.002), inclination: between(97, 99) }),
    () => ({ mean_motion: between(11, 14), eccentricity: between(0, 0.05), inclination: between(0, 120) }),
    () => ({ mean_motion: between(1.6, 3), eccentricity: between(0, 0.02), inclination: between(50, 66) }),
    () => ({ mean_motion: between(0.99, 1.01), eccentricity: between(0, 0.001), inclination: between(0, 15) }),
    () => ({ mean_motion: between(0.99, 1.01), eccentricity: between(0, 0.3), inclination: between(20, 65) }),
    () => ({ mean_motion: between(2.0, 2.02), eccentricity: between(0.65, 0.74), inclination: between(61, 65) }),
    () => ({ mean_motion: between(2.1, 2.27), eccentricity: between(0.7, 0.72), inclination: between(3, 30) }),
  ];
  return {
    epoch: '2026-08-21T12:00:00.000000',
    ...regimes[Math.floor(random() * regimes.length)]!(),
    ra_of_asc_node: between(0, 360),
    arg_of_pericenter: between(0, 360),
    mean_anomaly: between(0, 360),
    bstar: between(-1e-4, 5e-4),
    mean_motion_dot: 0,
    mean_motion_ddot: 0,
  };
}

test.skipIf(!installed)(
  `skyfield agrees on every rise, culmination and set of ${pairs} pairs of object and place (needs python3-skyfield, python3-sgp4)`,
  () => {
    const random = seeded(20260822);
    const cases = Array.from({ length: pairs }, () => {
      const set = drawn(random);
      const observer = { lat: 180 * random() - 90, lon: 360 * random() - 180, alt_m: 3000 * random() };
      const minElevation = [0, 5, 10, 30, 60][Math.floor(random() * 5)]!;
      const to = FROM + 24 * 3_600_000;
      const { passes } = findPasses(set, { from: FROM, to, observer, minElevation });
      const omm = Object.fromEntries(Object.entries(set).map(([key, value]) => [key.toUpperCase(), value]));
      return {
        omm: {
          ...omm,
          NORAD_CAT_ID: 1,
          OBJECT_NAME: 'A',
          OBJECT_ID: '2026-001A',
          EPHEMERIS_TYPE: 0,
          CLASSIFICATION_TYPE: 'U',
          ELEMENT_SET_NO: 1,
          REV_AT_EPOCH: 1,
        },
        observer,
        from: FROM,
        to,
        minElevation,
        passes,
      };
    });
    const output = execFileSync(python, [join(import.meta.dirname, 'passes.py')], {
      input: JSON.stringify({ cases }),
      maxBuffer: 1 << 26,
    });
    const { problems, events, worst } = JSON.parse(output.toString());
    expect(problems).toEqual([]);
    expect(events).toBeGreaterThan(pairs);
    expect(worst.culmination_deg).toBeLessThan(0.05);
  },
);
