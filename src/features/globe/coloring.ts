/** One color of the globe: its label, and how many objects have it. */
interface Group {
  readonly label: string;
  /** Index in the palette. */
  readonly color: number;
  readonly count: number;
}

/** A way to color objects: its groups, and the group index of each object. */
export interface Coloring {
  readonly groups: readonly Group[];
  readonly groupOf: Uint8Array;
}

/** The color of objects outside the listed groups: the last of the palette, after as many as can be distinguished. */
export const otherColor = 6;

/** Counts the objects of each group: `labels` are the names and colors, `groupAt` the group index of a row. */
export function coloring(
  labels: readonly (readonly [string, number])[],
  rows: number,
  groupAt: (row: number) => number,
): Coloring {
  const groupOf = Uint8Array.from({ length: rows }, (_, row) => groupAt(row));
  const counts = labels.map(() => 0);
  for (const group of groupOf) counts[group]! += 1;
  return { groups: labels.map(([label, color], index) => ({ label, color, count: counts[index]! })), groupOf };
}

/** One operator, and the catalog numbers of its active objects. */
export interface OperatorObjects {
  readonly name: string;
  readonly norad_cat_id: readonly number[];
}

/** Colors objects by operator: the largest operators have a color each, the rest share one. */
export function byOperator({ ids }: { readonly ids: Int32Array }, largest: readonly OperatorObjects[]): Coloring {
  const places = new Map(largest.flatMap(({ norad_cat_id }, place) => norad_cat_id.map((id) => [id, place] as const)));
  const labels = [
    ...largest.map(({ name }, place) => [name, place] as const),
    ['Other or unknown', otherColor] as const,
  ];
  return coloring(labels, ids.length, (row) => places.get(ids[row]!) ?? largest.length);
}
