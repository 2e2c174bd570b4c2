import { z } from '@hono/zod-openapi';
import { errorAt, errorCurve } from '../../../orbit/position-error.ts';
import { ageInDays, isTooOld, staleWarning } from '../../../orbit/stale.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { StoredElements } from '../../../release/record-store.ts';
import type { RegimeAccuracy } from '../../../schema/objects/accuracy.ts';
import { ApiError } from '../../errors.ts';
import { elementsOf } from '../elements.ts';
import { boolean } from '../parameter.ts';

type Elements = Pick<NonNullable<StoredElements['elements']>, 'epoch'> & {
  readonly mean_motion: string | number;
  readonly eccentricity: string | number;
};

export const allowOld = boolean('Respond even if the elements are more than 30 days from the requested time');

/** The name and elements of an object that has a position. */
export interface Positionable {
  readonly id: number;
  readonly name: string;
  /** Whether it is an active satellite, by its record. */
  readonly active: boolean;
  readonly elements: NonNullable<StoredElements['elements']>;
}

/** Whether elements in low orbit are too far from a time to be used unasked. */
export const tooOld = (
  elements: { readonly epoch: string; readonly mean_motion: string | number },
  time: number,
): boolean => isTooOld(Number(elements.mean_motion), ageInDays(elements.epoch, new Date(time)));

/**
 * The elements of an object for some times (milliseconds, in order). Throws 404 where nothing has that number, or it has
 * no elements or has decayed by then; 409 where they are too old and that is not wanted.
 */
export function positionable(
  catalog: Catalog,
  id: number,
  times: readonly number[],
  allowOldElements: boolean,
): Positionable {
  const { name, elements } = elementsOf(catalog, id);
  const { decay_date, active = false } = JSON.parse(catalog.summary(id) ?? '{}') as {
    decay_date?: string | null;
    active?: boolean;
  };
  // A decay date may be a year or a month alone: its end is what counts.
  if (decay_date && times.at(-1)! > decayedBy(decay_date)) throw decayed(name, id, `on ${decay_date}`);
  const far = times.find((time) => tooOld(elements, time));
  if (far !== undefined && !allowOldElements)
    throw new ApiError('elements_too_old', {
      error: `The elements of ${name} (${id}) have the epoch ${elements.epoch}Z, ${Math.round(Math.abs(ageInDays(elements.epoch, new Date(far))))} days from the requested time.`,
    });
  return { id, name, active, elements };
}

function decayedBy(date: string): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number?, number?];
  if (month === undefined) return Date.UTC(year + 1, 0, 1);
  return day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1);
}

/** The 404 of an object that has no position any more. */
export const decayed = (name: string, id: number, when: string) =>
  new ApiError('no_elements', { error: `${name} (${id}) has no position at this time: it has decayed ${when}.` });

/** The same where SGP4 refuses somewhere in a window: it may be in orbit when that begins. */
export const decaysWithin = (name: string, id: number) =>
  new ApiError('no_elements', {
    error: `${name} (${id}) has no position in part of this window: according to its elements, it decays before the window ends.`,
    hint: 'Request a window that ends earlier. /api/v1/reentries/upcoming has the prediction of its reentry, if there is one.',
  });

/** What every response that is made of elements says of them: in each row of a table. */
export const factColumns = {
  elements_epoch: z.iso.datetime().describe('Epoch of the elements (ISO 8601, UTC), as in the record of the object'),
  age_days: z.number().describe('Age of the elements at that time, or at the start of the window, days'),
  time_uncertainty_s: z
    .number()
    .nullable()
    .describe(
      'Error along the orbit as a time, seconds: two of three positions of this kind of orbit and this age are closer. Null where it is not measured. See /api/v1/accuracy',
    ),
  position_uncertainty_km: z.number().nullable().describe('The corresponding distance, km'),
};
/** In JSON. */
export const factFields = {
  ...factColumns,
  stale_warning: z
    .string()
    .nullable()
    .describe(
      'What to expect of elements more than three days from that time whose error is not measured; null otherwise',
    ),
};

export type ElementFacts = ReturnType<typeof elementFacts>;

/** The facts of elements at a time (milliseconds), by what the release has measured. */
export function elementFacts(
  { elements, active }: Pick<Positionable, 'active'> & { readonly elements: Elements },
  time: number,
  measured: readonly RegimeAccuracy[],
) {
  const now = new Date(time);
  const age = ageInDays(elements.epoch, now);
  const error = errorAt(errorCurve(measured, elements, active), age);
  return {
    elements_epoch: `${elements.epoch}Z`,
    age_days: Math.round(age * 100) / 100,
    time_uncertainty_s: error && Number(error.s.toPrecision(2)),
    position_uncertainty_km: error && Number(error.km.toPrecision(2)),
    stale_warning: error ? null : staleWarning(elements.epoch, now),
  };
}

/** The table that `elementFacts` reads; empty in a release that was made before there was one. */
export const measuredBy = async (catalog: Catalog): Promise<readonly RegimeAccuracy[]> =>
  (await catalog.accuracy())?.data ?? [];
