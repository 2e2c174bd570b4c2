import { describe, expect, test } from 'vitest';
import { nextNight, nightWords, skyLight, sunHeight } from '../../src/features/sky/page/darkness.ts';
import { timeWords } from '../../src/features/sky/page/pass-words.ts';
import { ageOfElements, searchPasses } from '../../src/features/sky/page/passes/pass-search.ts';
import { type ElementsFile, SkyObjects } from '../../src/features/sky/page/sky-objects.ts';
import { findPasses } from '../../src/orbit/observation/passes.ts';
import { Observer, Satellite } from '../../src/orbit/observer.ts';
import { iss } from '../orbit/station.ts';

const NOW = Date.parse('2026-08-22T18:00:00Z');
const HOUR = 3_600_000;
const berlin = { name: 'Berlin', lat: 52.52, lon: 13.41 };

/** Made-up orbits: mean motion, inclination, mean anomaly. */
const orbits = [15.5, 15.2, 14.2, 13.1, 2.0056, 1.0027].flatMap((motion) =>
  [51.6, 98].flatMap((inclination) => [0, 90, 180, 270].map((anomaly) => ({ motion, inclination, anomaly }))),
);
const column = <T>(of: (orbit: (typeof orbits)[number], row: number) => T) => orbits.map(of);
const file = (epoch: string): ElementsFile => ({
  data: {
    norad_cat_id: column((_, row) => row + 1),
    object_name: column((_, row) => `MADE UP ${row + 1}`),
    epoch: column(() => epoch),
    mean_motion: column(({ motion }) => motion),
    eccentricity: column(() => 0.001),
    inclination: column(({ inclination }) => inclination),
    ra_of_asc_node: column((_, row) => row * 15),
    arg_of_pericenter: column(() => 100),
    mean_anomaly: column(({ anomaly }) => anomaly),
    bstar: column(() => 0.0001),
    mean_motion_dot: column(() => 0),
    mean_motion_ddot: column(() => 0),
  },
});
const fresh = file('2026-08-22T06:00:00.000000');
const setOf = ({ data }: ElementsFile, row: number) => ({
  epoch: data.epoch[row]!,
  mean_motion: data.mean_motion[row]!,
  eccentricity: data.eccentricity[row]!,
  inclination: data.inclination[row]!,
  ra_of_asc_node: data.ra_of_asc_node[row]!,
  arg_of_pericenter: data.arg_of_pericenter[row]!,
  mean_anomaly: data.mean_anomaly[row]!,
  bstar: data.bstar[row]!,
  mean_motion_dot: 0,
  mean_motion_ddot: 0,
});

