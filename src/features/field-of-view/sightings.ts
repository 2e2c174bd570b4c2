import { type ApparentMotion, apparentMotion } from '../../orbit/observation/apparent-motion.ts';
import { dockedObjects, type StateOf } from '../../orbit/observation/companions.ts';
import { apparentMagnitude } from '../../orbit/observation/magnitude.ts';
import { type PlanetAbove, planetsAbove } from '../../orbit/observation/planets.ts';
import { siderealAngle } from '../../orbit/observation/sky.ts';
import type { WithoutPosition } from '../../orbit/observation/sky-scan.ts';
import {
  earthFixed,
  Observer,
  type ObserverPlace,
  phaseAngle,
  type State,
  sunMargin,
  turned,
  vectorState,
} from '../../orbit/observer.ts';
import { dot, length, type Vector } from '../../orbit/vector.ts';
import type { WholeSky } from './find-tracks.ts';

const RADIANS = Math.PI / 180;
/** Interval at which objects are preselected by position, milliseconds. Within it, no object rises by more than LOWEST_DEG. */
const SLICE_MS = 60_000;
const LOWEST_DEG = -4;
/** Largest change of the limiting magnitude by twilight in half of that interval. */
const SLICE_LIMIT = 0.2;
/** Interval at which preselected objects are compared, milliseconds. */
const STEP_MS = 5000;
/** Largest difference of a candidate in any feature, in spreads. */
const FARTHEST = 3;

/** A value as a person states it: the value, and its spread. */
export interface About {
  readonly value: number;
  readonly spread: number;
}

/** A sighting; null: not stated. Times in milliseconds since 1970, UTC. */
export interface Sighting {
  readonly observer: ObserverPlace;
  readonly at: number;
  /** Search interval before and after that time. */
  readonly within: number;
  /** Degrees. */
  readonly azimuth: About | null;
  readonly elevation: About | null;
  readonly magnitude: About | null;
  /** Degrees a second, from slowest to fastest. */
  readonly speed: readonly [slowest: number, fastest: number] | null;
  /** Direction of its motion: degrees from north through east. */
  readonly heading: About | null;
  /** The standard magnitude of each row; NaN if it is unknown. */
  readonly standard: Float64Array;
  readonly allowOld: boolean;
}

/** Absolute difference between an object and the sighting, by feature, in spreads. */
type Differences = Partial<
  Readonly<Record<'time' | 'azimuth' | 'elevation' | 'brightness' | 'speed' | 'heading', number>>
>;

/** An object that could be seen, at the time at which it fits best. */
export interface Seen extends ApparentMotion {
  readonly row: number;
  readonly at: number;
  readonly azimuth_deg: number;
  readonly elevation_deg: number;
  readonly range_km: number;
  readonly magnitude: number;
  readonly differences: Differences;
  /** Rows of fainter objects that are docked to it: one light to the eye. */
  readonly docked: readonly number[];
}

/** A planet above the horizon at the time. */
export interface PlanetSeen extends PlanetAbove {
  /** Whether it could be seen and fits all statements. */
  readonly fits: boolean;
}

export interface FoundSightings extends WithoutPosition {
  /** In order of row; docked objects are one. */
  readonly seen: readonly Seen[];
  readonly planets: readonly PlanetSeen[];
  /** Above the horizon and in sunlight at some time, but their size, and so their brightness, is unknown. */
  readonly unknownMagnitude: number;
  /** Elevation of the Sun at the time, degrees. */
  readonly sun_deg: number;
  /** Limiting magnitude at that time. */
  readonly faintest: number;
}

/**
 * The faintest magnitude that the naked eye sees by the elevation of the Sun, roughly: Venus by day, the first stars at −6°, everything
 * down to 6.5 once it is dark.
 */
export const faintestSeen = (sun_deg: number): number =>
  Math.max(-4, Math.min(6.5, -4 + (10.5 * Math.max(0, -sun_deg)) / 15));

