import type { Database } from './database.ts';
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

/** Reads what a release can be searched by. Throws CatalogError. */
export async function readSearchIndex(database: Database): Promise<SearchIndex> {
  const objects = 'FROM search JOIN satellites USING (norad_cat_id) ORDER BY active DESC, norad_cat_id';
  const number = (what: string) => `(dense_rank() OVER (ORDER BY ${what}) - 1)::INTEGER`;
  const groups = '(SELECT DISTINCT names, owners FROM search)';
  const words = `(SELECT word, number FROM (SELECT unnest(list_distinct(string_split(names, ' '))) AS word, number FROM (SELECT names, (row_number() OVER (ORDER BY names, owners) - 1)::INTEGER AS number FROM ${groups})) WHERE word NOT IN ('', '|'))`;
  const designator = "coalesce(cospar_id, '')";
  const texts = async (sql: string) => {
    // Neither folded text nor a designator has a line feed in it.
    const [row] = await database.rows<{ all: string | null }>(`SELECT string_agg(${sql}`);
    return new Texts(row?.all ?? '');
  };
  const [ids, groupOf, names, known, ends, having, ownersOf, owners, designators, designatorOf, spelt] =
    await Promise.all([
      database.integers(`SELECT norad_cat_id ${objects}`),
      database.integers(`SELECT ${number('names, owners')} ${objects}`),
      texts(`names, chr(10) ORDER BY names, owners) AS "all" FROM ${groups}`),
      texts(`word, chr(10) ORDER BY word) AS "all" FROM (SELECT DISTINCT word FROM ${words})`),
      database.integers(
        `SELECT (sum(count(*)) OVER (ORDER BY word))::INTEGER FROM ${words} GROUP BY word ORDER BY word`,
      ),
      database.integers(`SELECT number FROM ${words} ORDER BY word, number`),
      database.integers(`SELECT ${number('owners')} FROM ${groups} ORDER BY names, owners`),
      texts('owners, chr(10) ORDER BY owners) AS "all" FROM (SELECT DISTINCT owners FROM search)'),
      texts(`text, chr(10) ORDER BY text) AS "all" FROM (SELECT DISTINCT ${designator} AS text FROM satellites)`),
      database.integers(`SELECT ${number(designator)} ${objects}`),
      database.rows<{ word: string; objects: number }>('FROM search_words'),
    ]);
  return {
    ids,
    groupOf,
    objectsOf: placesOfKeys(groupOf, names.count),
    names,
    vocabulary: { words: known, texts: { ends, items: having } },
    ownersOf,
    groupsOf: placesOfKeys(ownersOf, owners.count),
    owners,
    designators,
    designatorOf,
    words: new Words([...sayingWords.map((word) => ({ word, objects: 0 })), ...spelt]),
    notes: new Notes(names.count, owners.count),
  };
}
