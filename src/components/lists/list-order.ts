/** The column by which a list is ordered, and the direction. */
export interface Order {
  readonly by: string;
  readonly descending: boolean;
}

/** An order as the query of a page has it: `-active`. */
export const orderWords = ({ by, descending }: Order) => `${descending ? '-' : ''}${by}`;

/** The order in a query, `-active`; null if it is not by one of these columns. */
export function orderOf(asked: string | null, columns: readonly string[]): Order | null {
  const by = asked?.replace(/^-/, '') ?? '';
  return columns.includes(by) ? { by, descending: asked!.startsWith('-') } : null;
}

/** Rows in an order; rows without a value are last in both directions, and equal rows keep their order. */
export function ordered<Row>(
  rows: readonly Row[],
  { by, descending }: Order,
  values: Readonly<Record<string, (row: Row) => string | number | null>>,
): Row[] {
  const value = values[by]!;
  return [...rows].sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const compared =
      typeof one === 'number' && typeof other === 'number'
        ? one - other
        : String(one).localeCompare(String(other), 'en');
    return descending ? -compared : compared;
  });
}
