import type { OrbitLimits } from '../element-orbit.ts';
import {
  EARTH_RATE,
  EQUATOR_KM,
  type Look,
  Observer,
  type ObserverPlace,
  phaseAngle,
  Satellite,
  sunMargin,
} from '../observer.ts';
import type { Sgp4Elements } from '../sgp4-record.ts';
import { dot, length, type Vector } from '../vector.ts';
import { type HorizonPoint, horizonAt, refraction, steepestSlope, withoutRefraction } from './horizon.ts';
import { apparentMagnitude } from './magnitude.ts';

const RADIANS = Math.PI / 180;
/** Precision of the times of events, milliseconds. */
const TOLERANCE_MS = 1;
/** Maximum motion of an object that may be in sight between two samples, as seen from the Earth's center. */
const STEP_DEG = 2;
const [LEAST_STEP_MS, MOST_STEP_MS] = [5000, 600_000];
/** A shorter skip would save no sample, and would lose the preceding sample, which is needed to bracket a maximum. */
const LEAST_SKIP_MS = 30_000;
/** Spacing of the points of the parabola that locates a highest point. */
const TOP_STEP_MS = 1000;
/**
 * With a skyline, the maximum motion of an object between two samples if it could cross the skyline; an appearance shorter than a step
 * is not found.
 */
const SKYLINE_STEP_DEG = 0.2;
/** The share of a safe step that is taken: speeds change within it. */
const SAFE_SHARE = 0.8;
/** Below this elevation of the Sun, civil twilight has ended: lit objects are visible. */
export const DARK_DEG = -6;
/** Shortest period of light within a pass that is certain to be found; its changes are found to TOLERANCE_MS. */
const LIGHT_STEP_MS = 20_000;
/** The largest change of the Sun's elevation, degrees a second. */
const SUN_RATE = 0.0042;
/**
 * The search for the greatest brightness takes a sample each time the object has moved by this angle, at least
 * BRIGHT_STEP_MS apart.
 */
const [BRIGHT_STEP_DEG, BRIGHT_STEP_MS] = [0.6, 10_000];

/** A moment of a pass. `at` is in milliseconds since 1970, UTC. */
export interface PassMoment extends Look {
  readonly at: number;
}

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** One stretch of time that an object spends above the elevation. */
export interface Pass {
  /** The object rises above the elevation, or the window begins with it above. */
  readonly rise: PassMoment;
  /** The highest point of the pass; the edge of the window if the highest point is outside. */
  readonly culmination: PassMoment;
  /** Every local maximum of its elevation, in order: high orbits may have several. */
  readonly culminations: readonly PassMoment[];
  readonly set: PassMoment;
  /** Whether the object was above when the window began, or still is when it ends. */
  readonly in_progress: boolean;
  /** The object is lit by the Sun, against a dark sky. */
  readonly visible: readonly Interval[];
  /** The object is in the Earth's shadow. */
  readonly eclipse: readonly Interval[];
  /** Magnitude when brightest while visible; null if the object is never visible or its standard magnitude is unknown. */
  readonly magnitude: number | null;
}

export type SkyState = 'rises_and_sets' | 'always_up' | 'never_rises';

/** Parameters of a search for passes. Times in milliseconds since 1970, UTC. */
export interface PassSearch extends OrbitLimits {
  readonly from: number;
  readonly to: number;
  readonly observer: ObserverPlace;
  /** A pass is the time above this, degrees. */
  readonly minElevation: number;
  /** Brightness at 1,000 km, half lit; null if unknown. */
  readonly standardMagnitude?: number | null;
  /** Whether elevations include refraction; default: without air. */
  readonly refraction?: boolean;
  /** A skyline, by rising azimuth: a pass is the time above both the skyline and `minElevation`. */
  readonly horizon?: readonly HorizonPoint[];
}

/**
 * Every pass of an object over a place in a window. Nothing between samples is lost: while the object is too far below the
 * horizon to come up, time is skipped by as much as its greatest angular speed allows; while it may be up, it moves by at
 * most two degrees between samples, and a maximum between two of them is found by the sign of its climb. Throws NoPosition.
 */
