import { z } from 'zod';
import { field } from '../field.ts';
import { orbitClasses } from '../vocabulary.ts';

const digits = (meaning: string, example: string, unit?: string) =>
  field(z.string().regex(/^-?\d+(\.\d+)?(e-?\d+)?$/), meaning, example, { json: 'number', ...(unit && { unit }) });
const count = (meaning: string, example: number) => field(z.int().nonnegative(), meaning, example);

/**
 * One mean element set (SGP4, TEME, UTC). The numbers are kept as decimal text, with every digit that upstream wrote,
 * in a form that JSON reads as a number: a double would lose trailing zeros, a TLE would lose digits.
 */
export const elementSet = z.object({
  norad_cat_id: field(z.int().positive(), 'Catalog number', 25544),
  object_name: field(z.string().min(1), 'OBJECT_NAME of the element set', 'ISS (ZARYA)'),
  object_id: field(z.string().nullable(), 'COSPAR designator; null if the source has none', '1998-067A'),
  orbit_class: field(z.enum(orbitClasses), 'Orbit class of the object', 'LEO'),
  epoch: field(z.string(), 'Epoch, to the microsecond, as upstream writes it', '2026-08-21T18:32:11.425056', {
    unit: 'ISO 8601, UTC',
  }),
  mean_motion: digits('Mean motion', '15.49325674', 'revolutions per day'),
  eccentricity: digits('Eccentricity', '0.00062316'),
  inclination: digits('Inclination', '51.6331', 'degrees'),
  ra_of_asc_node: digits('Right ascension of the ascending node', '350.1212', 'degrees'),
  arg_of_pericenter: digits('Argument of pericenter', '73.8150', 'degrees'),
  mean_anomaly: digits('Mean anomaly', '286.3572', 'degrees'),
  ephemeris_type: count('Ephemeris type: 0 is SGP4', 0),
  classification_type: field(z.string().length(1), 'Classification: U is unclassified', 'U'),
  element_set_no: count('Element set number', 999),
  rev_at_epoch: count('Revolution number at epoch', 58211),
  bstar: digits('SGP4 drag term B*', '0.00018542', 'inverse Earth radii'),
  mean_motion_dot: digits(
    'Half of the first derivative of mean motion, as in a TLE',
    '0.00009931',
    'revolutions per day²',
  ),
  mean_motion_ddot: digits('A sixth of the second derivative of mean motion, as in a TLE', '0', 'revolutions per day³'),
});

/** The fields of an element set that TLE and OMM carry, as the catalog stores them: numbers are decimal text. */
export type ElementSet = Omit<z.infer<typeof elementSet>, 'orbit_class'>;
