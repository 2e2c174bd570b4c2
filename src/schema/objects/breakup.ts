import { z } from 'zod';
import { field } from '../field.ts';
import { datePrecisions } from '../vocabulary.ts';

/** Pieces of debris that separated from one object on one day, by GCAT. The cause of the separation is not given. */
export const breakup = z.object({
  id: field(z.string(), 'The number of the object in GCAT, and the day', 'S22675-2009-02-10'),
  parent_gcat_id: field(z.string(), 'The object that the pieces separated from, by its JCAT id in GCAT', 'S22675'),
  norad_cat_id: field(
    z.int().positive().nullable(),
    'Its catalog number; null if it has none, or is not in the catalog',
    22675,
  ),
  name: field(z.string().nullable(), 'Its name; null likewise', 'COSMOS 2251'),
  cospar_id: field(z.string().nullable(), 'Its COSPAR designator; null likewise', '1993-036A'),
  separation_date: field(z.iso.date(), 'The day (UTC), as GCAT has it; it may be an estimate', '2009-02-10'),
  separation_precision: field(
    z.string(),
    `Precision of that date: ${datePrecisions.join(', ')}. If it is not day, the date is the first day of that time; if pieces differ, it is the coarsest`,
    'day',
  ),
  pieces: field(z.int().positive(), 'Cataloged pieces of debris. What was never cataloged is not counted', 1713),
  in_orbit: field(z.int().nonnegative(), 'Pieces in orbit', 595),
  decayed: field(z.int().nonnegative(), 'Pieces that have decayed', 1118),
  without_parent: field(
    z.int().nonnegative(),
    'Further debris of the same launch of which no source states from what it separated: some of it may be of this break-up',
    12,
  ),
  decayed_without_parent: field(z.int().nonnegative(), 'Those of them that have decayed', 9),
  lowest_perigee_km: field(
    z.number().nullable(),
    'Lowest perigee of the pieces in orbit; null if no orbit of one is known',
    201.4,
    { unit: 'km' },
  ),
  highest_apogee_km: field(z.number().nullable(), 'Highest apogee of the pieces in orbit; null likewise', 1873.2, {
    unit: 'km',
  }),
});
export type Breakup = z.infer<typeof breakup>;

/** The object of a break-up, as people read it: its name, or its number in GCAT if the catalog has none. */
export const breakupName = ({ name, parent_gcat_id }: Pick<Breakup, 'name' | 'parent_gcat_id'>): string =>
  name ?? `GCAT object ${parent_gcat_id}`;
