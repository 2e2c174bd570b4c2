import type { OpenedRelease } from '../../opened-release.ts';
import { recordOf } from '../../pages/page-object.ts';
import { factOf } from '../evidence.ts';

/** The source of the newest element set of an object; null where it has none. */
export function elementsSource({ catalog }: OpenedRelease, id: number, now: number): string | null {
  const record = recordOf(catalog, id);
  return record && factOf(record, 'elements_epoch', now).source;
}

/** How sure a computed number is: it is as good as the element set under it. */
export const computed = {
  method: 'Computed by this server with SGP4 from the newest element set of the object',
  confidence: 'LOW',
  rule: 'Values that this service computes are LOW; time_uncertainty_s is their error where it is known.',
} as const;

/** The sources that are known. */
export const named = (sources: readonly (string | null)[]): string[] =>
  sources.filter((source): source is string => source !== null);
