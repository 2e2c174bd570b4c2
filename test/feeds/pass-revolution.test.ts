import { describe, expect, test } from 'vitest';
import { passIds } from '../../src/orbit/observation/pass-calendar.ts';
import { findPasses } from '../../src/orbit/observation/passes.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';

const DAY = 86_400_000;
const epoch = '2026-08-20T12:00:00';
const station: Sgp4Elements<number> = {
  epoch,
  mean_motion: 15.49,
  eccentricity: 0.0006,
  inclination: 51.63,
  ra_of_asc_node: 350,
  arg_of_pericenter: 74,
  mean_anomaly: 286,
  bstar: 0.0002,
  mean_motion_dot: 0.0001,
  mean_motion_ddot: 0,
};
const orbits: Record<string, Sgp4Elements<number>> = {
  station,
  weather: {
    ...station,
    mean_motion: 14.24,
    eccentricity: 0.001,
    inclination: 98.7,
    bstar: 0.0001,
    mean_motion_dot: 0,
  },
  molniya: {
    ...station,
    mean_motion: 2.006,
    eccentricity: 0.72,
    inclination: 63.4,
    arg_of_pericenter: 270,
    bstar: 0,
    mean_motion_dot: 0,
  },
  navigation: { ...station, mean_motion: 2.0057, eccentricity: 0.01, inclination: 55, bstar: 0, mean_motion_dot: 0 },
};

/** The same orbit as another day's element set has it: by two-body motion and the drift of node and perigee, and a bit off. */
function updated(set: Sgp4Elements<number>, days: number): Sgp4Elements<number> {
  const { mean_motion: n, eccentricity: e, inclination } = set;
  const axis = Math.cbrt(398_600.4418 * (86_400 / (2 * Math.PI * n)) ** 2);
  const factor = 1.5 * 0.001_082_6 * (6378.135 / (axis * (1 - e * e))) ** 2 * n * 360;
  const i = (inclination * Math.PI) / 180;
  const turned = (angle: number) => ((angle % 360) + 360) % 360;
  return {
    ...set,
    epoch: new Date(Date.parse(`${epoch}Z`) + days * DAY).toISOString().slice(0, -1),
    mean_motion: n + 2 * set.mean_motion_dot * days,
    mean_anomaly: turned(set.mean_anomaly + 360 * (n * days + set.mean_motion_dot * days * days) + 0.05),
    arg_of_pericenter: turned(set.arg_of_pericenter + factor * (2 - 2.5 * Math.sin(i) ** 2) * days),
    ra_of_asc_node: turned(set.ra_of_asc_node - factor * Math.cos(i) * days),
  };
}

const from = Date.parse('2026-08-22T00:00:00Z');
const passesOf = (elements: Sgp4Elements<number>, lat: number) => {
  const search = { from, to: from + 3 * DAY, observer: { lat, lon: 13.4 }, minElevation: 10, allowOld: true };
  return findPasses(elements, search)
    .passes.filter(({ in_progress }) => !in_progress)
    .map((pass) => ({ ...pass, norad_cat_id: 1, elements }));
};

describe.each(Object.entries(orbits))('the passes of a %s orbit', (_name, set) => {
  test.each([52.5, 0.5, -33.9, 69])('over latitude %f keep their ids when elements are updated', (lat) => {
    const before = passesOf(set, lat);
    const ids = passIds(before, { lat, lon: 13.4 });
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^1-\d{5}\.\d{1,2}-/);
    for (const days of [0.7, 1.5]) {
      const after = passesOf(updated(set, days), lat);
      const newIds = passIds(after, { lat, lon: 13.4 });
      for (const [n, { culmination }] of before.entries()) {
        // Low passes may be gone in the newer set.
        const same = after.findIndex((one) => Math.abs(one.culmination.at - culmination.at) < 600_000);
        if (same >= 0) expect([days, newIds[same]]).toEqual([days, ids[n]]);
      }
      expect(after.length).toBeGreaterThanOrEqual(before.length - 2);
    }
  });
});

test('passes of one revolution above several parts of a skyline have different ids', () => {
  const [pass] = passesOf(station, 52.5);
  const [first, second] = passIds([pass!, pass!], { lat: 52.5, lon: -13.4 });
  expect(second).toBe(`${first}-2`);
});
