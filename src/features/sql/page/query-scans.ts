/** The part of a table that a query reads, from DuckDB's plan. */
export interface Scan {
  readonly table: string;
  /** Columns that the query reads or filters by. */
  readonly columns: readonly string[];
  /** The least and the greatest catalog number that pass the filters; null if any may. */
  readonly numbers: readonly [least: number, most: number] | null;
}

/** A node of `EXPLAIN (FORMAT json)`. */
interface PlanNode {
  readonly name: string;
  readonly children: readonly PlanNode[];
  readonly extra_info: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The scans of a plan, one for each table: several scans of one table are merged. */
export function scansOf(plan: string, columnsOf: ReadonlyMap<string, readonly string[]>): Scan[] {
  const scans = new Map<string, Scan>();
  const left = JSON.parse(plan) as PlanNode[];
  for (let node = left.pop(); node; node = left.pop()) {
    left.push(...node.children);
    if (!node.name.includes('SCAN')) continue;
    const { Table: name, Projections: projections, Filters: filters } = node.extra_info;
    const table = typeof name === 'string' ? name.slice(name.lastIndexOf('.') + 1) : '';
    const known = columnsOf.get(table);
    if (!known) continue;
    const words = new Set([...list(projections), ...list(filters)].flatMap((text) => text.match(/\w+/g) ?? []));
    const columns = known.filter((column) => words.has(column));
    const numbers = numbersOf(list(filters));
    const before = scans.get(table);
    scans.set(table, before ? united(before, { table, columns, numbers }) : { table, columns, numbers });
  }
  return [...scans.values()];
}

const list = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? []);

/** The range of catalog numbers that satisfies all conditions. Conditions of other kinds are applied by the database. */
function numbersOf(filters: readonly string[]): Scan['numbers'] {
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const filter of filters) {
    if (/\bOR\b|\bNOT\b/.test(filter)) continue;
    for (const [, sign, text] of filter.matchAll(/\bnorad_cat_id(=|>=|<=|>|<)(\d+)/g)) {
      const number = Number(text);
      if (sign !== '<' && sign !== '<=') least = Math.max(least, number);
      if (sign !== '>' && sign !== '>=') most = Math.min(most, number);
    }
    const listed = /\bnorad_cat_id IN \(([\d, ]+)\)/.exec(filter)?.[1]?.split(',').map(Number);
    if (listed) {
      least = Math.max(least, Math.min(...listed));
      most = Math.min(most, Math.max(...listed));
    }
  }
  return least === Number.NEGATIVE_INFINITY && most === Number.POSITIVE_INFINITY ? null : [least, most];
}

function united(one: Scan, other: Scan): Scan {
  const numbers =
    one.numbers && other.numbers
      ? ([Math.min(one.numbers[0], other.numbers[0]), Math.max(one.numbers[1], other.numbers[1])] as const)
      : null;
  return { table: one.table, columns: [...new Set([...one.columns, ...other.columns])], numbers };
}
