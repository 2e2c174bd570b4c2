import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type NearObject, nearStreak, type Streak } from '../../src/features/field-of-view/identify.ts';
import { assumedErrors, rankCandidates } from '../../src/features/field-of-view/rank-candidates.ts';
import { tleColumns } from '../../src/orbit/formats/read-tle.ts';
import { icrsFromTeme, placeOfDirection, rotated } from '../../src/orbit/icrs.ts';
import { siderealAngle } from '../../src/orbit/observation/sky.ts';
import { SkyScan } from '../../src/orbit/observation/sky-scan.ts';
import { Observer, Satellite, sunMargin, turned } from '../../src/orbit/observer.ts';
import { orbitClass, shapeOf } from '../../src/orbit/shape.ts';
import type { Vector } from '../../src/orbit/vector.ts';
import { seeded } from '../seeded.ts';

const folder = join(import.meta.dirname, '../../../shared/upstream/series-2026-07');
const skipped = process.env.ORBWEAVER_SKIP_REAL !== undefined || !existsSync(folder);
/** Number of streaks; ORBWEAVER_STREAKS sets another one, and prints the results. */
const count = Number(process.env.ORBWEAVER_STREAKS ?? 300);
const DAY_MS = 86_400_000;

interface Snapshot {
  readonly time: number;
  readonly sets: ReadonlyMap<number, ReturnType<typeof setOf>>;
}

const setOf = (cells: Readonly<Record<string, string>>) => ({
  epoch: cells.EPOCH!,
  mean_motion: cells.MEAN_MOTION!,
  eccentricity: cells.ECCENTRICITY!,
  inclination: cells.INCLINATION!,
  ra_of_asc_node: cells.RA_OF_ASC_NODE!,
  arg_of_pericenter: cells.ARG_OF_PERICENTER!,
  mean_anomaly: cells.MEAN_ANOMALY!,
  bstar: cells.BSTAR!,
  mean_motion_dot: cells.MEAN_MOTION_DOT!,
  mean_motion_ddot: cells.MEAN_MOTION_DDOT!,
});

function read(name: string): Snapshot {
  const lines = readFileSync(join(folder, name, 'celestrak/gp-active.tle'), 'latin1').split(/\r?\n/);
  const sets = new Map<number, ReturnType<typeof setOf>>();
  for (let n = 0; n + 2 < lines.length; n += 3) {
    const tle = tleColumns(lines[n + 1]!, lines[n + 2]!);
    if (tle.ok) sets.set(Number(tle.cells.NORAD_CAT_ID), setOf(tle.cells));
  }
  return { time: timeOf(name), sets };
}

const timeOf = (name: string) => Date.parse(name.replace(/T(\d\d)(\d\d)Z$/, 'T$1:$2:00Z'));

/** A normal deviate. */
const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/**
 * Streaks are made with the elements of one day, an error of 10″ in each end and of 0.5 s in time, and searched for with the
 * elements of one and of three days before, so that the errors of the elements are real.
 */
test.skipIf(skipped)(
  'streaks are identified with real elements of one and three days before (needs ../shared/upstream)',
  { timeout: 600_000 },
  async () => {
    const names = readdirSync(folder)
      .filter((name) => existsSync(join(folder, name, 'celestrak/gp-active.tle')))
      .sort();
    const last = read(names.at(-1)!);
    const random = seeded(300);
    const results: Record<string, number> = {};
    const add = (name: string, is: boolean) => {
      results[name] = (results[name] ?? 0) + Number(is);
    };
    for (const days of [1, 3]) {
      const before = names.findLast((name) => timeOf(name) <= last.time - days * DAY_MS + 3_600_000)!;
      const old = read(before);
      const ids = [...old.sets.keys()];
      const scan = await SkyScan.open([...old.sets.values()]);
      for (let n = 0; n < count / 2; n++) {
        const { streak, id } = await made(last, old, random);
        const found = await nearStreak(scan, streak);
        const rank = (objects: readonly NearObject[]) =>
          rankCandidates(
            {
              length_deg: found.streak.length_deg,
              timed: streak.duration !== null,
              radius_deg: streak.radius_deg,
              window_s: streak.window / 1000,
            },
            objects,
            { time_s: 0.5, place_arcsec: 10 },
            ({ row }) => {
              const set = old.sets.get(ids[row]!)!;
              const age = (streak.at - Date.parse(`${set.epoch}Z`)) / DAY_MS;
              const shape = shapeOf(Number(set.mean_motion), Number(set.eccentricity));
              return assumedErrors({ time_uncertainty_s: null, age_days: age }, orbitClass(shape));
            },
          );
        const all = rank(found.objects);
        add(`right first, ${days} d`, ids[all.ranked[0]?.object.row ?? -1] === id);
        add(`none less probable, ${days} d`, all.none < 0.5);
        add(`none, left out, ${days} d`, rank(found.objects.filter(({ row }) => ids[row] !== id)).none > 0.5);
      }
    }
    if (process.env.ORBWEAVER_STREAKS) console.log(JSON.stringify(results));
    const right = results['right first, 1 d']! + results['right first, 3 d']!;
    const left = results['none, left out, 1 d']! + results['none, left out, 3 d']!;
    expect(right / count).toBeGreaterThanOrEqual(0.9);
    expect(left / count).toBeGreaterThanOrEqual(0.8);
  },
);

/** A streak of a random sunlit object that is in both files. */
async function made(
  { time, sets }: Snapshot,
  old: Snapshot,
  random: () => number,
): Promise<{ streak: Streak; id: number }> {
  const ids = [...sets.keys()].filter((id) => old.sets.has(id));
  for (;;) {
    const id = ids[Math.floor(random() * ids.length)]!;
    const satellite = new Satellite(sets.get(id)!);
    const place = { lat: 120 * random() - 60, lon: 360 * random() - 180, alt_m: 1000 * random() };
    const at = time + (random() - 0.5) * DAY_MS;
    const observer = new Observer(place);
    const valid = satellite.validity;
    if (!valid || at < valid.from + 10_000 || at > valid.to - 10_000) continue;
    if (observer.lookAngles(satellite.itrf(at)).elevation_deg < 15) continue;
    if (sunMargin(satellite.teme(at).position, at) < 0 || observer.sunElevation(at) > -6) continue;
    const duration = 2000;
    const ends = [at - duration / 2, at + duration / 2].map((moment) => {
      const here = turned(observer.position, -siderealAngle(moment));
      const { position } = satellite.teme(moment);
      const line: Vector = [position[0] - here[0], position[1] - here[1], position[2] - here[2]];
      const { ra_deg, dec_deg } = placeOfDirection(rotated(icrsFromTeme(moment), line));
      const off = 10 / 3600;
      const dec = Math.max(-90, Math.min(90, dec_deg + off * normal(random)));
      return {
        ra_deg: ra_deg + (off * normal(random)) / Math.max(0.01, Math.cos((dec * Math.PI) / 180)),
        dec_deg: dec,
      };
    }) as [{ ra_deg: number; dec_deg: number }, { ra_deg: number; dec_deg: number }];
    return {
      id,
      streak: {
        observer: place,
        ends,
        at: at + 500 * normal(random),
        duration,
        window: 60_000,
        radius_deg: 3,
        refraction: false,
        allowOld: false,
      },
    };
  }
}
