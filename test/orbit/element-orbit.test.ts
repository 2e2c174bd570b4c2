import { json2satrec, sgp4 } from 'satellite.js';
import { describe, expect, test } from 'vitest';
import { propagator } from '../../clients/typescript/propagation.ts';
import { ElementOrbit, exactEpoch } from '../../src/orbit/element-orbit.ts';
import { BulkOrbits } from '../../src/orbit/formats/bulk.ts';
import { Satellite } from '../../src/orbit/observer.ts';
import { placesAt } from '../../src/orbit/propagate.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';
import { STATE_SIZE } from '../../src/orbit/vector.ts';
import { seeded } from '../seeded.ts';
import { iss } from './station.ts';

const DAY = 86_400_000;
const epoch = exactEpoch(iss.epoch);
const after = (days: number) => epoch + days * DAY;
const set = (changes: Partial<Sgp4Elements>): Sgp4Elements => ({ ...iss, ...changes });

/** Synthetic sets, and their development within 30 days. */
const sets = {
  /** Decays after 6 days; from day 22 on, SGP4 places it 9,000 to 43,000 km from the Earth's center. */
  falling: set({ mean_motion: '15.75', eccentricity: '0.0001', bstar: '0.02' }),
  /** The same backward in time: SGP4 has it decay before its epoch. */
  rising: set({ mean_motion: '15.9', bstar: '-0.05' }),
  low: set({}),
  high: set({ mean_motion: '1.0027', bstar: '0' }),
  molniya: set({
    mean_motion: '2.006',
    eccentricity: '0.735',
    inclination: '63.4',
    arg_of_pericenter: '270',
    bstar: '0',
  }),
  still: set({ mean_motion: '14.2', bstar: '0' }),
};

/** SGP4 alone, without the rule. */
function plainSgp4(elements: Sgp4Elements, days: number) {
  const upper = Object.fromEntries(Object.entries(elements).map(([name, value]) => [name.toUpperCase(), value]));
  return sgp4(json2satrec({ ...upper, NORAD_CAT_ID: 1 } as unknown as Parameters<typeof json2satrec>[0]), days * 1440);
}

