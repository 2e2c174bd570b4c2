import type { ElementOrbit } from '../../orbit/element-orbit.ts';
import { EARTH_MU } from '../../orbit/element-orbit.ts';
import { largest } from '../../orbit/golden-section.ts';
import { icrsFromTeme, placeOfDirection, type Rotation, rotated } from '../../orbit/icrs.ts';
import { refraction } from '../../orbit/observation/horizon.ts';
import { apparentMagnitude } from '../../orbit/observation/magnitude.ts';
import { between, type Interval, intervals } from '../../orbit/observation/passes.ts';
import { siderealAngle } from '../../orbit/observation/sky.ts';
import type { SkyScan, WithoutPosition } from '../../orbit/observation/sky-scan.ts';
import {
  EARTH_RATE,
  Observer,
  type ObserverPlace,
  phaseAngle,
  type State,
  sunMargin,
  turned,
  vectorState,
} from '../../orbit/observer.ts';
import { dot, length, type Vector } from '../../orbit/vector.ts';
import { BadField, type Field, type FieldShape, fieldOf } from './field.ts';

const RADIANS = Math.PI / 180;
const DEGREES = 180 / Math.PI;
/** Kilometers a second. */
const LIGHT_SPEED = 299_792.458;
/** Length of the parts of an exposure, milliseconds: candidates are chosen by their position in the middle of each. */
const SLICE_MS = 60_000;
/** Number of smaller parts of each such part, in which its candidates are checked again. */
const FINER = 6;
/** Maximum displacement by refraction, and by light time and single-precision floats, radians. */
const [MOST_REFRACTION, SMALL] = [0.7 * RADIANS, 0.0002];
/** Maximum motion of an object between samples. */
const STEP = 3 * RADIANS;
/** Precision of entries and exits, milliseconds. */
const TOLERANCE_MS = 0.2;
/** Eclipses shorter than this may be missed, milliseconds. */
const LIGHT_STEP_MS = 10_000;
/** Maximum number of positions of all tracks together. */
const MOST_POSITIONS = 20_000;
/** Interval over which motion is measured, milliseconds. */
const MOTION_MS = 50;

/** The element sets of all objects, ready to be searched. */
export type WholeSky = Pick<SkyScan, 'states' | 'orbitOf'>;

/** The parameters of a search for tracks. Times in milliseconds since 1970, UTC. */
export interface Exposure {
  readonly shape: FieldShape;
  readonly observer: ObserverPlace;
  readonly from: number;
  readonly to: number;
  /** Milliseconds between positions of a track. */
  readonly step: number;
  /** True if directions include atmospheric refraction. */
  readonly refraction: boolean;
  readonly minElevation: number;
  readonly allowOld: boolean;
  /** The rows to search; null for all. */
  readonly rows: ReadonlySet<number> | null;
}

/** The position at which an object is seen. */
export interface Sight {
  readonly at: number;
  readonly ra_deg: number;
  readonly dec_deg: number;
  readonly azimuth_deg: number;
  readonly elevation_deg: number;
  readonly range_km: number;
  readonly sunlit: boolean;
  readonly pixel: readonly [number, number] | null;
}

/** One period that an object spends in the field. */
export interface Track {
  readonly row: number;
  /** Whether it was in the field when the exposure began, or still was when it ended. */
  readonly from_start: boolean;
  readonly to_end: boolean;
  /** At the entry, at each step of the exposure, at the exit. */
  readonly sights: readonly Sight[];
  /** In the Earth's shadow. */
  readonly eclipse: readonly Interval[];
  /** Motion in the middle of the track: arc seconds per second, and degrees from north through east. */
  readonly speed_arcsec_s: number;
  readonly direction_deg: number;
  /** Motion in the sky per kilometer along the orbit then, arc seconds. */
  readonly arcsec_per_km: number;
  /** Angle at the object between observer and Sun, radians, in the middle of the track. */
  readonly phase: number;
}

export interface FoundTracks extends WithoutPosition {
  /** True if at least one of the chosen objects had a position during the exposure. False: no object was compared with the field. */
  readonly searched: boolean;
  readonly tracks: readonly Track[];
}

