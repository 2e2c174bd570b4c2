import type { ElementFacts } from '../../orbit/observation/element-facts.ts';
import { apparentMagnitude } from '../../orbit/observation/magnitude.ts';
import type { FoundObjects, NearObject } from './identify.ts';
import { assumedErrors, rankCandidates, type StreakErrors, UNLISTED_SHARE } from './rank-candidates.ts';

/** Maximum number of candidates in a response. */
const MOST_CANDIDATES = 10;
/** Minimum time searched before and after a streak, seconds, and minimum distance from it, degrees. */
const [LEAST_WINDOW_S, LONGEST_WINDOW_S] = [60, 1800];
const LEAST_RADIUS_DEG = 3;
/** Minimum and maximum length of a streak, degrees. */
export const [SHORTEST_DEG, LONGEST_DEG] = [0.001, 60];

/** Limits of the probabilities of candidates; part of every response. */
export const candidatesNote = `Computed from public element sets. Probabilities follow from the residuals, the errors of measurement in the request, and the error of such elements; they assume that for each listed object that crosses the sky, ${UNLISTED_SHARE} others do that have no usable elements. Aircraft, balloons, and meteors are not considered.`;

/** The same if no object could be compared. */
export const nothingComparedNote =
  'No object was compared: no element set is usable at this time. That says nothing about what made the streak.';

/** Errors of a streak, which determine the distance and the time that are searched. */
interface Measured {
  /** Whether the times of both ends are known. */
  readonly timed: boolean;
  /** Whether its ends are measured among the stars, else above the horizon. */
  readonly inStars: boolean;
  readonly time_error_s?: number | undefined;
  readonly place_error_arcsec?: number | undefined;
}

/** How a streak is searched: its errors, the time before and after, and the angle around it. */
export interface StreakSearch {
  readonly errors: StreakErrors;
  readonly window_s: number;
  readonly radius_deg: number;
}

/** Default errors, and a search that covers four times the errors. */
export function searchOf({ timed, inStars, time_error_s, place_error_arcsec }: Measured): StreakSearch {
  const errors = {
    time_s: time_error_s ?? (timed ? 0.5 : 10),
    place_arcsec: place_error_arcsec ?? (inStars ? 10 : 1800),
  };
  return {
    errors,
    window_s: Math.min(LONGEST_WINDOW_S, Math.max(LEAST_WINDOW_S, 4 * errors.time_s)),
    radius_deg: Math.min(30, Math.max(LEAST_RADIUS_DEG, (4 * errors.place_arcsec) / 3600)),
  };
}

/** Facts of an object besides its elements. */
export interface KnownObject {
  readonly orbit_class: string;
  readonly facts: ElementFacts;
  /** Its standard magnitude; null if it is unknown. */
  readonly standard: number | null;
}

export interface Candidate {
  readonly near: NearObject;
  readonly facts: ElementFacts;
  readonly probability: number;
  readonly chi_squared: number;
  readonly magnitude: number | null;
}

/**
 * The objects that may have made a streak, the most probable first, and the probability that none of them did: null if no object had a
 * position.
 */
export function candidatesOf(
  { searched, streak, objects }: FoundObjects,
  { errors, window_s, radius_deg }: StreakSearch,
  known: (row: number) => KnownObject,
): { readonly candidates: readonly Candidate[]; readonly none: number | null } {
  const { length_deg, speed_arcsec_s } = streak;
  const { ranked, none } = rankCandidates(
    { length_deg, timed: speed_arcsec_s !== null, radius_deg, window_s },
    objects,
    errors,
    ({ row }) => {
      const { facts, orbit_class } = known(row);
      return assumedErrors(facts, orbit_class);
    },
  );
  const candidates = ranked.slice(0, MOST_CANDIDATES).map(({ object: near, probability, chi_squared }) => {
    const { facts, standard } = known(near.row);
    const bright = standard !== null && near.sunlit;
    const magnitude = bright ? apparentMagnitude(standard, near.range_km, near.phase) : null;
    return { near, facts, probability, chi_squared, magnitude };
  });
  return { candidates, none: searched ? none : null };
}
