import { z } from '@hono/zod-openapi';
import { elementsOf, validityFields } from '../../../http/api/elements.ts';
import { boolean } from '../../../http/api/parameter.ts';
import { ApiError } from '../../../http/errors.ts';
import type { OrbitLimits } from '../../../orbit/element-orbit.ts';
import { NoPosition, Satellite } from '../../../orbit/observer.ts';
import { errorBases, type MeasuredErrors } from '../../../orbit/position-error.ts';
import { ageInDays } from '../../../orbit/propagate.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { StoredElements } from '../../../release/record-store.ts';

export const allowOld = boolean(
  'Respond even if the elements are too old: more than 30 days from the requested time in low orbit, 90 above. Never more than two years',
);

/** The name and elements of an object that has a position. */
export interface Positionable {
  readonly id: number;
  readonly name: string;
  /** Whether the object is an active satellite, by its record. */
  readonly active: boolean;
  readonly elements: NonNullable<StoredElements['elements']>;
  /** The time limits within which its elements are used. */
  readonly limits: OrbitLimits;
}

/**
 * The elements of an object for some times (milliseconds, in order). Throws 404 if there is no such object, or it has no
 * elements, or has decayed by then; 409 if they are too old and `allowOldElements` is false.
 */
export async function positionable(
  catalog: Catalog,
  id: number,
  times: readonly number[],
  allowOldElements: boolean,
): Promise<Positionable> {
  const { name, elements } = elementsOf(catalog, id);
  const { decay_date, active = false } = JSON.parse(catalog.summary(id) ?? '{}') as {
    decay_date?: string | null;
    active?: boolean;
  };
  const limits = { allowOld: allowOldElements, until: (await catalog.reentryEnds()).get(id) };
  const object = { id, name, active, elements, limits };
  if (decay_date && times.at(-1)! > decayedBy(decay_date, null)) {
    // The date may be the first day of a month or of a longer time: the object counts as decayed at its end.
    const precision = await catalog.sky.decayPrecision(id);
    const when = precision === null ? `on ${decay_date}` : `in the ${precision} that began on ${decay_date}`;
    if (times.at(-1)! > decayedBy(decay_date, precision))
      throw new ApiError('no_elements', {
        error: `${name} (${id}) has no position at this time: it decayed ${when}.`,
      });
  }
  let time = times[0]!;
  try {
    const satellite = new Satellite(elements, limits);
    for (time of times) satellite.check(time);
  } catch (error) {
    throw positionRefusal(error, object, time);
  }
  return object;
}

/** Months of a time that begins with the first day of one. */
const monthsOf: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12, decade: 120, century: 1200 };

/** The end of the day of a decay, or of the time that begins with it, milliseconds since 1970. */
function decayedBy(date: string, precision: string | null): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const months = precision === null ? undefined : monthsOf[precision];
  return months === undefined ? Date.UTC(year, month - 1, day + 1) : Date.UTC(year, month - 1 + months, day);
}

/**
 * The response to a request for a position that an object does not have at a time (milliseconds). Rethrows any other error than NoPosition.
 */
export function positionRefusal(
  error: unknown,
  { id, name, elements, limits }: Omit<Positionable, 'active'>,
  time: number,
): ApiError {
  if (!(error instanceof NoPosition)) throw error;
  const { reason, validity } = error;
  const body = validityFields(validity);
  const window = `These elements give positions from ${body.valid_from} to ${body.valid_to}.`;
  const days = Math.round(Math.abs(ageInDays(elements.epoch, new Date(time))));
  if (reason === 'too_old')
    return new ApiError('elements_too_old', {
      error: `The elements of ${name} (${id}) have the epoch ${elements.epoch}Z, ${days} days from the requested time.`,
      hint: limits.allowOld
        ? `${window} Nothing is computed more than two years from the epoch: request elements of that time, with as_of.`
        : `${window} Request a time in that window, or send allow_old=true; the times can then be off by minutes or more.`,
      body,
    });
  const why = {
    not_sgp4: `its elements are of ephemeris type ${elements.ephemeris_type}, which SGP4 cannot propagate`,
    refused: 'SGP4 cannot propagate its elements, or their perigee is below 80 km',
    decayed: `its elements describe no orbit after ${body.valid_to}: SGP4 fails then, or the perigee is below 80 km`,
    not_begun: `its elements give no orbit so long before their epoch, ${elements.epoch}Z`,
    reentered: 'the window of its predicted reentry has passed, and there are no newer elements',
  }[reason];
  return new ApiError('no_elements', {
    error: `${name} (${id}) has no position at this time: ${why}.`,
    hint: validity
      ? `${window} Request a time, or a window that lies wholly, within.`
      : 'See its record for what is known about its orbit. /omm and /elements have the elements themselves.',
    body,
  });
}

/** Facts about the elements that a response was computed from, as columns in each row of a table. */
export const factColumns = {
  elements_epoch: z.iso.datetime().describe('Epoch of the elements (ISO 8601, UTC), as in the record of the object'),
  age_days: z.number().describe('Age of the elements at that time, or at the start of the window, days'),
  time_uncertainty_s: z
    .number()
    .nullable()
    .describe(
      'Error along the orbit as a time, seconds: two of three positions of this age are closer, by the comparison that `uncertainty_basis` names. Null if it is not measured. See /api/v1/accuracy',
    ),
  position_uncertainty_km: z.number().nullable().describe('The corresponding distance, km'),
};
/** The same facts in JSON, with the basis of the error, and the warning about old elements. */
export const factFields = {
  ...factColumns,
  uncertainty_basis: z
    .enum(errorBases)
    .nullable()
    .describe(
      'Whose earlier elements the error was measured on: `object`, its own; `constellation`, those of its constellation; `thrust`, of satellites in no constellation that, like it, maneuver or do not; `regime`, of objects in such orbits',
    ),
  uncertainty_comparisons: z
    .int()
    .nullable()
    .describe('Number of pairs of element sets behind the error; with the basis `object`, its own'),
  uncertainty_held: z
    .number()
    .nullable()
    .describe(
      'The share of newer pairs of the last days within this figure, as it was measured before them: 0.68 if the figure holds, less if it is too small. Null if there were fewer than 100',
    ),
  stale_warning: z
    .string()
    .nullable()
    .describe('Warning about elements more than three days from that time whose error is not measured; null otherwise'),
};

/** The table that `elementFacts` reads; empty in a release that was made before there was one. */
export const measuredBy = (catalog: Catalog): Promise<MeasuredErrors> => catalog.measuredErrors();