describe('SkyObjects', () => {
  test('lists objects above an elevation at a place, highest first', () => {
    const objects = new SkyObjects(fresh, NOW);
    expect([objects.count, objects.leftOut]).toEqual([orbits.length, 0]);
    const above = objects.above(berlin, NOW, 5);
    const observer = new Observer({ lat: berlin.lat, lon: berlin.lon, alt_m: 0 });
    const expected = orbits.flatMap((_, row) => {
      const look = observer.lookAngles(new Satellite(setOf(fresh, row)).itrf(NOW));
      return look.elevation_deg >= 5 ? [{ id: row + 1, look }] : [];
    });
    expected.sort((a, b) => b.look.elevation_deg - a.look.elevation_deg);
    expect(above.ids.length).toBeGreaterThan(2);
    expect(above.ids).toEqual(expected.map(({ id }) => id));
    expect(above.azimuth_deg).toEqual(expected.map(({ look }) => look.azimuth_deg));
    expect(above.sun).toBe(sunHeight(berlin, NOW));
  });

  test('finds the same passes as a search for each object, and none of objects that are always up', () => {
    const night = nextNight(berlin, NOW)!;
    const passesByRow = [...new SkyObjects(fresh, NOW).passes({ place: berlin, ...night, minElevation: 10 })];
    expect(passesByRow).toHaveLength(orbits.length);
    for (const [row, passes] of passesByRow.entries()) {
      const observer = { lat: berlin.lat, lon: berlin.lon, alt_m: 0 };
      const alone = findPasses(setOf(fresh, row), { ...night, observer, minElevation: 10 });
      const expected = alone.state === 'always_up' ? [] : alone.passes.map(({ rise, set }) => [rise.at, set.at]);
      expect(passes.map(({ rise, set }) => [rise.at, set.at])).toEqual(expected);
    }
  });

  test('docked objects have their passes once, under the name of the largest', () => {
    const data = Object.fromEntries(Object.entries(fresh.data).map(([name, values]) => [name, [...values, values[0]]]));
    const docked = { data: { ...data, norad_cat_id: [...fresh.data.norad_cat_id, 900] } } as unknown as ElementsFile;
    const search = { place: berlin, ...nextNight(berlin, NOW)!, minElevation: 10 };
    const passesOf = (magnitudes: ReadonlyMap<number, number>) => [
      ...new SkyObjects(docked, NOW).passes(search, magnitudes),
    ];
    const [alone] = new SkyObjects(fresh, NOW).passes(search);
    const passes = passesOf(
      new Map([
        [900, 1],
        [1, 2],
      ]),
    );
    expect(passes[0]).toEqual([]);
    expect(passes.at(-1)!.map(({ id, docked: guests, rise }) => [id, guests, rise.at])).toEqual(
      alone!.map(({ rise }) => [900, 1, rise.at]),
    );
    expect(passesOf(new Map([[1, 2]])).at(-1)).toEqual([]);
  });

  test('leaves out objects in low orbit with elements that are too old, and keeps higher ones', () => {
    const objects = new SkyObjects(file('2026-07-01T00:00:00.000000'), NOW);
    const low = orbits.filter(({ motion }) => motion > 11.25).length;
    expect([objects.count, objects.leftOut]).toEqual([orbits.length - low, low]);
    const counts = { computed: orbits.length - low, leftOut: low, tooOld: low };
    expect(objects.searched()).toEqual(counts);
    expect(objects.above(berlin, NOW, 5)).toMatchObject(counts);
    expect(objects.above(berlin, NOW + 90 * 24 * HOUR, 5)).toMatchObject({ computed: 0, tooOld: orbits.length });
    const lowest = orbits.findIndex(({ motion }) => motion > 11.25);
    expect(objects.searched(new Set([lowest + 1, 999]))).toEqual({ computed: 0, leftOut: 1, tooOld: 1 });
  });

  test('leaves out objects after the end of the window of their predicted reentry', () => {
    const ends = new Map([
      [1, NOW - HOUR],
      [2, NOW + 3 * HOUR],
      [3, NOW + HOUR],
    ]);
    const [all, ended] = [new SkyObjects(fresh, NOW), new SkyObjects(fresh, NOW, ends)];
    expect([ended.count, ended.leftOut]).toEqual([orbits.length - 1, 1]);
    expect(ended.above(berlin, NOW + 4 * HOUR, -90)).toMatchObject({ computed: orbits.length - 3, tooOld: 0 });
    const search = { place: berlin, from: NOW + 2 * HOUR, to: NOW + 24 * HOUR, minElevation: 0 };
    const passesOf = (objects: SkyObjects, id: number) =>
      [...objects.passes({ ...search, only: new Set([id]) })].flat();
    expect([passesOf(ended, 1), passesOf(ended, 3)]).toEqual([[], []]);
    const before = passesOf(all, 2).filter(({ rise }) => rise.at < NOW + 3 * HOUR);
    expect(passesOf(all, 2).length).toBeGreaterThan(before.length);
    expect(passesOf(ended, 2).map(({ rise }) => rise.at)).toEqual(before.map(({ rise }) => rise.at));
    expect(passesOf(ended, 4)).toEqual(passesOf(all, 4));
  });

  test('leaves out objects that SGP4 rejects', () => {
    const { data } = fresh;
    const invalid = {
      data: { ...data, eccentricity: data.eccentricity.map((value, row) => (row === 3 ? 1.2 : value)) },
    };
    expect(new SkyObjects(invalid, NOW).leftOut).toBe(1);
  });
});

