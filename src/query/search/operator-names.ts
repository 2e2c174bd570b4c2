import { fold } from '../../schema/fold.ts';

/** The operators that have words in their name, or the beginning of one; those whose name begins with them first, otherwise in the order given. */
export function operatorsNamed<T extends { readonly name: string; readonly slug: string }>(
  operators: readonly T[],
  q: string,
): T[] {
  const sought = fold(q);
  if (sought === '') return [];
  const found = operators.filter(({ name, slug }) => slug === q || ` ${fold(name)}`.includes(` ${sought}`));
  const begins = ({ name }: T) => fold(name).startsWith(sought);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}
