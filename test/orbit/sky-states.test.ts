import { expect, test } from 'vitest';
import { ElementOrbit } from '../../src/orbit/element-orbit.ts';
import { SkyStates } from '../../src/orbit/observation/sky-states.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';

const START = Date.parse('2026-08-22T00:00:00Z');
const orbit = (mean_motion: number, eccentricity: number, bstar = 1e-4): Sgp4Elements => ({
  epoch: '2026-08-20T12:34:56.789012',
  mean_motion,
  eccentricity,
  inclination: 63.4,
  ra_of_asc_node: 40,
  arg_of_pericenter: 270,
  mean_anomaly: 10,
  bstar,
  mean_motion_dot: 0,
  mean_motion_ddot: 0,
});
/** Elements that SGP4 refuses; low; half-synchronous and eccentric; synchronous; falling; not for SGP4. */
const sets = [
  orbit(15, 1.2),
  orbit(15.5, 0.001),
  orbit(2.006, 0.7),
  orbit(1.0027, 0.0002, 0),
  orbit(16.2, 0.001, 0.01),
  { ...orbit(15.5, 0.001), ephemeris_type: 4 },
];

test('states of many objects are those of each, in any order, and in any thread', () => {
  const orbits = sets.map((set) => new ElementOrbit(set));
  const one = new SkyStates(sets, START);
  const other = new SkyStates(structuredClone(one.shared));
  const state = new Float64Array(6);
  const valid = new Set<number>();
  for (const days of [0, 0.5, -1, 20, 0.5, 40]) {
    for (const [object, orbit] of orbits.entries()) {
      const expected = orbit.stateAt(START + days * 86_400_000);
      for (const { stateOf } of [one, other]) {
        const isOrbit = stateOf(object, days * 86_400, state);
        expect(isOrbit).toBe(expected !== null);
        if (!expected) continue;
        valid.add(object);
        const { position, velocity } = expected;
        const numbers = [position.x, position.y, position.z, velocity.x, velocity.y, velocity.z];
        for (const [axis, number] of numbers.entries()) expect(state[axis]).toBeCloseTo(number, 7);
      }
    }
  }
  expect([...valid].sort()).toEqual([1, 2, 3, 4]);
});

test('an object has no state after the end of the window of its predicted reentry', () => {
  const day = 86_400;
  const states = new SkyStates(
    [
      { ...sets[1]!, until: START + day * 1000 },
      { ...sets[1]!, until: null },
    ],
    START,
  );
  const state = new Float64Array(6);
  const known = (seconds: number) => [0, 1].map((object) => states.stateOf(object, seconds, state));
  expect([known(day), known(day + 1)]).toEqual([
    [true, true],
    [false, true],
  ]);
  expect([states.orbitWithin(0, 2 * day, 3 * day), states.orbitWithin(0, 0, 3 * day)]).toEqual([
    null,
    { from: 0, to: day },
  ]);
});

test('an object is an orbit within an interval if it is one at any time of it', () => {
  const states = new SkyStates(sets, START);
  const within = (from: number, to: number) =>
    sets.map((_set, object) => states.orbitWithin(object, from, to) !== null);
  expect(within(0, 86_400)).toEqual([false, true, true, true, false, false]);
  expect(within(-86_400, 0)).toEqual([false, true, true, true, true, false]);
  expect(new SkyStates([], START).count).toBe(0);
});
