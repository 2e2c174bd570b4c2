import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DecayPath } from '../../src/orbit/decay/decay-path.ts';
import {
  type FallingOrbit,
  type PredictedReentry,
  perigeeKm,
  predictReentry,
} from '../../src/orbit/decay/predict-reentry.ts';
import { readTle } from '../../src/orbit/formats/read-tle.ts';

const DAY_MS = 86_400_000;

/** An element set, and the time of the first snapshot with it (milliseconds, UTC). */
interface SeenSet extends FallingOrbit {
  readonly seen: number;
}

/** An object of the real series that was below 500 km at some time. */
export interface RealObject {
  readonly norad_cat_id: number;
  /** Neither debris nor rocket body: the files have no other indication. */
  readonly active: boolean;
  /** Launched in the year of the series, by its designator. */
  readonly young: boolean;
  /** By epoch. */
  readonly sets: SeenSet[];
}

/** Snapshots by their folders' names: `2026-07-04T1722Z`. */
const instantOf = (name: string) => Date.parse(name.replace(/T(\d\d)(\d\d)Z$/, 'T$1:$2:00Z'));
/** Mean motions from 15.2 (500 km) on; the columns of a TLE's second line. */
const isLow = (line: string) => Number(line.slice(52, 63)) > 15.2;

/** Every low object of the series of TLEs and of the full snapshots in a folder. */
export function readSeries(folder: string): RealObject[] {
  const objects = new Map<number, { name: string; designator: string; sets: Map<number, SeenSet> }>();
  const add = (id: number, name: string, designator: string, set: SeenSet) => {
    const object = objects.get(id) ?? { name, designator, sets: new Map<number, SeenSet>() };
    objects.set(id, object);
    if (!object.sets.has(set.epoch)) object.sets.set(set.epoch, set);
  };
  for (const series of readdirSync(folder)
    .filter((name) => name.startsWith('series-'))
    .sort())
    for (const snapshot of readdirSync(join(folder, series)).sort()) {
      const files = join(folder, series, snapshot, 'celestrak');
      for (const file of existsSync(files) ? readdirSync(files) : []) {
        // The other files repeat these sets.
        if (!/active|starlink|debris|last-30-days/.test(file)) continue;
        const lines = readFileSync(join(files, file), 'latin1').split('\n');
        for (let at = 0; at + 2 < lines.length; at += 3) {
          if (!isLow(lines[at + 2]!)) continue;
          const read = readTle(lines[at + 1]!.trimEnd(), lines[at + 2]!.trimEnd(), lines[at]!.trim());
          if (read.ok)
            add(
              read.set.norad_cat_id,
              lines[at]!.trim(),
              read.set.object_id ?? '',
              sampleOf(read.set, instantOf(snapshot)),
            );
        }
      }
    }
  for (const snapshot of readdirSync(folder)
    .filter((name) => /^2026-.*Z$/.test(name))
    .sort()) {
    const [head, ...rows] = readFileSync(join(folder, snapshot, 'celestrak/gp-active.csv'), 'latin1')
      .trim()
      .split(/\r?\n/);
    const names = head!.split(',').map((name) => name.toLowerCase());
    for (const row of rows) {
      const set = Object.fromEntries(row.split(',').map((cell, at) => [names[at], cell])) as Record<string, string>;
      if (Number(set['mean_motion']) > 15.2)
        add(
          Number(set['norad_cat_id']),
          set['object_name']!,
          set['object_id']!,
          sampleOf(set as never, instantOf(snapshot)),
        );
    }
  }
  return [...objects].map(([norad_cat_id, { name, designator, sets }]) => ({
    norad_cat_id,
    active: !/ DEB| R\/B/.test(name),
    young: designator.startsWith('2026'),
    sets: [...sets.values()].sort((a, b) => a.epoch - b.epoch),
  }));
}

type Texts = Readonly<
  Record<'epoch' | 'mean_motion' | 'eccentricity' | 'inclination' | 'mean_motion_dot' | 'bstar', string>
>;
const sampleOf = (set: Texts, seen: number): SeenSet => ({
  seen,
  epoch: Date.parse(`${set.epoch.replace(/Z$/, '').slice(0, 23)}Z`),
  mean_motion: Number(set.mean_motion),
  eccentricity: Number(set.eccentricity),
  inclination: Number(set.inclination),
  mean_motion_dot: Number(set.mean_motion_dot),
  bstar: Number(set.bstar),
});

/** A prediction as it would have been made, and its outcome. Days are counted from the epoch of the newest set. */
export interface Case {
  readonly object: RealObject;
  readonly predicted: PredictedReentry;
  readonly days: number;
  /** Days to the actual reentry; null if not known precisely enough. */
  readonly actual: number | null;
  /** Days to the last set, up to which it was certainly in orbit. */
  readonly alive: number;
}

/** The reentry is known if the time left after the last set is below this share of the time since the prediction. */
const MAX_UNOBSERVED_SHARE = 0.15;
/** Older sets were not current any more, days. */
const MAX_SET_AGE_DAYS = 3;

/**
 * Predicts each reentry as of each given time, from the sets of that time. It needs no list of decay dates: the last
 * element sets of a reentered object are of its last hours, and the rest is extrapolated from the decay rate then.
 */
export function backtest(objects: readonly RealObject[], times: readonly number[], single = false): Case[] {
  return objects.flatMap((object) => {
    const last = object.sets.at(-1)!;
    let left: number | null = null;
    return times.flatMap((time): Case[] => {
      const available = object.sets.filter(({ seen }) => seen <= time);
      const newest = available.at(-1);
      if (!newest || time - newest.epoch > MAX_SET_AGE_DAYS * DAY_MS || perigeeKm(newest) > 700) return [];
      const predicted = predictReentry(single ? [newest] : available, object);
      if (!predicted) return [];
      left ??= remaining(object.sets);
      const alive = (last.epoch - newest.epoch) / DAY_MS;
      const total = alive + left;
      const sure = alive > 0 && (left < MAX_UNOBSERVED_SHARE * total || (left < 0.5 && left < 0.5 * total));
      return [
        { object, predicted, days: (predicted.median - newest.epoch) / DAY_MS, actual: sure ? total : null, alive },
      ];
    });
  });
}

/** Days from the last set to reentry, by the decay since an earlier set or else by its own drag term. */
function remaining(sets: readonly SeenSet[]): number {
  const last = sets.at(-1)!;
  const path = new DecayPath(last);
  const before = sets.findLast(({ epoch }) => last.epoch - epoch > 0.3 * DAY_MS && last.epoch - epoch < 3 * DAY_MS);
  const rate = before
    ? (last.mean_motion - before.mean_motion) / ((last.epoch - before.epoch) / DAY_MS)
    : 2 * last.mean_motion_dot;
  return rate > 0 ? path.end / (rate / path.rate) : Number.POSITIVE_INFINITY;
}
