import { ElementOrbit, type NoOrbit, type OrbitLimits } from '../../../../orbit/element-orbit.ts';
import { findPasses, type Pass, type PassMoment, type SkyState } from '../../../../orbit/observation/passes.ts';
import { Observer, Satellite } from '../../../../orbit/observer.ts';
import { type ErrorCurve, errorAt, timesMeaning } from '../../../../orbit/position-error.ts';
import { ageInDays } from '../../../../orbit/propagate.ts';
import type { Sgp4Elements } from '../../../../orbit/sgp4-record.ts';
import type { Place } from '../place.ts';

/** Number of days for which the page lists passes. */
export const WINDOW_DAYS = 5;
/** Points of a pass's path over the sky. */
const PATH_STEPS = 48;

/** A pass with its path over the sky, in equal steps of time from rise to set. */
export interface DrawnPass extends Pass {
  readonly path: readonly PassMoment[];
}

/** Parameters of a search: times in milliseconds, UTC; elevation in degrees. */
interface PassQuestion {
  readonly set: Sgp4Elements;
  readonly until?: OrbitLimits['until'];
  readonly place: Place;
  readonly from: number;
  readonly to: number;
  readonly minElevation: number;
  /** Brightness at 1,000 km, half lit; null if unknown. */
  readonly standardMagnitude: number | null;
}

export interface FoundPasses {
  readonly state: SkyState;
  readonly passes: readonly DrawnPass[];
}

/** Every pass in a window. Throws NoPosition if the set is not an orbit throughout: after a decay, or if it is too old. */
export function searchPasses({
  set,
  until,
  place,
  from,
  to,
  minElevation,
  standardMagnitude,
}: PassQuestion): FoundPasses {
  const { passes, state } = findPasses(set, { from, to, observer: place, minElevation, standardMagnitude, until });
  const satellite = new Satellite(set, { until });
  const here = new Observer(place);
  return {
    state,
    passes: passes.map((pass) => ({ ...pass, path: pathOf(satellite, here, pass.rise.at, pass.set.at) })),
  };
}

/** Position of an object in the sky of a place at a time, milliseconds, UTC. */
export const lookAt = (set: Sgp4Elements, place: Place, at: number): PassMoment => ({
  at,
  ...new Observer(place).lookAngles(new Satellite(set).itrf(at)),
});

function pathOf(satellite: Satellite, observer: Observer, from: number, to: number): PassMoment[] {
  return Array.from({ length: PATH_STEPS + 1 }, (_, step) => {
    const at = from + ((to - from) * step) / PATH_STEPS;
    return { at, ...observer.lookAngles(satellite.itrf(at)) };
  });
}

/** The age of elements at a time, and its effect on the times of passes. */
export interface ElementsAge {
  readonly days: number;
  /** Why the elements give no position at that time; null if they do. */
  readonly noOrbit: NoOrbit | null;
  /** The accuracy of the times, as the end of a sentence. */
  readonly meaning: string;
}

/** The age of elements at a time (milliseconds, UTC), with the measured error of such orbits. */
export function ageOfElements(
  set: Sgp4Elements,
  now: number,
  errors: ErrorCurve = [],
  until?: OrbitLimits['until'],
): ElementsAge {
  const days = ageInDays(set.epoch, new Date(now));
  const noOrbit = new ElementOrbit(set, { until }).noOrbitAt(now);
  return {
    days,
    noOrbit,
    meaning: noOrbit ? 'it may be anywhere along its orbit' : timesMeaning(errorAt(errors, days)),
  };
}
