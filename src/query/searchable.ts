import type { Database } from '../release/database.ts';
import { synonymWords } from './rewrites.ts';
import { Words } from './spelling.ts';

/**
 * What a release is searched by, in memory. Objects with the same names and owners are one group, which is scanned once:
 * 66,899 objects are 34,846 groups.
 */
export interface SearchIndex {
  /** Catalog numbers, active objects first, then by number. */
  readonly ids: Int32Array;
  /** For each object its COSPAR designator; empty where it has none. */
  readonly designators: readonly string[];
  /** For each object the number of its group. */
  readonly groupOf: Int32Array;
  /** For each group its folded names, its own before alternative ones: `| iss zarya | zarya |`. */
  readonly names: readonly string[];
  /** For each group the number of its owners. */
  readonly ownersOf: Int32Array;
  /** Folded operators and countries, written as names are. */
  readonly owners: readonly string[];
  /** Words that a misspelt one may have meant. */
  readonly words: Words;
}

/** Reads what a release is searched by, from its tables `search` and `satellites`. Throws CatalogError. */
export async function readSearchIndex(database: Database): Promise<SearchIndex> {
  const from = 'FROM search JOIN satellites s USING (norad_cat_id) ORDER BY s.active DESC, norad_cat_id';
  const [ids, designators, allNames, allOwners] = await Promise.all([
    database.integers(`SELECT norad_cat_id ${from}`),
    database.strings(`SELECT coalesce(s.cospar_id, '') ${from}`),
    database.strings(`SELECT search.names ${from}`),
    database.strings(`SELECT search.owners ${from}`),
  ]);
  const groups = new Numbered();
  const owners = new Numbered();
  const names: string[] = [];
  const ownersOf: number[] = [];
  const groupOf = new Int32Array(ids.length);
  const objectsIn: number[] = [];
  for (const [object, text] of allNames.entries()) {
    const owner = owners.numberOf(allOwners[object]!);
    const group = groups.numberOf(`${text}\n${owner}`);
    if (group === names.length) {
      names.push(text);
      ownersOf.push(owner);
      objectsIn.push(0);
    }
    groupOf[object] = group;
    objectsIn[group]! += 1;
  }
  return {
    ids,
    designators,
    groupOf,
    names,
    ownersOf: Int32Array.from(ownersOf),
    owners: owners.texts,
    words: new Words([
      ...synonymWords.map((word) => ({ word, objects: 0 })),
      ...countedWords(names, ownersOf, owners.texts, objectsIn),
    ]),
  };
}

/** Shorter words are not corrected: they would become any other. */
const SHORTEST_CORRECTED = 4;

/** Words of names and operators that may be misspelt, with the number of objects that have each. */
function countedWords(
  names: readonly string[],
  ownersOf: readonly number[],
  owners: readonly string[],
  objectsIn: readonly number[],
): { word: string; objects: number }[] {
  const wordsIn = (text: string) =>
    new Set(text.split(' ').filter((word) => word.length >= SHORTEST_CORRECTED && !/\p{N}/u.test(word)));
  const ownerWords = owners.map(wordsIn);
  const counts = new Map<string, number>();
  for (const [group, text] of names.entries())
    for (const word of wordsIn(text).union(ownerWords[ownersOf[group]!]!))
      counts.set(word, (counts.get(word) ?? 0) + objectsIn[group]!);
  return [...counts].map(([word, objects]) => ({ word, objects }));
}

/** Numbers texts from 0, in the order in which they first come. */
class Numbered {
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  get texts(): string[] {
    return [...this.#numbers.keys()];
  }
}
