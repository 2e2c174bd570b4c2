import type { Sgp4Elements } from '../../orbit/sgp4-record.ts';
import { SkyStates } from '../../orbit/sky-states.ts';
import { dot, minus, orbitAxes } from '../../orbit/vector.ts';

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
