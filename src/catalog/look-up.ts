import type { Database } from './database.ts';
import { type Phrasing, sayingWords } from './phrasings.ts';
import { clearedNotes, firstFrom, lookFor, phraseIn, Texts, textOf } from './search-text.ts';
import { Words } from './spelling.ts';
import { noteWord, type Vocabulary } from './vocabulary.ts';

/**
 * What a release can be searched by, in memory. Objects that have the same names and owners are looked at as one: 66,899
 * are 34,840 such groups, 3 MB in all. A sweep through them takes less than DuckDB needs to unpack them.
 */
export interface SearchIndex {
  /** Catalogue numbers, active objects first, then by number. */
  readonly ids: Int32Array;
  /** For each object the number of its group. */
  readonly groupOf: Int32Array;
  /** For each group its folded names: `| iss zarya | zarya |`. */
  readonly names: Texts;
  /** The words of the names. */
  readonly vocabulary: Vocabulary;
  /** For each group the number of its owners. */
  readonly ownersOf: Int32Array;
  /** Folded operators and countries, written as names are. */
  readonly owners: Texts;
  /** Every COSPAR designator, sorted. */
  readonly designators: Texts;
  /** For each object the number of its designator. */
  readonly designatorOf: Int32Array;
  /** Words that a misspelt one may have meant. */
  readonly words: Words;
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
  const vocabulary = { words: known, ends, texts: having };
  const spelling = new Words([...sayingWords.map((word) => ({ word, objects: 0 })), ...spelt]);
  return { ids, groupOf, names, vocabulary, ownersOf, owners, designators, designatorOf, words: spelling };
}

/** More words than this are not looked at; one bit of a number stands for each. */
const mostWords = 30;
/** Ranks behind those of a phrase, the best first; the last is that only parts of words were found. */
const [wholeWords, withOwner, parts] = [4, 5, 6];

/**
 * The objects that have all words of one of the phrasings, in a name, operator or country. Ranked by how a name has them:
 * it is them, begins with them, has them one after the other, has them as whole words; then operator or country; then
 * parts of words.
 */
export function lookUp(index: SearchIndex, phrasings: readonly Phrasing[]): Int32Array {
  const { names, vocabulary, owners, ownersOf } = index;
  const ranks = new Uint8Array(names.count);
  let found = false;
  for (const { words, whole } of phrasings) {
    // The rarest word first: what it leaves is looked at for the others.
    const sought = words
      .slice(0, mostWords)
      .sort((one, other) => index.words.count(one) - index.words.count(other) || other.length - one.length);
    const inNames = clearedNotes(names);
    const inOwners = lookFor(owners);
    const [namesHave, ownersHave] = whole ? [inNames.whole, inOwners.whole] : [inNames.any, inOwners.any];
    let left: number[] | undefined;
    for (const [bit, word] of sought.entries()) {
      noteWord(vocabulary, word, bit, inNames);
      inOwners.look(word, bit);
      const has = (group: number) => ((namesHave[group]! | ownersHave[ownersOf[group]!]!) & (1 << bit)) !== 0;
      left = left ? left.filter(has) : groupsThat(has, names.count);
      if (left.length === 0) break;
    }
    if (!left || left.length === 0) continue;
    found = true;
    const full = 2 ** sought.length - 1;
    const phrased = phraseIn(names, words.join(' '), left);
    for (const group of left) {
      const named = inNames.whole[group]!;
      const rank =
        phrased[group]! ||
        (named === full ? wholeWords : (named | inOwners.whole[ownersOf[group]!]!) === full ? withOwner : parts);
      if (ranks[group] === 0 || rank < ranks[group]!) ranks[group] = rank;
    }
  }
  return found ? ranked(index, ranks) : new Int32Array();
}

/**
 * The objects that have the most of some words, each meant in one of several spellings: what finds something where no object
 * has all of them. Rare words weigh more; less than half of the words is nothing. They may be a dozen at most.
 */
export function lookUpMost(index: SearchIndex, meant: readonly (readonly string[])[]): Int32Array {
  const { names, vocabulary, owners, ownersOf } = index;
  const inNames = clearedNotes(names);
  const inOwners = lookFor(owners);
  for (const [bit, spellings] of meant.entries())
    for (const word of spellings) {
      noteWord(vocabulary, word, bit, inNames);
      inOwners.look(word, bit);
    }
  const has = new Int32Array(names.count);
  /** How many groups have just these words. */
  const groupsWith = new Int32Array(2 ** meant.length);
  for (let group = 0; group < has.length; group += 1) {
    has[group] = inNames.whole[group]! | inOwners.whole[ownersOf[group]!]!;
    groupsWith[has[group]!]! += 1;
  }
  const weights = meant.map((_, bit) => {
    const having = groupsWith.reduce((sum, groups, words) => sum + (words & (1 << bit) ? groups : 0), 0);
    return Math.log(names.count / (1 + having));
  });
  let [best, heaviest] = [0, 0];
  for (const [words, groups] of groupsWith.entries()) {
    const found = weights.filter((_, bit) => words & (1 << bit));
    const weight = found.reduce((sum, one) => sum + one, 0);
    if (groups > 0 && found.length * 2 >= meant.length && weight > heaviest) [best, heaviest] = [words, weight];
  }
  return best === 0
    ? new Int32Array()
    : ranked(
        index,
        Uint8Array.from(has, (words) => (words === best ? wholeWords : 0)),
      );
}

function groupsThat(has: (group: number) => boolean, count: number): number[] {
  const groups: number[] = [];
  for (let group = 0; group < count; group += 1) if (has(group)) groups.push(group);
  return groups;
}

/** The objects of the groups that have a rank, the best rank first, within a rank in the order of the index. */
function ranked({ ids, groupOf }: SearchIndex, ranks: Uint8Array): Int32Array {
  const byRank: number[][] = Array.from({ length: parts + 1 }, () => []);
  for (let at = 0; at < ids.length; at += 1) {
    const rank = ranks[groupOf[at]!]!;
    if (rank !== 0) byRank[rank]!.push(ids[at]!);
  }
  const found = new Int32Array(byRank.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const some of byRank) {
    found.set(some, at);
    at += some.length;
  }
  return found;
}

/** The object with a catalogue number. */
export const lookUpNumber = ({ ids }: SearchIndex, id: number): Int32Array =>
  ids.includes(id) ? Int32Array.of(id) : new Int32Array();

/** The objects with a designator, or, of a launch, with any that begins so. */
export function lookUpDesignator(index: SearchIndex, designator: string, begins: boolean): Int32Array {
  const { ids, designators, designatorOf } = index;
  const first = firstFrom(designators, designator);
  let end = first;
  const fits = (text: string) => (begins ? text.startsWith(designator) : text === designator);
  while (end < designators.count && fits(textOf(designators, end))) end += 1;
  const found: number[] = [];
  if (end > first)
    for (let at = 0; at < ids.length; at += 1)
      if (designatorOf[at]! >= first && designatorOf[at]! < end) found.push(ids[at]!);
  return Int32Array.from(found);
}
