import { geoLongitude, type MeanElements } from './propagate.ts';
import { orbitClass, type Shape, shapeOf } from './shape.ts';

/** Values derived from an element set, rounded as in records. */
export interface DerivedValues {
  readonly period_min: number;
  readonly apogee_km: number;
  readonly perigee_km: number;
  readonly inclination_deg: number;
  readonly eccentricity: number;
  /** Degrees east; null outside of the geosynchronous region. */
  readonly geo_longitude_deg: number | null;
}

/** The values of a record that follow from an element set, and its shape unrounded. */
export function derivedValues(set: MeanElements): { values: DerivedValues; shape: Shape } {
  const shape = shapeOf(Number(set.mean_motion), Number(set.eccentricity));
  return {
    shape,
    values: {
      period_min: round(shape.period_min, 3),
      apogee_km: round(shape.apogee_km, 1),
      perigee_km: round(shape.perigee_km, 1),
      inclination_deg: Number(set.inclination),
      eccentricity: shape.eccentricity,
      geo_longitude_deg: orbitClass(shape) === 'GEO' ? geoLongitude(set) : null,
    },
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
