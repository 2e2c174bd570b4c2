import { Observer, Satellite } from '../orbit/observer.ts';
import { findPasses, type Pass, type PassMoment, type SkyState } from '../orbit/passes.ts';
import { type ErrorCurve, errorAt, timesMeaning } from '../orbit/position-error.ts';
import type { Sgp4Elements } from '../orbit/sgp4-record.ts';
import { ageInDays, isTooOld } from '../orbit/stale.ts';
import type { Place } from './place.ts';

/** The page lists passes of so many days. */
export const WINDOW_DAYS = 5;
/** Points of a pass's path over the sky. */
const PATH_STEPS = 48;

/** A pass with its path over the sky, in equal steps of time from rise to set. */
export interface DrawnPass extends Pass {
  readonly path: readonly PassMoment[];
}

/** What is searched: times in milliseconds, UTC; elevation in degrees. */
interface PassQuestion {
  readonly set: Sgp4Elements;
  readonly place: Place;
  readonly from: number;
  readonly to: number;
  readonly minElevation: number;
  /** Brightness at 1,000 km, half lit; null where unknown. */
  readonly standardMagnitude: number | null;
}

export interface FoundPasses {
  readonly state: SkyState;
  readonly passes: readonly DrawnPass[];
}

/** Every pass in a window. Throws NoPosition where the object has decayed by then. */
export function searchPasses({ set, place, from, to, minElevation, standardMagnitude }: PassQuestion): FoundPasses {
  const { passes, state } = findPasses(set, { from, to, observer: place, minElevation, standardMagnitude });
  const satellite = new Satellite(set);
  const here = new Observer(place);
  return {
    state,
    passes: passes.map((pass) => ({ ...pass, path: pathOf(satellite, here, pass.rise.at, pass.set.at) })),
  };
}

/** Where an object is in the sky of a place at a time, milliseconds, UTC. */
export const lookAt = (set: Sgp4Elements, place: Place, at: number): PassMoment => ({
  at,
  ...new Observer(place).look(new Satellite(set).itrf(at)),
});

function pathOf(satellite: Satellite, observer: Observer, from: number, to: number): PassMoment[] {
  return Array.from({ length: PATH_STEPS + 1 }, (_, step) => {
    const at = from + ((to - from) * step) / PATH_STEPS;
    return { at, ...observer.look(satellite.itrf(at)) };
  });
}

/** How old elements are at a time, and what that means for the times of passes. */
export interface ElementsAge {
  readonly days: number;
  /** Too far from the time to give any: in low orbit, more than 30 days. */
  readonly tooOld: boolean;
  /** How good the times are, as the end of a sentence. */
  readonly meaning: string;
}

/** Judges the age of elements at a time (milliseconds, UTC), by how the error of such orbits grows. */
export function ageOfElements(
  { epoch, mean_motion }: Pick<Sgp4Elements, 'epoch' | 'mean_motion'>,
  now: number,
  errors: ErrorCurve = [],
): ElementsAge {
  const days = ageInDays(epoch, new Date(now));
  const tooOld = isTooOld(Number(mean_motion), days);
  return {
    days,
    tooOld,
    meaning: tooOld ? 'it may be anywhere along its orbit' : timesMeaning(errorAt(errors, days)?.s ?? null),
  };
}
