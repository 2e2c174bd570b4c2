interface NamedObject {
  readonly name?: unknown;
  readonly alt_names?: unknown;
}

/**
 * The object that a person means by a word, from the results of a search for it, best first; null if several may be
 * meant, or only one with another spelling. The first result with the whole name is meant: modules of a space station
 * have its name as an alias, too.
 */
export function meantObject<T extends NamedObject>(
  word: string,
  results: readonly T[],
  { total, match }: { readonly total: number; readonly match?: string | null },
): T | null {
  const [first] = results;
  if (first === undefined) return null;
  const wanted = word.toLowerCase();
  const namesakes = results.filter(({ name, alt_names }) =>
    [name, ...(alt_names as readonly unknown[])].some((one) => String(one).toLowerCase() === wanted),
  );
  if (match === 'exact' || (total === 1 && match !== 'near')) return first;
  return namesakes.length === 1 || namesakes[0] === first ? namesakes[0]! : null;
}
