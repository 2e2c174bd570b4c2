import { largest } from '../../orbit/golden-section.ts';
import { angleBetween, directionOfPlace, icrsFromTeme, placeOfDirection, rotated } from '../../orbit/icrs.ts';
import { withoutRefraction } from '../../orbit/observation/horizon.ts';
import { siderealAngle } from '../../orbit/observation/sky.ts';
import type { WithoutPosition } from '../../orbit/observation/sky-scan.ts';
import { Observer, type ObserverPlace, phaseAngle, sunMargin, turned } from '../../orbit/observer.ts';
import { unit, type Vector } from '../../orbit/vector.ts';
import { fieldOf } from './field.ts';
import {
  arcsecPerKm,
  type Exposure,
  type FoundTracks,
  findTracks,
  motionBetween,
  View,
  type WholeSky,
} from './find-tracks.ts';

const DEGREES = 180 / Math.PI;
const RADIANS = Math.PI / 180;
/** Milliseconds before and after over which motion is measured if a streak has no times. */
const MOTION_MS = 50;
/** Precision of the time of the nearest approach, milliseconds. */
const TOLERANCE_MS = 1;

/** An end of a streak: among the stars (ICRS) or above the horizon, degrees. */
export type StreakEnd =
  | { readonly ra_deg: number; readonly dec_deg: number }
  | { readonly azimuth_deg: number; readonly elevation_deg: number };

/** A line of light that was seen from a place. Times in milliseconds since 1970, UTC. */
export interface Streak {
  readonly observer: ObserverPlace;
  readonly ends: readonly [StreakEnd, StreakEnd];
  /** The time of its middle. */
  readonly at: number;
  /** Milliseconds from the first end to the second; null if the order of the ends is unknown. */
  readonly duration: number | null;
  /** Objects are searched this long before and after, milliseconds. */
  readonly window: number;
  /** Objects are searched within this distance from the middle of the streak, degrees. */
  readonly radius_deg: number;
  /** Whether azimuths and elevations include refraction. */
  readonly refraction: boolean;
  readonly allowOld: boolean;
}

/** The position and motion of a streak in the sky. */
interface StreakFacts {
  /** Its middle, ICRS. */
  readonly ra_deg: number;
  readonly dec_deg: number;
  readonly length_deg: number;
  /** Position angle from the first end to the second, degrees from north through east. */
  readonly direction_deg: number;
  /** Null if its times are not known. */
  readonly speed_arcsec_s: number | null;
}

/** An object that came near the streak, and its differences from it. */
export interface NearObject {
  readonly row: number;
  /** The time when it was nearest to the middle of the streak, milliseconds after the streak was there. */
  readonly late: number;
  /** Its distance then, degrees; positive if it passed to the left of the motion. */
  readonly cross_deg: number;
  /**
   * Its direction of motion minus that of the streak, degrees from -180 to 180; from -90 to 90 if times are not known.
   */
  readonly turn_deg: number;
  /** Its speed divided by that of the streak; null if times are not known. */
  readonly speed_ratio: number | null;
  readonly speed_arcsec_s: number;
  readonly direction_deg: number;
  readonly range_km: number;
  readonly elevation_deg: number;
  readonly sunlit: boolean;
  readonly arcsec_per_km: number;
  readonly phase: number;
}

export interface FoundObjects extends WithoutPosition, Pick<FoundTracks, 'searched'> {
  readonly streak: StreakFacts;
  readonly objects: readonly NearObject[];
}

/** Every object that came near the middle of a streak within the window. Throws BadField. */
export async function nearStreak(scan: WholeSky, streak: Streak): Promise<FoundObjects> {
  const observer = new Observer(streak.observer);
  const half = (streak.duration ?? 0) / 2;
  const [first, second] = [
    directionOfEnd(streak, streak.ends[0], observer, streak.at - half),
    directionOfEnd(streak, streak.ends[1], observer, streak.at + half),
  ];
  const middle = unit([first[0] + second[0], first[1] + second[1], first[2] + second[2]]);
  const length = angleBetween(first, second);
  const { direction_deg } = motionBetween(first, second, 1);
  const center = placeOfDirection(middle);
  const facts: StreakFacts = {
    ...center,
    length_deg: length * DEGREES,
    direction_deg,
    speed_arcsec_s: streak.duration === null ? null : (length * DEGREES * 3_600_000) / streak.duration,
  };
  const exposure: Exposure = {
    shape: { kind: 'circle', center: [center.ra_deg, center.dec_deg], radius_deg: streak.radius_deg },
    observer: streak.observer,
    from: streak.at - streak.window,
    to: streak.at + streak.window,
    step: 2 * streak.window,
    refraction: false,
    minElevation: 0,
    allowOld: streak.allowOld,
    rows: null,
  };
  const { searched, tracks, tooOld, withoutPosition } = await findTracks(scan, exposure);
  const toIcrs = icrsFromTeme(streak.at);
  const field = fieldOf(exposure.shape);
  const objects = tracks.map((track): NearObject => {
    const view = new View(scan.orbitOf(track.row), field, observer, toIcrs, exposure);
    const place = (time: number) => rotated(toIcrs, view.seen(time)!.direction);
    const { time: nearest } = largest((time) => -angleBetween(place(time), middle), {
      from: track.sights[0]!.at,
      to: track.sights.at(-1)!.at,
      tolerance: TOLERANCE_MS,
    });
    const by = streak.duration === null ? MOTION_MS : half;
    // At the edge of the validity of its elements, the object may have no place before or after.
    const [before, after] = [nearest - by, nearest + by].map((time) =>
      view.seen(time) ? place(time) : place(nearest),
    );
    const motion = motionBetween(before!, after!, (2 * by) / 1000);
    const seen = view.seen(nearest)!;
    const here = place(nearest);
    const toMiddle = motionBetween(here, middle, 1).direction_deg;
    const left = Math.sin((toMiddle - motion.direction_deg) * RADIANS) >= 0 ? 1 : -1;
    const turn = wrapped(motion.direction_deg - direction_deg);
    return {
      row: track.row,
      late: nearest - streak.at,
      cross_deg: left * angleBetween(here, middle) * DEGREES,
      turn_deg: streak.duration !== null ? turn : Math.abs(turn) > 90 ? wrapped(turn + 180) : turn,
      speed_ratio: facts.speed_arcsec_s === null ? null : motion.speed_arcsec_s / facts.speed_arcsec_s,
      ...motion,
      range_km: seen.range,
      elevation_deg: seen.elevation,
      sunlit: sunMargin(seen.state.position, nearest) >= 0,
      arcsec_per_km: arcsecPerKm(seen),
      phase: phaseAngle(seen.state.position, observer, nearest),
    };
  });
  return { searched, streak: facts, objects, tooOld, withoutPosition };
}

/** The direction of an end in the ICRS. */
function directionOfEnd({ refraction }: Streak, end: StreakEnd, observer: Observer, time: number): Vector {
  if ('ra_deg' in end) return directionOfPlace(end.ra_deg, end.dec_deg);
  const elevation = refraction ? withoutRefraction(end.elevation_deg) : end.elevation_deg;
  const fixed = observer.direction(end.azimuth_deg, elevation);
  return rotated(icrsFromTeme(time), turned(fixed, -siderealAngle(time)));
}

const wrapped = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
