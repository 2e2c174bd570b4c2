import type { z } from 'zod';
import type { Catalog, OperatorRow } from '../../query/catalog.ts';
import { filterOperators, type OperatorFilter } from '../../query/search/operator-names.ts';
import type { operator } from '../../schema/objects/operator.ts';

type Operator = z.infer<typeof operator>;

/** The operators of a release, most active satellites first. */
export interface Operators {
  readonly all: readonly Operator[];
  of(slug: string): Operator | null;
  /** The operators that match a filter, as the API finds them. */
  list(filter: OperatorFilter): readonly Operator[];
}

const read = new WeakMap<readonly OperatorRow[], Operators>();

/** Reads the operators once per release. Throws CatalogError. */
export async function operatorsOf(catalog: Catalog): Promise<Operators> {
  const rows = await catalog.operators();
  const known = read.get(rows) ?? index(rows.map(({ json }) => JSON.parse(json) as Operator));
  read.set(rows, known);
  return known;
}

function index(all: readonly Operator[]): Operators {
  const bySlug = new Map(all.map((operator) => [operator.slug, operator]));
  return {
    all,
    of: (slug) => bySlug.get(slug) ?? null,
    list: (filter) => filterOperators(all, filter),
  };
}
