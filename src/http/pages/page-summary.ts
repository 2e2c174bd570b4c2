import type { z } from 'zod';
import type { Catalog } from '../../query/catalog.ts';
import type { satelliteSummary } from '../../schema/objects/satellite.ts';

/** An object as lists show it. */
export type Summary = z.infer<typeof satelliteSummary>;

/** The summaries of some catalog numbers, in their order; unknown numbers are left out. */
export function summariesOf(catalog: Pick<Catalog, 'summary'>, ids: Iterable<number>): Summary[] {
  const found: Summary[] = [];
  for (const id of ids) {
    const json = catalog.summary(id);
    if (json !== null) found.push(JSON.parse(json) as Summary);
  }
  return found;
}