describe('the dark hours', () => {
  test('start and end with the Sun 6° below the horizon', () => {
    const { from, to } = nextNight(berlin, NOW)!;
    for (const edge of [from, to]) expect(sunHeight(berlin, edge)).toBeCloseTo(-6, 4);
    expect(sunHeight(berlin, (from + to) / 2)).toBeLessThan(-15);
    expect([from > NOW, to - from < 10 * HOUR]).toEqual([true, true]);
  });

  test('contain every visible pass of the day', () => {
    const night = nextNight(berlin, NOW)!;
    const seenIn = (from: number, to: number) =>
      orbits.flatMap((_, row) =>
        searchPasses({
          set: setOf(fresh, row),
          place: berlin,
          from,
          to,
          minElevation: 10,
          standardMagnitude: null,
        }).passes.flatMap(({ visible }) => visible.map(({ from: at }) => Math.round(at))),
      );
    const inDay = seenIn(NOW, night.to);
    expect(inDay.length).toBeGreaterThan(10);
    const inNight = seenIn(night.from, night.to);
    expect(inNight).toHaveLength(inDay.length);
    // Each search finds its times to a millisecond.
    for (const [index, at] of inNight.entries()) expect(Math.abs(at - inDay[index]!)).toBeLessThanOrEqual(2);
  });

  test('are those of the whole night if it is dark, from dusk to dawn', () => {
    const evening = nextNight(berlin, NOW)!;
    const atMidnight = nextNight(berlin, Date.parse('2026-08-22T23:00:00Z'))!;
    for (const edge of ['from', 'to'] as const) expect(Math.abs(atMidnight[edge] - evening[edge])).toBeLessThan(1000);
    expect(nightWords(evening, NOW, timeWords(true))).toBe('Saturday 22 August, dark from 18:54 to 03:24');
  });

  test('do not exist in the Arctic summer, and last all day in the Arctic winter', () => {
    const svalbard = { name: null, lat: 78.2, lon: 15.6 };
    expect(nextNight(svalbard, Date.parse('2026-06-21T12:00:00Z'))).toBeNull();
    const winter = Date.parse('2026-12-21T12:00:00Z');
    const night = nextNight(svalbard, winter)!;
    expect(night).toEqual({ from: winter - 24 * HOUR, to: winter + 24 * HOUR });
    expect(nightWords(night, winter, timeWords(true))).toBe('Monday 21 December, dark all day');
  });

  test('names the light of the sky by the elevation of the Sun', () => {
    expect([3, -3, -9, -30].map(skyLight)).toEqual(['day', 'bright twilight', 'dark twilight', 'night']);
  });
});

describe('the age of elements', () => {
  const set = { ...iss, epoch: '2026-08-22T00:00:00.000000', mean_motion: 15.5, bstar: 0 };
  const after = (days: number, mean_motion = 15.5) =>
    ageOfElements({ ...set, mean_motion }, Date.parse('2026-08-22T00:00:00Z') + days * 24 * HOUR, [
      { days: 1, km: 2, s: 0.3, p95_km: 9, basis: 'regime', comparisons: 400 },
      { days: 7, km: 90, s: 12, p95_km: 400, basis: 'regime', comparisons: 400 },
    ]);

  test('is given in days, with its effect on the times of passes', () => {
    expect(after(1.5)).toEqual({
      days: 1.5,
      noOrbit: null,
      meaning: 'times are off by about 0.6 s or less for two of three objects in such orbits',
    });
    expect(after(7).meaning).toContain('about 12 s');
    expect(after(20).meaning).toBe('how far off times are has not been measured for such orbits and this age');
    expect(after(40).meaning).toBe('it may be anywhere along its orbit');
  });

  test('is too high more than 30 days before or after the epoch in low orbit, and 90 days in higher orbits', () => {
    const reasons = [after(30), after(30.1), after(-30.1), after(89, 1.0027), after(91, 1.0027)];
    expect(reasons.map(({ noOrbit }) => noOrbit)).toEqual([null, 'too_old', 'too_old', null, 'too_old']);
  });
});
