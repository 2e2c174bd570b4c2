import { fold } from '../schema/fold.ts';
import type { Database, Parameters } from './database.ts';
import { type SatelliteFilter, whereOf } from './satellite-filter.ts';

/** What a person means by what they typed. */
export type Meaning =
  | { readonly kind: 'catalogue number'; readonly id: number }
  | { readonly kind: 'designator'; readonly cosparId: string }
  | { readonly kind: 'launch'; readonly launchId: string }
  | { readonly kind: 'text'; readonly words: readonly string[] };

/** Reads a search: a bare number is a catalogue number, `1998-067A`, `98067A` and `1998-067` are COSPAR, all else is text. */
export function meaningOf(q: string): Meaning {
  const typed = q.trim();
  if (/^\d{1,9}$/.test(typed)) return { kind: 'catalogue number', id: Number(typed) };
  const cospar = /^(\d{4})-?(\d{3})([A-Z]{0,3})$/i.exec(typed) ?? /^(\d\d)(\d{3})([A-Z]{1,3})$/i.exec(typed);
  if (cospar) {
    const [, year, launch, piece] = cospar as unknown as [string, string, string, string];
    // Two digits of a year are those of a TLE: Sputnik's 57 to 2056.
    const full = year.length === 4 ? year : `${Number(year) < 57 ? '20' : '19'}${year}`;
    if (piece === '') return { kind: 'launch', launchId: `${full}-${launch}` };
    return { kind: 'designator', cosparId: `${full}-${launch}${piece.toUpperCase()}` };
  }
  return { kind: 'text', words: fold(typed).split(' ').filter(Boolean) };
}

/** The catalogue numbers that a search finds, best first. */
export async function search(database: Database, q: string, filter: SatelliteFilter): Promise<Int32Array> {
  const meaning = meaningOf(q);
  if (meaning.kind === 'catalogue number') return exactly(database, filter, 's.norad_cat_id = $it', meaning.id);
  if (meaning.kind === 'designator') return exactly(database, filter, 's.cospar_id = $it', meaning.cosparId);
  if (meaning.kind === 'launch') return exactly(database, filter, 's.launch_id = $it', meaning.launchId);
  const { words } = meaning;
  if (words.length === 0) return new Int32Array();
  const found = await withWords(database, words, filter);
  if (found.length > 0) return found;
  const near = await nearWords(database, words);
  return near ? await withWords(database, near, filter) : found;
}

function exactly(database: Database, filter: SatelliteFilter, condition: string, it: string | number) {
  const { conditions, values } = whereOf(filter);
  const where = [condition, ...conditions].join(' AND ');
  return database.integers(`SELECT s.norad_cat_id FROM satellites s WHERE ${where} ORDER BY s.active DESC, 1`, {
    ...values,
    it,
  });
}

/** One word of the search, or the several spellings that it may stand for. */
type Word = string | readonly string[];

/**
 * Ranks by how a name has the words: it is them, begins with them, has them as whole words; then operator or country; then
 * parts of words. The names of an object stand in `search.names` as `| iss zarya | zarya |`.
 */
async function withWords(database: Database, words: readonly Word[], filter: SatelliteFilter): Promise<Int32Array> {
  const { conditions, values } = whereOf(filter);
  const given: Parameters = { ...values };
  const each = words.map((word, index) => {
    const spellings = typeof word === 'string' ? [word] : word;
    const names = spellings.map((spelling, nth) => {
      given[`w${index}_${nth}`] = spelling;
      given[`p${index}_${nth}`] = ` ${spelling} `;
      return `${index}_${nth}`;
    });
    const any = (column: string, prefix: string) =>
      names.map((name) => `contains(${column}, $${prefix}${name})`).join(' OR ');
    return {
      part: `(${any('x.names', 'w')} OR ${any('x.owners', 'w')})`,
      inName: `(${any('x.names', 'p')})`,
      inOwner: `(${any('x.owners', 'p')})`,
    };
  });
  const all = (what: 'part' | 'inName' | 'inOwner') => each.map((word) => word[what]).join(' AND ');
  const phrase = words.every((word) => typeof word === 'string') ? words.join(' ') : null;
  if (phrase !== null) Object.assign(given, { exact: `| ${phrase} |`, begins: `| ${phrase}`, whole: ` ${phrase} ` });
  const phrased =
    phrase === null
      ? ''
      : 'WHEN contains(x.names, $exact) THEN 1 WHEN contains(x.names, $begins) THEN 2 WHEN contains(x.names, $whole) THEN 3';
  return database.integers(
    `SELECT x.norad_cat_id FROM search x JOIN satellites s USING (norad_cat_id)
     WHERE ${[all('part'), ...conditions].join(' AND ')}
     ORDER BY CASE ${phrased} WHEN ${all('inName')} THEN 4 WHEN ${all('inOwner')} THEN 5 ELSE 6 END, s.active DESC, x.norad_cat_id`,
    given,
  );
}

/** How many letters of a word may be off: none of a short one, which would become any other. */
const lettersOff = (word: string) => (word.length < 4 || /\d/.test(word) ? 0 : word.length < 6 ? 1 : 2);
/** How many spellings of one word are tried, the nearest and most frequent first. */
const spellings = 8;

/**
 * The words that a misspelt search may have meant: for each that the catalog does not have, those one or two letters off
 * (Damerau-Levenshtein). Null where one has none.
 */
async function nearWords(database: Database, words: readonly string[]): Promise<Word[] | null> {
  const near: Word[] = [];
  for (const word of words) {
    const off = lettersOff(word);
    if (off === 0) {
      near.push(word);
      continue;
    }
    const rows = await database.rows<{ word: string; off: number }>(
      `SELECT word, damerau_levenshtein(word, $word)::INTEGER AS off FROM search_words
       WHERE length(word) BETWEEN $least AND $most AND damerau_levenshtein(word, $word) <= $off
       ORDER BY off, objects DESC, word LIMIT ${spellings}`,
      { word, off, least: word.length - off, most: word.length + off },
    );
    if (rows.length === 0) return null;
    // A word that is spelt right is not taken for its neighbours.
    near.push(rows.filter((row) => row.off === rows[0]!.off).map((row) => row.word));
  }
  return near;
}
