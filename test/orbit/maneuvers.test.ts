import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checksum } from '../../src/orbit/formats/tle.ts';
import { findManeuvers, type Maneuver } from '../../src/orbit/maneuvers/find-maneuvers.ts';
import type { OrbitSample } from '../../src/orbit/maneuvers/orbit-series.ts';
import { readLines } from '../read-lines.ts';
import { START, track } from './made-track.ts';

const DAY_MS = 86_400_000;
const dayOf = ({ from, to }: Maneuver) => ((Date.parse(from) + Date.parse(to)) / 2 - START) / DAY_MS;
const drag = (day: number) => 7180 - 0.0008 * day;

describe('without maneuvers', () => {
  test('finds none', () => expect(findManeuvers(track({ axis: drag }))).toEqual([]));

  test('ignores a single bad fit', () => {
    const samples = track({ axis: drag });
    const bad = samples[50]!;
    samples[50] = { ...bad, mean_motion: bad.mean_motion + 0.01, inclination: bad.inclination + 0.02 };
    expect(findManeuvers(samples)).toEqual([]);
  });

  test('finds no boost and no low thrust during days of raised air density', () => {
    const storm = (day: number) => drag(day) - 0.01 * Math.max(0, Math.min(4, day - 30));
    const found = findManeuvers(track({ axis: storm }))!;
    expect(found.filter(({ semi_major_axis_km }) => semi_major_axis_km > 0)).toEqual([]);
    expect(found.filter(({ kind }) => kind === 'low_thrust')).toEqual([]);
  });

  test('returns null for too few sets', () => {
    expect(findManeuvers([])).toBeNull();
    expect(findManeuvers(track({ axis: (day) => drag(day) + (day > 3 ? 5 : 0), days: 6 }))).toBeNull();
  });
});

test('ignores changes that no burn causes: sets of another object, and lunar perturbations far out', () => {
  const other = (day: number) => (day > 30 ? 10 : 98);
  expect(findManeuvers(track({ axis: drag, inclination: other }))).toEqual([]);
  const far = track({ axis: (day) => 90_000 + (day > 30 ? 600 : 0), every: 1, days: 90 });
  expect(findManeuvers(far)).toEqual([]);
});

