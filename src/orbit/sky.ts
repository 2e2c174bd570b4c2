const DAY_MS = 86_400_000;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const RADIANS = Math.PI / 180;

/** How far the Earth has turned against the stars (Greenwich mean sidereal time, IAU 1982): radians from 0 to 2π. `time` in milliseconds, UTC. */
export function siderealAngle(time: number): number {
  const centuries = (time - J2000_MS) / DAY_MS / 36_525;
  const seconds =
    67_310.54841 +
    (876_600 * 3600 + 8_640_184.812866) * centuries +
    0.093104 * centuries * centuries -
    6.2e-6 * centuries ** 3;
  const turn = (seconds / 86_400) % 1;
  return (turn < 0 ? turn + 1 : turn) * 2 * Math.PI;
}

/** Where the Sun stands, as a unit vector along the equator and equinox of the date, good to a hundredth of a degree (Astronomical Almanac's low-precision formula). */
export function sunDirection(time: number): [number, number, number] {
  const days = (time - J2000_MS) / DAY_MS;
  const anomaly = (357.528 + 0.9856003 * days) * RADIANS;
  const longitude = (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RADIANS;
  const tilt = (23.439 - 4e-7 * days) * RADIANS;
  return [Math.cos(longitude), Math.cos(tilt) * Math.sin(longitude), Math.sin(tilt) * Math.sin(longitude)];
}
