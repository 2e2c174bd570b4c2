import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Exposure, findTracks } from '../../src/features/field-of-view/find-tracks.ts';
import { icrsFromTeme, placeOfDirection, rotated } from '../../src/orbit/icrs.ts';
import { siderealAngle } from '../../src/orbit/observation/sky.ts';
import { SkyScan } from '../../src/orbit/observation/sky-scan.ts';
import { Observer, Satellite, turned } from '../../src/orbit/observer.ts';
import type { Vector } from '../../src/orbit/vector.ts';
import { seeded } from '../seeded.ts';
import { deltaT, randomElements, randomObserver, tleLines } from '../truth/random-elements.ts';

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import skyfield, sgp4']).status === 0;
const exposures = 500;
const FROM = Date.parse('2026-08-22T00:00:00Z');
const TO = FROM + 24 * 3_600_000;
const RADIANS = Math.PI / 180;

interface Comparison {
  readonly count: Record<'exposures' | 'tracks' | 'edges' | 'places' | 'checked' | 'empty', number>;
  readonly worst: Record<'place_arcsec' | 'light_time_arcsec' | 'edge_s', number>;
  readonly problems: readonly unknown[];
}

/** An exposure that a random object comes into, or passes at a small distance: of 1 s to 10 min, of 0.05° to 5°. */
async function randomExposure(random: () => number) {
  const set = randomElements(random);
  const satellite = new Satellite(set);
  for (;;) {
    const place = randomObserver(random);
    const observer = new Observer(place);
    const at = FROM + random() * (TO - FROM);
    if (observer.lookAngles(satellite.itrf(at)).elevation_deg < 1) continue;
    const here = turned(observer.position, -siderealAngle(at));
    const { position } = satellite.teme(at);
    const line: Vector = [position[0] - here[0], position[1] - here[1], position[2] - here[2]];
    const { ra_deg, dec_deg } = placeOfDirection(rotated(icrsFromTeme(at), line));
    const radius_deg = 0.05 * 100 ** random();
    const [away, around] = [1.3 * radius_deg * random(), 2 * Math.PI * random()];
    const dec = Math.max(-90, Math.min(90, dec_deg + away * Math.cos(around)));
    const ra = (ra_deg + (away * Math.sin(around)) / Math.max(0.01, Math.cos(dec * RADIANS)) + 360) % 360;
    const seconds = 600 ** random();
    const from = at - 1000 * seconds * random();
    const exposure: Exposure = {
      shape: { kind: 'circle', center: [ra, dec], radius_deg },
      observer: place,
      from,
      to: from + 1000 * seconds,
      step: 250 * seconds,
      refraction: false,
      minElevation: 0,
      allowOld: false,
      rows: null,
    };
    const { tracks } = await findTracks(await SkyScan.open([set]), exposure);
    return {
      tle: tleLines(set),
      observer: place,
      ...{ from, to: exposure.to, center: [ra, dec], radius_deg },
      tracks: tracks.map(({ from_start, to_end, sights }) => ({ from_start, to_end, sights })),
    };
  }
}

function compare(cases: readonly unknown[]): Promise<Comparison> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, 'exposures.py');
    const child = execFile(python, [script], { maxBuffer: 1 << 26 }, (error, output) => {
      if (error) reject(error);
      else resolve(JSON.parse(output) as Comparison);
    });
    child.stdin!.end(JSON.stringify({ from: FROM, to: TO, delta_t: [deltaT(FROM), deltaT(TO)], cases }));
  });
}

test.skipIf(!installed)(
  `the tracks of ${exposures} exposures are those of skyfield`,
  { timeout: 300_000 },
  async () => {
    const random = seeded(20260822);
    const cases: unknown[] = [];
    for (let n = 0; n < exposures; n++) cases.push(await randomExposure(random));
    const { count, worst, problems } = await compare(cases);
    if (process.env.ORBWEAVER_TRUTH_PAIRS) console.log(JSON.stringify({ count, worst }));
    expect(problems).toEqual([]);
    expect(count.tracks).toBeGreaterThan(exposures / 2);
    expect(count.empty).toBeGreaterThan(exposures / 20);
    expect(count.edges).toBeGreaterThan(exposures / 2);
    expect(worst.edge_s).toBeLessThanOrEqual(0.2);
    expect(worst.place_arcsec).toBeLessThan(1);
    // The error without light time: the motion of an object during it.
    expect(worst.light_time_arcsec).toBeLessThan(6);
  },
);
