import { type MeanElements, type Place, placesAt } from './propagate.ts';

/** Where an object goes: the revolution before a time, the one after it, and the time itself between them. */
export interface Revolutions {
  /** How long one takes, milliseconds. */
  readonly period: number;
  /** From one period before to the time, at equal steps. */
  readonly before: readonly Place[];
  /** From the time to one period after, at equal steps. */
  readonly after: readonly Place[];
}

/** Steps of a revolution: of a round orbit every 6°; a long one runs fast where it is low. */
const stepsOf = ({ eccentricity }: MeanElements) => (Number(eccentricity) < 0.05 ? 60 : 120);

/** Follows an object for one revolution either way of a time (milliseconds, UTC); null where SGP4 refuses any of it. */
export function revolutionsAround(set: MeanElements, time: number, steps = stepsOf(set)): Revolutions | null {
  const period = 86_400_000 / Number(set.mean_motion);
  if (!(period > 0 && Number.isFinite(period))) return null;
  const times = Array.from({ length: 2 * steps + 1 }, (_, step) => time + (period * (step - steps)) / steps);
  const places = placesAt(set, times);
  if (!places.every((place): place is Place => place !== null && place.altitude_km > 0)) return null;
  return { period, before: places.slice(0, steps + 1), after: places.slice(steps) };
}
