import { z } from '@hono/zod-openapi';
import { ElementOrbit, exactEpoch, type Validity } from '../../orbit/element-orbit.ts';
import { staleWarning } from '../../orbit/propagate.ts';
import type { Sgp4Elements } from '../../orbit/sgp4-record.ts';
import type { Catalog } from '../../query/catalog.ts';
import type { StoredElements } from '../../release/record-store.ts';
import { isoText } from '../../schema/instant-text.ts';
import type { ElementSet } from '../../schema/objects/elements.ts';
import { ApiError } from '../errors.ts';
import type { RouteResponse } from '../respond.ts';
import type { RouteRequest } from './route.ts';
import { noSatellite } from './satellites.ts';

/**
 * The window of validity of an element set. That of the current set of its object ends with the window of the predicted reentry; positions
 * computed from it end at the same time.
 */
export async function validityOf(catalog: Catalog, set: Sgp4Elements & Pick<ElementSet, 'norad_cat_id'>) {
  const { norad_cat_id: id, epoch } = set;
  const current = catalog.elements(id)?.elements;
  const isCurrent = current && exactEpoch(current.epoch) === exactEpoch(epoch);
  return new ElementOrbit(set, isCurrent ? { until: (await catalog.reentryEnds()).get(id) } : {}).validity();
}

/** The window of validity of an element set, as responses have it; both null if the set never gives an orbit. */
export const validityFields = (window: Validity | null) => ({
  valid_from: window && isoText(window.from),
  valid_to: window && isoText(window.to),
});

const windowEnd = (meaning: string) => z.iso.datetime().nullable().describe(meaning);
/** The validity fields in the schema of a response. */
export const validityShape = {
  valid_from: windowEnd(
    'Positions are computed from these elements from here (ISO 8601, UTC): the first moment at which SGP4 has an orbit with a perigee of 80 km or more, and not more than 30 days before the epoch in low orbit, 90 above; null if they give none',
  ),
  valid_to: windowEnd('The same for the end'),
};

/** Adds a warning header to a response if its elements, with this epoch, are old at the requested time. */
export function withAge(epoch: string, response: Omit<RouteResponse, 'headers'>, now: number): RouteResponse {
  const warning = staleWarning(epoch, new Date(now));
  return { ...response, ...(warning !== null && { headers: { 'X-Stale-Warning': warning } }) };
}

/** The name and element set of an object. Throws 404 if there is no such object, or it has no elements. */
export function elementsOf(
  catalog: Catalog,
  id: number,
): { name: string; elements: NonNullable<StoredElements['elements']> } {
  const stored = catalog.elements(id);
  if (!stored) throw noSatellite(id);
  const { name, elements } = stored;
  if (!elements) throw new ApiError('no_elements', { error: `No orbital elements are published for ${name} (${id}).` });
  return { name, elements };
}

/**
 * The elements of an object as of a time: those of the release current then, or the archive's. `createdAt`: the
 * creation time of the message.
 */
export async function elementsAsOf(
  { context, from, asOf }: Pick<RouteRequest<Record<never, never>, Record<never, never>>, 'context' | 'from' | 'asOf'>,
  id: number,
): Promise<{ elements: ElementSet; createdAt: string }> {
  if (!asOf || asOf.release) {
    const { elements } = elementsOf(from.catalog, id);
    return { elements, createdAt: from.release.manifest.generated_at };
  }
  const [elements] = await context.archive.asOf(asOf.at, id);
  if (!elements) throw new ApiError('no_elements', { error: `The archive has no elements of ${id} as of that time.` });
  const createdAt = asOf.coverage.snapshot?.at ?? new Date(asOf.at).toISOString();
  return { elements, createdAt };
}
