import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contactFrequencies, frequencyPair, type RadioLink } from '../../src/orbit/observation/doppler.ts';
import { Observer, Satellite } from '../../src/orbit/observer.ts';
import { rs44 } from '../orbit/rs-44.ts';
import { seeded } from '../seeded.ts';
import { deltaT, randomElements, randomObserver, tleLines } from './random-elements.ts';

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import skyfield, sgp4']).status === 0;
const FROM = Date.parse('2026-08-22T00:00:00Z');
const DAY_MS = 86_400_000;

/** An orbit, a location, 30 times, and our uplink and downlink for one frequency of the passband. */
function randomCase(random: () => number) {
  const set = randomElements(random);
  const observer = randomObserver(random);
  const link: RadioLink = { ...rs44, inverting: random() < 0.7 };
  const chosen = Math.round(435_610_000 + 60_000 * random());
  const [satellite, here] = [new Satellite(set), new Observer(observer)];
  const moments = Array.from({ length: 30 }, () => FROM + Math.round(DAY_MS * random()));
  const ours = moments.map((at) => {
    const { range_rate_km_s } = here.lookAngles(satellite.itrf(at));
    return { range_rate_km_s, ...contactFrequencies(frequencyPair(link, chosen), link, range_rate_km_s) };
  });
  return { tle: tleLines(set), observer, band: link, chosen, moments, ours };
}

interface SkyfieldResult {
  readonly range_rate_km_s: readonly number[];
  readonly downlink_factor: readonly number[];
  readonly echo_hz: readonly number[];
}

test.skipIf(!installed)(
  'Doppler shifts match skyfield with relativity within 1 Hz at 435 MHz, down and through the transponder (needs python3-skyfield, python3-sgp4)',
  { timeout: 60_000 },
  () => {
    const random = seeded(44_909);
    const cases = Array.from({ length: 100 }, () => randomCase(random));
    const input = JSON.stringify({
      delta_t: deltaT(FROM),
      cases: cases.map(({ ours, ...one }) => ({ ...one, uplinks: ours.map(({ uplink_hz }) => uplink_hz) })),
    });
    const output = execFileSync(python, [join(import.meta.dirname, 'radio.py')], { input, maxBuffer: 1 << 25 });
    const results = JSON.parse(output.toString()) as SkyfieldResult[];
    let [downlink, echo, shift] = [0, 0, 0];
    for (const [n, { chosen, ours }] of cases.entries())
      for (const [at, { downlink_hz }] of ours.entries()) {
        const { downlink_factor, echo_hz } = results[n]!;
        downlink = Math.max(downlink, Math.abs(downlink_hz! - chosen * downlink_factor[at]!));
        echo = Math.max(echo, Math.abs(downlink_hz! - echo_hz[at]!));
        shift = Math.max(shift, Math.abs(downlink_hz! - chosen));
      }
    expect(downlink).toBeLessThan(1);
    expect(echo).toBeLessThan(1);
    // The compared shifts are large: 10 kHz in low orbit.
    expect(shift).toBeGreaterThan(9000);
  },
);