/** Every object that is bright enough for the eye and fits the statements. */
export async function findSightings(scan: WholeSky, sighting: Sighting): Promise<FoundSightings> {
  const { at, within, standard, allowOld } = sighting;
  const observer = new Observer(sighting.observer);
  const limitAt = (time: number) => faintestSeen(observer.sunElevation(time));
  const [from, to] = [at - within, at + within];
  const near = new Set<number>();
  const unknown = new Set<number>();
  const without: Record<keyof WithoutPosition, Set<number>> = { tooOld: new Set(), withoutPosition: new Set() };
  const slices = Math.max(1, Math.ceil((to - from) / SLICE_MS));
  const lowest = Math.sin(LOWEST_DEG * RADIANS);
  for (let n = 0; n < slices; n++) {
    const time = from + ((to - from) * (n + 0.5)) / slices;
    const angle = -siderealAngle(time);
    const [here, up] = [turned(observer.position, angle), turned(observer.up, angle)];
    const limit = limitAt(time) + SLICE_LIMIT;
    const missing = await scan.states(time, allowOld, (row, { position }) => {
      if (near.has(row)) return;
      const line: Vector = [position[0] - here[0], position[1] - here[1], position[2] - here[2]];
      const range = length(line);
      if (dot(line, up) < lowest * range) return;
      const own = standard[row]!;
      if (Number.isNaN(own)) {
        if (dot(line, up) > 0 && sunMargin(position, time) >= 0) unknown.add(row);
        // Brightness if fully lit and at the shortest distance before the next sample.
      } else if (apparentMagnitude(own, range * 0.6, 0) <= limit) near.add(row);
    });
    for (const name of ['tooOld', 'withoutPosition'] as const) for (const row of missing[name]) without[name].add(row);
  }
  const steps = Math.max(1, Math.ceil((to - from) / STEP_MS));
  const moments = Array.from({ length: steps + 1 }, (_, n) => {
    const time = from + ((to - from) * n) / steps;
    return { time, faintest: limitAt(time) };
  });
  const seen = [...near]
    .sort((a, b) => a - b)
    .flatMap((row) => {
      const stateAt = statesOf(scan, row, allowOld);
      let best: Omit<Seen, 'row' | 'docked'> | null = null;
      for (const { time, faintest } of moments) {
        const one = seenAt(observer, stateAt, time, standard[row]!, faintest);
        if (!one) continue;
        const differences = differencesOf(sighting, one);
        if (!best || mismatchOf(differences) < mismatchOf(best.differences)) best = { ...one, differences };
      }
      const fits = best && Object.values(best.differences).every((difference) => difference <= FARTHEST);
      return best && fits ? [{ row, ...best }] : [];
    });
  return {
    seen: withoutDocked(scan, sighting, seen),
    planets: planetsFor(sighting, limitAt(at)),
    unknownMagnitude: unknown.size,
    sun_deg: observer.sunElevation(at),
    faintest: limitAt(at),
    tooOld: [...without.tooOld],
    withoutPosition: [...without.withoutPosition],
  };
}

/** The states of an object in TEME at any time (milliseconds); null if its elements are no orbit then. */
const statesOf =
  (scan: WholeSky, row: number, allowOld: boolean) =>
  (time: number): State | null => {
    const state = scan.orbitOf(row).stateAt(time, allowOld);
    return state && vectorState(state);
  };

/** Mismatch of an object: the sum of the squares of its differences. */
export const mismatchOf = (differences: Differences): number =>
  Object.values(differences).reduce((sum, one) => sum + one * one, 0);

/** The view of an object at a time. */
type View = Omit<Seen, 'row' | 'differences' | 'docked'>;

/** The view of an object at a time; null if it cannot be seen then. */
function seenAt(
  observer: Observer,
  stateAt: (time: number) => State | null,
  time: number,
  standard: number,
  faintest: number,
): View | null {
  const state = stateAt(time);
  if (!state) return null;
  const look = observer.lookAngles(earthFixed(state, time));
  if (look.elevation_deg < 0 || sunMargin(state.position, time) < 0) return null;
  const magnitude = apparentMagnitude(standard, look.range_km, phaseAngle(state.position, observer, time));
  if (magnitude > faintest) return null;
  return {
    at: time,
    azimuth_deg: look.azimuth_deg,
    elevation_deg: look.elevation_deg,
    range_km: look.range_km,
    magnitude,
    ...apparentMotion(observer, state, time, look),
  };
}