export function findPasses(set: Sgp4Elements, search: PassSearch): { passes: Pass[]; state: SkyState } {
  const satellite = new Satellite(set, search);
  const observer = new Observer(search.observer);
  const sky = new Sky(satellite, observer, search);
  const above = sky.spansAbove(search.from, search.to);
  const spans = search.horizon?.length ? above.flatMap((span) => sky.abovePoints(span, search.horizon!)) : above;
  const passes = spans.map((span) => describe(sky, span, search));
  const whole = spans.length === 1 && spans[0]!.from === search.from && spans[0]!.to === search.to;
  return { passes, state: whole ? 'always_up' : spans.length > 0 ? 'rises_and_sets' : 'never_rises' };
}

interface Span extends Interval {
  /** Times of local maxima of the elevation. */
  readonly maxima: readonly number[];
}

/** One object over one place. */
class Sky {
  readonly satellite: Satellite;
  readonly observer: Observer;
  readonly #least: number;
  readonly #reach: { readonly angle: number; readonly rate: number };

  readonly #lifted: boolean;

  constructor(satellite: Satellite, observer: Observer, search: Pick<PassSearch, 'minElevation' | 'refraction'>) {
    this.satellite = satellite;
    this.observer = observer;
    this.#lifted = search.refraction === true;
    this.#least = this.#lifted ? withoutRefraction(search.minElevation) : search.minElevation;
    this.#reach = reachOf(satellite, this.#least);
  }

  /** The largest rate at which the direction from the Earth's center changes against the ground, degrees a second. */
  get rate(): number {
    return this.#reach.rate / RADIANS;
  }

