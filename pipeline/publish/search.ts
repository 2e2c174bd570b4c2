import { foldAll } from '../../src/schema/fold.ts';
import type { Store } from '../store.ts';

interface Named {
  readonly norad_cat_id: number;
  readonly name: string;
  readonly alt_names: readonly string[];
  readonly operator: string | null;
  readonly operator_slug: string | null;
  readonly country_name: string | null;
  readonly country: string;
}

const named = `SELECT norad_cat_id, name, alt_names, operator, operator_slug, country_name, country
  FROM satellites ORDER BY norad_cat_id`;

/** Fills the table `search`, which the server scans: the folded names and owners of every object. */
export async function buildSearch(store: Store): Promise<void> {
  const search = await store.table('search', { norad_cat_id: 'INTEGER', names: 'VARCHAR', owners: 'VARCHAR' });
  // Owners are few: each is folded once.
  const folded = new Map<string, string>();
  for await (const batch of store.batches<Named>(named))
    for (const { norad_cat_id, name, alt_names, operator, operator_slug, country_name, country } of batch) {
      const owners = [operator, operator_slug, country_name, country].filter((text) => text !== null);
      const key = JSON.stringify(owners);
      const text = folded.get(key) ?? foldAll(owners);
      folded.set(key, text);
      search.push([norad_cat_id, foldAll([name, ...alt_names]), text]);
    }
  search.close();
}
