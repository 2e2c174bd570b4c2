import { fold } from '../../schema/fold.ts';

/**
 * The operators that have words in their name, or the beginning of one; those whose name begins with them first, otherwise in the order
 * given.
 */
function operatorsNamed<T extends { readonly name: string; readonly slug: string }>(
  operators: readonly T[],
  q: string,
): T[] {
  const sought = fold(q);
  if (sought === '') return [];
  const found = operators.filter(({ name, slug }) => slug === q || ` ${fold(name)}`.includes(` ${sought}`));
  const begins = ({ name }: T) => fold(name).startsWith(sought);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

/** Filters of the list of operators; undefined does not filter. */
export interface OperatorFilter {
  /** Words of the name, or the beginning of one. */
  readonly q?: string | undefined;
  /** Any of these countries, by code. */
  readonly countries?: readonly string[] | undefined;
}

/** The operators that match a filter, in the order of `operatorsNamed`. */
export function filterOperators<
  T extends { readonly name: string; readonly slug: string; readonly country: string | null },
>(operators: readonly T[], { q, countries }: OperatorFilter): readonly T[] {
  const named = q === undefined ? operators : operatorsNamed(operators, q);
  return countries === undefined
    ? named
    : named.filter(({ country }) => country !== null && countries.includes(country));
}