describe('findManeuvers', () => {
  test('finds burns that raise the orbit by 12 meters, within a day and with their size', () => {
    const burns = [50.3, 101.7];
    const axis = (day: number) => drag(day) + 0.012 * burns.filter((burn) => day > burn).length;
    const found = findManeuvers(track({ axis, days: 150 }))!;
    expect(found.map(({ kind }) => kind)).toEqual(['maneuver', 'maneuver']);
    for (const [at, burn] of burns.entries()) {
      expect(Math.abs(dayOf(found[at]!) - burn)).toBeLessThan(1);
      expect(found[at]!.semi_major_axis_km).toBeCloseTo(0.012, 2);
      expect(found[at]!.confidence).toBeGreaterThan(0.9);
    }
  });

  test('ignores the order of sets and duplicates', () => {
    const samples = track({ axis: (day) => drag(day) + (day > 30 ? 0.02 : 0) });
    const shuffled = [...samples, ...samples].sort((a, b) => (a.epoch % 977) - (b.epoch % 977));
    expect(findManeuvers(shuffled)).toEqual(findManeuvers(samples));
    expect(findManeuvers(samples)).toHaveLength(1);
  });

  test('is surer of a large burn than of one that is barely found, up to 0.96', () => {
    const confidences = [0.008, 0.02, 0.2].map((rise) => {
      const found = findManeuvers(track({ axis: (day) => drag(day) + (day > 30 ? rise : 0) }))!;
      expect(found).toHaveLength(1);
      return found[0]!.confidence;
    });
    // At the threshold it is the share of payloads' detections that debris, which cannot maneuver, does not have: 0.76.
    expect(confidences[0]).toBeGreaterThan(0.75);
    expect(confidences[0]).toBeLessThan(0.93);
    expect(confidences.slice(1)).toEqual([0.96, 0.96]);
  });

  test('finds a plane change', () => {
    const [found, ...more] = findManeuvers(track({ axis: drag, inclination: (day) => (day > 25 ? 98.02 : 98) }))!;
    expect(more).toEqual([]);
    expect(found).toMatchObject({ kind: 'maneuver' });
    expect(found!.inclination_deg).toBeCloseTo(0.02, 3);
  });

  test('distinguishes station-keeping of a geosynchronous satellite from a relocation', () => {
    const noise = { axis: 0.03, angle: 0.003, tilt: 0.0005 };
    const stationKept = { inclination: () => 0.5, noise, every: 1, days: 120, eccentricity: 0.0003 };
    const sawtooth = (day: number) => 42_165 + 0.03 * (day % 40) - (day > 80 ? 60 : 0);
    const found = findManeuvers(track({ ...stationKept, axis: sawtooth }))!;
    expect(found.map(({ kind }) => kind)).toEqual(['station_keeping', 'maneuver']);
    expect(Math.abs(dayOf(found[0]!) - 40)).toBeLessThan(2);
    expect(Math.abs(dayOf(found[1]!) - 80)).toBeLessThan(2);
  });

  test('finds the start and end of low thrust', () => {
    const climb = (day: number) => 6750 + 4 * Math.max(0, Math.min(15, day - 20));
    const [found, ...more] = findManeuvers(track({ axis: climb, inclination: () => 53 }))!;
    expect(more).toEqual([]);
    expect(found).toMatchObject({ kind: 'low_thrust', ongoing: false });
    expect(Math.abs((Date.parse(found!.from) - START) / DAY_MS - 20)).toBeLessThan(1.5);
    expect(Math.abs((Date.parse(found!.to) - START) / DAY_MS - 35)).toBeLessThan(1.5);
    expect(found!.semi_major_axis_km).toBeCloseTo(60, -1);
  });

  test('dates a rise to the gap without element sets in which it happened, and a fall by drag to none', () => {
    const seen = ({ epoch }: OrbitSample) => Math.abs((epoch - START) / DAY_MS - 45) > 17;
    const raised = track({ axis: (day) => drag(day) + (day > 40 ? 2 : 0), days: 90 }).filter(seen);
    const [found, ...more] = findManeuvers(raised)!;
    expect(more).toEqual([]);
    expect(found).toMatchObject({ kind: 'maneuver', across_gap: true });
    expect(Math.abs((Date.parse(found!.from) - START) / DAY_MS - 28)).toBeLessThan(1);
    expect(Math.abs((Date.parse(found!.to) - START) / DAY_MS - 62)).toBeLessThan(1);
    expect(found!.semi_major_axis_km).toBeCloseTo(2, 0);
    expect(findManeuvers(track({ axis: (day) => 6780 - 0.067 * day, days: 90 }).filter(seen))).toEqual([]);
  });

  test('ends low thrust at the edge of a gap with the first set after it', () => {
    const climb = (day: number) => 6750 + 4 * Math.max(0, Math.min(30, day - 20));
    const seen = ({ epoch }: OrbitSample) => Math.abs((epoch - START) / DAY_MS - 40) > 9;
    const [found, ...more] = findManeuvers(track({ axis: climb, inclination: () => 53, days: 80 }).filter(seen))!;
    expect(found).toMatchObject({ kind: 'low_thrust', ongoing: false });
    expect(Date.parse(found!.to)).toBeGreaterThanOrEqual(START + 49 * DAY_MS);
    expect(more.every(({ from }) => from >= found!.to)).toBe(true);
  });

  test('reports a descent much faster than drag as ongoing low thrust', () => {
    const descent = (day: number) => 6930 - 0.05 * day - 3 * Math.max(0, day - 40);
    const [found, ...more] = findManeuvers(track({ axis: descent, inclination: () => 53 }))!;
    expect(more).toEqual([]);
    expect(found).toMatchObject({ kind: 'low_thrust', ongoing: true });
    expect(found!.semi_major_axis_km).toBeLessThan(-50);
  });
});

/**
 * Element sets and operators' burn times of a published benchmark, next to the repository if present.
 * `ORBWEAVER_SKIP_REAL=1` skips them.
 */
