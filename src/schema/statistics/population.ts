import { z } from 'zod';
import { completeList } from '../complete-list.ts';
import { objectClasses } from '../vocabulary.ts';

/** Values by which objects in orbit are counted. Rocket bodies and debris have neither operator nor purpose. */
export const populationBy = ['object_class', 'country', 'operator', 'orbit_class', 'purpose'] as const;
export type PopulationBy = (typeof populationBy)[number];

/** Kinds of owners, so that states are not summed with organizations. */
export const ownerKinds = ['state', 'organization', 'joint', 'unknown'] as const;

const count = z.int().nonnegative();

/** The objects of one kind and class in orbit at the end of each year. */
export const populationSeries = z.object({
  by: z.enum(populationBy).describe('Value by which objects are counted'),
  code: z
    .string()
    .describe(
      'The value: a class, a country or organization, the slug of an operator, a purpose; UNKNOWN if no source has one',
    ),
  name: z.string().describe('The value in words'),
  kind: z
    .enum(ownerKinds)
    .nullable()
    .describe('For countries: a state, an organization, several owners under one code, or unknown; null for all else'),
  object_class: z.enum(objectClasses).describe('Class of the objects'),
  first_year: z.int().describe('Year of the first number; there were none before'),
  objects: z
    .array(count)
    .describe(
      'Objects in orbit at the end of each year, that is, not known to have decayed by then, up to `meta.last_year`',
    ),
  with_mass: z
    .array(count)
    .nullable()
    .describe('Of these, the payloads whose launch mass is known; null for other classes'),
  known_mass_kg: z
    .array(z.number().nonnegative())
    .nullable()
    .describe('Sum of the launch masses of those, kg: the least that was in orbit; null for other classes'),
});
export type PopulationSeries = z.infer<typeof populationSeries>;

/** Objects that are not counted, by the first reason that applies. */
export const leftOut = z.object({
  object_class: z.enum(objectClasses).describe('Class of the objects'),
  beyond_earth_orbit: count.describe('Not in orbit about the Earth'),
  no_start_date: count.describe(
    'No launch year; for debris, and for objects of which only the launch of the station in their designator is known, no date of separation',
  ),
  no_decay_date: count.describe('Decayed on an unknown date'),
  dates_contradict: count.describe(
    'Decayed before they were launched or had separated, by dates that are vague or wrong',
  ),
});

/** The objects in orbit at the end of each year: `/api/v1/population`. */
export const population = z.object({
  data: z.array(populationSeries),
  meta: z
    .object({
      ...completeList,
      generated_at: z.iso.datetime().describe('Time of the release (UTC)'),
      release: z.string().describe('The release'),
      total: count.describe('How many series there are'),
      last_year: z.int().describe('The last year. It is incomplete: it ends with the release'),
      counted: count.describe('Objects that are counted in the series of each kind, in orbit or decayed'),
      newest_separation: z.iso
        .date()
        .nullable()
        .describe('Newest date on which debris separated: later debris is not counted, because no source dates it'),
      left_out: z.array(leftOut).describe('Objects that are not counted, by class'),
    })
    .describe('About the numbers'),
});
export type Population = z.infer<typeof population>;
