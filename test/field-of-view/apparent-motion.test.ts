import { expect, test } from 'vitest';
import { apparentMotion } from '../../src/orbit/observation/apparent-motion.ts';
import { siderealAngle } from '../../src/orbit/observation/sky.ts';
import { Observer, Satellite, turned } from '../../src/orbit/observer.ts';
import { seeded } from '../seeded.ts';
import { randomElements, randomObserver } from '../truth/random-elements.ts';

const AT = Date.parse('2026-08-22T12:00:00Z');
const RADIANS = Math.PI / 180;

/** Degrees between two directions above the horizon, by the cosine rule. */
const apart = (a: { azimuth_deg: number; elevation_deg: number }, b: typeof a) =>
  Math.acos(
    Math.min(
      1,
      Math.sin(a.elevation_deg * RADIANS) * Math.sin(b.elevation_deg * RADIANS) +
        Math.cos(a.elevation_deg * RADIANS) *
          Math.cos(b.elevation_deg * RADIANS) *
          Math.cos((a.azimuth_deg - b.azimuth_deg) * RADIANS),
    ),
  ) / RADIANS;

test('speed and heading are those of the directions 10 s apart', () => {
  const random = seeded(11);
  let checked = 0;
  while (checked < 20) {
    const satellite = new Satellite(randomElements(random));
    const observer = new Observer(randomObserver(random));
    const look = observer.lookAngles(satellite.itrf(AT));
    // At the horizon azimuths differ little from headings; overhead, 10 s are too long for a difference.
    if (look.elevation_deg < 5 || look.elevation_deg > 70) continue;
    const [before, after] = [-5000, 5000].map((by) => observer.lookAngles(satellite.itrf(AT + by)));
    const { speed_deg_s, heading_deg } = apparentMotion(observer, satellite.teme(AT), AT, look);
    expect(speed_deg_s / (apart(before!, after!) / 10)).toBeCloseTo(1, 1);
    const flat = ({ azimuth_deg, elevation_deg }: typeof look) => {
      const away = Math.cos(elevation_deg * RADIANS);
      return [away * Math.sin(azimuth_deg * RADIANS), away * Math.cos(azimuth_deg * RADIANS)] as const;
    };
    const [from, to] = [flat(before!), flat(after!)];
    const heading = Math.atan2(to[0] - from[0], to[1] - from[1]) / RADIANS;
    expect(Math.abs(((heading_deg - heading + 540) % 360) - 180)).toBeLessThan(5);
    checked += 1;
  }
});

test('what passes from the west to the east overhead heads east', () => {
  const overhead = { azimuth_deg: 270, elevation_deg: 85, range_km: 500, range_rate_km_s: 0 };
  const observer = new Observer({ lat: 0, lon: 0 });
  const place = observer.direction(270, 85).map((one, axis) => one * 500 + observer.position[axis]!);
  // In a frame that does not turn at this moment: TEME is turned by sidereal time alone.
  const { heading_deg } = apparentMotion(
    observer,
    inTeme(place as unknown as readonly [number, number, number], [0, 7.5, 0]),
    AT,
    overhead,
  );
  expect(heading_deg).toBeCloseTo(90, 0);
});

function inTeme(position: readonly [number, number, number], velocity: readonly [number, number, number]) {
  const angle = siderealAngle(AT);
  return { position: turned(position, -angle), velocity: turned(velocity, -angle) };
}
