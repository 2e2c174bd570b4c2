import { SkyStates } from '../../orbit/observation/sky-states.ts';
import type { Sgp4Elements } from '../../orbit/sgp4-record.ts';
import { dot, minus, orbitAxes, type Vector } from '../../orbit/vector.ts';
import type { Conjunction } from '../../schema/approaches/conjunction.ts';
import { type LikelyRanges, likelyRanges, type MeasuredState, possibleDistances } from './measured-probability.ts';

/** How long before the closest approach the tracks begin, seconds. */
const SECONDS_BEFORE = 120;
const POINTS = 24;

/**
 * A place relative to that of the first object at the closest approach, km, along the first one's radius, motion, and orbit normal then.
 */
export interface EncounterPoint {
  readonly seconds: number;
  readonly radial_km: number;
  readonly in_track_km: number;
  readonly cross_track_km: number;
}

/** The tracks of both objects in the last two minutes before a closest approach (ms since 1970). Ends early if elements are no orbit. */
export function encounterTracks(
  elements: readonly [Sgp4Elements, Sgp4Elements],
  tca: number,
): readonly [readonly EncounterPoint[], readonly EncounterPoint[]] {
  const { stateOf } = new SkyStates(elements, tca);
  const at = new Float64Array(6);
  if (!stateOf(0, 0, at)) return [[], []];
  const origin = [at[0]!, at[1]!, at[2]!] as const;
  const [radial, along, normal] = orbitAxes(origin, [at[3]!, at[4]!, at[5]!]);
  const track = (object: number): EncounterPoint[] => {
    const points: EncounterPoint[] = [];
    for (let point = 0; point <= POINTS; point += 1) {
      const seconds = -SECONDS_BEFORE * (1 - point / POINTS);
      if (!stateOf(object, seconds, at)) continue;
      const offset = minus([at[0]!, at[1]!, at[2]!], origin);
      points.push({
        seconds,
        radial_km: dot(offset, radial),
        in_track_km: dot(offset, along),
        cross_track_km: dot(offset, normal),
      });
    }
    return points;
  };
  return [track(0), track(1)];
}

/**
 * Between which distances an approach is likely to be, km, rounded to three figures; null if it has no probability. `elements` are those
 * that it was computed from.
 */
export function likelyRangesOf(
  { first, second, tca, probability }: Conjunction,
  elements: readonly [Sgp4Elements, Sgp4Elements],
): LikelyRanges | null {
  if (probability === null) return null;
  const states = measuredStates({ first, second, tca }, elements);
  if (!states) return null;
  const { p68, p95 } = likelyRanges(possibleDistances(...states));
  const figures = ([low, high]: LikelyRanges['p68']) =>
    [Number(low.toPrecision(3)), Number(high.toPrecision(3))] as const;
  return { p68: figures(p68), p95: figures(p95) };
}

/** An ellipse about the second object: half axes in km, and the angle of the first one from the horizontal, counterclockwise, degrees. */
export interface ErrorEllipse {
  readonly large_km: number;
  readonly small_km: number;
  readonly angle: number;
}

/**
 * The combined 68 % figures of the errors of both objects, radial over in-track and radial over cross-track of the first one; null if they
 * have not been measured. `elements` are those that the approach was computed from.
 */
export function errorEllipses(
  approach: Conjunction,
  elements: readonly [Sgp4Elements, Sgp4Elements],
): { readonly inTrack: ErrorEllipse; readonly crossTrack: ErrorEllipse } | null {
  const states = measuredStates(approach, elements);
  if (!states) return null;
  const [radial, along, normal] = orbitAxes(states[0].position, states[0].velocity);
  const covariance = (u: Vector, v: Vector) =>
    states.reduce((sum, { position, velocity, errors }) => {
      const axes = orbitAxes(position, velocity);
      return sum + axes.reduce((part, axis, at) => part + errors.p68[at]! ** 2 * dot(axis, u) * dot(axis, v), 0);
    }, 0);
  const ellipse = (across: Vector): ErrorEllipse => {
    const [xx, xy, yy] = [covariance(across, across), covariance(across, radial), covariance(radial, radial)];
    const half = Math.hypot((xx - yy) / 2, xy);
    return {
      large_km: Math.sqrt((xx + yy) / 2 + half),
      small_km: Math.sqrt(Math.max(0, (xx + yy) / 2 - half)),
      angle: (Math.atan2(2 * xy, xx - yy) / 2) * (180 / Math.PI),
    };
  };
  return { inTrack: ellipse(along), crossTrack: ellipse(normal) };
}

/** Both objects at the closest approach, with the errors that the approach states; null if they are unknown. */
function measuredStates(
  { first, second, tca }: Pick<Conjunction, 'first' | 'second' | 'tca'>,
  elements: readonly [Sgp4Elements, Sgp4Elements],
): readonly [MeasuredState, MeasuredState] | null {
  const { stateOf } = new SkyStates(elements, Date.parse(tca));
  const stated = (object: 0 | 1, { sigma_km, p95_km }: Conjunction['first']): MeasuredState | null => {
    const at = new Float64Array(6);
    if (!sigma_km || !p95_km || !stateOf(object, 0, at)) return null;
    return {
      position: [at[0]!, at[1]!, at[2]!],
      velocity: [at[3]!, at[4]!, at[5]!],
      errors: { p68: sigma_km as unknown as Vector, p95: p95_km as unknown as Vector },
    };
  };
  const states = [stated(0, first), stated(1, second)] as const;
  return states[0] && states[1] ? [states[0], states[1]] : null;
}
