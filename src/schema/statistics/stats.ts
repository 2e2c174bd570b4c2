import { z } from 'zod';
import { confidences, objectClasses, orbitClasses, statuses } from '../vocabulary.ts';
import { ownerKinds } from './population.ts';

const count = z.int().nonnegative();
const tally = <const T extends readonly [string, ...string[]]>(of: string, values: T) =>
  z.record(z.enum(values), count.describe('Objects of it')).describe(`Objects by ${of}`);

const boxscoreCounts = z.object({
  payloads: count.describe('Payloads'),
  rocket_bodies: count.describe('Rocket bodies'),
  debris: count.describe('Debris'),
  unknown: count.describe('Objects of unknown class'),
  total: count.describe('All of these'),
});

/** The catalog in numbers. Every enumerated value is there, with 0 if no object has it. */
export const stats = z.object({
  objects: count.describe('Objects in the catalog'),
  active: count.describe('Active ones among them'),
  on_orbit: count.describe('Objects that are not known to have decayed'),
  object_class: tally('object class', objectClasses),
  operational_status: tally('operational status', statuses),
  orbit_class: tally('orbit class', orbitClasses),
  country: z.record(z.string(), count).describe('Objects by country or organization, largest first'),
  launch_decade: z.record(z.string(), count).describe('Objects by decade of launch, `1950s` first'),
  boxscore: z
    .array(
      z.object({
        country: z.string().describe('Country or organization'),
        kind: z
          .enum(ownerKinds)
          .optional()
          .describe('A state, an organization, several owners under one code, or unknown. Absent in older releases'),
        in_orbit: boxscoreCounts.describe('Objects that are not known to have decayed, by object class'),
        decayed: boxscoreCounts.describe('Decayed objects, by object class'),
        total: count.describe('All of its objects'),
      }),
    )
    .optional()
    .describe('Objects of each country by object class, in orbit and decayed, largest first. Absent in older releases'),
  elements: z
    .object({
      objects: count.describe('Objects with an element set'),
      in_orbit: z
        .object({
          objects: count.describe('Objects that are not known to have decayed'),
          with_elements: count.describe('Those with an element set'),
          without: z
            .object({
              beyond_earth_orbit: count.describe('Not in orbit around the Earth: they have no mean elements'),
              not_in_satcat: count.describe('Not in SATCAT'),
              none_available: count.describe('SATCAT has none, or no current ones (`NEA`, `NIE`, `NCE`)'),
              no_orbit: count.describe('SATCAT gives no orbit: it is not public, or the object is lost'),
              not_in_files: count.describe('SATCAT gives an orbit, but no element file that was read has the object'),
            })
            .describe('Those without one, by reason'),
        })
        .optional()
        .describe('Coverage of objects in orbit. Absent in older releases'),
      active_without: count.describe('Active objects without one'),
      older_than_3_days: count.describe('Element sets older than three days at the time of the release'),
      median_age_h: z.number().nullable().describe('Median age of the element sets, hours'),
    })
    .describe('Element sets, and how old they are'),
  fields: z
    .array(
      z.object({
        field: z.string().describe('Name of the field'),
        with_value: count.describe('Objects that have a value; `UNKNOWN` that no source states is none'),
        ...Object.fromEntries(confidences.map((level) => [level, count.describe(`Objects whose value is ${level}`)])),
      }),
    )
    .describe('For each field of the record: objects with a value, and the confidence of those values'),
  conflicts: z
    .object({
      fields: count.describe('Fields of objects on which sources disagree'),
      objects: count.describe('Objects with such a field'),
    })
    .describe('Disagreements of sources'),
});
export type Stats = z.infer<typeof stats>;
