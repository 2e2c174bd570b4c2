import type { OpenedRelease } from '../../../http/opened-release.ts';
import { recordOf } from '../../../http/pages/page-object.ts';
import { factOf } from '../evidence.ts';

/** The source of the newest element set of an object; null if it has none. */
export function elementsSource({ catalog }: OpenedRelease, id: number, now: number): string | null {
  const record = recordOf(catalog, id);
  return record && factOf(record, 'elements_epoch', now).source;
}

/** The confidence of a computed number: that of the element set it was computed from. */
export const computed = {
  method: 'Computed by this server with SGP4 from the newest element set of the object',
  confidence: 'HIGH',
  rule: 'A computed value is as certain as its input, an element set from a high-trust source. time_uncertainty_s is the error of the computation, if it is known.',
} as const;

/** The sources that are known. */
export const named = (sources: readonly (string | null)[]): string[] =>
  sources.filter((source): source is string => source !== null);
