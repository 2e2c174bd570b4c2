import { describe, expect, test, vi } from 'vitest';
import { horizonAt, refraction, withoutRefraction } from '../../src/orbit/observation/horizon.ts';
import { findPasses } from '../../src/orbit/observation/passes.ts';
import { sunPlace } from '../../src/orbit/observation/sky.ts';
import { EQUATOR_KM, illumination, Observer, Satellite, sunMargin } from '../../src/orbit/observer.ts';
import type { Vector } from '../../src/orbit/vector.ts';
import { seeded } from '../seeded.ts';

const FROM = Date.parse('2026-08-22T00:00:00Z');
const HOUR = 3_600_000;
const station = {
  epoch: '2026-08-21T12:00:00.000000',
  mean_motion: 15.5,
  eccentricity: 0.0007,
  inclination: 51.6,
  ra_of_asc_node: 120,
  arg_of_pericenter: 270,
  mean_anomaly: 30,
  bstar: 0.0001,
  mean_motion_dot: 0,
  mean_motion_ddot: 0,
};
const observer = { lat: 52.5, lon: 13.4, alt_m: 40 };
const window = { from: FROM, to: FROM + 48 * HOUR, observer, minElevation: 0 };

describe('the Earth’s shadow', () => {
  const { direction, distance_km } = sunPlace(FROM);
  /** A position behind the Earth, by distance along the shadow axis and off it, km. */
  const behind = (along: number, off: number): Vector => {
    const [x, y] = [-direction[1], direction[0]];
    const across = Math.hypot(x, y);
    return [
      -direction[0] * along + (x / across) * off,
      -direction[1] * along + (y / across) * off,
      -direction[2] * along,
    ];
  };

  test('has umbra and penumbra cones that match the radii of Earth and Sun', () => {
    for (const along of [7000, 26_600, 42_164]) {
      // Half angles of the two cones, from the outer and inner common tangents of both spheres.
      const umbra = Math.asin((695_700 - EQUATOR_KM) / distance_km);
      const penumbra = Math.asin((695_700 + EQUATOR_KM) / distance_km);
      const inner = EQUATOR_KM / Math.cos(umbra) - along * Math.tan(umbra);
      const outer = EQUATOR_KM / Math.cos(penumbra) + along * Math.tan(penumbra);
      for (const [off, state] of [
        [0, 'umbra'],
        [inner - 1, 'umbra'],
        [inner + 1, 'penumbra'],
        [outer - 1, 'penumbra'],
        [outer + 1, 'sunlit'],
      ] as const)
        expect([along, off, illumination(behind(along, off), FROM).state]).toEqual([along, off, state]);
      const { fraction } = illumination(behind(along, (inner + outer) / 2), FROM);
      expect(fraction).toBeGreaterThan(0.4);
      expect(fraction).toBeLessThan(0.6);
    }
    expect(illumination([-7000 * -direction[0], 7000 * direction[1], 7000 * direction[2]], FROM)).toEqual({
      state: 'sunlit',
      fraction: 1,
    });
    // Beyond the tip of the umbra, the Sun is a ring around the Earth (annular eclipse).
    expect(illumination(behind(1_500_000, 0), FROM).state).toBe('penumbra');
  });

  test('counts as an eclipse where more than half of the Sun is covered', () => {
    const satellite = new Satellite(station);
    let half = 0;
    for (let at = FROM; at < FROM + 6 * HOUR; at += 1000) {
      const { position } = satellite.teme(at);
      const { state, fraction } = illumination(position, at);
      const margin = sunMargin(position, at);
      if (state === 'umbra') expect(margin).toBeLessThan(0);
      if (state === 'sunlit') expect(margin).toBeGreaterThan(0);
      if (state === 'penumbra' && Math.abs(margin) < 0.01) {
        half += 1;
        expect(Math.abs(fraction - 0.5)).toBeLessThan(0.05);
      }
    }
    expect(half).toBeGreaterThan(0);
  });
});

