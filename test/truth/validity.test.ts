import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OrbitElements } from '../../clients/typescript/element-orbit.ts';
import { EARTH_RADIUS_KM, ElementOrbit, exactEpoch, semiMajorAxis } from '../../src/orbit/element-orbit.ts';

const python = '/usr/bin/python3';
const upstream = join(import.meta.dirname, '../../../shared/upstream');
const folders = ['2026-08-22T1301Z', '2026-08-21T2241Z'].map((name) => join(upstream, name, 'celestrak'));
const missing =
  !folders.every(existsSync) || spawnSync(python, ['-c', 'import sgp4.api, numpy'], { timeout: 60_000 }).status !== 0;

const DAY_MS = 86_400_000;
const RELEASE = Date.UTC(2026, 7, 22, 12);
/** Every 12 hours from 30 days before the release to 30 days after it. */
const times = Array.from({ length: 121 }, (_, step) => RELEASE + (step - 60) * (DAY_MS / 2));
/** Below this height, km, drag may end an orbit within a month. Higher ones are scanned every 5 days: python3-sgp4 takes 10 to 20 µs a time. */
const DRAG_KM = 600;

type Row = Readonly<Record<string, string | number>>;

/** The element sets of every list of the real release, once for each object and epoch. */
function realSets(): OrbitElements[] {
  const found = new Map<string, OrbitElements>();
  for (const folder of folders)
    for (const name of readdirSync(folder).filter((one) => one.startsWith('gp-'))) {
      const text = readFileSync(join(folder, name), 'utf8');
      const rows = name.endsWith('.json')
        ? (JSON.parse(text) as Row[])
        : Papa.parse<Row>(text, { header: true, skipEmptyLines: true }).data;
      for (const row of rows)
        found.set(`${row['NORAD_CAT_ID']} ${row['EPOCH']}`, {
          epoch: String(row['EPOCH']),
          mean_motion: row['MEAN_MOTION']!,
          eccentricity: row['ECCENTRICITY']!,
          inclination: row['INCLINATION']!,
          ra_of_asc_node: row['RA_OF_ASC_NODE']!,
          arg_of_pericenter: row['ARG_OF_PERICENTER']!,
          mean_anomaly: row['MEAN_ANOMALY']!,
          bstar: row['BSTAR']!,
          mean_motion_dot: row['MEAN_MOTION_DOT']!,
          mean_motion_ddot: row['MEAN_MOTION_DDOT']!,
        });
    }
  return [...found.values()];
}

/** The same numbers in the units that python-sgp4 is given; the drag of old theories is not used by SGP4. */
function forPython(set: OrbitElements): number[] {
  const { bstar, eccentricity, arg_of_pericenter, inclination, mean_anomaly, mean_motion, ra_of_asc_node } = set;
  const days = (exactEpoch(set.epoch) - Date.UTC(1949, 11, 31)) / DAY_MS;
  return [
    ...[days, 0, 0, bstar, eccentricity, arg_of_pericenter, inclination, mean_anomaly, mean_motion, ra_of_asc_node].map(
      Number,
    ),
  ];
}

/** Some sets, their times, and the answers of python-sgp4. */
interface Scan {
  readonly sets: readonly OrbitElements[];
  readonly orbits: readonly ElementOrbit[];
  readonly times: readonly number[];
  /** Indexes of the times at which positions are compared. */
  readonly compared: readonly number[];
  readonly bad: readonly (readonly number[])[];
  readonly positions: readonly (readonly (readonly [number, number, number])[])[];
}

function scan(sets: readonly OrbitElements[], times: readonly number[], compared: readonly number[]): Scan {
  const input = JSON.stringify({
    sets: sets.map(forPython),
    times: times.map((time) => time / DAY_MS + 2_440_587.5),
    compared,
  });
  const script = join(import.meta.dirname, 'validity.py');
  const { stdout, stderr, status } = spawnSync(python, [script], { input, maxBuffer: 2 ** 30, timeout: 600_000 });
  if (status !== 0) throw new Error(`python-sgp4 failed or took longer than ten minutes: ${stderr}`);
  return { sets, times, compared, orbits: sets.map((set) => new ElementOrbit(set)), ...JSON.parse(stdout.toString()) };
}

const perigee = ({ mean_motion, eccentricity }: OrbitElements) =>
  semiMajorAxis(Number(mean_motion)) * (1 - Number(eccentricity)) - EARTH_RADIUS_KM;

describe.skipIf(missing)('every element set of the real release (needs ../shared/upstream, python3-sgp4)', () => {
  let scans: Scan[];

  beforeAll(() => {
    const sets = realSets();
    expect(sets.length).toBeGreaterThan(19_000);
    const isLow = (set: OrbitElements) => perigee(set) < DRAG_KM;
    const rare = times.filter((_, step) => step % 10 === 0);
    scans = [
      scan(sets.filter(isLow), times, [0, 30, 46, 59, 61, 74, 90, 120]),
      scan(
        sets.filter((set) => !isLow(set)),
        rare,
        [0, 5, 7, 12],
      ),
    ];
  });

  test('has no position at a time at which python-sgp4 fails, nor farther from the epoch', () => {
    let failures = 0;
    const answered: string[] = [];
    for (const { sets, orbits, bad: failed, times: scanned } of scans)
      for (const [place, orbit] of orbits.entries()) {
        const bad = failed[place]!.map((index) => scanned[index]!);
        failures += bad.length;
        const before = Math.max(...bad.filter((time) => time <= orbit.epoch));
        const after = Math.min(...bad.filter((time) => time > orbit.epoch));
        for (const time of scanned)
          if ((time <= before || time >= after) && orbit.noOrbitAt(time) === null)
            answered.push(`${JSON.stringify(sets[place])} at ${new Date(time).toISOString()}`);
      }
    expect(failures).toBeGreaterThan(1000);
    expect(answered).toEqual([]);
  });

  test('has the positions of python-sgp4 to 2 m, wherever it has any', () => {
    let count = 0;
    const differing: unknown[] = [];
    for (const { sets, orbits, times: scanned, compared, positions } of scans)
      for (const [place, orbit] of orbits.entries())
        for (const [number, index] of compared.entries()) {
          const state = orbit.stateAt(scanned[index]!);
          if (!state) continue;
          count += 1;
          const [x, y, z] = positions[place]![number]!;
          const { position } = state;
          const apart = Math.hypot(position.x - x, position.y - y, position.z - z) * 1000;
          if (!(apart <= 2)) differing.push([sets[place]!.epoch, scanned[index], apart]);
        }
    expect(count).toBeGreaterThan(50_000);
    expect(differing).toEqual([]);
  });
});
