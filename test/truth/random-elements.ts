import { writeTle } from '../../src/orbit/formats/tle.ts';
import { ut1MinusUtc } from '../../src/orbit/observation/sky.ts';

/** A random element set of a random regime, rounded to the digits of a TLE so that every program gets the same numbers. */
export function randomElements(random: () => number) {
  const between = (min: number, max: number) => min + (max - min) * random();
  const regimes: readonly (() => readonly [motion: number, eccentricity: number, inclination: number])[] = [
    () => [between(14, 15.6), between(0, 0.01), between(0, 145)],
    () => [between(14.1, 14.9), between(0, 0.002), between(97, 99)],
    () => [between(11, 14), between(0, 0.05), between(0, 120)],
    () => [between(1.6, 3), between(0, 0.02), between(50, 66)],
    () => [between(0.99, 1.01), between(0, 0.001), between(0, 15)],
    () => [between(0.99, 1.01), between(0, 0.3), between(20, 65)],
    () => [between(2.0, 2.02), between(0.65, 0.74), between(61, 65)],
    () => [between(2.1, 2.27), between(0.7, 0.72), between(3, 30)],
  ];
  const [motion, eccentricity, inclination] = regimes[Math.floor(random() * regimes.length)]!();
  return {
    norad_cat_id: 1,
    object_name: 'A',
    object_id: '2026-001A',
    epoch: '2026-08-21T12:00:00.000000',
    mean_motion: motion.toFixed(8),
    eccentricity: eccentricity.toFixed(7),
    inclination: inclination.toFixed(4),
    ra_of_asc_node: between(0, 360).toFixed(4),
    arg_of_pericenter: between(0, 360).toFixed(4),
    mean_anomaly: between(0, 360).toFixed(4),
    ephemeris_type: 0,
    classification_type: 'U',
    element_set_no: 1,
    rev_at_epoch: 1,
    bstar: between(-1e-4, 5e-4).toFixed(8),
    mean_motion_dot: '0',
    mean_motion_ddot: '0',
  };
}

/** A random location, up to 3,000 m high. */
export const randomObserver = (random: () => number) => ({
  lat: 180 * random() - 90,
  lon: 360 * random() - 180,
  alt_m: 3000 * random(),
});

/** TT − UT1, seconds (ΔT in Skyfield). */
export const deltaT = (time: number) => 69.184 - ut1MinusUtc(time);

/** The two TLE lines of an element set. */
export function tleLines(set: ReturnType<typeof randomElements>): readonly [string, string] {
  const tle = writeTle(set, 'A');
  if (!tle.ok) throw new Error(tle.reason);
  return [tle.line1, tle.line2];
}
