import { setImmediate as turn } from 'node:timers/promises';
import type { Catalog } from '../../query/catalog.ts';

const updated = /"updated_at":"([^"]+)"/;
/** Summaries that are read in one go: a few milliseconds. */
const portion = 250;

/** Some objects by catalog number, each with the time of its last change. */
export async function changesOf(
  catalog: Pick<Catalog, 'list' | 'summary'>,
  offset: number,
  limit: number,
): Promise<[id: number, time: string][]> {
  const ids = (await catalog.list({}, { by: 'norad_cat_id', descending: false })).subarray(offset, offset + limit);
  const found: [number, string][] = [];
  for (const [index, id] of ids.entries()) {
    if (index % portion === portion - 1) await turn();
    const time = updated.exec(catalog.summary(id) ?? '')?.[1];
    if (time !== undefined) found.push([id, time]);
  }
  return found;
}
