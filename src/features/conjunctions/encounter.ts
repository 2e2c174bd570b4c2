import type { Sgp4Elements } from '../../orbit/sgp4-record.ts';
import { SkyStates } from '../../orbit/sky-states.ts';
import { dot, minus, orbitAxes, type Vector } from '../../orbit/vector.ts';
import type { Conjunction } from '../../schema/approaches/conjunction.ts';
import { type LikelyRanges, likelyRanges, type MeasuredState, possibleDistances } from './measured-probability.ts';

/** How long before the closest approach the tracks begin, seconds. */
const SECONDS_BEFORE = 120;
const POINTS = 24;

/** A place relative to that of the first object at the closest approach, km, along the first one's radius, motion, and orbit normal then. */
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
  if (!states[0] || !states[1]) return null;
  const { p68, p95 } = likelyRanges(possibleDistances(states[0], states[1]));
  const figures = ([low, high]: LikelyRanges['p68']) =>
    [Number(low.toPrecision(3)), Number(high.toPrecision(3))] as const;
  return { p68: figures(p68), p95: figures(p95) };
}
