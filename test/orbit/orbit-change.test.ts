import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { classChange, orbitChange } from '../../pipeline/diff/orbit-change.ts';
import { longestGapDays, thresholds } from '../../pipeline/diff/thresholds.ts';
import type { MeanElements } from '../../src/orbit/propagate.ts';
import { orbitClass, shapeOf } from '../../src/orbit/shape.ts';
import { describeEvent } from '../../src/schema/changes/event-words.ts';
import { orbitClasses } from '../../src/schema/vocabulary.ts';

const folder = new URL('../../pipeline/sources/celestrak/sample/', import.meta.url);

function elementSets(name: string): Map<number, MeanElements> {
  const text = readFileSync(new URL(`${name}/gp-active.csv`, folder), 'utf8');
  const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  return new Map(
    data.map((row) => [
      Number(row.NORAD_CAT_ID),
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key.toLowerCase(), value]),
      ) as unknown as MeanElements,
    ]),
  );
}

const [first, second] = [elementSets('first'), elementSets('second')];
const classOf = (set: MeanElements) => orbitClass(shapeOf(Number(set.mean_motion), Number(set.eccentricity)));
const change = (id: number) => orbitChange(first.get(id)!, second.get(id)!, classOf(second.get(id)!));

describe('between the snapshots of the sample', () => {
  test.each([190_061, 190_062, 190_086, 190_087])('detects an orbit change of %i', (id) => {
    const found = change(id)!;
    expect(found).not.toBeNull();
    for (const key of ['semi_major_axis_km', 'inclination_deg', 'eccentricity'] as const)
      expect(found.delta[key]).toBeCloseTo(found.after[key] - found.predicted![key], 2);
    expect(Date.parse(found.epoch_after)).toBeGreaterThan(Date.parse(found.epoch_before));
  });

  test('reports the size of each change', () => {
    expect(change(190_062)!.delta.inclination_deg).toBeCloseTo(0.1, 2);
    expect(change(190_086)!.delta.semi_major_axis_km).toBeCloseTo(-30, 0);
    expect(change(190_087)!.delta.inclination_deg).toBeCloseTo(0.1, 2);
  });

  test.each([190_064, 190_065, 190_066, 190_067, 190_068, 190_069])('attributes the decay of %i to drag', (id) => {
    expect(Number(second.get(id)!.mean_motion)).toBeGreaterThan(Number(first.get(id)!.mean_motion));
    expect(change(id)).toBeNull();
  });

  test.each([190_088, 190_089])('finds no change of %i, which keeps its station', (id) =>
    expect(change(id)).toBeNull(),
  );

  test('detects no other changes', () => {
    const moved = [...second.keys()].filter((id) => first.has(id) && change(id) !== null);
    expect(moved.sort()).toEqual([190_061, 190_062, 190_086, 190_087]);
  });
});

describe('orbitChange', () => {
  const set = first.get(190_062)!;
  const later = (hours: number, more: Partial<MeanElements> = {}): MeanElements => ({
    ...set,
    ...more,
    epoch: new Date(Date.parse(`${set.epoch}Z`) + hours * 3_600_000).toISOString().replace('Z', ''),
  });

  test('finds no change between a set and itself', () => expect(orbitChange(set, set, 'LEO')).toBeNull());

  test('ignores a later set with an earlier epoch', () => {
    expect(orbitChange(later(5, { inclination: '60.0000' }), set, 'LEO')).toBeNull();
  });

  test('does not compare sets that are too far apart', () => {
    const moved = { inclination: '60.0000' };
    expect(orbitChange(set, later(longestGapDays * 24 - 1, moved), 'LEO')).not.toBeNull();
    expect(orbitChange(set, later(longestGapDays * 24 + 1, moved), 'LEO')).toBeNull();
  });

  describe('of another orbit class', () => {
    const classes = { before: 'LEO', after: 'MEO' } as const;
    const raised = { mean_motion: '5.00000000' };

    test('is a change however far apart the sets are: without a prediction where they are too far', () => {
      const near = classChange(set, later(24, raised), classes)!;
      expect(near.predicted).not.toBeNull();
      const far = classChange(set, later(24 * 60, raised), classes)!;
      expect(far).toMatchObject({ orbit_class: classes, predicted: null });
      expect(far.epoch_before.slice(0, 19)).toBe(set.epoch.slice(0, 19));
      for (const key of ['semi_major_axis_km', 'inclination_deg', 'eccentricity'] as const)
        expect(far.delta[key]).toBeCloseTo(far.after[key] - far.before[key], 3);
      expect(far.delta.semi_major_axis_km).toBeGreaterThan(5000);
    });

    test('says whether more than drift has changed the class', () => {
      const found = orbitChange(set, later(24, raised), 'MEO')!;
      expect(classChange(set, later(24, raised), classes)).toEqual({
        ...found,
        orbit_class: classes,
        within_drift: false,
      });
      expect(orbitChange(set, later(1), 'LEO')).toBeNull();
      const drifted = classChange(set, later(1), { before: 'HEO', after: 'LEO' })!;
      expect(drifted).toMatchObject({ within_drift: true });
      expect(describeEvent({ type: 'orbit_change', details: { ...drifted } })).toBe('Drifted from HEO to LEO');
    });

    test('is no change where SGP4 rejects a set', () =>
      expect(classChange(set, later(24, { eccentricity: '1.2' }), classes)).toBeNull());
  });

  test.each(['inclination', 'eccentricity'] as const)('reports a change of %s only above its threshold', (field) => {
    const limit = field === 'inclination' ? thresholds.LEO!.inclination_deg : thresholds.LEO!.eccentricity;
    const by = (part: number) => later(1, { [field]: (Number(set[field]) + limit * part).toFixed(8) });
    expect(orbitChange(set, by(0.8), 'LEO')).toBeNull();
    expect(orbitChange(set, by(1.2), 'LEO')).not.toBeNull();
  });

  test('does not report regimes without a threshold', () => {
    for (const name of orbitClasses)
      if (!thresholds[name]) expect(orbitChange(set, later(1, { inclination: '80.0000' }), name)).toBeNull();
    expect(Object.keys(thresholds).sort()).toEqual(['GEO', 'HEO', 'LEO', 'MEO']);
  });

  test('does not report elements that SGP4 rejects', () => {
    expect(orbitChange(set, later(1, { eccentricity: '1.2' }), 'LEO')).toBeNull();
  });
});
