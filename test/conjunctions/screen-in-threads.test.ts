import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screenInThreads } from '../../src/features/conjunctions/screen-in-threads.ts';
import { SkyStates } from '../../src/orbit/observation/sky-states.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';

/** Two objects in orbits of opposite directions, which meet twice in each revolution. */
const sets = [0, 180].map(
  (ra_of_asc_node): Sgp4Elements => ({
    epoch: '2026-08-22T00:00:00.000000',
    mean_motion: 15.2,
    eccentricity: 0.0001,
    inclination: 90,
    ra_of_asc_node,
    arg_of_pericenter: 0,
    mean_anomaly: 0,
    bstar: 0,
    mean_motion_dot: 0,
    mean_motion_ddot: 0,
  }),
);

const states = new SkyStates(sets, Date.parse('2026-08-22T00:00:00Z'));

test('a run of several parts ends, and one that was stopped computes only what is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-parts-'));
  try {
    const done: number[] = [];
    const run = () =>
      screenInThreads({
        states,
        primary: Uint8Array.of(1, 1),
        threshold_km: 5,
        duration_s: 86_400,
        threads: 1,
        folder,
        onPart: (count) => done.push(count),
      });
    const found = await run();
    expect(done).toEqual([0, 1, 2, 3, 4]);
    expect(found.length).toBeGreaterThan(10);
    const parts = (await readdir(folder)).sort();
    expect(parts).toEqual(['part-0.json', 'part-1.json', 'part-2.json', 'part-3.json']);
    // The other parts are reused unchanged.
    await rm(join(folder, 'part-2.json'));
    await writeFile(join(folder, 'part-3.json'), '[]');
    done.length = 0;
    const again = await run();
    expect(done).toEqual([3, 4]);
    expect(again).toEqual(found.filter(({ seconds }) => seconds < 3 * 21_600));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
