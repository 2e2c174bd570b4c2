import { errorAt, errorCurve, type MeasuredErrors } from '../position-error.ts';
import { ageInDays, staleWarning } from '../propagate.ts';

/** The facts of an object on which the error of its elements depends. */
interface Measurable {
  /** Whether it is an active satellite, by its record. */
  readonly active: boolean;
  readonly elements: {
    readonly norad_cat_id: number;
    readonly object_name?: string;
    readonly epoch: string;
    readonly mean_motion: string | number;
    readonly eccentricity: string | number;
  };
}

export type ElementFacts = ReturnType<typeof elementFacts>;

/** Age and expected error of elements at a time (milliseconds), from the accuracy that the release has measured. */
export function elementFacts({ elements, active }: Measurable, time: number, measured: MeasuredErrors) {
  const now = new Date(time);
  const age = ageInDays(elements.epoch, now);
  const error = errorAt(errorCurve(measured, elements, active), age);
  return {
    elements_epoch: `${elements.epoch}Z`,
    age_days: Math.round(age * 100) / 100,
    time_uncertainty_s: error && Number(error.s.toPrecision(2)),
    position_uncertainty_km: error && Number(error.km.toPrecision(2)),
    uncertainty_basis: error?.basis ?? null,
    uncertainty_comparisons: error?.comparisons ?? null,
    uncertainty_held: error?.held ?? null,
    stale_warning: error ? null : staleWarning(elements.epoch, now),
  };
}
