import { fetchJson } from '../../../dom/fetch-json.ts';

/**
 * When the windows of predicted reentries end, milliseconds since 1970, by catalog number: afterwards an object has no position. Throws if
 * that cannot be loaded.
 */
export async function fetchReentryEnds(): Promise<ReadonlyMap<number, number>> {
  const { norad_cat_id, until } = await fetchJson<{
    readonly norad_cat_id: readonly number[];
    readonly until: readonly number[];
  }>('/sky/ends.json');
  return new Map(norad_cat_id.map((id, row) => [id, until[row]!]));
}