describe('an element set is an orbit only for a time', () => {
  test('after a decay there is no position, even when SGP4 gives numbers again', () => {
    const orbit = new ElementOrbit(sets.falling);
    const { to } = orbit.validity()!;
    expect(to).toBeLessThan(after(6));
    const back = [22, 23, 24, 25].filter((days) => plainSgp4(sets.falling, days) !== null);
    expect(back).toEqual([22, 23, 24, 25]);
    for (const days of back) {
      expect(orbit.noOrbitAt(after(days))).toBe('decayed');
      expect(() => new Satellite(sets.falling).teme(after(days))).toThrow(
        expect.objectContaining({ reason: 'decayed' }),
      );
      expect(placesAt(sets.falling, [after(days)])).toEqual([null]);
      expect(propagator(sets.falling)(new Date(after(days)))).toBeNull();
    }
    expect(orbit.noOrbitAt(to)).toBeNull();
    expect(orbit.noOrbitAt(to + 2000)).toBe('decayed');
  });

  test('beyond its reach, a set says nothing of a decay', () => {
    const elements = set({ mean_motion: '15.3', bstar: '0.003' });
    const end = new ElementOrbit(elements, { allowOld: true }).validity()!.to;
    expect(end).toBeGreaterThan(after(30));
    expect(end).toBeLessThan(after(700));
    const orbit = new ElementOrbit(elements);
    expect(orbit.noOrbitAt(end + 2000)).toBe('too_old');
    expect([orbit.noOrbitAt(end + 2000, true), orbit.noOrbitAt(end + 2000)]).toEqual(['decayed', 'too_old']);
  });

  test('the same holds before the epoch', () => {
    const orbit = new ElementOrbit(sets.rising);
    const { from } = orbit.validity()!;
    expect(from).toBeGreaterThan(after(-30));
    expect(orbit.noOrbitAt(from - 2000)).toBe('not_begun');
    expect(orbit.noOrbitAt(after(-29))).toBe('not_begun');
  });

  test.each([
    ['low', 30],
    ['high', 90],
    ['molniya', 90],
  ] as const)('%s: %i days from the epoch, and two years if old elements are wanted', (name, days) => {
    const orbit = new ElementOrbit(sets[name]);
    const old = new ElementOrbit(sets[name], { allowOld: true });
    for (const sign of [-1, 1]) {
      expect(orbit.noOrbitAt(after(sign * (days - 0.01)))).toBeNull();
      expect(orbit.noOrbitAt(after(sign * (days + 0.01)))).toBe('too_old');
      expect(old.noOrbitAt(after(sign * 731))).toBe('too_old');
    }
    expect(old.noOrbitAt(after(days + 1))).toBeNull();
    // A check with one reach does not change the result with the other.
    expect([orbit.noOrbitAt(after(days + 1), true), orbit.noOrbitAt(after(days + 1))]).toEqual([null, 'too_old']);
  });

  test('the window does not depend on the times that were looked at, nor on their order', () => {
    const random = seeded(3);
    for (const elements of Object.values(sets)) {
      const whole = new ElementOrbit(elements).validity();
      const looked = new ElementOrbit(elements);
      const reasons = Array.from({ length: 40 }, () => after((random() - 0.5) * 200)).map((time) => {
        const alone = new ElementOrbit(elements).noOrbitAt(time);
        return [looked.noOrbitAt(time), alone];
      });
      for (const [one, other] of reasons) expect(one).toBe(other);
      expect(looked.validity()).toEqual(whole);
    }
  });

  test('many at once answer as each alone', async () => {
    const all = Object.values(sets);
    const bulk = await BulkOrbits.open(all);
    const states = new Float32Array(all.length * STATE_SIZE);
    for (const days of [-100, -40, -20, -10, 0, 1, 3, 5, 10, 20, 29, 31, 89, 91]) {
      bulk.statesAt(after(days), states);
      for (const [row, elements] of all.entries()) {
        const state = new ElementOrbit(elements).stateAt(after(days));
        expect([days, row, states[row * STATE_SIZE]]).toEqual([
          days,
          row,
          state ? expect.closeTo(state.position.x, -1) : 0,
        ]);
      }
    }
  });

  test('many at once have no state after the ends of their predicted reentries', async () => {
    const all = Object.values(sets).map((one) => ({ ...one, until: after(1) }));
    const bulk = await BulkOrbits.open(all);
    const states = new Float32Array(all.length * STATE_SIZE);
    bulk.statesAt(after(0.5), states);
    expect(states.some((value) => value !== 0)).toBe(true);
    bulk.statesAt(after(1.5), states);
    expect(states.every((value) => value === 0)).toBe(true);
  });

  test('sets that are not for SGP4, or that it refuses, are an orbit at no time', () => {
    for (const [ephemeris_type, reason] of [
      [0, null],
      [2, null],
      [1, 'not_sgp4'],
      [3, 'not_sgp4'],
      [4, 'not_sgp4'],
    ] as const) {
      const orbit = new ElementOrbit(set({ ephemeris_type }));
      expect(orbit.noOrbitAt(epoch)).toBe(reason);
      expect(orbit.validity() === null).toBe(reason !== null);
    }
    expect(() => new Satellite(set({ ephemeris_type: 4 }))).toThrow(expect.objectContaining({ reason: 'not_sgp4' }));
    for (const changes of [{ eccentricity: '1.5' }, { mean_motion: '19' }, { mean_motion: 'x' }, { epoch: 'soon' }])
      expect(new ElementOrbit(set(changes)).noOrbitAt(epoch)).toBe('refused');
    // A perigee of 70 km.
    expect(new ElementOrbit(set({ mean_motion: '15', eccentricity: '0.0720' })).validity()).toBeNull();
  });

  test('ends with the window of a predicted reentry', () => {
    const orbit = new ElementOrbit(iss, { until: after(2) });
    expect([orbit.noOrbitAt(after(1.9)), orbit.noOrbitAt(after(2.1))]).toEqual([null, 'reentered']);
    expect(orbit.validity()!.to).toBe(Math.floor(after(2) / 1000) * 1000);
  });
});

test('the epoch counts with all its digits: a millisecond is 8 m in low orbit', () => {
  expect(exactEpoch('2026-08-21T18:32:11.425056')).toBeCloseTo(Date.parse('2026-08-21T18:32:11.425Z') + 0.056, 3);
  expect(exactEpoch('2026-08-21T18:32:11Z')).toBe(Date.parse('2026-08-21T18:32:11Z'));
  const [a, b] = ['2026-08-21T18:32:11.425000', '2026-08-21T18:32:11.425900'].map(
    (moment) => new ElementOrbit(set({ epoch: moment })).stateAt(after(0.3))!.position,
  );
  const apart = Math.hypot(a!.x - b!.x, a!.y - b!.y, a!.z - b!.z);
  expect(apart).toBeGreaterThan(0.0064);
  expect(apart).toBeLessThan(0.0072);
});
