import { beforeAll, expect, test } from 'vitest';
import { reasonsFor, valuesOf } from '../../src/features/field-of-view/sighting-words.ts';
import { faintestSeen, findSightings, mismatchOf, type Sighting } from '../../src/features/field-of-view/sightings.ts';
import { SkyScan } from '../../src/orbit/observation/sky-scan.ts';
import { Observer, Satellite, sunMargin } from '../../src/orbit/observer.ts';
import { seeded } from '../seeded.ts';
import { randomElements } from '../truth/random-elements.ts';

/** An hour after sunset in Berlin. */
const AT = Date.parse('2026-08-22T19:30:00Z');
const random = seeded(7);
const sets = Array.from({ length: 150 }, () => randomElements(random));
const satellites = sets.map((set) => new Satellite(set));
const berlin = { lat: 52.5, lon: 13.4, alt_m: 40 };
const observer = new Observer(berlin);
let scan: SkyScan;
beforeAll(async () => {
  scan = await SkyScan.open(sets);
});

const sighting = (more: Partial<Sighting> = {}): Sighting => ({
  observer: berlin,
  at: AT,
  within: 300_000,
  ...valuesOf({}),
  standard: new Float64Array(sets.length).fill(-2),
  allowOld: false,
  ...more,
});

test('everything listed could be seen, and everything that could be seen is listed', async () => {
  const { seen, faintest, sun_deg } = await findSightings(scan, sighting());
  expect(sun_deg).toBeCloseTo(observer.sunElevation(AT), 6);
  expect(seen.length).toBeGreaterThan(3);
  for (const { row, at, azimuth_deg, elevation_deg, range_km, magnitude } of seen) {
    const look = observer.lookAngles(satellites[row]!.itrf(at));
    expect([azimuth_deg, elevation_deg, range_km]).toEqual([
      expect.closeTo(look.azimuth_deg, 6),
      expect.closeTo(look.elevation_deg, 6),
      expect.closeTo(look.range_km, 3),
    ]);
    expect(Math.abs(at - AT)).toBeLessThanOrEqual(300_000);
    expect(elevation_deg).toBeGreaterThanOrEqual(0);
    expect(sunMargin(satellites[row]!.teme(at).position, at)).toBeGreaterThanOrEqual(0);
    // Twilight changes by less than 0.6 within five minutes.
    expect(magnitude).toBeLessThanOrEqual(faintest + 0.6);
  }
  const listed = new Set(seen.map(({ row }) => row));
  const bright = await findSightings(scan, sighting({ standard: new Float64Array(sets.length).fill(-30) }));
  const up = satellites.flatMap((satellite, row) => {
    const look = observer.lookAngles(satellite.itrf(AT));
    return look.elevation_deg > 10 && sunMargin(satellite.teme(AT).position, AT) >= 0 ? [row] : [];
  });
  expect(up.length).toBeGreaterThan(3);
  const all = new Set(bright.seen.map(({ row }) => row));
  expect(up.filter((row) => !all.has(row))).toEqual([]);
  expect([...listed].filter((row) => !all.has(row))).toEqual([]);
});

test('an object that is described is the one that fits best', async () => {
  const { seen } = await findSightings(scan, sighting());
  const moving = seen.filter(({ speed_deg_s }) => speed_deg_s > 0.02);
  expect(moving.length).toBeGreaterThan(2);
  for (const one of moving) {
    const described = sighting({
      at: one.at,
      within: 60_000,
      azimuth: { value: one.azimuth_deg, spread: 10 },
      elevation: { value: one.elevation_deg, spread: 10 },
      heading: { value: one.heading_deg, spread: 40 },
      magnitude: { value: one.magnitude, spread: 1.5 },
      speed: [one.speed_deg_s / 2, one.speed_deg_s * 2],
    });
    const found = await findSightings(scan, described);
    const [best] = [...found.seen].sort((a, b) => mismatchOf(a.differences) - mismatchOf(b.differences));
    expect(best!.row).toBe(one.row);
    expect(mismatchOf(best!.differences)).toBeLessThan(0.1);
  }
});

test('a description of something else leaves nothing', async () => {
  const { seen } = await findSightings(scan, sighting());
  const elsewhere = await findSightings(
    scan,
    sighting({ speed: [10, 20], heading: { value: 0, spread: 1 }, magnitude: { value: -12, spread: 0.1 } }),
  );
  expect(seen.length).toBeGreaterThan(0);
  expect(elsewhere.seen).toEqual([]);
});

