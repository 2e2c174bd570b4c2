import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldShape } from '../../src/features/field-of-view/field.ts';
import { type Exposure, findTracks } from '../../src/features/field-of-view/find-tracks.ts';
import { icrsFromTeme, placeOfDirection, rotated } from '../../src/orbit/icrs.ts';
import { siderealAngle } from '../../src/orbit/observation/sky.ts';
import { SkyScan } from '../../src/orbit/observation/sky-scan.ts';
import { Observer, Satellite, sunMargin, turned } from '../../src/orbit/observer.ts';
import type { Vector } from '../../src/orbit/vector.ts';
import { seeded } from '../seeded.ts';
import { randomElements, randomObserver } from '../truth/random-elements.ts';

const FROM = Date.parse('2026-08-22T03:00:00Z');
const random = seeded(42);
const sets = Array.from({ length: 120 }, () => randomElements(random));
const satellites = sets.map((set) => new Satellite(set));
let scan: SkyScan;
beforeAll(async () => {
  scan = await SkyScan.open(sets);
});

const berlin = { lat: 52.5, lon: 13.4, alt_m: 40 };
const exposure = (shape: FieldShape, seconds: number, more: Partial<Exposure> = {}): Exposure => ({
  shape,
  observer: berlin,
  from: FROM,
  to: FROM + seconds * 1000,
  step: seconds * 1000,
  refraction: false,
  minElevation: 0,
  allowOld: false,
  rows: null,
  ...more,
});

/** Position of an object at a time, seen from a place: without light time, by the code of other routes. */
function placeOf(row: number, time: number, place: Exposure['observer']) {
  const observer = new Observer(place);
  const satellite = satellites[row]!;
  const here = turned(observer.position, -siderealAngle(time));
  const { position } = satellite.teme(time);
  const line: Vector = [position[0] - here[0], position[1] - here[1], position[2] - here[2]];
  return {
    ...placeOfDirection(rotated(icrsFromTeme(time), line)),
    elevation: observer.elevation(satellite.itrf(time).position),
    sunlit: sunMargin(position, time) >= 0,
  };
}

/** Degrees between two places in the sky, by the haversine formula. */
function apart(a: { ra_deg: number; dec_deg: number }, ra: number, dec: number): number {
  const [d1, d2, r] = [a.dec_deg, dec, a.ra_deg - ra].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const half = Math.sin((d1 - d2) / 2) ** 2 + Math.cos(d1) * Math.cos(d2) * Math.sin(r / 2) ** 2;
  return (2 * Math.asin(Math.sqrt(half)) * 180) / Math.PI;
}

/** The rows that are in a circle at any whole second, by checking every second. */
function bySeconds(ra: number, dec: number, radius: number, seconds: number, place: Exposure['observer'], from = FROM) {
  const found = new Set<number>();
  for (let row = 0; row < sets.length; row++)
    for (let second = 0; second <= seconds; second++) {
      const one = placeOf(row, from + second * 1000, place);
      // Light time moves an object by up to 6″.
      if (one.elevation > 0.01 && apart(one, ra, dec) < radius - 0.002) found.add(row);
    }
  return found;
}

test.each([
  ['a large field', 200, 40, 40, 60],
  ['right ascension 0', 0, 20, 25, 60],
  ['right ascension 359.9', 359.9, 20, 25, 60],
  ['the north pole', 77, 90, 60, 60],
  ['beside the north pole', 200, 89.5, 55, 60],
  ['a field that reaches below the horizon', 100, -20, 30, 60],
  ['ten minutes', 180, 50, 10, 600],
])('finds every object that is in the field at any second: %s', async (_name, ra, dec, radius, seconds) => {
  const { tracks } = await findTracks(
    scan,
    exposure({ kind: 'circle', center: [ra, dec], radius_deg: radius }, seconds),
  );
  const rows = new Set(tracks.map(({ row }) => row));
  const expected = bySeconds(ra, dec, radius, seconds, berlin);
  expect([...expected].filter((row) => !rows.has(row))).toEqual([]);
  expect(expected.size).toBeGreaterThan(0);
  // Additional tracks are in the circle between two seconds.
  for (const { sights } of tracks)
    for (const { ra_deg, dec_deg, elevation_deg } of sights) {
      expect(apart({ ra_deg, dec_deg }, ra, dec)).toBeLessThan(radius + 0.001);
      expect(elevation_deg).toBeGreaterThan(-0.001);
    }
});

