import { upcomingReentries, windowEnds } from '../schema/reentries/reentry.ts';
import type { Database } from './database.ts';
import { readDocument } from './release-document.ts';

/**
 * When the windows of predicted reentries of a release end, milliseconds since 1970, by catalog number: also of those that are already
 * over. Afterwards an object has no position, by any route, file, or search. Empty for a release from before they were predicted.
 */
export async function reentryEnds(folder: string, database: Database): Promise<ReadonlyMap<number, number>> {
  // A release without this list is older than the table of predictions.
  const list = await readDocument(folder, 'reentries/upcoming', upcomingReentries);
  if (!list) return new Map();
  const rows = await database.rows<{ norad_cat_id: number; ends: number }>(windowEnds(list.meta.generated_at));
  return new Map(rows.map(({ norad_cat_id, ends }) => [norad_cat_id, ends]));
}
