import { ageInDays, isTooOld } from '../../../orbit/stale.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { StoredElements } from '../../../release/record-store.ts';
import { Refusal } from '../../errors.ts';
import { elementsOf } from '../elements.ts';
import { flag } from '../parameter.ts';

export const allowOld = flag('Respond also where the elements are more than 30 days from the requested time', [
  'true',
  'false',
]);

/** The name and elements of an object that has a position. */
export interface Positionable {
  readonly id: number;
  readonly name: string;
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
  const { decay_date } = JSON.parse(catalog.summary(id) ?? '{}') as { decay_date?: string | null };
  // A decay date may be a year or a month alone: its end is what counts.
  if (decay_date && times.at(-1)! > decayedBy(decay_date)) throw decayed(name, id, `on ${decay_date}`);
  const far = times.find((time) => tooOld(elements, time));
  if (far !== undefined && !allowOldElements)
    throw new Refusal('elements_too_old', {
      error: `The elements of ${name} (${id}) are of ${elements.epoch}, ${Math.round(Math.abs(ageInDays(elements.epoch, new Date(far))))} days from the requested time.`,
    });
  return { id, name, elements };
}

function decayedBy(date: string): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number?, number?];
  if (month === undefined) return Date.UTC(year + 1, 0, 1);
  return day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1);
}

/** The 404 of an object that has no position any more. */
export const decayed = (name: string, id: number, when: string) =>
  new Refusal('no_elements', { error: `${name} (${id}) has no position at this time: it has decayed ${when}.` });

/** What every response that is made of elements says of them. */
export const elementFacts = ({ elements }: { readonly elements: { readonly epoch: string } }, time: number) => ({
  elements_epoch: elements.epoch,
  age_days: Math.round(ageInDays(elements.epoch, new Date(time)) * 100) / 100,
  // Null until there is a measured model of how elements of an orbit age.
  time_uncertainty_s: null,
});