test('is the same from the south pole', async () => {
  const place = { lat: -90, lon: 0, alt_m: 2800 };
  const { tracks } = await findTracks(
    scan,
    exposure({ kind: 'circle', center: [10, -88], radius_deg: 30 }, 60, { observer: place }),
  );
  const expected = bySeconds(10, -88, 30, 60, place);
  expect(expected.size).toBeGreaterThan(0);
  const rows = new Set(tracks.map(({ row }) => row));
  expect([...expected].filter((row) => !rows.has(row))).toEqual([]);
});

test('a geostationary object stands in the field, and drifts among the stars by 15″ a second', async () => {
  const set = {
    ...sets[0]!,
    mean_motion: '1.00272000',
    eccentricity: '0.0001000',
    inclination: '0.0200',
    epoch: '2026-08-22T00:00:00.000000',
  };
  const geo = await SkyScan.open([set]);
  const satellite = new Satellite(set);
  const [x, y] = satellite.itrf(FROM).position;
  const place = { lat: 0, lon: (Math.atan2(y, x) * 180) / Math.PI + 20, alt_m: 0 };
  const observer = new Observer(place);
  const here = turned(observer.position, -siderealAngle(FROM));
  const { position } = satellite.teme(FROM);
  const { ra_deg, dec_deg } = placeOfDirection(
    rotated(icrsFromTeme(FROM), [position[0] - here[0], position[1] - here[1], position[2] - here[2]]),
  );
  const { tracks } = await findTracks(
    geo,
    exposure({ kind: 'circle', center: [ra_deg, dec_deg], radius_deg: 0.5 }, 3600, { observer: place }),
  );
  expect(tracks).toHaveLength(1);
  const [track] = tracks;
  expect(track).toMatchObject({ from_start: true, to_end: false });
  expect(track!.speed_arcsec_s).toBeCloseTo(15.04, 0);
  expect(track!.direction_deg).toBeCloseTo(90, 0);
  // The sky carries it 0.5° in two minutes.
  expect((track!.sights.at(-1)!.at - FROM) / 1000).toBeCloseTo((0.5 * 3600) / 15.04, -1);
});

describe('eclipse', () => {
  test('is reported for the part of the exposure that it lasts', async () => {
    // A field that is half of the sky: tracks last as long as the object is up.
    const from = FROM - 3 * 3_600_000;
    const { tracks } = await findTracks(
      scan,
      exposure({ kind: 'circle', center: [180, 90], radius_deg: 90 }, 3600, { from, to: from + 3_600_000 }),
    );
    const part = tracks.filter(({ sights, eclipse }) => {
      const dark = eclipse.reduce((sum, { from, to }) => sum + to - from, 0);
      return dark > 1000 && dark < sights.at(-1)!.at - sights[0]!.at - 1000;
    });
    expect(part.length).toBeGreaterThan(0);
    for (const { row, sights, eclipse } of part)
      for (const { from, to } of eclipse) {
        expect(placeOf(row, (from + to) / 2, berlin).sunlit).toBe(false);
        const before = placeOf(row, from - 1000, berlin);
        if (from > sights[0]!.at) expect(before.sunlit).toBe(true);
      }
  });
});

