import { execFile, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPasses } from '../../src/orbit/observation/passes.ts';
import { Observer, Satellite, sunMargin } from '../../src/orbit/observer.ts';
import { seeded } from '../seeded.ts';
import { deltaT, randomElements, randomObserver, tleLines } from './random-elements.ts';

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import skyfield, sgp4, ephem']).status === 0;
/** Pairs of object and location. The full check has 10,000: ORBWEAVER_TRUTH_PAIRS=10000. */
const pairs = Number(process.env.ORBWEAVER_TRUTH_PAIRS ?? 60);
/** Pairs per Python process, which holds all their passes in memory. */
const BATCH = 250;
const FROM = Date.parse('2026-08-22T00:00:00Z');
const TO = FROM + 24 * 3_600_000;
/** Times per pair at which range rate and illumination are compared, above the horizon or not. */
const SAMPLES = 48;

function randomCase(random: () => number) {
  const set = randomElements(random);
  const observer = randomObserver(random);
  const minElevation = [0, 5, 10, 30, 60][Math.floor(random() * 5)]!;
  const { passes } = findPasses(set, { from: FROM, to: TO, observer, minElevation });
  const [satellite, here] = [new Satellite(set), new Observer(observer)];
  const samples = Array.from({ length: SAMPLES }, (_, n) => {
    const at = FROM + ((n + 0.5) / SAMPLES) * (TO - FROM);
    return {
      at,
      range_rate_km_s: here.lookAngles(satellite.itrf(at)).range_rate_km_s,
      sunlit: sunMargin(satellite.teme(at).position, at) >= 0,
    };
  });
  return { tle: tleLines(set), observer, minElevation, passes, samples };
}

interface Comparison {
  readonly count: Record<string, number>;
  readonly worst: Record<string, number>;
  readonly problems: readonly unknown[];
  readonly problem_count: number;
  readonly ephem: readonly unknown[];
}

/** Compares cases with skyfield and PyEphem. */
function compare(cases: readonly ReturnType<typeof randomCase>[]): Promise<Comparison> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, 'passes.py');
    const child = execFile(python, [script], { maxBuffer: 1 << 26 }, (error, output) => {
      if (error) reject(error);
      else resolve(JSON.parse(output) as Comparison);
    });
    child.stdin!.end(JSON.stringify({ from: FROM, to: TO, delta_t: [FROM, TO].map(deltaT), cases }));
  });
}

test.skipIf(!installed)(
  `skyfield and PyEphem agree on the passes, shadows and range rates of ${pairs} pairs of object and location (needs python3-skyfield, python3-sgp4, python3-ephem)`,
  // A pair takes 0.03 s of processor time, and many times that in wall-clock time on a busy machine.
  { timeout: 60_000 + pairs * 1000 },
  async () => {
    const random = seeded(20260822);
    const count: Record<string, number> = {};
    const worst: Record<string, number> = {};
    const problems: unknown[] = [];
    const ephem: unknown[] = [];
    const sizes = Array.from({ length: Math.ceil(pairs / BATCH) }, (_, n) => Math.min(BATCH, pairs - n * BATCH));
    // One worker per core, each of which takes the next batch.
    const runWorker = async () => {
      for (let size = sizes.shift(); size !== undefined; size = sizes.shift()) {
        const result = await compare(Array.from({ length: size }, () => randomCase(random)));
        for (const [name, value] of Object.entries(result.count)) count[name] = (count[name] ?? 0) + value;
        for (const [name, value] of Object.entries(result.worst)) worst[name] = Math.max(worst[name] ?? 0, value);
        problems.push(...result.problems);
        ephem.push(...result.ephem);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, runWorker));
    if (process.env.ORBWEAVER_TRUTH_PAIRS) console.log(JSON.stringify({ count, worst, ephem }, null, 1));
    expect(problems).toEqual([]);
    expect(count.edges).toBeGreaterThan(pairs);
    expect(worst.interpolation_deg).toBeLessThan(0.001);
    expect(worst.edge_s).toBeLessThanOrEqual(0.5);
    expect(worst.culmination_s).toBeLessThan(1);
    expect(worst.culmination_deg).toBeLessThan(0.05);
    // 1 Hz of 435 MHz.
    expect(worst.range_rate_m_s).toBeLessThan(299_792_458 / 435e6);
    expect(worst.shadow_edge_s).toBeLessThanOrEqual(2);
    expect(count.sunlit_differs! / count.samples!).toBeLessThan(0.001);
    // Up to periods of 225 minutes, PyEphem's own SGP4 uses the same theory; above, see docs/sky-checks.
    expect(count.ephem_near_off).toBe(0);
    // With the Sun that PyEphem uses, its states are reproduced: see docs/decisions/sky.
    expect(count.ephem_near_midnight_differs! / count.ephem_near_eclipsed!).toBeLessThan(0.001);
    expect(count.ephem_near_eclipsed_differs! / count.ephem_near_eclipsed!).toBeLessThan(0.004);
  },
);
