import { json2satrec, propagate, type SatRec, twoline2satrec } from 'satellite.js';
import { describe, expect, test } from 'vitest';
import { ommOf } from '../../../src/orbit/formats/omm.ts';
import { ommForms } from '../../../src/orbit/formats/omm-forms.ts';
import { writeTle } from '../../../src/orbit/formats/tle.ts';
import { epochOf } from '../../../src/orbit/propagate.ts';
import type { ElementSet } from '../../../src/schema/objects/elements.ts';
import { elementSets, REAL, readTle, realFolders, realSkipped, sampleFolder } from './element-sets.ts';

type Key = 'eccentricity' | 'bstar';

/** The largest rounding error of a TLE's columns: half of the last digit of B*, a full one of eccentricity, which is truncated. */
const maxError: Record<Key, (text: string) => number> = {
  eccentricity: () => 1e-7,
  bstar: (text) => 0.5 * 10 ** Math.max(Math.floor(Math.log10(Math.abs(Number(text)))) - 4, -14),
};

/**
 * The largest difference of the two parsed epochs, seconds: satellite.js truncates the epoch of an OMM to 1 ms, a TLE
 * rounds it to 0.864 ms, and two Julian days as doubles are accurate to 0.04 ms each.
 */
const MAX_EPOCH_ERROR_S = 0.001 + 0.000432 + 0.0001;

function fromOmm(set: ElementSet): SatRec {
  return json2satrec(JSON.parse(ommForms.json.write(ommOf(set, '2026-08-22T00:00:00Z'))).data);
}

const distance = (a: Position, b: Position) => 1000 * Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
interface Position {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

interface Compared {
  readonly id: number;
  readonly meters: number;
  /** The largest distance that the rounding of eccentricity, B* and epoch explains, meters. */
  readonly allowed: number;
}

/** The distance between the positions by TLE and OMM some days after the epoch; null if SGP4 rejects both. */
function compare(set: ElementSet, tle: SatRec, days: number): Compared | null {
  const at = new Date(epochOf(set).getTime() + days * 86_400_000);
  const ommState = propagate(fromOmm(set), at);
  const tleState = propagate(tle, at);
  expect(tleState === null, String(set.norad_cat_id)).toBe(ommState === null);
  if (!tleState || !ommState) return null;
  let allowed = 1000 * MAX_EPOCH_ERROR_S * Math.hypot(ommState.velocity.x, ommState.velocity.y, ommState.velocity.z);
  for (const key of Object.keys(maxError) as Key[]) {
    if (Number(set[key]) === 0) continue;
    const moved = [1, -1].map((sign) => {
      const value = Math.max(Number(set[key]) + sign * maxError[key](set[key]), key === 'eccentricity' ? 0 : -Infinity);
      const state = propagate(fromOmm({ ...set, [key]: value.toFixed(20) }), at);
      return state ? distance(state.position, ommState.position) : 0;
    });
    allowed += Math.max(...moved);
  }
  return { id: set.norad_cat_id, meters: distance(tleState.position, ommState.position), allowed };
}

function compareAll(sets: readonly ElementSet[]) {
  const results: [Compared[], Compared[]] = [[], []];
  const refused: number[] = [];
  for (const set of sets) {
    const tle = writeTle(set, set.object_name);
    if (!tle.ok) {
      refused.push(set.norad_cat_id);
      continue;
    }
    // No upstream has more digits of these than a TLE: they must not change.
    const back = readTle(tle.line1.replace(/^1 [A-Z]/, '1 9'), tle.line2);
    for (const key of ['inclination', 'ra_of_asc_node', 'arg_of_pericenter', 'mean_anomaly', 'mean_motion'] as const)
      expect(Number(back[key]), `${set.norad_cat_id} ${key}`).toBe(Number(set[key]));
    const record = twoline2satrec(tle.line1, tle.line2);
    results.forEach((list, days) => {
      const result = compare(set, record, days);
      if (result) list.push(result);
    });
  }
  return { results, refused };
}

const worst = (list: readonly Compared[]) => Math.max(...list.map(({ meters }) => meters));
const beyond = (list: readonly Compared[]) => list.filter(({ meters, allowed }) => meters > allowed * 1.01);

test('TLE and OMM give the same positions for every element set of the sample', () => {
  const { results, refused } = compareAll(elementSets(sampleFolder));
  // An eccentricity of 1.5, which the pipeline rejects, and two catalog numbers beyond Alpha-5.
  expect(refused.toSorted((a, b) => a - b)).toEqual([190_905, 340_000, 345_678]);
  const [atEpoch, aDayOn] = results;
  expect(atEpoch.length).toBeGreaterThan(180);
  expect(beyond(atEpoch)).toEqual([]);
  expect(beyond(aDayOn)).toEqual([]);
  expect(worst(atEpoch)).toBeLessThan(10);
  expect(worst(aDayOn)).toBeLessThan(10);
});

describe.skipIf(realSkipped)(REAL, () => {
  test.each(realFolders)('TLE and OMM give the same positions for every element set of %s', (folder) => {
    const { results, refused } = compareAll(elementSets(folder));
    expect(refused).toEqual([]);
    const [atEpoch, aDayOn] = results;
    expect(atEpoch.length).toBeGreaterThan(16_000);
    expect(beyond(atEpoch)).toEqual([]);
    expect(beyond(aDayOn)).toEqual([]);
    // Truncating eccentricity by up to 1e-7 moves an object 140,000 km away by up to 14 m.
    expect(worst(atEpoch)).toBeLessThan(15);
    // For objects with high drag, the fifth digit of B* makes a difference of tens of meters a day.
    expect(worst(aDayOn)).toBeLessThan(100);
    expect(aDayOn.filter(({ meters }) => meters > 10).length / aDayOn.length).toBeLessThan(0.01);
  });
});