test('docked objects are one light, named by the brightest', async () => {
  const { seen } = await findSightings(scan, sighting());
  const { row } = seen[0]!;
  // A second set of the same orbit, one that leads by some 7 m, and one that leads by 7 km.
  const moved = (degrees: number) => ({ ...sets[row]!, mean_anomaly: Number(sets[row]!.mean_anomaly) + degrees });
  const crowded = [...sets, sets[row]!, moved(0.00005), moved(0.05)];
  const [twin, close, far] = [sets.length, sets.length + 1, sets.length + 2];
  const standard = new Float64Array(crowded.length).fill(-2);
  standard[twin] = -3;
  const found = await findSightings(await SkyScan.open(crowded), sighting({ standard }));
  const listed = new Map(found.seen.map((one) => [one.row, one.docked]));
  expect([...(listed.get(twin) ?? [])].sort((a, b) => a - b)).toEqual([row, close]);
  expect([listed.has(row), listed.has(close), listed.get(far)]).toEqual([false, false, []]);
  expect(found.seen.length).toBe(seen.length + 1);
});

test('a planet fits if it could be seen, and nothing that is stated speaks against it', async () => {
  const late = Date.parse('2026-08-22T23:00:00Z');
  const fits = async (more: Partial<Sighting>) =>
    (await findSightings(scan, sighting({ at: late, ...more }))).planets.find(({ name }) => name === 'Saturn')!.fits;
  const { planets } = await findSightings(scan, sighting({ at: late }));
  const { azimuth_deg, elevation_deg } = planets.find(({ name }) => name === 'Saturn')!;
  expect(elevation_deg).toBeGreaterThan(20);
  const place = {
    azimuth: { value: azimuth_deg, spread: 25 },
    elevation: { value: elevation_deg, spread: 10 },
  };
  expect(await fits(place)).toBe(true);
  expect(await fits({ ...place, ...valuesOf({ speed: 'still' }), ...place })).toBe(true);
  expect(await fits({ speed: [0.2, 1] })).toBe(false);
  expect(await fits({ heading: { value: 90, spread: 40 } })).toBe(false);
  expect(await fits({ azimuth: { value: azimuth_deg + 180, spread: 25 } })).toBe(false);
  // By day, at magnitude −4.5, only Venus.
  const noon = Date.parse('2026-08-22T11:00:00Z');
  const byDay = (await findSightings(scan, sighting({ at: noon }))).planets;
  expect(byDay.map(({ name, fits }) => [name, fits])).toEqual(byDay.map(({ name }) => [name, name === 'Venus']));
  expect(byDay.length).toBeGreaterThan(1);
});

test('by day nothing but the brightest is seen, and what is of unknown size is counted', async () => {
  expect([faintestSeen(30), faintestSeen(0), faintestSeen(-30)]).toEqual([-4, -4, 6.5]);
  expect(faintestSeen(-6)).toBeCloseTo(0.2, 1);
  const noon = Date.parse('2026-08-22T11:00:00Z');
  expect(
    (await findSightings(scan, sighting({ at: noon, standard: new Float64Array(sets.length).fill(3) }))).seen,
  ).toEqual([]);
  const unknown = await findSightings(scan, sighting({ standard: new Float64Array(sets.length).fill(Number.NaN) }));
  expect([unknown.seen, unknown.unknownMagnitude > 3]).toEqual([[], true]);
});

test('words are values, and reasons say what agrees', () => {
  expect(valuesOf({ direction: 'SW', height: 'low', brightness: 'bright', speed: 'still', heading: 'N' })).toEqual({
    azimuth: { value: 225, spread: 25 },
    elevation: { value: 15, spread: 10 },
    magnitude: { value: -1, spread: 1.5 },
    speed: [1e-6, 0.01],
    heading: { value: 0, spread: 40 },
  });
  // Overhead, there is no direction of the compass.
  expect(valuesOf({ direction: 'N', height: 'overhead' }).azimuth).toBeNull();
  const seen = {
    row: 0,
    at: AT + 90_000,
    azimuth_deg: 230,
    elevation_deg: 80,
    range_km: 500,
    magnitude: -1.2,
    speed_deg_s: 0.8,
    heading_deg: 91,
    differences: { time: 0.3, brightness: 0.1, azimuth: 0.2, elevation: 6.5 },
    docked: [],
  };
  const stated = { direction: 'SW', height: 'low', light: 'flashing' } as const;
  const reasons = Object.fromEntries(reasonsFor(seen, stated, AT, false).map((one) => [one.about, one]));
  expect(reasons.direction).toEqual({ about: 'direction', agrees: true, text: 'It is in the SW (azimuth 230°).' });
  expect(reasons.height!.agrees).toBe(false);
  expect([reasons.brightness!.agrees, reasons.speed!.agrees, reasons.heading!.agrees]).toEqual([null, null, null]);
  expect(reasons.light!.agrees).toBe(false);
  expect(reasons.time!.text).toBe('It fits best 2 min later.');
  expect(reasons.brightness!.text).toContain('magnitude −1.2');
});