/** Every object that crosses a field while an exposure lasts, in order of row, then of time. Throws BadField. */
export async function findTracks(scan: WholeSky, exposure: Exposure): Promise<FoundTracks> {
  const field = fieldOf(exposure.shape);
  const { from, to, rows } = exposure;
  const slices = partsOf({ from, to }, Math.max(1, Math.ceil((to - from) / SLICE_MS)));
  const candidates = new Map<number, number[]>();
  const without: Record<keyof WithoutPosition, Set<number>> = { tooOld: new Set(), withoutPosition: new Set() };
  let searched = false;
  for (const [n, slice] of slices.entries()) {
    const reaches = reachOf(field, exposure, slice);
    const missing = await scan.states((slice.from + slice.to) / 2, exposure.allowOld, (row, state) => {
      if (rows !== null && !rows.has(row)) return;
      searched = true;
      if (!reaches(state)) return;
      candidates.set(row, [...(candidates.get(row) ?? []), n]);
    });
    for (const name of ['tooOld', 'withoutPosition'] as const)
      for (const row of missing[name]) if (rows === null || rows.has(row)) without[name].add(row);
  }
  const toIcrs = icrsFromTeme((from + to) / 2);
  const observer = new Observer(exposure.observer);
  const finer = slices.map((slice) =>
    partsOf(slice, FINER).map((part) => ({ part, reaches: reachOf(field, exposure, part) })),
  );
  const tracks: Track[] = [];
  let positions = 0;
  for (const [row, numbers] of [...candidates].sort(([a], [b]) => a - b)) {
    const orbit = scan.orbitOf(row);
    const reached = numbers.flatMap((n) =>
      finer[n]!.filter(({ part, reaches }) => {
        const state = orbit.stateAt((part.from + part.to) / 2, exposure.allowOld);
        return !state || reaches(vectorState(state));
      }).map(({ part }) => part),
    );
    const view = new View(orbit, field, observer, toIcrs, exposure);
    for (const part of joined(reached))
      for (const inside of view.inside(part)) {
        const track = view.track(inside);
        positions += track.sights.length;
        if (positions > MOST_POSITIONS)
          throw new BadField(
            'step_s',
            `The tracks have more than ${MOST_POSITIONS.toLocaleString('en')} positions: use a longer step_s, a smaller field, or a shorter exposure.`,
          );
        tracks.push({ row, ...track });
      }
  }
  return { searched, tracks, tooOld: [...without.tooOld], withoutPosition: [...without.withoutPosition] };
}

/** An interval in equal parts. */
const partsOf = ({ from, to }: Interval, count: number): Interval[] =>
  Array.from({ length: count }, (_, n) => ({
    from: from + ((to - from) * n) / count,
    to: n === count - 1 ? to : from + ((to - from) * (n + 1)) / count,
  }));

/** Intervals in order of time; those that touch are one. */
function joined(parts: readonly Interval[]): Interval[] {
  const found: Interval[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last && part.from - last.to < 1e-3) found[found.length - 1] = { from: last.from, to: part.to };
    else found.push(part);
  }
  return found;
}

/**
 * Whether an object may enter the field during a slice, judged by its state in the middle. As seen by the observer, it
 * moves in a straight line, except for a deviation that gravity bounds.
 */
function reachOf(field: Field, exposure: Exposure, slice: Interval): (state: State) => boolean {
  const middle = (slice.from + slice.to) / 2;
  const half = (slice.to - slice.from) / 2000;
  const observer = new Observer(exposure.observer);
  const here = turned(observer.position, -siderealAngle(middle));
  // Only the center is rotated, from the ICRS to TEME, instead of every object.
  const [a, b, c] = icrsFromTeme(middle);
  const center: Vector = [0, 1, 2].map(
    (axis) => a[axis]! * field.center[0] + b[axis]! * field.center[1] + c[axis]! * field.center[2],
  ) as unknown as Vector;
  const slack = field.radius + SMALL + (exposure.refraction ? MOST_REFRACTION : 0);
  return ({ position, velocity }) => {
    const line: Vector = [position[0] - here[0], position[1] - here[1], position[2] - here[2]];
    const motion: Vector = [velocity[0] + EARTH_RATE * here[1], velocity[1] - EARTH_RATE * here[0], velocity[2]];
    const bend = 0.5 * (EARTH_MU / dot(position, position) + 0.0001) * half * half * 1.1 + 0.1;
    const [ll, lm, mm] = [dot(line, line), dot(line, motion), dot(motion, motion)];
    const nearest = Math.max(-half, Math.min(half, -lm / mm));
    const least = Math.sqrt(Math.max(0, ll + 2 * nearest * lm + nearest * nearest * mm));
    const most = slack + (bend >= least ? Math.PI : Math.asin(bend / least));
    if (most >= Math.PI) return true;
    const [cl, cm] = [dot(center, line), dot(center, motion)];
    const cosine = (s: number) => (cl + s * cm) / Math.sqrt(ll + 2 * s * lm + s * s * mm);
    const best = (cm * ll - cl * lm) / (cl * mm - cm * lm);
    const largest = Math.max(cosine(-half), cosine(half), Math.abs(best) < half ? cosine(best) : -1);
    return largest >= Math.cos(most);
  };
}

/** A direction in TEME and the distance of the object, corrected for light time. */
interface Seen {
  readonly direction: Vector;
  readonly range: number;
  readonly elevation: number;
  readonly state: State;
}

