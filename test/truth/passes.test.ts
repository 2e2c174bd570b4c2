import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Observer, Satellite, sunMargin } from '../../src/orbit/observer.ts';
import { findPasses } from '../../src/orbit/passes.ts';
import { seeded } from '../seeded.ts';
import { drawnElements, drawnPlace, linesOf } from './drawn-elements.ts';

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import skyfield, sgp4, ephem']).status === 0;
/** Pairs of object and place; the acceptance is 10,000: ORBWEAVER_TRUTH_PAIRS=10000. */
const pairs = Number(process.env.ORBWEAVER_TRUTH_PAIRS ?? 60);
/** Pairs that one Python process is handed: their passes are held in memory at once. */
const BATCH = 500;
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

test.skipIf(!installed)(
  `skyfield and PyEphem agree on the passes, shadows and range rates of ${pairs} pairs of object and place (needs python3-skyfield, python3-sgp4, python3-ephem)`,
  // Debian's SGP4 is pure Python: a pair takes 0.1 s alone, and many times that on a machine with other work.
  { timeout: 60_000 + pairs * 1000 },
  () => {
    const random = seeded(20260822);
    const count: Record<string, number> = {};
    const worst: Record<string, number> = {};
    const problems: unknown[] = [];
    const ephem: unknown[] = [];
    for (let done = 0; done < pairs; done += BATCH) {
      const cases = Array.from({ length: Math.min(BATCH, pairs - done) }, () => drawnCase(random));
      const output = execFileSync(python, [join(import.meta.dirname, 'passes.py')], {
        input: JSON.stringify({ from: FROM, to: TO, cases }),
        maxBuffer: 1 << 26,
      });
      const answer = JSON.parse(output.toString()) as Answer;
      for (const [name, value] of Object.entries(answer.count)) count[name] = (count[name] ?? 0) + value;
      for (const [name, value] of Object.entries(answer.worst)) worst[name] = Math.max(worst[name] ?? 0, value);
      problems.push(...answer.problems);
      ephem.push(...answer.ephem);
    }
    if (process.env.ORBWEAVER_TRUTH_PAIRS) console.log(JSON.stringify({ count, worst, ephem }, null, 1));
    expect(problems).toEqual([]);
    expect(count.edges).toBeGreaterThan(pairs);
    expect(worst.edge_s).toBeLessThanOrEqual(0.5);
    expect(worst.culmination_s).toBeLessThan(1);
    expect(worst.culmination_deg).toBeLessThan(0.05);
    // 1 Hz of 435 MHz.
    expect(worst.range_rate_m_s).toBeLessThan(299_792_458 / 435e6);
    expect(worst.shadow_edge_s).toBeLessThanOrEqual(2);
    expect(count.sunlit_differs! / count.samples!).toBeLessThan(0.001);
    // Up to periods of 225 minutes PyEphem's own SGP4 is the same theory; beyond, see docs/sky-checks.
    expect(count.ephem_near_off).toBe(0);
    expect(count.ephem_near_eclipsed_differs! / count.ephem_near_eclipsed!).toBeLessThan(0.004);
  },
);
