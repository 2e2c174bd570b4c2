import type { Sgp4Elements } from '../sgp4-record.ts';
import { EARTH_RADIUS_KM, J2, semiMajorAxis } from '../shape.ts';

/** The numbers of an element set that maneuvers are found by; the epoch in milliseconds since 1970, UTC. */
export type OrbitSample = { readonly epoch: number } & Omit<
  Sgp4Elements<number>,
  'epoch' | 'bstar' | 'mean_motion_dot' | 'mean_motion_ddot'
>;

/** One quantity over time: days since 1970, ascending, and its values. */
export interface Series {
  readonly days: readonly number[];
  readonly values: readonly number[];
}

/** The size and tilt of an object's orbit over time, from its element sets. */
export interface OrbitSeries {
  /** Epochs in days since 1970, ascending; of sets closer than `TOGETHER`, the first is kept. */
  readonly days: readonly number[];
  /** Semi-major axis by the mean motion of each set, km. */
  readonly axis_km: readonly number[];
  /** Perigee of each set above the equatorial radius, km. */
  readonly perigee_km: readonly number[];
  /**
   * Semi-major axis between two epochs, km, derived from the distance that the object covered between them; its time is
   * the middle of the two.
   */
  readonly drift: Series;
  readonly inclination: Series;
}

const DAY_MS = 86_400_000;
const RADIANS = Math.PI / 180;
/** Sets closer than this are of the same measurements: half an hour, in days. */
const TOGETHER = 0.02;
/** Over fewer days than this, the distance covered says too little about the speed. */
const LEAST_GAP = 0.15;
/**
 * Orbits of more than this many revolutions a day are not geosynchronous, and their nodes do not move with the object.
 */
const SLOW = 2;

const wrap = (angle: number) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));

/**
 * Reads the element sets of one object, in any order. A batch fit spreads a burn over all days of its measurements, so the mean
 * motion lags behind the burn; the object's position at each epoch does not. The drift series uses the position.
 */
export function orbitSeries(samples: readonly OrbitSample[]): OrbitSeries {
  const sorted = [...samples].sort((a, b) => a.epoch - b.epoch);
  const kept = withoutStrays(
    sorted.filter((set, at) => at === 0 || (set.epoch - sorted[at - 1]!.epoch) / DAY_MS > TOGETHER),
  );
  const days = kept.map(({ epoch }) => epoch / DAY_MS);
  const axis_km = kept.map(({ mean_motion }) => semiMajorAxis(mean_motion));
  const drift = { days: [] as number[], values: [] as number[] };
  for (let at = 0; at + 1 < kept.length; at++) {
    const gap = days[at + 1]! - days[at]!;
    if (gap < LEAST_GAP) continue;
    drift.days.push((days[at]! + days[at + 1]!) / 2);
    drift.values.push(driftAxis(kept[at]!, kept[at + 1]!, gap));
  }
  const perigee_km = kept.map(({ eccentricity }, at) => axis_km[at]! * (1 - eccentricity) - EARTH_RADIUS_KM);
  return {
    days,
    axis_km,
    perigee_km,
    drift,
    inclination: { days, values: kept.map(({ inclination }) => inclination) },
  };
}

/** Misfits below these are never stray: along the orbit in degrees, of the inclination in degrees, of the semi-major axis in km. */
const LEAST_MISFIT = { place: 0.02, inclination: 0.002, axis_km: 0.005 };

/** The sets without single bad ones, by their place along the orbit, inclination, or size. */
function withoutStrays(sets: readonly OrbitSample[]): readonly OrbitSample[] {
  const between = (from: number, to: number) => (sets[to]!.epoch - sets[from]!.epoch) / DAY_MS;
  const ofValue =
    (value: (set: OrbitSample) => number): Misfit =>
    (before, at, after) => {
      const part = between(before, at) / between(before, after);
      return value(sets[at]!) - value(sets[before]!) * (1 - part) - value(sets[after]!) * part;
    };
  const place: Misfit = (before, at, after) => {
    const [first, second] = [between(before, at), between(at, after)];
    const apart = driftAxis(sets[before]!, sets[at]!, first) - driftAxis(sets[at]!, sets[after]!, second);
    const { mean_motion } = sets[at]!;
    return ((apart * 1.5 * mean_motion * 360) / semiMajorAxis(mean_motion)) * ((first * second) / (first + second));
  };
  const stray = new Set([
    ...strayIndices(sets.length, place, LEAST_MISFIT.place),
    ...strayIndices(
      sets.length,
      ofValue(({ inclination }) => inclination),
      LEAST_MISFIT.inclination,
    ),
    ...strayIndices(
      sets.length,
      ofValue(({ mean_motion }) => semiMajorAxis(mean_motion)),
      LEAST_MISFIT.axis_km,
    ),
  ]);
  return sets.filter((_, at) => !stray.has(at));
}

