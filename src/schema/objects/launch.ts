import { z } from 'zod';
import { field } from '../field.ts';
import { launchOutcomes } from '../vocabulary.ts';
import { claim } from './claim.ts';

const text = (meaning: string, example: string | null) => field(z.string().min(1).nullable(), meaning, example);
const count = (meaning: string, example: number) => field(z.int().nonnegative(), meaning, example);

/**
 * The order of launches, newest first. A launch without a date sorts by the date of the one before it in its year,
 * because designators are given in the order of launching. A SQL expression over the columns of a launch.
 */
export const launchOrder = `coalesce(launches.launch_date, max(launches.launch_date) OVER (PARTITION BY launch_id[1:4] ORDER BY launch_id), make_date(launch_id[1:4]::INTEGER, 1, 1)) DESC, launch_id DESC`;

/** Fields of a launch that are claims about its objects, too. */
export const factsOfObjects = ['launch_date', 'launch_site', 'launch_vehicle'] as const;

/** Codes of the launch catalog that a launch carries as they are written. */
export const launchCodes = [
  'launch_pad',
  'launch_platform',
  'vehicle_variant',
  'flight_id',
  'flight_code',
  'failure_code',
] as const;
export type LaunchCode = (typeof launchCodes)[number];

/** Fields of a launch in the launch catalog, which may mark them as uncertain. */
const launchFacts = [...factsOfObjects, 'provider', 'name', ...launchCodes] as const;
export type LaunchFact = (typeof launchFacts)[number];

/** Fields of a launch that are claims about the launch itself. */
export const factsOfLaunch = ['provider', 'name', 'outcome', ...launchCodes] as const;
export type FactOfLaunch = (typeof factsOfLaunch)[number];

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
  on_orbit: count('Objects not known to have decayed', 3),
  decayed: count('Objects that have decayed', 24),
  uncertain: field(z.array(z.enum(launchFacts)), 'Fields that the launch catalog marks as uncertain', []),
  outcome: field(
    z.enum(launchOutcomes).nullable(),
    'How the launch went: SUCCESS, PARTIAL (a wrong orbit, or part of the payload lost), or FAILURE (no usable orbit); null if unknown',
    'SUCCESS',
  ),
  launch_pad: text('Pad or runway at the site, by its code in the launch catalog', 'LC81'),
  launch_platform: text('Ship, aircraft, or mobile platform that it was launched from, by its code', null),
  vehicle_variant: text('Variant of the launch vehicle, by its code', null),
  flight_id: text('Serial or flight number of the vehicle, as the launch catalog writes it', null),
  flight_code: text('Another code of the flight, such as that of its program', null),
  failure_code: text(
    'What failed, by the code of the launch catalog, which Orbweaver does not decode; null if it names nothing',
    null,
  ),
});

/** The first and the last day on which a launch without a date may have been, `2026-07-11`. */
export interface LaunchDays {
  readonly from: string;
  readonly to: string;
}

/** A claim about a launch itself. Claims about its date, site, and vehicle are claims about its objects. */
export const launchClaim = z.object({
  launch_id: launch.shape.launch_id,
  field: field(z.enum(factsOfLaunch), 'The field of the launch it is about', 'provider'),
  value_text: field(z.string().min(1), 'The value', 'Khrunichev'),
  source: claim.shape.source,
  source_record: field(z.string().min(1), 'The row of the source', 'launch.tsv 1998-067'),
  raw: claim.shape.raw,
  uncertain: claim.shape.uncertain,
  url: claim.shape.url,
});
