import type { Catalog } from './catalog.ts';
import { type Coloring, coloring, otherColor } from './groups.ts';

/** One operator, and the catalog numbers of its active objects. */
export interface OperatorObjects {
  readonly name: string;
  readonly norad_cat_id: readonly number[];
}

/** Colors objects by operator: the largest operators have a color each, the rest share one. */
export function byOperator({ ids }: Pick<Catalog, 'ids'>, largest: readonly OperatorObjects[]): Coloring {
  const places = new Map(largest.flatMap(({ norad_cat_id }, place) => norad_cat_id.map((id) => [id, place] as const)));
  const labels = [
    ...largest.map(({ name }, place) => [name, place] as const),
    ['Other or unknown', otherColor] as const,
  ];
  return coloring(labels, ids.length, (row) => places.get(ids[row]!) ?? largest.length);
}
