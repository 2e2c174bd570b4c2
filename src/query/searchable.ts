import type { Database } from '../release/database.ts';
import { type Lists, placesOfKeys } from './lists.ts';
import { Notes } from './notes.ts';
import { sayingWords } from './phrasings.ts';
import { Texts } from './search-text.ts';
import { Words } from './spelling.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * What a release can be searched by, in memory. Objects that have the same names and owners are looked at as one: 66,899
 * are 34,840 such groups, 3 MB in all. A sweep through them takes less than DuckDB needs to unpack them.
 */
export interface SearchIndex {
  /** Catalogue numbers, active objects first, then by number. */
  readonly ids: Int32Array;
  /** For each object the number of its group. */
  readonly groupOf: Int32Array;
  /** For each group the places of its objects in `ids`. */
  readonly objectsOf: Lists;
  /** For each group its folded names: `| iss zarya | zarya |`. */
  readonly names: Texts;
  /** The words of the names. */
  readonly vocabulary: Vocabulary;
  /** For each group the number of its owners. */
  readonly ownersOf: Int32Array;
  /** For each number of owners its groups. */
  readonly groupsOf: Lists;
  /** Folded operators and countries, written as names are. */
  readonly owners: Texts;
  /** Every COSPAR designator, sorted. */
  readonly designators: Texts;
  /** For each object the number of its designator. */
  readonly designatorOf: Int32Array;
  /** Words that a misspelt one may have meant. */
  readonly words: Words;
  /** What a look-up notes. */
  readonly notes: Notes;
}

/** Reads what a release can be searched by, from tables that are in the order in which it is kept. Throws CatalogError. */
export async function readSearchIndex(database: Database): Promise<SearchIndex> {
  // Neither folded text nor a designator has a line feed in it. Handed over one by one, a million take five times as long.
  const texts = async (column: string, table: string) => {
    const block = 'rowid // 32768';
    const all = `SELECT string_agg(${column}, chr(10) ORDER BY rowid) FROM ${table} GROUP BY ${block} ORDER BY ${block}`;
    return new Texts((await database.strings(all)).join('\n'));
  };
  const [objects, names, ownersOf, owners, designators, known, ends, items, spelt] = await Promise.all([
    database.columns(
      {
        ids: ['integer', 'norad_cat_id'],
        groupOf: ['integer', '"group"'],
        designatorOf: ['integer', 'designator'],
      },
      'FROM search_objects',
    ),
    texts('names', 'search_groups'),
    database.integers('SELECT owners FROM search_groups'),
    texts('text', 'search_owners'),
    texts('text', 'search_designators'),
    texts('word', 'search_vocabulary'),
    database.integers('SELECT places FROM search_vocabulary'),
    database.integers('SELECT "group" FROM search_places'),
    database.rows<{ word: string; objects: number }>('FROM search_words'),
  ]);
  return {
    ...objects,
    objectsOf: placesOfKeys(objects.groupOf, names.count),
    names,
    vocabulary: { words: known, texts: { ends, items } },
    ownersOf,
    groupsOf: placesOfKeys(ownersOf, owners.count),
    owners,
    designators,
    words: new Words([...sayingWords.map((word) => ({ word, objects: 0 })), ...spelt]),
    notes: new Notes(names.count, owners.count),
  };
}
