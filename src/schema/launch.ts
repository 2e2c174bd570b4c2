import { z } from 'zod';
import { field } from './field.ts';

const text = (meaning: string, example: string) =>
  field(z.string().min(1).nullable(), { meaning, sql: 'VARCHAR', example });
const count = (meaning: string, example: number) => field(z.int().nonnegative(), { meaning, sql: 'INTEGER', example });

/** A launch, grouped from the COSPAR designators of the objects that it put up. */
export const launch = z.object({
  launch_id: field(z.string().regex(/^\d{4}-\d{3}$/), {
    meaning: 'Year and number of the launch',
    sql: 'VARCHAR',
    example: '1998-067',
  }),
  launch_date: field(z.iso.date().nullable(), { meaning: 'Day of launch (UTC)', sql: 'DATE', example: '1998-11-20' }),
  launch_site: text('Where it was launched from', 'Baikonur Cosmodrome'),
  launch_vehicle: text('What launched it', 'Proton-K'),
  operator: text('Who carried out the launch', 'Khrunichev'),
  name: text('Flight or mission', 'Zarya'),
  objects: count('Catalogued objects from it', 27),
  payloads: count('Payloads among them', 2),
  rocket_bodies: count('Rocket bodies among them', 1),
  debris: count('Debris among them', 24),
  unknown: count('Objects of unknown class among them', 0),
  on_orbit: count('How many have not decayed', 3),
  decayed: count('How many have decayed', 24),
});
