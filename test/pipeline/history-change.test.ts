import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importElements } from '../../pipeline/archive/import.ts';
import { historyChange } from '../../pipeline/diff/history-change.ts';
import type { Event } from '../../src/schema/changes/event.ts';
import { START, track } from '../orbit/made-track.ts';
import { openRelease } from './release/opened-release.ts';
import { build, copySample, removeFolder, SECOND, sample } from './sample-build.ts';

const DAY_MS = 86_400_000;
const change = (axis: (day: number) => number) =>
  historyChange(
    track({ axis, inclination: () => 53, days: 40 }).map((set) => ({ ...set, bstar: 0.0001 })),
    'LEO',
  );

describe('historyChange', () => {
  test('detects a recent maneuver above the threshold', () => {
    const found = change((day) => 6930 + (day > 35 ? 9 : 0))!;
    expect(found).toMatchObject({ method: 'history', kind: 'maneuver', ongoing: false });
    expect(found.confidence).toBeGreaterThan(0.9);
    expect(found.delta.semi_major_axis_km).toBeCloseTo(9, 1);
    expect(Math.abs(Date.parse(found.epoch_after) - START - 35 * DAY_MS)).toBeLessThan(1.5 * DAY_MS);
  });

  test('ignores a maneuver that is below the threshold or too old', () => {
    expect(change((day) => 6930 + (day > 35 ? 2 : 0))).toBeNull();
    expect(change((day) => 6930 + (day > 20 ? 9 : 0))).toBeNull();
  });

  test('detects the start of ongoing thrust, but not thrust that began before the history does', () => {
    const found = change((day) => 6750 + 3 * Math.max(0, day - 32))!;
    expect(found).toMatchObject({ kind: 'low_thrust', ongoing: true });
    expect(Math.abs(Date.parse(found.epoch_before) - START - 32 * DAY_MS)).toBeLessThan(1.5 * DAY_MS);
    expect(change((day) => 6750 + 3 * day)).toBeNull();
  });
});

describe('a refresh with the history of an object in the archive', () => {
  const ID = 190_064;
  let home: string;
  let events: Event[];

  beforeAll(async () => {
    home = await copySample('first');
    const [header, ...rows] = (await readFile(join(sample, 'second/celestrak/gp-active.csv'), 'utf8'))
      .trimEnd()
      .split('\n');
    const names = header!.trim().split(',');
    const row = rows
      .find((line) => line.includes(`,${ID},`))!
      .trim()
      .split(',');
    const set = Object.fromEntries(names.map((name, at) => [name, row[at]!])) as Record<string, string>;
    const newest = Date.parse(`${set['EPOCH']}Z`);
    // Two weeks of sets before the newest one; the orbit is raised by 12 km three days before the end.
    const axisNow = Math.cbrt(398_600.8 / ((Number(set['MEAN_MOTION']) * 2 * Math.PI) / 86_400) ** 2);
    const history = track({
      axis: (day) => axisNow - (day < 11 ? 12 : 0),
      inclination: () => Number(set['INCLINATION']),
      eccentricity: Number(set['ECCENTRICITY']),
      days: 14,
    });
    const shift = newest - history.at(-1)!.epoch;
    const anomalyOffset = Number(set['MEAN_ANOMALY']) - history.at(-1)!.mean_anomaly;
    const text = history.slice(0, -1).map((one) =>
      names
        .map((name) => {
          if (name === 'EPOCH') return new Date(one.epoch + shift).toISOString().replace('Z', '000');
          if (name === 'MEAN_MOTION') return one.mean_motion.toFixed(8);
          if (name === 'INCLINATION') return one.inclination.toFixed(4);
          if (name === 'MEAN_ANOMALY') return ((((one.mean_anomaly + anomalyOffset) % 360) + 360) % 360).toFixed(4);
          return set[name]!;
        })
        .join(','),
    );
    const file = join(home, 'history.csv');
    await writeFile(file, `${header!.trim()}\r\n${text.join('\r\n')}\r\n`);
    const imported = await importElements({ home, limits: { memory: '500MB', threads: 2 }, progress: () => {} }, [
      file,
    ]);
    expect(imported).toMatchObject({ added: text.length, rejected: {} });
    await build(home, join(sample, 'second'), SECOND);
    const release = await openRelease(home);
    events = (await release.json<{ data: Event[] }>('events.json')).data.filter(({ type }) => type === 'orbit_change');
    release.close();
  }, 120_000);
  afterAll(() => removeFolder(home));

  test('reports a maneuver that several of its sets show, with its confidence', () => {
    const [event] = events.filter(({ norad_cat_id }) => norad_cat_id === ID);
    expect(event!.details).toMatchObject({ method: 'history', kind: 'maneuver', ongoing: false });
    expect(Number(event!.details['confidence'])).toBeGreaterThan(0.9);
    expect((event!.details['delta'] as { semi_major_axis_km: number }).semi_major_axis_km).toBeCloseTo(12, 0);
  });

  test('compares two releases for the other objects', () => {
    const others = events.filter(({ norad_cat_id }) => norad_cat_id !== ID);
    expect(others.map(({ norad_cat_id }) => norad_cat_id).sort()).toEqual([190_061, 190_062, 190_086, 190_087]);
    expect(others.every(({ details }) => !('method' in details))).toBe(true);
  });
});
