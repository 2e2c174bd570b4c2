import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../release/database.ts';
import { synonymWords } from './rewrites.ts';
import { Words } from './spelling.ts';

/**
 * The search index of a release, in memory. Objects with the same names and owners are one group, which is scanned once:
 * 66,899 objects are 34,846 groups.
 */
export interface SearchIndex {
  /** Catalog numbers, active objects first, then by number. */
  readonly ids: Int32Array;
  /** For each object its COSPAR designator; empty if it has none. */
  readonly designators: readonly string[];
  /** For each object the number of its group. */
  readonly groupOf: Int32Array;
  /** For each group its objects, as places in `ids`. */
  readonly objectsOf: readonly (readonly number[])[];
  /** For each group its folded names, its own before alternative ones: `| iss zarya | zarya |`. */
  readonly names: readonly string[];
  /** The groups that have a word in their names. */
  readonly groupsWith: WordPlaces;
  /** For each group the number of its owners. */
  readonly ownersOf: Int32Array;
  /** Folded operators and countries, written as names are. */
  readonly owners: readonly string[];
  /** The owners that have a word. */
  readonly ownersWith: WordPlaces;
  /** For each of the owners their groups. */
  readonly groupsOf: readonly (readonly number[])[];
  /** Words that a misspelt one may have meant. */
  readonly words: Words;
  /** Every name and its group, by the digits in it: those are never corrected. */
  readonly namesByDigits: ReadonlyMap<string, readonly { readonly group: number; readonly name: string }[]>;
}

/** The digits of a text, in their order. */
export const digitsIn = (text: string) => text.replace(/\P{N}+/gu, '');

/** Number of objects or texts after which other work may run: a few milliseconds. */
const PORTION = 4096;

/** Reads the search index of a release from its tables `search` and `satellites`. Throws CatalogError. */
export async function readSearchIndex(database: Database): Promise<SearchIndex> {
  const from = 'FROM search JOIN satellites s USING (norad_cat_id) ORDER BY s.active DESC, norad_cat_id';
  const [ids, designators, allNames, allOwners] = await Promise.all([
    database.integers(`SELECT norad_cat_id ${from}`),
    database.strings(`SELECT coalesce(s.cospar_id, '') ${from}`),
    database.strings(`SELECT search.names ${from}`),
    database.strings(`SELECT search.owners ${from}`),
  ]);
  const groups = new Map<string, number>();
  const owners = new Map<string, number>();
  const names: string[] = [];
  const ownersOf: number[] = [];
  const groupOf = new Int32Array(ids.length);
  const objectsOf: number[][] = [];
  const groupsOf: number[][] = [];
  for (const [object, text] of allNames.entries()) {
    if (object % PORTION === PORTION - 1) await setImmediate();
    const owner = numberOf(owners, allOwners[object]!);
    const group = numberOf(groups, `${text}\n${owner}`);
    if (group === names.length) {
      names.push(text);
      ownersOf.push(owner);
      // Most groups have one object. An array that grows gets room for 16 more, which were 4 MB in all.
      objectsOf.push([object]);
      if (owner === groupsOf.length) groupsOf.push([group]);
      else groupsOf[owner]!.push(group);
    } else objectsOf[group]!.push(object);
    groupOf[object] = group;
  }
  const groupsWith = await WordPlaces.from(names);
  const ownerTexts = [...owners.keys()];
  const ownersWith = await WordPlaces.from(ownerTexts);
  let namesByDigits: SearchIndex['namesByDigits'] | undefined;
  return {
    ids,
    designators,
    groupOf,
    objectsOf,
    names,
    groupsWith,
    ownersOf: Int32Array.from(ownersOf),
    owners: ownerTexts,
    ownersWith,
    groupsOf,
    words: new Words(countedWords(groupsWith, ownersWith, groupsOf, objectsOf)),
    get namesByDigits() {
      namesByDigits ??= Map.groupBy(
        names.flatMap((text, group) =>
          text.split('|').flatMap((name) => (name.trim() === '' ? [] : { group, name: name.trim() })),
        ),
        ({ name }) => digitsIn(name),
      );
      return namesByDigits;
    },
  };
}

/** Index of texts by their words: finds the places of the texts that have a word. */
export class WordPlaces {
  readonly #places: ReadonlyMap<string, readonly number[]>;
  /** Every word, a line each: one search of it finds all words that have a part. */
  readonly #lines: string;

  private constructor(places: ReadonlyMap<string, readonly number[]>) {
    this.#places = places;
    this.#lines = `\n${[...this.words].join('\n')}\n`;
  }

  static async from(texts: readonly string[]): Promise<WordPlaces> {
    const places = new Map<string, number[]>();
    for (const [place, text] of texts.entries()) {
      if (place % PORTION === PORTION - 1) await setImmediate();
      for (const word of new Set(text.split(' '))) {
        if (word === '|' || word === '') continue;
        const known = places.get(word);
        if (known) known.push(place);
        else places.set(word, [place]);
      }
    }
    return new WordPlaces(places);
  }

  get words(): Iterable<string> {
    return this.#places.keys();
  }

  /** The places that have a whole word. */
  of(word: string): readonly number[] {
    return this.#places.get(word) ?? [];
  }

  /** The places that have a word with this part; with `start`, a word that begins with it. */
  ofPart(part: string, start: boolean): Set<number> {
    const wanted = start ? `\n${part}` : part;
    const found = new Set<number>();
    for (let end = 0, at = this.#lines.indexOf(wanted); at >= 0; at = this.#lines.indexOf(wanted, end)) {
      const begin = this.#lines.lastIndexOf('\n', at) + 1;
      end = this.#lines.indexOf('\n', begin);
      for (const place of this.of(this.#lines.slice(begin, end))) found.add(place);
    }
    return found;
  }
}

/** Shorter words are not corrected: they would become any other. */
const SHORTEST_CORRECTED = 4;

/** Words of names and operators that may be misspelt, and synonyms, with the number of objects that have each. */
function countedWords(
  groupsWith: WordPlaces,
  ownersWith: WordPlaces,
  groupsOf: readonly (readonly number[])[],
  objectsOf: readonly (readonly number[])[],
): { word: string; objects: number }[] {
  const words = new Set([...groupsWith.words, ...ownersWith.words]);
  const mayBeMisspelt = [...words].filter((word) => word.length >= SHORTEST_CORRECTED && !/\p{N}/u.test(word));
  return [
    ...synonymWords.map((word) => ({ word, objects: 0 })),
    ...mayBeMisspelt.map((word) => {
      const groups = new Set(groupsWith.of(word));
      for (const owner of ownersWith.of(word)) for (const group of groupsOf[owner]!) groups.add(group);
      let objects = 0;
      for (const group of groups) objects += objectsOf[group]!.length;
      return { word, objects };
    }),
  ];
}

/** The number of a text, from 0 in the order in which they first come. */
function numberOf(numbers: Map<string, number>, text: string): number {
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  return number;
}