  /** Elevation above the minimum, degrees. */
  #height(time: number): number {
    return this.observer.elevation(this.satellite.itrf(time).position) - this.#least;
  }

  #climb(time: number): number {
    return this.observer.climbing(this.satellite.itrf(time));
  }

  /**
   * The highest point near one that was found by velocity. SGP4's velocity is not exactly the derivative of its position: if
   * an object hovers, that moves the top by seconds, even beyond the neighboring samples. Steps along a parabola within the
   * window, as long as they lead upward.
   */
  #top(near: number, from: number, to: number): number {
    let best = near;
    let height = this.#height(best);
    for (let turn = 0; turn < 4; turn++) {
      const [before, after] = [this.#height(best - TOP_STEP_MS), this.#height(best + TOP_STEP_MS)];
      const bend = before - 2 * height + after;
      if (bend >= 0) break;
      const next = Math.max(from, Math.min(to, best + (TOP_STEP_MS * (before - after)) / (2 * bend)));
      const there = this.#height(next);
      if (there <= height) break;
      [best, height] = [next, there];
    }
    return best;
  }

  moment(time: number): PassMoment {
    return { at: time, ...this.#apparent(this.observer.lookAngles(this.satellite.itrf(time))) };
  }

  /** Look angles with refraction, if the search includes it. */
  #apparent(look: Look): Look {
    return this.#lifted ? { ...look, elevation_deg: look.elevation_deg + refraction(look.elevation_deg) } : look;
  }

  /**
   * The parts of a span in which an object is above a skyline. Moving by an angle, it changes its elevation by this angle at most, and its
   * azimuth by the angle over the cosine of the elevation: a step is as long as it cannot reach the skyline.
   */
  abovePoints({ from, to, maxima }: Span, points: readonly HorizonPoint[]): Span[] {
    const slope = steepestSlope(points);
    const elevations = points.map(({ elevation_deg }) => elevation_deg);
    const [lowest, highest] = [Math.min(...elevations), Math.max(...elevations)];
    const height = (time: number) => {
      const { azimuth_deg, elevation_deg } = this.moment(time);
      return elevation_deg - horizonAt(points, azimuth_deg);
    };
    const step = (above: number, time: number) => {
      const { position, velocity } = this.satellite.itrf(time);
      const { range_km, elevation_deg } = this.#apparent(this.observer.lookAngles({ position, velocity }));
      const room = Math.abs(above);
      const narrow = Math.cos(Math.min(90, elevation_deg + room) * RADIANS);
      const safe = SAFE_SHARE * Math.max(room / (1 + slope / narrow), elevation_deg - highest, lowest - elevation_deg);
      // It comes nearer while it moves, by its whole speed at most.
      const share = 1 - Math.exp(-Math.max(SKYLINE_STEP_DEG, safe) * RADIANS);
      return Math.max(200, Math.min(MOST_STEP_MS, ((share * range_km) / length(velocity)) * 1000));
    };
    return intervals(height, from, to, step).map((span) => ({
      ...span,
      maxima: maxima.filter((time) => time >= span.from && time <= span.to),
    }));
  }

  spansAbove(from: number, to: number): Span[] {
    const spans: Span[] = [];
    let begun: number | null = null;
    let maxima: number[] = [];
    let before: { time: number; height: number; climb: number } | null = null;
    const end = (time: number) => {
      spans.push({ from: begun!, to: time, maxima });
      begun = null;
      maxima = [];
    };
    /** Opens or closes a span between two samples without a maximum between them. */
    const cross = (a: { time: number; height: number }, b: { time: number; height: number }) => {
      if (a.height < 0 && b.height >= 0) begun = rootOf((time) => this.#height(time), a.time, b.time);
      else if (a.height >= 0 && b.height < 0) end(rootOf((time) => this.#height(time), a.time, b.time));
    };
    for (let time = from; ; ) {
      const state = this.satellite.itrf(time);
      const distance = length(state.position);
      const away = Math.acos(Math.max(-1, Math.min(1, dot(state.position, this.observer.up) / distance)));
      const height = this.observer.elevation(state.position) - this.#least;
      const now = { time, height, climb: this.observer.climbing(state) };
      if (before === null) {
        if (height >= 0) begun = time;
      } else if (before.climb > 0 && now.climb <= 0) {
        const top = this.#top(
          rootOf((moment) => this.#climb(moment), before.time, time),
          from,
          to,
        );
        const highest = { time: top, height: this.#height(top) };
        cross(before, highest);
        if (highest.height >= 0) maxima.push(top);
        cross(highest, now);
      } else if (before.climb <= 0 && now.climb > 0) {
        // A minimum lies between the samples: the object may set and rise again within one step.
        const bottom = rootOf((moment) => this.#climb(moment), before.time, time);
        const lowest = { time: bottom, height: this.#height(bottom) };
        cross(before, lowest);
        cross(lowest, now);
      } else cross(before, now);
      if (time >= to) break;
      const skip = ((away - this.#reach.angle) / this.#reach.rate) * 1000;
      if (skip > LEAST_SKIP_MS) {
        // The object cannot rise before that time, so no sample is needed in between.
        before = null;
        time += skip;
        if (time >= to) break;
        continue;
      }
      before = now;
      const speed = length(state.velocity) / distance;
      const step = Math.max(LEAST_STEP_MS, Math.min(MOST_STEP_MS, ((STEP_DEG * RADIANS) / speed) * 1000));
      time = Math.min(to, time + step);
    }
    if (begun !== null) end(to);
    return spans;
  }
}

/**
 * The largest angle between an object and the observer's zenith, seen from the Earth's center, at which the object is above the
 * elevation, and the fastest rate at which that angle can shrink: radians, radians a second. Both have a margin for perturbations.
 */
function reachOf(satellite: Satellite, minElevation: number): { angle: number; rate: number } {
  const seconds = satellite.periodMinutes * 60;
  const axis = Math.cbrt(398_600.4418 * (seconds / (2 * Math.PI)) ** 2);
  const e = Math.min(0.99, satellite.eccentricity + 0.01);
  const [apogee, perigee] = [axis * (1 + e) * 1.01, Math.max(6400, axis * (1 - e) * 0.99)];
  const speed = Math.sqrt(398_600.4418 * (2 / perigee - 1 / (axis * 1.01)));
  const elevation = minElevation * RADIANS;
  // The observer may be at a pole, 21 km nearer to the center, and up differs by 0.2° from the direction of the center.
  const angle = Math.acos(Math.min(1, ((EQUATOR_KM - 30) / apogee) * Math.cos(elevation))) - elevation + 0.02;
  return { angle, rate: (speed / perigee) * 1.02 + EARTH_RATE };
}

/** The time at which a function changes sign, to TOLERANCE_MS, between two times at which its signs differ. */
function rootOf(value: (time: number) => number, from: number, to: number): number {
  let [a, b] = [from, to];
  let [fa, fb] = [value(a), value(b)];
  for (let turn = 0; turn < 60 && b - a > TOLERANCE_MS; turn++) {
    // The secant, kept away from the ends so that both converge; every third step bisects.
    const guess = turn % 3 === 2 || fa === fb ? (a + b) / 2 : a - (fa * (b - a)) / (fb - fa);
    const margin = Math.min(TOLERANCE_MS / 2, (b - a) / 4);
    const time = Math.max(a + margin, Math.min(b - margin, guess));
    const found = value(time);
    if (found === 0) return time;
    if (found > 0 === fa > 0) [a, fa] = [time, found];
    else [b, fb] = [time, found];
  }
  return (a + b) / 2;
}

function describe(sky: Sky, { from, to, maxima }: Span, search: PassSearch): Pass {
  const rise = sky.moment(from);
  const set = sky.moment(to);
  const culminations = maxima.map((time) => sky.moment(time));
  const culmination = [rise, set, ...culminations].reduce((best, one) =>
    one.elevation_deg > best.elevation_deg ? one : best,
  );
  const light = (time: number) => sunMargin(sky.satellite.teme(time).position, time);
  const dark = (time: number) => DARK_DEG - sky.observer.sunElevation(time);
  // The Sun's distance from the limb changes with the object's direction and with the apparent size of the Earth, each
  // by at most this.
  const lit = intervals(light, from, to, (margin) => lightStep(margin, 2 * sky.rate));
  const visible = lit.flatMap(({ from: begin, to: end }) =>
    intervals(dark, begin, end, (depth) => lightStep(depth, SUN_RATE)),
  );
  return {
    rise,
    culmination,
    culminations,
    set,
    in_progress: from === search.from || to === search.to,
    visible,
    eclipse: between(lit, from, to),
    magnitude: search.standardMagnitude == null ? null : brightest(sky, visible, search.standardMagnitude),
  };
}

/** How long a value (degrees) with a limited rate of change (degrees a second) keeps its sign, milliseconds. */
const lightStep = (value: number, rate: number) => Math.max(LIGHT_STEP_MS, (Math.abs(value) / rate) * 1000);

/** The stretches in which a function of time is not negative. `step`: ms that may be skipped after a time and value. */
export function intervals(
  value: (time: number) => number,
  from: number,
  to: number,
  step: (value: number, time: number) => number,
): Interval[] {
  const found: Interval[] = [];
  let last = value(from);
  let begun = last >= 0 ? from : null;
  for (let time = from; time < to; ) {
    const next = Math.min(to, time + step(last, time));
    last = value(next);
    if (last >= 0 !== (begun !== null)) {
      const edge = rootOf(value, time, next);
      if (begun !== null && edge > begun) found.push({ from: begun, to: edge });
      begun = begun === null ? edge : null;
    }
    time = next;
  }
  if (begun !== null && to > begun) found.push({ from: begun, to });
  return found;
}

/** The parts of a stretch of time outside of some intervals. */
export function between(intervals: readonly Interval[], from: number, to: number): Interval[] {
  const edges = [from, ...intervals.flatMap((one) => [one.from, one.to]), to];
  const gaps: Interval[] = [];
  for (let n = 0; n < edges.length; n += 2)
    if (edges[n]! < edges[n + 1]!) gaps.push({ from: edges[n]!, to: edges[n + 1]! });
  return gaps;
}

/** The least magnitude within some intervals, to a tenth; null if there are none. */
function brightest(sky: Sky, visible: readonly Interval[], standard: number): number | null {
  let least = Number.POSITIVE_INFINITY;
  for (const { from, to } of visible)
    for (let time = from; time <= to; ) {
      const { position, velocity } = sky.satellite.teme(time);
      least = Math.min(least, magnitudeAt(sky, position, time, standard));
      const seconds = (BRIGHT_STEP_DEG * RADIANS * length(position)) / length(velocity);
      time += Math.max(BRIGHT_STEP_MS, seconds * 1000);
    }
  return Number.isFinite(least) ? Math.round(least * 10) / 10 : null;
}

function magnitudeAt(sky: Sky, position: Vector, time: number, standard: number): number {
  return apparentMagnitude(standard, sky.moment(time).range_km, phaseAngle(position, sky.observer, time));
}