/** One object as an observer sees it during an exposure. */
export class View {
  readonly #orbit: ElementOrbit;
  readonly #field: Field;
  readonly #observer: Observer;
  readonly #toIcrs: Rotation;
  readonly #exposure: Exposure;

  constructor(orbit: ElementOrbit, field: Field, observer: Observer, toIcrs: Rotation, exposure: Exposure) {
    this.#orbit = orbit;
    this.#field = field;
    this.#observer = observer;
    this.#toIcrs = toIcrs;
    this.#exposure = exposure;
  }

  /**
   * Its apparent position at a time; the light that arrives then left it earlier. Null if its elements are not an orbit
   * then.
   */
  seen(time: number): Seen | null {
    const found = this.#orbit.stateAt(time, this.#exposure.allowOld);
    if (!found) return null;
    const { position: p, velocity: v } = found;
    const angle = -siderealAngle(time);
    const here = turned(this.#observer.position, angle);
    const up = turned(this.#observer.up, angle);
    const delay = Math.hypot(p.x - here[0], p.y - here[1], p.z - here[2]) / LIGHT_SPEED;
    const state: State = {
      position: [p.x - v.x * delay, p.y - v.y * delay, p.z - v.z * delay],
      velocity: [v.x, v.y, v.z],
    };
    const [x, y, z] = state.position;
    const line: Vector = [x - here[0], y - here[1], z - here[2]];
    const range = length(line);
    const direction: Vector = [line[0] / range, line[1] / range, line[2] / range];
    const elevation = Math.asin(Math.max(-1, Math.min(1, dot(direction, up)))) * DEGREES;
    const lift = this.#exposure.refraction ? refraction(elevation) : 0;
    return lift === 0
      ? { direction, range, elevation, state }
      : { direction: lifted(direction, up, lift * RADIANS), range, elevation: elevation + lift, state };
  }

  /** The periods within a part of the exposure in which it is in the field and above the minimum elevation. */
  inside(part: Interval): Interval[] {
    const { from, to } = part;
    const margin = (time: number) => {
      const seen = this.seen(time);
      if (!seen) return Number.NEGATIVE_INFINITY;
      const high = (seen.elevation - this.#exposure.minElevation) * RADIANS;
      return Math.min(high, this.#field.margin(rotated(this.#toIcrs, seen.direction)));
    };
    const samples = this.#sampleTimes(from, to).map((time) => ({ time, value: margin(time) }));
    for (let n = samples.length - 1; n >= 0; n--) {
      const { value } = samples[n]!;
      const [before, after] = [samples[Math.max(0, n - 1)]!, samples[Math.min(samples.length - 1, n + 1)]!];
      if (value >= 0 || value === Number.NEGATIVE_INFINITY || value < before.value || value < after.value) continue;
      const top = largest(margin, { from: before.time, to: after.time, tolerance: TOLERANCE_MS, enough: 0 });
      if (top.value >= 0) samples.splice(top.time < samples[n]!.time ? n : n + 1, 0, top);
    }
    const found: Interval[] = [];
    let begun = samples[0]!.value >= 0 ? from : null;
    for (const [n, { time, value }] of samples.entries()) {
      if (n === 0 || value >= 0 === (begun !== null)) continue;
      const edge = edgeOf(margin, samples[n - 1]!.time, time);
      if (begun !== null) found.push({ from: begun, to: edge });
      begun = begun === null ? edge : null;
    }
    if (begun !== null) found.push({ from: begun, to });
    return found;
  }

  /** The track for a period in the field. */
  track({ from, to }: Interval): Omit<Track, 'row'> {
    const { step, from: start, to: end } = this.#exposure;
    const times = [from];
    for (let n = Math.ceil((from - start) / step); start + n * step < to; n++)
      if (start + n * step > from) times.push(start + n * step);
    if (to > from) times.push(to);
    const light = (time: number) => sunMargin(this.seen(time)!.state.position, time);
    const lit = intervals(light, from, to, () => LIGHT_STEP_MS);
    const middle = (from + to) / 2;
    const seen = this.seen(middle)!;
    return {
      from_start: from === start,
      to_end: to === end,
      sights: times.map((time) => this.#sight(time)),
      eclipse: between(lit, from, to),
      ...this.#motion(middle),
      arcsec_per_km: arcsecPerKm(seen),
      phase: phaseAngle(seen.state.position, this.#observer, middle),
    };
  }

  #sight(time: number): Sight {
    const { direction, range, elevation, state } = this.seen(time)!;
    const icrs = rotated(this.#toIcrs, direction);
    const fixed = turned(direction, siderealAngle(time));
    return {
      at: time,
      ...placeOfDirection(icrs),
      azimuth_deg: this.#observer.azimuth(fixed),
      elevation_deg: elevation,
      range_km: range,
      sunlit: sunMargin(state.position, time) >= 0,
      pixel: this.#field.pixelOf?.(icrs) ?? null,
    };
  }

  /** Speed and direction of its motion among the stars at a time. */
  #motion(time: number): Pick<Track, 'speed_arcsec_s' | 'direction_deg'> {
    const around = [-MOTION_MS, MOTION_MS].map((by) => this.seen(time + by) ?? this.seen(time)!);
    const [a, b] = around.map(({ direction }) => rotated(this.#toIcrs, direction)) as [Vector, Vector];
    return motionBetween(a, b, (2 * MOTION_MS) / 1000);
  }

  /** Times between which it moves by no more than STEP, including both ends. */
  #sampleTimes(from: number, to: number): number[] {
    const [a, b, c] = [from, (from + to) / 2, to].map((time) => this.seen(time));
    const fastest = Math.max(...[a, b, c].map((seen) => (seen ? length(seen.state.velocity) + 0.5 : 0)));
    const nearest = Math.min(...[a, b, c].map((seen) => seen?.range ?? Number.POSITIVE_INFINITY));
    // Between its known positions, it may be nearer than at both: by up to half of the distance between them.
    const least = Math.max(80, nearest - (fastest * (to - from)) / 4000);
    const rate = Number.isFinite(nearest) ? fastest / least : 0.1;
    const count = Math.max(2, Math.ceil((rate * (to - from)) / 1000 / STEP));
    return Array.from({ length: count + 1 }, (_, n) => (n === count ? to : from + ((to - from) * n) / count));
  }
}

/** Motion in the sky per kilometer along an object's orbit, arc seconds. */
export function arcsecPerKm({ state: { velocity }, direction, range }: Seen): number {
  const along = dot(velocity, direction) / length(velocity);
  return (Math.sqrt(Math.max(0, 1 - along * along)) / range) * DEGREES * 3600;
}

/**
 * Speed (arc seconds per second) and direction (degrees from north through east) of the motion from one place to
 * another; the interval is in seconds.
 */
export function motionBetween(a: Vector, b: Vector, seconds: number): Pick<Track, 'speed_arcsec_s' | 'direction_deg'> {
  const move: Vector = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const middle: Vector = [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  const away = Math.hypot(middle[0], middle[1]);
  const size = length(middle);
  // At a pole, east and north are those of right ascension 0.
  const [cos, sin] = away === 0 ? [1, 0] : [middle[0] / away, middle[1] / away];
  const east = move[1] * cos - move[0] * sin;
  const north = (move[2] * away - (move[0] * cos + move[1] * sin) * middle[2]) / size;
  const angle = 2 * Math.asin(Math.min(1, length(move) / 2));
  const direction = Math.atan2(east, north) * DEGREES;
  return {
    speed_arcsec_s: (angle * DEGREES * 3600) / seconds,
    direction_deg: direction < 0 ? direction + 360 : direction,
  };
}

/** A direction rotated toward another one by an angle, radians. */
function lifted(direction: Vector, up: Vector, angle: number): Vector {
  const height = dot(direction, up);
  const level: Vector = [direction[0] - height * up[0], direction[1] - height * up[1], direction[2] - height * up[2]];
  const flat = length(level);
  if (flat < 1e-9) return direction;
  const elevation = Math.atan2(height, flat) + angle;
  const [cos, sin] = [Math.cos(elevation) / flat, Math.sin(elevation)];
  return [level[0] * cos + up[0] * sin, level[1] * cos + up[1] * sin, level[2] * cos + up[2] * sin];
}

/**
 * The time between two times at which a function changes its sign: the last or first moment at which it is not
 * negative.
 */
function edgeOf(value: (time: number) => number, from: number, to: number): number {
  const positive = value(from) >= 0;
  let [low, high] = [from, to];
  while (high - low > TOLERANCE_MS) {
    const middle = (low + high) / 2;
    if (value(middle) >= 0 === positive) low = middle;
    else high = middle;
  }
  return positive ? low : high;
}

/**
 * The light of an object on its track. `sunlit` is true if the Sun lights it at any time of the track; the magnitude is null if it never
 * does, or if the object's standard magnitude is unknown.
 */
export function lightOf({ sights, eclipse, phase }: Track, standard: number | null) {
  const [entry, exit] = [sights[0]!, sights.at(-1)!];
  const dark = eclipse.reduce((sum, { from, to }) => sum + to - from, 0);
  const sunlit = entry.sunlit || exit.sunlit || dark < exit.at - entry.at;
  const range = (entry.range_km + exit.range_km) / 2;
  return { sunlit, magnitude: standard === null || !sunlit ? null : apparentMagnitude(standard, range, phase) };
}
