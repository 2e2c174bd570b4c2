import { json2satrec, propagate, type SatRec, twoline2satrec } from 'satellite.js';
import { describe, expect, test } from 'vitest';
import type { ElementSet } from '../../../src/orbit/element-set.ts';
import { ommOf } from '../../../src/orbit/formats/omm.ts';
import { ommForms } from '../../../src/orbit/formats/omm-forms.ts';
import { writeTle } from '../../../src/orbit/formats/tle.ts';
import { epochOf } from '../../../src/orbit/propagate.ts';
import { elementSets, REAL, readTle, realFolders, realSkipped, sampleFolder } from './element-sets.ts';

type Key = 'eccentricity' | 'bstar';

/** All that a TLE's columns may take from a value or add to it: half of the last digit of B*, the whole of eccentricity's, which is cut. */
const halves: Record<Key, (text: string) => number> = {
  eccentricity: () => 1e-7,
  bstar: (text) => 0.5 * 10 ** Math.max(Math.floor(Math.log10(Math.abs(Number(text)))) - 4, -14),
};

/**
 * Seconds between the moments that the two readers count from: satellite.js cuts the epoch of an OMM to a millisecond,
 * a TLE rounds it to 0.864 ms, and a Julian day in a double is good to 0.04 ms, twice.
 */
const CLOCK = 0.001 + 0.000432 + 0.0001;

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
  readonly metres: number;
  /** What rounding eccentricity and B* to their columns and the clock above may move this object, metres. */
  readonly allowed: number;
}

/** How far apart the two forms of a set put its object, so many days past its epoch; null where SGP4 refuses both. */
function compare(set: ElementSet, tle: SatRec, days: number): Compared | null {
  const at = new Date(epochOf(set).getTime() + days * 86_400_000);
  const there = propagate(fromOmm(set), at);
  const here = propagate(tle, at);
  expect(here === null, String(set.norad_cat_id)).toBe(there === null);
  if (!here || !there) return null;
  let allowed = 1000 * CLOCK * Math.hypot(there.velocity.x, there.velocity.y, there.velocity.z);
  for (const key of Object.keys(halves) as Key[]) {
    if (Number(set[key]) === 0) continue;
    const moved = [1, -1].map((sign) => {
      const value = Math.max(Number(set[key]) + sign * halves[key](set[key]), key === 'eccentricity' ? 0 : -Infinity);
      const state = propagate(fromOmm({ ...set, [key]: value.toFixed(20) }), at);
      return state ? distance(state.position, there.position) : 0;
    });
    allowed += Math.max(...moved);
  }
  return { id: set.norad_cat_id, metres: distance(here.position, there.position), allowed };
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
    // No upstream has more digits of these than a TLE: nothing of them may change.
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

const worst = (list: readonly Compared[]) => Math.max(...list.map(({ metres }) => metres));
const beyond = (list: readonly Compared[]) => list.filter(({ metres, allowed }) => metres > allowed * 1.01);

test('every element set of the sample: TLE and OMM put it in the same place', () => {
  const { results, refused } = compareAll(elementSets(sampleFolder));
  // An eccentricity of 1.5, which the pipeline holds out, and two numbers beyond Alpha-5.
  expect(refused.toSorted((a, b) => a - b)).toEqual([190_905, 340_000, 345_678]);
  const [atEpoch, aDayOn] = results;
  expect(atEpoch.length).toBeGreaterThan(180);
  expect(beyond(atEpoch)).toEqual([]);
  expect(beyond(aDayOn)).toEqual([]);
  expect(worst(atEpoch)).toBeLessThan(10);
  expect(worst(aDayOn)).toBeLessThan(10);
});

describe.skipIf(realSkipped)(REAL, () => {
  test.each(realFolders)('every real element set: TLE and OMM put it in the same place: %s', (folder) => {
    const { results, refused } = compareAll(elementSets(folder));
    expect(refused).toEqual([]);
    const [atEpoch, aDayOn] = results;
    expect(atEpoch.length).toBeGreaterThan(16_000);
    expect(beyond(atEpoch)).toEqual([]);
    expect(beyond(aDayOn)).toEqual([]);
    // Eccentricity cut by up to 1e-7 moves what is 140,000 km away by up to 14 m.
    expect(worst(atEpoch)).toBeLessThan(15);
    // Of objects that drag pulls down fast the fifth digit of B* is worth tens of metres a day.
    expect(worst(aDayOn)).toBeLessThan(100);
    expect(aDayOn.filter(({ metres }) => metres > 10).length / aDayOn.length).toBeLessThan(0.01);
  });
});
