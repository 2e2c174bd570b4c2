import { z } from 'zod';

/** Approaches farther than this are not searched, km. */
export const THRESHOLD_KM = 5;

/** How far ahead a run searches, days. */
export const RUN_DAYS = 7;

export const conjunctionKinds = ['docked', 'formation', 'same_operator', 'encounter'] as const;

/** The default kinds of lists and files: objects that fly together are not passing each other. */
export const passingKinds = [
  'same_operator',
  'encounter',
] as const satisfies readonly (typeof conjunctionKinds)[number][];

export const isPassing = ({ kind }: Pick<Conjunction, 'kind'>): boolean => kind !== 'docked' && kind !== 'formation';

/** Stated with every answer. */
export const NOT_FOR_OPERATIONS =
  'Computed from public element sets, whose errors are often larger than the distances listed; not for operations.';

const alongAxes = (meaning: string) =>
  z
    // Not a tuple: in JSON Schema, that would be an array without `items`.
    .array(z.number())
    .length(3)
    .describe(meaning);

const party = {
  norad_cat_id: z.int().positive().describe('Catalog number'),
  name: z.string().describe('Name'),
  object_class: z.string().describe('PAYLOAD, ROCKET_BODY, DEBRIS, or UNKNOWN'),
  active: z.boolean().describe('Whether it is active'),
  operator_slug: z.string().nullable().describe('Its operator; null if no source names one'),
  elements_epoch: z.string().describe('Epoch of the element set used (UTC)'),
  age_days: z.number().describe('Age of the element set at the closest approach, days'),
  sigma_km: alongAxes('Along radius, motion, and orbit normal, km')
    .nullable()
    .describe(
      '68 % of the errors of such elements at this age are smaller: along radius, motion, and orbit normal, km. Null if they have not been measured',
    ),
  p95_km: alongAxes('Along radius, motion, and orbit normal, km')
    .optional()
    .describe('95 % of the errors are smaller, km. Missing if they have not been measured'),
  radius_m: z.number().positive().describe('Radius of the sphere that stands for the object, m'),
  radius_basis: z
    .enum(['size', 'rcs', 'assumed'])
    .describe('Half of its largest known dimension, from its radar cross-section, or assumed'),
} as const;

/** The name of an approach: both catalog numbers and the time, such as `25544-900-20260823T001122345Z`. */
export const approachId = (first: number, second: number, tca: string): string =>
  `${first}-${second}-${tca.replace(/[-:.]/g, '')}`;

/** The parts of such a name; null if the text is not one. */
export function readApproachId(id: string): { first: number; second: number; tca: string } | null {
  const [, first, second, date, clock] = /^(\d{1,9})-(\d{1,9})-(\d{8})T(\d{9})Z$/.exec(id) ?? [];
  if (date === undefined || clock === undefined) return null;
  const day = date.replace(/^(\d{4})(\d\d)/, '$1-$2-');
  const time = clock.replace(/^(\d\d)(\d\d)(\d\d)/, '$1:$2:$3.');
  return { first: Number(first), second: Number(second), tca: `${day}T${time}Z` };
}

/** One close approach. */
export const conjunction = z.object({
  id: z.string().describe('Name of the approach in this run: both catalog numbers and the time'),
  first: z.object(party).describe('The active payload; of two, the one with the lower catalog number'),
  second: z.object(party).describe('The other object'),
  tca: z.iso.datetime().describe('Time of closest approach (UTC), computed'),
  range_km: z.number().nonnegative().describe('Distance then, km'),
  relative_speed_km_s: z.number().nonnegative().describe('Relative speed then, km/s'),
  radial_km: z.number().describe('Position of the second object relative to the first: along its radius, km'),
  in_track_km: z.number().describe('Along its motion, km'),
  cross_track_km: z.number().describe('Along its orbit normal, km'),
  kind: z
    .enum(conjunctionKinds)
    .describe(
      'docked: the same orbit within 100 m for a revolution; formation: slower than 10 m/s relative to each other for a revolution; same_operator; encounter: all others',
    ),
  max_probability: z
    .number()
    .min(0)
    .max(1)
    .describe('Largest probability that the spheres touch, for any circular error (Alfano); no covariance is assumed'),
  dilution_km: z.number().nonnegative().describe('The standard deviation at which that probability occurs, km'),
  probability: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      'Probability that the spheres touch, from the measured errors of both element sets; null for objects of one operator, whose errors are not independent, if errors have not been measured, or if the relative motion is not straight for as long as they matter',
    ),
});
export type Conjunction = z.infer<typeof conjunction>;

/** A finished run: its inputs and the number of its results. */
export const conjunctionRun = z.object({
  id: z.string().describe('The run'),
  release: z.string().describe('The release whose element sets were used'),
  method_version: z.int().positive().describe('Version of the method; equal inputs and version give equal rows'),
  inputs_hash: z.string().describe('Hash of the inputs and the version'),
  previous_run: z
    .string()
    .nullable()
    .default(null)
    .describe('The run before it, with which webhooks compare it; null if there was none'),
  from: z.iso.datetime().describe('Begin of the searched time (UTC)'),
  to: z.iso.datetime().describe('End of the searched time (UTC)'),
  generated_at: z.iso.datetime().describe('Time at which the run was finished (UTC)'),
  threshold_km: z.number().positive().describe('Largest distance, km'),
  primaries: z.int().nonnegative().describe('Active payloads that were compared with all objects'),
  objects: z.int().nonnegative().describe('Objects with elements that were compared'),
  rows: z.int().nonnegative().describe('Close approaches found, of every kind'),
  kinds: z
    .object({
      docked: z.int().nonnegative().describe('Pairs that are docked'),
      formation: z.int().nonnegative().describe('Pairs that fly in formation'),
      same_operator: z.int().nonnegative().describe('Approaches of objects of one operator'),
      encounter: z.int().nonnegative().describe('All other approaches'),
    })
    .describe('How many rows of each kind'),
  note: z.string().describe('Limits of the figures'),
});
export type ConjunctionRun = z.infer<typeof conjunctionRun>;

/** A file of a run: its size and hash, and those of the unpacked file. */
const runFile = z.object({
  bytes: z.int().nonnegative(),
  sha256: z.string(),
  unpacked: z.object({ bytes: z.int().nonnegative(), sha256: z.string() }).optional(),
});
export type RunFile = z.infer<typeof runFile>;

/** `run.json`: the run and its public files by name, without `.gz`. */
export const storedRun = z.object({ run: conjunctionRun, files: z.record(z.string(), runFile) });
export type StoredRun = z.infer<typeof storedRun>;
