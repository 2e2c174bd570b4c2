import { EARTH_RADIUS_KM, semiMajorAxis } from '../shape.ts';

/**
 * Density of the air by height, km and kg/m³: the exponential atmosphere of Vallado, Fundamentals of Astrodynamics and Applications,
 * table 8-4 (U.S. Standard Atmosphere 1976 and CIRA-72), a mean over the solar cycle. Its logarithm is interpolated linearly. It needs
 * no space weather: solar activity is included in the observed rate of decay.
 */
const atmosphere: readonly (readonly [height_km: number, density: number])[] = [
  [80, 1.905e-5],
  [90, 3.396e-6],
  [100, 5.297e-7],
  [110, 9.661e-8],
  [120, 2.438e-8],
  [130, 8.484e-9],
  [140, 3.845e-9],
  [150, 2.07e-9],
  [180, 5.464e-10],
  [200, 2.789e-10],
  [250, 7.248e-11],
  [300, 2.418e-11],
  [350, 9.518e-12],
  [400, 3.725e-12],
  [450, 1.585e-12],
  [500, 6.967e-13],
  [600, 1.454e-13],
  [700, 3.614e-14],
  [800, 1.17e-14],
  [900, 5.245e-15],
  [1000, 3.019e-15],
];

/** The perigee height at which an orbit ends, as the next revolution would not be completed, km. */
const END_KM = 100;
/** The Earth's flattening, km: how much closer to the center the surface is at a pole. */
const FLATTENING_KM = 21.4;
/** Points of half an orbit at which drag is summed; the other half is symmetric. */
const POINTS = 12;
/** Maximum change of the perigee or the axis per step, km. */
const STEP_KM = 1;

const logDensity = atmosphere.map(([, density]) => Math.log(density));

/** Density in kg/m³ at a height in km; below the table that of its first row, above it extrapolated from its last rows. */
export function densityAt(height: number): number {
  let row = 1;
  while (row < atmosphere.length - 1 && atmosphere[row]![0] < height) row++;
  const [low, high] = [atmosphere[row - 1]![0], atmosphere[row]![0]];
  const part = Math.max(0, (height - low) / (high - low));
  return Math.exp(logDensity[row - 1]! + part * (logDensity[row]! - logDensity[row - 1]!));
}

/** The part of an element set that drag changes, and the inclination, which determines its height above the flattened Earth. */
export interface DecayingOrbit {
  /** Revolutions per day. */
  readonly mean_motion: number;
  readonly eccentricity: number;
  /** Degrees. */
  readonly inclination: number;
}

/**
 * How drag shrinks an orbit, by a clock that runs in proportion to the object's area-to-mass ratio and the current density: King-Hele's
 * changes of the axis and the eccentricity per revolution, summed until the orbit ends. Real time is the time of this clock divided by
 * a single number, the drag of the object, which is fitted to its element sets.
 */
export class DecayPath {
  /** Readings of the clock (days at a ballistic coefficient of 1 m²/kg), ascending, and the mean motion at each. */
  readonly #clock: number[] = [0];
  readonly #motion: number[];

  constructor({ mean_motion, eccentricity, inclination }: DecayingOrbit) {
    let [a, e, clock] = [semiMajorAxis(mean_motion), eccentricity, 0];
    const lift = (FLATTENING_KM * Math.sin((inclination * Math.PI) / 180) ** 2) / 2 - EARTH_RADIUS_KM;
    this.#motion = [mean_motion];
    while (a * (1 - e) + lift > END_KM) {
      const [da, de] = rates(a, e, lift);
      // Midpoint method: rates at the middle of the step.
      const step = STEP_KM / Math.max(Math.abs(da), Math.abs(da * (1 - e) - a * de));
      const [dam, dem] = rates(a + (da * step) / 2, Math.max(0, e + (de * step) / 2), lift);
      a += dam * step;
      e = Math.max(0, e + dem * step);
      clock += step;
      this.#clock.push(clock);
      this.#motion.push(motionOf(a));
    }
  }

  /** The reading of the clock when the orbit ends. */
  get end(): number {
    return this.#clock.at(-1)!;
  }

  /** The reading of the clock at a mean motion; before the beginning of the path, extrapolated from its first step. */
  at(meanMotion: number): number {
    const motion = this.#motion;
    let next = motion.findIndex((value) => value >= meanMotion);
    if (next < 0) return this.end;
    next = Math.max(1, next);
    const [low, high] = [motion[next - 1]!, motion[next]!];
    const [from, to] = [this.#clock[next - 1]!, this.#clock[next]!];
    return from + ((meanMotion - low) / (high - low)) * (to - from);
  }

  /** Revolutions per day, squared, per reading of the clock: how fast the mean motion grows at the beginning. */
  get rate(): number {
    return (this.#motion[1]! - this.#motion[0]!) / this.#clock[1]!;
  }
}

/** Revolutions per day for a semi-major axis in km: the inverse of `semiMajorAxis`. */
function motionOf(axis: number): number {
  return (semiMajorAxis(1) / axis) ** 1.5;
}

/** Change of the axis (km) and of the eccentricity per day, at a ballistic coefficient of 1 m²/kg: King-Hele 1987, chapter 4. */
function rates(a: number, e: number, lift: number): readonly [axis: number, eccentricity: number] {
  let [axis, shape] = [0, 0];
  for (let point = 0; point < POINTS; point++) {
    const cosine = Math.cos((Math.PI * (point + 0.5)) / POINTS);
    const density = densityAt(a * (1 - e * cosine) + lift);
    const root = Math.sqrt((1 + e * cosine) / (1 - e * cosine));
    axis += density * root * (1 + e * cosine);
    shape += density * root * cosine;
  }
  // Densities are per m³ and lengths in km: 1000 m per km. 2π per revolution, spread over the points.
  const scale = (1000 * 2 * Math.PI * motionOf(a)) / POINTS;
  return [-scale * a * a * axis, -scale * a * (1 - e * e) * shape];
}
