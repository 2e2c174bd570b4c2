import type { ElementSet } from '../../orbit/element-set.ts';
import { staleWarning } from '../../orbit/stale.ts';
import type { Catalog } from '../../query/catalog.ts';
import type { StoredElements } from '../../release/record-store.ts';
import { ApiError } from '../errors.ts';
import type { RouteResponse } from '../respond.ts';
import type { RouteRequest } from './route.ts';
import { noSatellite } from './satellites.ts';

/** A response made of elements with this epoch: it says so where they are old, at the requested time. */
export function withAge(epoch: string, response: Omit<RouteResponse, 'headers'>, now: number): RouteResponse {
  const warning = staleWarning(epoch, new Date(now));
  return { ...response, ...(warning !== null && { headers: { 'X-Stale-Warning': warning } }) };
}

/** The name and element set of an object. Throws 404 where there is no such object, or no elements of it. */
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

/** The same as of a time: those of the release that was current then, or the archive's. `createdAt` is when the message was made. */
export async function elementsAsOf(
  { context, from, asOf }: Pick<RouteRequest<Record<never, never>, Record<never, never>>, 'context' | 'from' | 'asOf'>,
  id: number,
): Promise<{ name: string; elements: ElementSet; createdAt: string }> {
  if (!asOf || asOf.release) return { ...elementsOf(from.catalog, id), createdAt: from.release.manifest.generated_at };
  const [elements] = await context.archive.asOf(asOf.at, id);
  if (!elements) throw new ApiError('no_elements', { error: `The archive has no elements of ${id} as of that time.` });
  const createdAt = asOf.coverage.snapshot?.at ?? new Date(asOf.at).toISOString();
  return { name: elements.object_name, elements, createdAt };
}
