import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contactFrequencies, frequencyPair, type RadioLink } from '../../src/orbit/observation/doppler.ts';
import { Observer, Satellite } from '../../src/orbit/observer.ts';
import { rs44 } from '../orbit/rs-44.ts';
import { seeded } from '../seeded.ts';
import { deltaT, drawnElements, drawnPlace, linesOf } from './drawn-elements.ts';

const python = '/usr/bin/python3';
const installed = spawnSync(python, ['-c', 'import skyfield, sgp4']).status === 0;
const FROM = Date.parse('2026-08-22T00:00:00Z');
const DAY_MS = 86_400_000;

/** An orbit, a place, 30 moments, and where we say to send and listen for one frequency of the passband. */
function drawnCase(random: () => number) {
  const set = drawnElements(random);
  const observer = drawnPlace(random);
  const link: RadioLink = { ...rs44, inverting: random() < 0.7 };
  const chosen = Math.round(435_610_000 + 60_000 * random());
  const [satellite, here] = [new Satellite(set), new Observer(observer)];
  const moments = Array.from({ length: 30 }, () => FROM + Math.round(DAY_MS * random()));
  const ours = moments.map((at) => {
    const { range_rate_km_s } = here.look(satellite.itrf(at));
    return { range_rate_km_s, ...contactFrequencies(frequencyPair(link, chosen), link, range_rate_km_s) };
  });
  return { tle: linesOf(set), observer, band: link, chosen, moments, ours };
}

interface Answer {
  readonly range_rate_km_s: readonly number[];
  readonly downlink_factor: readonly number[];
  readonly echo_hz: readonly number[];
}

test.skipIf(!installed)(
  'Doppler by skyfield, with relativity: within 1 Hz at 435 MHz, and what is sent up comes down where we listen (needs python3-skyfield, python3-sgp4)',
  { timeout: 60_000 },
  () => {
    const random = seeded(44_909);
    const cases = Array.from({ length: 100 }, () => drawnCase(random));
    const input = JSON.stringify({
      delta_t: deltaT(FROM),
      cases: cases.map(({ ours, ...one }) => ({ ...one, uplinks: ours.map(({ uplink_hz }) => uplink_hz) })),
    });
    const output = execFileSync(python, [join(import.meta.dirname, 'radio.py')], { input, maxBuffer: 1 << 25 });
    const answers = JSON.parse(output.toString()) as Answer[];
    let [downlink, echo, shift] = [0, 0, 0];
    for (const [n, { chosen, ours }] of cases.entries())
      for (const [at, { downlink_hz }] of ours.entries()) {
        const { downlink_factor, echo_hz } = answers[n]!;
        downlink = Math.max(downlink, Math.abs(downlink_hz! - chosen * downlink_factor[at]!));
        echo = Math.max(echo, Math.abs(downlink_hz! - echo_hz[at]!));
        shift = Math.max(shift, Math.abs(downlink_hz! - chosen));
      }
    expect(downlink).toBeLessThan(1);
    expect(echo).toBeLessThan(1);
    // What was compared moves: 10 kHz in low orbit.
    expect(shift).toBeGreaterThan(9000);
  },
);
