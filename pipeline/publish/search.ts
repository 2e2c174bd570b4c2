import { fold, foldAll } from '../../src/schema/fold.ts';
import { searchTables } from '../../src/schema/search-tables.ts';
import type { Store } from '../store.ts';

/** Shorter words are not looked for by near spelling: they would become any other. */
const SHORTEST = 4;

interface Named {
  readonly norad_cat_id: number;
  readonly name: string;
  readonly alt_names: readonly string[];
  readonly operator: string | null;
  readonly operator_slug: string | null;
  readonly country_name: string | null;
  readonly country: string;
}

const named = `SELECT norad_cat_id, name, alt_names, operator, operator_slug, country_name, country
  FROM satellites ORDER BY norad_cat_id`;

/**
 * Makes what search looks through: `search`, the folded names and owners of every object, and `search_words`, the words that a
 * misspelt one may have meant, with the number of objects that have each; and of them the tables that the server reads.
 */
export async function buildSearch(store: Store): Promise<void> {
  const search = await store.table('search', { norad_cat_id: 'INTEGER', names: 'VARCHAR', owners: 'VARCHAR' });
  const words = new Map<string, number>();
  const owners = new Map<string, Owners>();
  for await (const batch of store.batches<Named>(named)) {
    for (const object of batch) {
      const names = foldAll([object.name, ...object.alt_names]);
      const owner = ownersOf(object, owners);
      search.push([object.norad_cat_id, names, owner.text]);
      for (const word of new Set([...names.split(' ').filter(isWord), ...owner.words]))
        words.set(word, (words.get(word) ?? 0) + 1);
    }
  }
  search.close();
  const found = await store.table('words_found', { word: 'VARCHAR', objects: 'INTEGER' });
  for (const row of words) found.push(row);
  found.close();
  await store.run('CREATE TABLE search_words AS FROM words_found ORDER BY word');
  for (const [table, sql] of Object.entries(searchTables)) await store.run(`CREATE TABLE ${table} AS ${sql}`);
}

/** What is searched of who has an object, and the words of its operator. Owners are few: each is folded once. */
interface Owners {
  readonly text: string;
  readonly words: readonly string[];
}

function ownersOf({ operator, operator_slug, country_name, country }: Named, known: Map<string, Owners>): Owners {
  const texts = [operator, operator_slug, country_name, country];
  const key = JSON.stringify(texts);
  const owners = known.get(key) ?? {
    text: foldAll(texts.filter((text) => text !== null)),
    words: fold(operator ?? '')
      .split(' ')
      .filter(isWord),
  };
  known.set(key, owners);
  return owners;
}

/** Letters alone, and enough of them: numbers and designations are not misspelt names. */
function isWord(word: string): boolean {
  return word.length >= SHORTEST && !/\p{N}/u.test(word);
}
