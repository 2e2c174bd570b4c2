import { execFile, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Observer, Satellite, sunMargin } from '../../src/orbit/observer.ts';
import { findPasses } from '../../src/orbit/passes.ts';
import { seeded } from '../seeded.ts';
import { deltaT, drawnElements, drawnPlace, linesOf } from './drawn-elements.ts';

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import skyfield, sgp4, ephem']).status === 0;
/** Pairs of object and place; the acceptance is 10,000: ORBWEAVER_TRUTH_PAIRS=10000. */
const pairs = Number(process.env.ORBWEAVER_TRUTH_PAIRS ?? 60);
/** Pairs that one Python process is handed: their passes are held in memory at once. */
const BATCH = 250;
const FROM = Date.parse('2026-08-22T00:00:00Z');
const TO = FROM + 24 * 3_600_000;
/** Times at which range rate and light are compared, above the horizon or not. */
const SAMPLES = 48;

function drawnCase(random: () => number) {
  const set = drawnElements(random);
  const observer = drawnPlace(random);
  const minElevation = [0, 5, 10, 30, 60][Math.floor(random() * 5)]!;
  const { passes } = findPasses(set, { from: FROM, to: TO, observer, minElevation });
  const [satellite, here] = [new Satellite(set), new Observer(observer)];
  const samples = Array.from({ length: SAMPLES }, (_, n) => {
    const at = FROM + ((n + 0.5) / SAMPLES) * (TO - FROM);
    return {
      at,
      range_rate_km_s: here.look(satellite.itrf(at)).range_rate_km_s,
      sunlit: sunMargin(satellite.teme(at).position, at) >= 0,
    };
  });
  return { tle: linesOf(set), observer, minElevation, passes, samples };
}

interface Answer {
  readonly count: Record<string, number>;
  readonly worst: Record<string, number>;
  readonly problems: readonly unknown[];
  readonly problem_count: number;
  readonly ephem: readonly unknown[];
}

/** What Python says of some cases. */
function compared(cases: readonly ReturnType<typeof drawnCase>[]): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, 'passes.py');
    const child = execFile(python, [script], { maxBuffer: 1 << 26 }, (error, output) => {
      if (error) reject(error);
      else resolve(JSON.parse(output) as Answer);
    });
    child.stdin!.end(JSON.stringify({ from: FROM, to: TO, delta_t: [FROM, TO].map(deltaT), cases }));
  });
}

test.skipIf(!installed)(
  `skyfield and PyEphem agree on the passes, shadows and range rates of ${pairs} pairs of object and place (needs python3-skyfield, python3-sgp4, python3-ephem)`,
  // A pair takes 0.03 s of processor time, and many times that in real time on a machine with other work.
  { timeout: 60_000 + pairs * 1000 },
  async () => {
    const random = seeded(20260822);
    const count: Record<string, number> = {};
    const worst: Record<string, number> = {};
    const problems: unknown[] = [];
    const ephem: unknown[] = [];
    const sizes = Array.from({ length: Math.ceil(pairs / BATCH) }, (_, n) => Math.min(BATCH, pairs - n * BATCH));
    // As many processes as there are cores, each with the next batch.
    const work = async () => {
      for (let size = sizes.shift(); size !== undefined; size = sizes.shift()) {
        const answer = await compared(Array.from({ length: size }, () => drawnCase(random)));
        for (const [name, value] of Object.entries(answer.count)) count[name] = (count[name] ?? 0) + value;
        for (const [name, value] of Object.entries(answer.worst)) worst[name] = Math.max(worst[name] ?? 0, value);
        problems.push(...answer.problems);
        ephem.push(...answer.ephem);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
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
    // Up to periods of 225 minutes PyEphem's own SGP4 is the same theory; beyond, see docs/sky-checks.
    expect(count.ephem_near_off).toBe(0);
    // With the Sun that PyEphem takes, its states come out: see docs/decisions/sky.
    expect(count.ephem_near_midnight_differs! / count.ephem_near_eclipsed!).toBeLessThan(0.001);
    expect(count.ephem_near_eclipsed_differs! / count.ephem_near_eclipsed!).toBeLessThan(0.004);
  },
);