const benchmarkDir = join(import.meta.dirname, '../../../shared/upstream/maneuvers');
const skipped = !existsSync(benchmarkDir) || process.env['ORBWEAVER_SKIP_REAL'] === '1';

/** Counts of found, listed and matched burns. The benchmark matches within the same or an adjacent gap between sets, or two days. */
function compare(name: string): { found: number; listed: number; both: number } {
  const lines = readFileSync(join(benchmarkDir, `${name}.tle`), 'utf8').split(/\r?\n/);
  // The collection was generated from columns: some lines have an invalid checksum.
  const withChecksum = (line: string) => `${line.slice(0, 68)}${checksum(line.slice(0, 68))}`;
  const samples: OrbitSample[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const read = readLines(withChecksum(lines[at]!), withChecksum(lines[at + 1]!), null);
    if (!read.ok) continue;
    const { epoch, mean_motion, eccentricity, inclination, ra_of_asc_node, arg_of_pericenter, mean_anomaly } = read.set;
    samples.push({
      epoch: Date.parse(`${epoch}Z`),
      mean_motion: Number(mean_motion),
      eccentricity: Number(eccentricity),
      inclination: Number(inclination),
      ra_of_asc_node: Number(ra_of_asc_node),
      arg_of_pericenter: Number(arg_of_pericenter),
      mean_anomaly: Number(mean_anomaly),
    });
  }
  const epochs = samples.map(({ epoch }) => epoch).sort((a, b) => a - b);
  const gapOf = (time: number) => epochs.findIndex((epoch) => epoch > time);
  const times = readFileSync(join(benchmarkDir, `manoeuvres_${name}.yaml`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => Date.parse(`${line.slice(2).trim().replace(' ', 'T')}Z`))
    .filter((time) => time > epochs[0]! + 3 * DAY_MS && time < epochs.at(-1)! - 2 * DAY_MS)
    .sort((a, b) => a - b);
  // Burns in one gap show as one change of the elements.
  const burns = times.filter((time, at) => at === 0 || gapOf(time) !== gapOf(times[at - 1]!));
  const found = findManeuvers(samples)!
    .map(({ from, to }) => (Date.parse(from) + Date.parse(to)) / 2)
    .filter((time) => time > burns[0]! - 3 * DAY_MS);
  const pairs = found.flatMap((time, at) =>
    burns.flatMap((burn, of) => {
      const apart = Math.abs(time - burn);
      return apart <= 2 * DAY_MS || Math.abs(gapOf(time) - gapOf(burn)) <= 1 ? [{ at, of, apart }] : [];
    }),
  );
  const [taken, matched] = [new Set<number>(), new Set<number>()];
  for (const { at, of } of pairs.sort((a, b) => a.apart - b.apart)) {
    if (taken.has(of) || matched.has(at)) continue;
    taken.add(of);
    matched.add(at);
  }
  return { found: found.length, listed: burns.length, both: matched.size };
}

function figures(names: readonly string[]) {
  const all = names.map(compare);
  const sum = (key: 'found' | 'listed' | 'both') => all.reduce((total, one) => total + one[key], 0);
  const [precision, recall] = [sum('both') / sum('found'), sum('both') / sum('listed')];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

describe.skipIf(skipped)('true burns (need ../shared/upstream/maneuvers, and ORBWEAVER_SKIP_REAL unset)', () => {
  // These four were not used to tune the rules. The documentation states these figures.
  test.each([
    ['LEO', ['CryoSat-2', 'Haiyang-2A', 'SARAL'], { precision: 0.92, recall: 0.78, f1: 0.84 }],
    ['GEO', ['Fengyun-2E'], { precision: 0.81, recall: 0.96, f1: 0.88 }],
  ] as const)('are found in %s with the documented precision and recall', (_, names, documented) => {
    const { precision, recall, f1 } = figures(names);
    console.info(
      `${names.join(', ')}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`,
    );
    const rounded = (value: number) => Number(value.toFixed(2));
    expect({ precision: rounded(precision), recall: rounded(recall), f1: rounded(f1) }).toEqual(documented);
  });
});
