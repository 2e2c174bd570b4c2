import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seeded } from '../../test/seeded.ts';
import { type Server, serveRelease } from '../process.ts';
import { inTurns, type Section } from '../section.ts';

/** Exposures of each round. */
const EXPOSURES = 100;

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
    await using server = await serveRelease(home);
    const from = Date.parse(generated_at);
    const iso = (time: number) => new Date(time).toISOString();
    const random = seeded(42);
    const paths = (write: (at: number, ra: number, dec: number) => string) =>
      Array.from({ length: EXPOSURES }, () =>
        write(from + Math.floor(random() * 43_200_000), 360 * random(), 140 * random() - 60),
      );
    const place = 'lat=52.5&lon=13.4';
    const fov = () =>
      paths(
        (at, ra, dec) =>
          `/api/v1/fov?${place}&from=${iso(at)}&exposure_s=60&ra_deg=${ra.toFixed(4)}&dec_deg=${dec.toFixed(4)}&radius_deg=2`,
      );
    const identify = () =>
      paths(
        (at, ra, dec) =>
          `/api/v1/identify?${place}&t1=${iso(at)}&t2=${iso(at + 10_000)}&ra1=${ra.toFixed(4)}&dec1=${dec.toFixed(4)}&ra2=${((ra + 3) % 360).toFixed(4)}&dec2=${(dec + 2).toFixed(4)}`,
      );
    const found = await inTurns(rounds, { fov: () => p95(server, fov()), identify: () => p95(server, identify()) });
    const note = `${counts.satellites} objects in the catalog`;
    return [
      { what: 'an image of 60 s, radius 2°, 95 of 100', unit: 'ms', ours: found.fov, target: '≤ 100 ms', note },
      { what: 'a streak of 10 s, 95 of 100', unit: 'ms', ours: found.identify, target: '≤ 250 ms' },
    ];
  },
};
