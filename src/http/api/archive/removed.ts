import { type RemovedObject, removedObject, removedRecord } from '../../../query/past-record.ts';
import { meaningOf } from '../../../query/search/search.ts';
import { ApiError } from '../../errors.ts';
import type { OpenedRelease } from '../../opened-release.ts';
import type { RequestContext } from '../../request-context.ts';
import { claimSources } from './as-of.ts';

type Archive = Pick<RequestContext, 'archive'>;

/** An object that an earlier release listed and this one does not; null if none did. */
async function removedFrom({ archive }: Archive, { catalog, release }: OpenedRelease, id: number) {
  return removedObject(archive, id, release.manifest.generated_at, async (cosparId) => {
    const { ids, match } = await catalog.search(cosparId, {});
    return match === 'exact' ? (ids[0] ?? null) : null;
  });
}

/**
 * The last record of an object that a release does not list any more, as JSON text; null if no earlier one listed it. `past` is the time
 * of a release that is not kept (ISO 8601 UTC), instead of that of `from`: designators are not looked up in it.
 */
export async function removedRecordFrom(
  context: Archive,
  from: OpenedRelease,
  id: number,
  past?: string,
): Promise<string | null> {
  const removed =
    past === undefined
      ? await removedFrom(context, from, id)
      : await removedObject(context.archive, id, past, async () => null);
  return removed && removedRecord(context.archive, id, removed, await claimSources(from.catalog));
}

/** The object that a search for a catalog number means, if the release does not list it any more; null for any other search. */
export async function removedBySearch(
  context: Archive,
  from: OpenedRelease,
  q: string | undefined,
): Promise<(RemovedObject & { readonly norad_cat_id: number }) | null> {
  const meaning = q === undefined ? null : meaningOf(q);
  if (meaning?.kind !== 'catalog number' || from.catalog.has(meaning.id)) return null;
  const removed = await removedFrom(context, from, meaning.id);
  return removed && { norad_cat_id: meaning.id, ...removed };
}

/** A removed object as a member of `meta`. */
export const metaOfRemoved = (removed: Awaited<ReturnType<typeof removedBySearch>>) =>
  removed ? { norad_cat_id: removed.norad_cat_id, name: removed.name, ...removed.removed } : undefined;

/** An error, or instead of the 404 of an object that the release does not list any more, one that names its last record. */
export async function errorOfRemoved(
  error: unknown,
  context: Archive,
  from: OpenedRelease,
  { norad_cat_id: id }: { readonly norad_cat_id?: number },
): Promise<unknown> {
  if (id === undefined || !(error instanceof ApiError) || error.code !== 'not_found') return error;
  // A listed object may lack what the route has, such as close approaches.
  if (from.catalog.has(id)) return error;
  const found = await removedFrom(context, from, id);
  if (!found) return error;
  const { last_listed, designator_now } = found.removed;
  const moved = designator_now === null ? '' : ` Its designator belongs to ${designator_now} now.`;
  return new ApiError('not_found', {
    error: `No catalog lists ${found.name} (${id}) any more: it was last listed on ${last_listed.slice(0, 10)}.`,
    hint: `/api/v1/satellites/${id} has its last record.${moved}`,
  });
}
