import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seeded } from '../../test/seeded.ts';
import { archiveHome, type Server, serve } from '../process.ts';
import { inTurns, type Section } from '../section.ts';

/** Exposures of each round, and those as of an earlier moment, each of an hour of its own. */
const [EXPOSURES, EARLIER] = [100, 10];
const HOUR_MS = 3_600_000;

/** The duration that 95 of 100 requests do not exceed, ms. Requests are sent one after the other. */
async function p95({ base, headers }: Server, paths: readonly string[]): Promise<number> {
  const durations: number[] = [];
  for (const path of paths) {
    const began = performance.now();
    const response = await fetch(base + path, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`);
    durations.push(performance.now() - began);
  }
  return durations.sort((a, b) => a - b)[Math.ceil(durations.length * 0.95) - 1]!;
}

/** `/fov` and `/identify` through the server, at random places of the sky. */
export const section: Section = {
  about: 'what crosses an image of a minute, and which object made a streak, at random places of the sky',
  async run({ home, rounds }) {
    const { generated_at, counts } = JSON.parse(await readFile(join(home, 'current/manifest.json'), 'utf8'));
    await using own = await archiveHome(home);
    await using server = await serve(own);
    const from = Date.parse(generated_at);
    const iso = (time: number) => new Date(time).toISOString();
    const random = seeded(42);
    const place = 'lat=52.5&lon=13.4';
    const sky = () => [360 * random(), 140 * random() - 60] as const;
    const image = (at: number) => {
      const [ra, dec] = sky();
      return `/api/v1/fov?${place}&from=${iso(at)}&exposure_s=60&ra_deg=${ra.toFixed(4)}&dec_deg=${dec.toFixed(4)}&radius_deg=2`;
    };
    const paths = (write: (at: number) => string) =>
      Array.from({ length: EXPOSURES }, () => write(from + Math.floor(random() * 43_200_000)));
    const fov = () => paths(image);
    // Each is of another hour: no sky is asked about twice.
    let hour = 0;
    const earlier = () =>
      Array.from({ length: EARLIER }, () => {
        const at = from - ++hour * HOUR_MS;
        return `${image(at)}&as_of=${iso(from)}`;
      });
    const identify = () =>
      paths((at) => {
        const [ra, dec] = sky();
        return `/api/v1/identify?${place}&t1=${iso(at)}&t2=${iso(at + 10_000)}&ra1=${ra.toFixed(4)}&dec1=${dec.toFixed(4)}&ra2=${((ra + 3) % 360).toFixed(4)}&dec2=${(dec + 2).toFixed(4)}`;
      });
    const found = await inTurns(rounds, {
      fov: () => p95(server, fov()),
      identify: () => p95(server, identify()),
      earlier: () => p95(server, earlier()),
    });
    const note = `${counts.satellites} objects in the catalog`;
    return [
      { what: 'an image of 60 s, radius 2°, 95 of 100', unit: 'ms', ours: found.fov, target: '≤ 100 ms', note },
      {
        what: 'the same from the archive, each of another hour, 95 of 100',
        unit: 'ms',
        ours: found.earlier,
        target: '≤ 1,000 ms',
      },
      { what: 'a streak of 10 s, 95 of 100', unit: 'ms', ours: found.identify, target: '≤ 250 ms' },
    ];
  },
};