/** Degrees between two directions of the compass. */
const turn = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

/** Spread of speeds that people estimate, as a logarithm. */
const SPEED_SPREAD = 0.5;
/** Below this speed, an object has no direction of motion, degrees per second. */
const STILL_DEG_S = 0.005;
/**
 * Assumed brightness if it is not stated: a person who reports a light did not search for it, so it was at least about
 * this bright.
 */
const noticed: About = { value: 3, spread: 1.5 };
/** Assumed minimum elevation if it is not stated, with its spread, degrees. */
const noticedHeight: About = { value: 10, spread: 5 };

function differencesOf(sighting: Sighting, one: Omit<View, 'range_km'>): Differences {
  const { azimuth, elevation, magnitude, speed, heading } = sighting;
  const slower = speed === null ? 0 : Math.log(speed[0] / Math.max(1e-6, one.speed_deg_s));
  const faster = speed === null ? 0 : Math.log(Math.max(1e-6, one.speed_deg_s) / speed[1]);
  const brightness = magnitude
    ? Math.abs(one.magnitude - magnitude.value) / magnitude.spread
    : Math.max(0, (one.magnitude - noticed.value) / noticed.spread);
  const height = elevation
    ? Math.abs(one.elevation_deg - elevation.value) / elevation.spread
    : Math.max(0, (noticedHeight.value - one.elevation_deg) / noticedHeight.spread);
  return {
    time: Math.abs(one.at - sighting.at) / Math.max(1000, sighting.within),
    brightness,
    elevation: height,
    // Near the zenith, directions of the compass are close to each other.
    ...(azimuth && {
      azimuth: (turn(one.azimuth_deg, azimuth.value) * Math.cos(one.elevation_deg * RADIANS)) / azimuth.spread,
    }),
    ...(speed && { speed: Math.max(0, slower, faster) / SPEED_SPREAD }),
    ...(heading && {
      heading: one.speed_deg_s < STILL_DEG_S ? FARTHEST : turn(one.heading_deg, heading.value) / heading.spread,
    }),
  };
}

/** Merges objects that are docked to a brighter one into that one. */
function withoutDocked(
  scan: WholeSky,
  { at, standard, allowOld }: Sighting,
  seen: readonly Omit<Seen, 'docked'>[],
): Seen[] {
  const stateOf: StateOf = (row, seconds, state) => {
    const found = statesOf(scan, row, allowOld)(seconds * 1000);
    if (!found) return false;
    state.set(found.position);
    state.set(found.velocity, 3);
    return true;
  };
  const brightestFirst = seen.map(({ row }) => row).sort((a, b) => standard[a]! - standard[b]! || a - b);
  const periodOf = (row: number) => (2 * Math.PI * 60) / scan.orbitOf(row).record.no;
  const docked = dockedObjects(brightestFirst, stateOf, periodOf, at / 1000);
  return seen.flatMap((one) => {
    if (docked.has(one.row)) return [];
    return [{ ...one, docked: [...docked].flatMap(([row, host]) => (host === one.row ? [row] : [])) }];
  });
}

/** A planet hardly moves among the stars, so it fits no statement of motion. */
function planetsFor(sighting: Sighting, faintest: number): PlanetSeen[] {
  return planetsAbove(sighting.observer, sighting.at).map((planet) => {
    const differences = differencesOf(sighting, { ...planet, at: sighting.at, speed_deg_s: 0, heading_deg: 0 });
    const fits =
      planet.magnitude <= faintest &&
      sighting.heading === null &&
      Object.values(differences).every((difference) => difference <= FARTHEST);
    return { ...planet, fits };
  });
}
