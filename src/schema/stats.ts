import { z } from 'zod';
import { confidences, objectClasses, orbitClasses, statuses } from './vocabulary.ts';

const count = z.int().nonnegative();
const tally = <const T extends readonly [string, ...string[]]>(values: T) => z.record(z.enum(values), count);

/** The catalog in numbers. Every enumerated value is there, with 0 where nothing has it. */
export const stats = z.object({
  objects: count.describe('Objects in the catalog'),
  active: count.describe('Active ones among them'),
  on_orbit: count.describe('Objects that have not decayed'),
  object_class: tally(objectClasses),
  operational_status: tally(statuses),
  orbit_class: tally(orbitClasses),
  country: z.record(z.string(), count).describe('Objects by country or organisation, most first'),
  launch_decade: z.record(z.string(), count).describe('Objects by decade of launch, `1950s` first'),
  elements: z.object({
    objects: count.describe('Objects with an element set'),
    active_without: count.describe('Active objects without one'),
    older_than_3_days: count.describe('Element sets older than three days at the time of the release'),
    median_age_h: z.number().nullable().describe('Median age of the element sets, hours'),
  }),
  fields: z
    .array(
      z.object({
        field: z.string(),
        with_value: count,
        ...Object.fromEntries(confidences.map((level) => [level, count])),
      }),
    )
    .describe('For each field of the record: objects with a value, and how sure those values are'),
  conflicts: z.object({
    fields: count.describe('Fields of objects on which sources disagree'),
    objects: count.describe('Objects with such a field'),
  }),
});
export type Stats = z.infer<typeof stats>;
