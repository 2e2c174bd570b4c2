import { describe, expect, test } from 'vitest';
import { findPasses } from '../../src/orbit/observation/passes.ts';
import { Observer, type ObserverPlace, Satellite } from '../../src/orbit/observer.ts';
import type { Sgp4Elements } from '../../src/orbit/sgp4-record.ts';

/** Passes that users reported as missing or wrong in skyfield's find_events, with the elements and locations of the reports. */

/** Parses the two lines of a TLE. */
function elementsOf(line1: string, line2: string): Sgp4Elements {
  const year = 2000 + Number(line1.slice(18, 20));
  const epoch = Date.UTC(year, 0, 1) + (Number(line1.slice(20, 32)) - 1) * 86_400_000;
  const exponential = (text: string) => Number(`${text[0]}.${text.slice(1, 6)}e${text.slice(6)}`.replace(' ', ''));
  return {
    epoch: new Date(epoch).toISOString().replace('Z', ''),
    mean_motion: line2.slice(52, 63),
    eccentricity: `0.${line2.slice(26, 33)}`,
    inclination: line2.slice(8, 16),
    ra_of_asc_node: line2.slice(17, 25),
    arg_of_pericenter: line2.slice(34, 42),
    mean_anomaly: line2.slice(43, 51),
    bstar: exponential(line1.slice(53, 61)),
    mean_motion_dot: line1.slice(33, 43),
    mean_motion_ddot: 0,
  };
}

/** Rises and sets from a scan in steps of one second, as the reference for the search. */
function scanned(set: Sgp4Elements, observer: ObserverPlace, from: number, to: number, minElevation: number) {
  const [satellite, here] = [new Satellite(set), new Observer(observer)];
  const changes: { readonly kind: 'rise' | 'set'; readonly at: number }[] = [];
  let last = here.elevation(satellite.itrf(from).position) >= minElevation;
  for (let at = from + 1000; at <= to; at += 1000) {
    const up = here.elevation(satellite.itrf(at).position) >= minElevation;
    if (up !== last) changes.push({ kind: up ? 'rise' : 'set', at: at - 500 });
    last = up;
  }
  return changes;
}

function found(set: Sgp4Elements, observer: ObserverPlace, from: number, to: number, minElevation: number) {
  const { passes } = findPasses(set, { from, to, observer, minElevation });
  return passes
    .flatMap(({ rise, set: end }) => [
      { kind: 'rise' as const, at: rise.at },
      { kind: 'set' as const, at: end.at },
    ])
    .filter(({ at }) => at !== from && at !== to);
}

function expectSame(set: Sgp4Elements, observer: ObserverPlace, from: number, to: number, minElevation: number) {
  const [ours, truth] = [found(set, observer, from, to, minElevation), scanned(set, observer, from, to, minElevation)];
  expect(ours.map(({ kind }) => kind)).toEqual(truth.map(({ kind }) => kind));
  for (const [n, { at }] of truth.entries()) expect(Math.abs(ours[n]!.at - at)).toBeLessThanOrEqual(501);
  return ours;
}

describe('events that skyfield’s find_events misses', () => {
  test('#550: finds one set when the object is up at the start of a ten-minute window and down at its end', () => {
    const iridium = elementsOf(
      '1 43076U 17083G   21040.48082306  .00000103  00000-0  29798-4 0  9990',
      '2 43076  86.3940  58.5385 0002505  86.4765 273.6717 14.34216701164142',
    );
    const auburn = { lat: 32.5, lon: -85.5, alt_m: 200 };
    const from = Date.parse('2021-02-09T00:00:00Z');
    expect(expectSame(iridium, auburn, from, from + 600_000, 5).map(({ kind }) => kind)).toEqual(['set']);
  });

  const calsphere = elementsOf(
    '1 00900U 64063C   23132.76805348  .00000959  00000+0  10041-2 0  9990',
    '2 00900  90.1911  47.1536 0028577 107.2446 307.0044 13.74297586915882',
  );
  const fairbanks = { lat: 64.9725, lon: -147.5011, alt_m: 0 };

  test('#856: finds the set in a window that starts after the culmination', () => {
    const [from, to] = [Date.parse('2023-05-12T16:49:00Z'), Date.parse('2023-05-12T16:55:00Z')];
    expect(expectSame(calsphere, fairbanks, from, to, 5).map(({ kind }) => kind)).toEqual(['set']);
  });

  test('#996: finds every event inside a window, wherever the window cuts a pass', () => {
    const day = Date.parse('2023-05-12T12:00:00Z');
    const allEvents = found(calsphere, fairbanks, day, day + 6 * 3_600_000, 5);
    expect(allEvents.length).toBeGreaterThan(4);
    // Seven-minute windows, two minutes apart: together they find the same events as one long window.
    const seen = new Set<string>();
    for (let from = day; from + 420_000 <= day + 6 * 3_600_000; from += 120_000)
      for (const { kind, at } of found(calsphere, fairbanks, from, from + 420_000, 5))
        seen.add(`${kind} ${Math.round(at / 1000)}`);
    const expected = allEvents.map(({ kind, at }) => `${kind} ${Math.round(at / 1000)}`);
    expect([...seen].sort()).toEqual(expected.sort());
  });

  test('#1000: finds sets at high minimum elevations when the object drops below them', () => {
    const kanopus = elementsOf(
      '1 38707U 12039A   24247.82317651  .00138984  00000-0  16635-2 0  9998',
      '2 38707  97.4945 189.8924 0007050 108.0286 252.1739 15.60479551673427',
    );
    const place = { lat: 48.6622, lon: 34.8862, alt_m: 0 };
    const from = Date.parse('2024-09-05T00:00:00Z');
    const events = [40, 45, 50, 60, 70, 80, 85].map(
      (minElevation) => expectSame(kanopus, place, from, from + 86_400_000, minElevation).length,
    );
    expect(events[0]).toBeGreaterThan(0);
    expect(events.at(-2)).toBeGreaterThan(0);
  });

  test('#1017: finds the rise, both culminations and the set of a highly elliptical orbit', () => {
    const cosmos = elementsOf(
      '1 17328U 87008A   24305.23833080  .00000500  00000-0  22722-2 0  9997',
      '2 17328  63.0833   7.8955 7415190 253.9972  19.6892  2.00632911273252',
    );
    const place = { lat: 33, lon: -118, alt_m: 30 };
    const from = Date.parse('2024-10-31T05:20:00Z');
    // Elevations from the report: 3.3° at 05:28, 31.6° at 05:40.
    const here = new Observer(place);
    const at = Date.parse('2024-10-31T05:40:00Z');
    expect(here.elevation(new Satellite(cosmos).itrf(at).position)).toBeCloseTo(31.55621, 2);
    expect(expectSame(cosmos, place, from, at, 10).map(({ kind }) => kind)).toEqual(['rise']);
    const to = from + 16 * 3_600_000;
    expectSame(cosmos, place, from, to, 10);
    const [pass] = findPasses(cosmos, { from, to, observer: place, minElevation: 10 }).passes;
    expect(pass!.culminations).toHaveLength(2);
    expect(pass!.in_progress).toBe(false);
  });
});