describe('fields', () => {
  test('four corners are those of the circle around them, less its segments', async () => {
    const corners: FieldShape = {
      kind: 'corners',
      corners: [
        [350, 30],
        [20, 30],
        [20, 60],
        [350, 60],
      ],
    };
    const inCorners = (await findTracks(scan, exposure(corners, 60))).tracks;
    const around = (await findTracks(scan, exposure({ kind: 'circle', center: [5, 45], radius_deg: 25 }, 60))).tracks;
    expect(inCorners.length).toBeGreaterThan(0);
    const rows = new Set(around.map(({ row }) => row));
    for (const { row, sights } of inCorners) {
      expect(rows.has(row)).toBe(true);
      for (const { ra_deg, dec_deg } of sights) {
        expect((ra_deg + 10.001) % 360).toBeLessThan(30.002);
        // Sides are great circles, which bend toward the pole.
        expect(dec_deg).toBeGreaterThan(29.9);
        expect(dec_deg).toBeLessThan(62);
      }
    }
  });

  test('corners in the wrong order are no field', async () => {
    const crossed: FieldShape = {
      kind: 'corners',
      corners: [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ],
    };
    await expect(findTracks(scan, exposure(crossed, 60))).rejects.toThrow('convex');
  });

  test('too many positions are refused', async () => {
    const sky: FieldShape = { kind: 'circle', center: [180, 90], radius_deg: 90 };
    const error = await findTracks(scan, exposure(sky, 3600, { step: 1000 })).catch((one: unknown) => one);
    expect(String(error)).toContain('20,000 positions');
  });
});

test('refraction lifts what is near the horizon by half a degree, and nothing overhead', async () => {
  const sky: FieldShape = { kind: 'circle', center: [180, 90], radius_deg: 90 };
  const [without, lifted] = [
    await findTracks(scan, exposure(sky, 1)),
    await findTracks(scan, exposure(sky, 1, { refraction: true })),
  ];
  const high = new Map(without.tracks.map(({ row, sights }) => [row, sights[0]!]));
  let compared = 0;
  for (const { row, sights } of lifted.tracks) {
    const before = high.get(row);
    if (!before) continue;
    compared += 1;
    const by = sights[0]!.elevation_deg - before.elevation_deg;
    expect(by).toBeGreaterThan(0);
    expect(by).toBeLessThan(before.elevation_deg < 2 ? 0.6 : before.elevation_deg < 10 ? 0.3 : 0.1);
    expect(apart(sights[0]!, before.ra_deg, before.dec_deg)).toBeCloseTo(by, 3);
  }
  expect(compared).toBeGreaterThan(10);
});

test('an exposure so short that nothing moves has an entry and an exit', async () => {
  const sky: FieldShape = { kind: 'circle', center: [180, 90], radius_deg: 90 };
  const { tracks } = await findTracks(scan, exposure(sky, 0.001));
  expect(tracks.length).toBeGreaterThan(10);
  for (const { sights, from_start, to_end } of tracks)
    expect([sights.length, from_start, to_end]).toEqual([2, true, true]);
});

test('the order of rows and their restriction are kept', async () => {
  const sky: FieldShape = { kind: 'circle', center: [180, 90], radius_deg: 90 };
  const { tracks } = await findTracks(scan, exposure(sky, 1));
  const rows = tracks.map(({ row }) => row);
  expect(rows).toEqual([...rows].sort((a, b) => a - b));
  const some = new Set(rows.slice(0, 3));
  const restricted = await findTracks(scan, exposure(sky, 1, { rows: some }));
  expect(restricted.tracks.map(({ row }) => row)).toEqual([...some]);
});

test('random observers and places agree with looking at every second', async () => {
  for (let n = 0; n < 6; n++) {
    const place = randomObserver(random);
    const [ra, dec] = [360 * random(), 180 * random() - 90];
    const { tracks } = await findTracks(
      scan,
      exposure({ kind: 'circle', center: [ra, dec], radius_deg: 15 }, 30, { observer: place }),
    );
    const rows = new Set(tracks.map(({ row }) => row));
    expect([...bySeconds(ra, dec, 15, 30, place)].filter((row) => !rows.has(row))).toEqual([]);
  }
});
