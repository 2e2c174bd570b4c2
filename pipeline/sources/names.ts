import { isPlaceholder, nameKeys, nameParts, nameSeries } from '../codes/names.ts';
import type { Book } from './source.ts';

/**
 * Says all the names that one row gives. The first is its name, the others (bracketed parts too) are alternate names;
 * all of them together are what the name is compared by. A `?` at its end marks the name as uncertain, and is no part of it. A placeholder (`OBJECT E`) says that nobody knows yet.
 */
export function sayName(book: Book, names: readonly (string | null)[], weight = 0): void {
  const raw = names.filter((name) => name !== null);
  const given = raw.map((name) => name.replace(/\s*\?$/, '') || name);
  const [first] = given;
  if (first === undefined) return;
  const placeholder = isPlaceholder(first);
  book.say('name', first, raw[0]!, {
    uncertain: first !== raw[0],
    keys: [...new Set(given.flatMap(nameKeys))],
    spaces: [...new Set(given.flatMap(nameSeries))],
    weight: placeholder ? weight + 5 : weight,
    silent: placeholder,
  });
  const said = new Set([first]);
  for (const [index, name] of given.entries()) {
    const { name: outside, aliases } = nameParts(name);
    for (const other of [name, outside, ...aliases]) {
      // `DELTA 2 R/B(1)`: what stands in brackets may be a mere count.
      if (!/\p{L}.*[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(other) || said.has(other) || isPlaceholder(other)) continue;
      said.add(other);
      book.say('alt_names', other, raw[index]!, { uncertain: name !== raw[index] });
    }
  }
}
