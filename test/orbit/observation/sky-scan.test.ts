import { expect, test } from 'vitest';
import { SkyScan } from '../../../src/orbit/observation/sky-scan.ts';
import { Observer, Satellite } from '../../../src/orbit/observer.ts';
import { seeded } from '../../seeded.ts';

/** Element sets of random orbits: several chunks of a scan. */
function randomSets(count: number) {
  const random = seeded(21);
  const from = (low: number, high: number) => low + (high - low) * random();
  return Array.from({ length: count }, () => ({
    epoch: '2026-08-21T12:00:00.000000',
    mean_motion: from(1, 15.5),
    eccentricity: from(0, 0.02),
    inclination: from(0, 120),
    ra_of_asc_node: from(0, 360),
    arg_of_pericenter: from(0, 360),
    mean_anomaly: from(0, 360),
    bstar: 0.0001,
    mean_motion_dot: 0,
    mean_motion_ddot: 0,
  }));
}

test('finds the same objects above as computing each position separately, in every chunk', async () => {
  const sets = randomSets(2500);
  // One row has no position: its orbit is inside the Earth.
  sets[1777] = { ...sets[1777]!, mean_motion: 17.5, eccentricity: 0.001 };
  const scan = await SkyScan.open(sets);
  const place = { lat: 52.5, lon: 13.4, alt_m: 40 };
  const here = new Observer(place);
  const time = Date.parse('2026-08-22T18:00:00Z');
  const { rows, withoutPosition } = await scan.above(time, place, 10);
  const truth = sets.map((set) => {
    try {
      return here.elevation(new Satellite(set).itrf(time).position);
    } catch {
      return null;
    }
  });
  expect(withoutPosition).toEqual(truth.flatMap((elevation, row) => (elevation === null ? [row] : [])));
  expect(withoutPosition).toContain(1777);
  expect(rows.map(({ row }) => row)).toEqual(
    truth.flatMap((elevation, row) => (elevation !== null && elevation >= 10 ? [row] : [])),
  );
  expect(rows.some(({ row }) => row >= 2000)).toBe(true);
});

test('lets other work go on between chunks, if they take long', async () => {
  const scan = await SkyScan.open(randomSets(2500));
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  let rows = 0;
  await scan.states(Date.parse('2026-08-22T18:00:00Z'), false, () => {
    // Each chunk takes longer than a turn.
    if (rows++ % 500 !== 0) return;
    for (const end = performance.now() + 25; performance.now() < end; );
  });
  clearImmediate(next);
  expect(rows).toBe(2500);
  expect(turns).toBeGreaterThanOrEqual(2);
});
