import type { OrbitLimits } from './element-orbit.ts';
import { Satellite, sunMargin } from './observer.ts';
import { epochOf, type MeanElements, type Place, placesAt } from './propagate.ts';
import { revolutionShares } from './shape.ts';
import { length } from './vector.ts';

/** Place of an object, its speed (km/s, inertial), and whether the Sun shines on it. */
interface Moment extends Place {
  readonly speed_km_s: number;
  readonly sunlit: boolean;
}

/** The path of an object: the revolution before a time, the one after it, and the time itself between them. */
export interface Revolutions {
  /** Duration of one revolution, milliseconds. */
  readonly period: number;
  /** The period before the time: points are closer together if the object is low and fast. */
  readonly before: readonly Place[];
  /** From the time to one period after. */
  readonly after: readonly Moment[];
}

const DAY_MS = 86_400_000;

/** Points of a revolution: for a round orbit one every 6°, for an eccentric one enough to keep its low part smooth. */
const stepsOf = (eccentricity: number) => (eccentricity < 0.05 ? 60 : eccentricity < 0.3 ? 120 : 200);

/** The path of an object for one revolution either way of a time (milliseconds, UTC); null if its set is not always an orbit. */
export function revolutionsAround(
  set: MeanElements,
  time: number,
  { steps = stepsOf(Number(set.eccentricity)), until }: { readonly steps?: number } & Pick<OrbitLimits, 'until'> = {},
): Revolutions | null {
  const turns = Number(set.mean_motion);
  const period = DAY_MS / turns;
  if (!(period > 0 && Number.isFinite(period))) return null;
  const since = (time - epochOf(set).getTime()) / DAY_MS;
  const mean = (Number(set.mean_anomaly) / 180) * Math.PI + 2 * Math.PI * turns * since;
  const shares = revolutionShares(mean, Number(set.eccentricity), steps);
  const times = [
    ...shares.map((share) => time - period + share * period),
    ...shares.slice(1).map((share) => time + share * period),
  ];
  const places = placesAt(set, times, { until });
  if (!places.every((place): place is Place => place !== null && place.altitude_km > 0)) return null;
  const satellite = new Satellite(set, { until });
  const after = places.slice(steps).map((place): Moment => {
    const { position, velocity } = satellite.teme(place.time);
    return { ...place, speed_km_s: length(velocity), sunlit: sunMargin(position, place.time) > 0 };
  });
  return { period, before: places.slice(0, steps + 1), after };
}
