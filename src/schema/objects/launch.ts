import { z } from 'zod';
import { field } from '../field.ts';
import { launchOutcomes } from '../vocabulary.ts';

const text = (meaning: string, example: string) => field(z.string().min(1).nullable(), meaning, example);
const count = (meaning: string, example: number) => field(z.int().nonnegative(), meaning, example);

/**
 * The order of launches, newest first. A launch without a date sorts by the date of the one before it in its year,
 * because designators are given in the order of launching. A SQL expression over the columns of a launch.
 */
export const launchOrder = `coalesce(launches.launch_date, max(launches.launch_date) OVER (PARTITION BY launch_id[1:4] ORDER BY launch_id), make_date(launch_id[1:4]::INTEGER, 1, 1)) DESC, launch_id DESC`;

/** Fields of a launch in the launch catalog, which may mark them as uncertain. */
const launchFacts = ['launch_date', 'launch_site', 'launch_vehicle', 'provider', 'name'] as const;
export type LaunchFact = (typeof launchFacts)[number];

/** A launch, grouped by the COSPAR designators of its objects. */
export const launch = z.object({
  launch_id: field(z.string().regex(/^\d{4}-\d{3}$/), 'Year and number of the launch', '1998-067'),
  launch_date: field(z.iso.date().nullable(), 'Day of launch (UTC)', '1998-11-20'),
  launch_site: text('Launch site', 'Baikonur Cosmodrome'),
  launch_vehicle: text('Launch vehicle', 'Proton-K'),
  provider: text('Launch provider', 'Khrunichev'),
  provider_slug: field(
    z.string().nullable(),
    'The provider as an operator; null if it operates no payload',
    'khrunichev',
  ),
  name: text('Mission or main payload', 'Zarya'),
  objects: count('Cataloged objects from it', 27),
  payloads: count('Payloads among them', 2),
  rocket_bodies: count('Rocket bodies among them', 1),
  debris: count('Debris among them', 24),
  unknown: count('Objects of unknown class among them', 0),
  on_orbit: count('Objects still in orbit', 3),
  decayed: count('Objects that have decayed', 24),
  uncertain: field(z.array(z.enum(launchFacts)), 'Fields that the launch catalog marks as uncertain', []),
  outcome: field(
    z.enum(launchOutcomes).nullable(),
    'How the launch went: SUCCESS, PARTIAL (a wrong orbit, or part of the payload lost), or FAILURE (no usable orbit); null if unknown',
    'SUCCESS',
  ),
});