/** The semi-major axis that takes an object from its place in one set to that in the next, km. */
function driftAxis(from: OrbitSample, to: OrbitSample, gapDays: number): number {
  const motion = ((from.mean_motion + to.mean_motion) / 2) * 2 * Math.PI;
  const axis = (semiMajorAxis(from.mean_motion) + semiMajorAxis(to.mean_motion)) / 2;
  // The plane turns too. The share uses both inclinations; otherwise, their noise would be multiplied by the node
  // itself.
  const share = (nodeShare(from) + nodeShare(to)) / 2;
  const turned =
    (placeIn(to) - placeIn(from)) * RADIANS + wrap((to.ra_of_asc_node - from.ra_of_asc_node) * RADIANS) * share;
  const expected = (rate(from, motion) + rate(to, motion)) / 2 + motion;
  const off = wrap(turned - expected * gapDays);
  return axis - ((2 / 3) * axis * off) / (motion * gapDays);
}

/** The angle from the node along the orbit, degrees. */
const placeIn = ({ mean_anomaly, arg_of_pericenter }: OrbitSample) => mean_anomaly + arg_of_pericenter;

/** How far the turn of the plane moves the object along its orbit, as a factor of that turn. */
const nodeShare = ({ mean_motion, inclination }: OrbitSample) =>
  mean_motion < SLOW ? 1 : Math.cos(inclination * RADIANS);

/** The contribution of the Earth's oblateness to the rate of that angle, radians a day, to the first order. */
function rate(set: OrbitSample, motion: number): number {
  const { mean_motion, eccentricity, inclination } = set;
  const cosine = Math.cos(inclination * RADIANS);
  const parameter = semiMajorAxis(mean_motion) * (1 - eccentricity ** 2);
  const factor = 1.5 * J2 * (EARTH_RADIUS_KM / parameter) ** 2 * motion;
  return factor * (2 - 2.5 * (1 - cosine ** 2) - cosine * nodeShare(set));
}

/** How far the value at one index is from the line between those at two others; the indices ascend. */
type Misfit = (before: number, at: number, after: number) => number;

/** A set is stray from this many times the usual misfit, and this many times that of its neighbors without it. */
const STRAY = { usual: 10, neighbors: 4 };
/** Sets on each side from which the usual misfit is taken. */
const NEIGHBORS = 30;
const SIGMAS = 1.4826;

/**
 * Indices of single sets that both neighbors contradict, while the neighbors agree with each other and with theirs: one bad fit, which
 * would be found as two burns of opposite signs. A burn is no such set: without it, its neighbors still do not fit together.
 */
function strayIndices(length: number, misfit: Misfit, floor: number): number[] {
  const off = Array.from({ length }, (_, at) => (at > 0 && at + 1 < length ? Math.abs(misfit(at - 1, at, at + 1)) : 0));
  return off.flatMap((size, at) => {
    if (at < 2 || at + 2 >= length) return [];
    const without = Math.max(Math.abs(misfit(at - 2, at - 1, at + 1)), Math.abs(misfit(at - 1, at + 1, at + 2)));
    if (size <= floor || size <= STRAY.neighbors * without) return [];
    const near = off.slice(Math.max(1, at - NEIGHBORS), Math.min(length - 1, at + NEIGHBORS + 1)).sort((a, b) => a - b);
    return size > STRAY.usual * SIGMAS * near[near.length >> 1]! ? [at] : [];
  });
}