describe('the horizon', () => {
  test('is refracted by 0.48° at a true elevation of 0°, 0.09° at 10° and 0° at the zenith', () => {
    expect(refraction(0)).toBeCloseTo(0.483, 2);
    expect(refraction(-0.57)).toBeCloseTo(0.57, 1);
    expect(refraction(10)).toBeCloseTo(0.09, 2);
    expect(refraction(90)).toBe(0);
    for (const apparent of [0, 0.5, 5, 10, 45])
      expect(withoutRefraction(apparent) + refraction(withoutRefraction(apparent))).toBeCloseTo(apparent, 6);
  });

  test('with refraction, gives passes that start earlier and end later, at the requested elevation', () => {
    const plain = findPasses(station, window).passes;
    const lifted = findPasses(station, { ...window, refraction: true }).passes;
    const complete = plain.filter(({ in_progress }) => !in_progress);
    expect(complete.length).toBeGreaterThan(5);
    for (const { rise, set } of complete) {
      const same = lifted.find((one) => one.rise.at < set.at && one.set.at > rise.at)!;
      expect(same.rise.at).toBeLessThan(rise.at);
      expect(same.set.at).toBeGreaterThan(set.at);
      expect(same.rise.elevation_deg).toBeCloseTo(0, 3);
    }
  });

  const skyline = [
    { azimuth_deg: 0, elevation_deg: 5 },
    { azimuth_deg: 90, elevation_deg: 25 },
    { azimuth_deg: 180, elevation_deg: 0 },
    { azimuth_deg: 270, elevation_deg: 40 },
  ];

  test('interpolates a skyline linearly between its points, across north too', () => {
    expect(horizonAt(skyline, 0)).toBe(5);
    expect(horizonAt(skyline, 45)).toBe(15);
    expect(horizonAt(skyline, 90)).toBe(25);
    expect(horizonAt(skyline, 315)).toBe(22.5);
    expect(horizonAt(skyline, 359.999)).toBeCloseTo(5, 2);
    expect(horizonAt([{ azimuth_deg: 77, elevation_deg: 12 }], 200)).toBe(12);
    const turned = [
      { azimuth_deg: 100, elevation_deg: 10 },
      { azimuth_deg: 200, elevation_deg: 20 },
    ];
    expect(horizonAt(turned, 20)).toBeCloseTo(10 + (10 * 80) / 260, 9);
  });

  /** Points by rising azimuth, at random. */
  const randomSkyline = (seed: number, most: number) => {
    const random = seeded(seed);
    const azimuths = Array.from({ length: 2 + Math.floor(random() * 20) }, () => random() * 360);
    return azimuths.sort((a, b) => a - b).map((azimuth_deg) => ({ azimuth_deg, elevation_deg: random() * most }));
  };
  /** A tower with vertical edges. */
  const tower = [
    [80, 2],
    [80, 60],
    [90, 60],
    [90, 2],
  ].map(([azimuth_deg, elevation_deg]) => ({ azimuth_deg: azimuth_deg!, elevation_deg: elevation_deg! }));

  test.each([
    ['of four points', skyline],
    ['with a tower', tower],
    ['of hills', randomSkyline(1, 15)],
    ['of houses', randomSkyline(2, 50)],
    ['of mountains', randomSkyline(3, 80)],
  ])('splits passes behind a skyline %s exactly as a dense scan sees them', (_name, skyline) => {
    const { passes } = findPasses(station, { ...window, horizon: skyline });
    const [satellite, here] = [new Satellite(station), new Observer(observer)];
    const inside = (at: number) => passes.some(({ rise, set }) => at >= rise.at && at <= set.at);
    let [seen, differs] = [0, 0];
    for (let at = window.from; at <= window.to; at += 1000) {
      const { azimuth_deg, elevation_deg } = here.lookAngles(satellite.itrf(at));
      const over = Math.min(elevation_deg, elevation_deg - horizonAt(skyline, azimuth_deg));
      if (over >= 0) seen += 1;
      if (over >= 0 !== inside(at) && Math.abs(over) > 0.01) differs += 1;
    }
    expect(seen).toBeGreaterThan(100);
    expect(differs).toBe(0);
    expect(passes.length).toBeGreaterThan(3);
  });

  test('takes few more positions with a skyline than without', () => {
    const positions = vi.spyOn(Satellite.prototype, 'itrf');
    const counted = (horizon: typeof skyline) => {
      positions.mockClear();
      findPasses(station, { ...window, horizon });
      return positions.mock.calls.length;
    };
    const [without, within] = [counted([]), counted(skyline)];
    positions.mockRestore();
    expect(within / without).toBeLessThan(4);
  });
});

test('an error of 0.2 s in UT1 moves no rise or set by more than 0.2 s', () => {
  // The error is equivalent to an observer 0.0008° further east.
  const [plain, moved] = [0, 0.2].map(
    (seconds) =>
      findPasses(station, {
        ...window,
        to: FROM + 240 * HOUR,
        observer: { ...observer, lon: observer.lon + (seconds * 360) / 86_164 },
      }).passes,
  ) as [ReturnType<typeof findPasses>['passes'], ReturnType<typeof findPasses>['passes']];
  expect(plain.length).toBe(moved.length);
  const off = plain.flatMap(({ rise, set }, n) => [
    Math.abs(moved[n]!.rise.at - rise.at),
    Math.abs(moved[n]!.set.at - set.at),
  ]);
  expect(Math.max(...off)).toBeLessThan(200);
});
