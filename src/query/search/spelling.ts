import { bitsIn } from '../row-set.ts';

/** A word of the catalog, and the number of objects that have it. */
interface Word {
  readonly word: string;
  readonly objects: number;
}

/** How many letters of a word may be off: none of a short one or a number, which would become any other. */
function lettersOff(word: string): number {
  if (word.length < 4 || /\p{N}/u.test(word)) return 0;
  return word.length < 5 ? 1 : 2;
}

/** How many spellings of one word are tried. */
const MAX_NEAREST = 4;
/** The same of words that are further off: as many as a search has phrasings. */
const MAX_FURTHER = 6;

/** The words of a catalog, for what is misspelt. */
export class Words {
  readonly #known: ReadonlySet<string>;
  /** The most frequent first, with a mark of the letters in each. */
  readonly #words: readonly (Word & { readonly letters: number })[];

  constructor(words: readonly Word[]) {
    this.#words = words
      .map((one) => ({ ...one, letters: lettersIn(one.word) }))
      .sort((a, b) => b.objects - a.objects || (a.word < b.word ? -1 : 1));
    this.#known = new Set(words.map(({ word }) => word));
  }

  has(word: string): boolean {
    return this.#known.has(word);
  }

  /**
   * The words that a misspelt one may have meant: those the fewest letters off, at most two, and of these those that lack the
   * fewest of its letters; the most frequent first. With `further`, those that are two letters off, the nearest first: for
   * where others have found nothing. A word that is spelt right is itself alone; so are numbers and short words. Empty where
   * nothing is near.
   */
  near(word: string, further = false): string[] {
    let off = further && lettersOff(word) > 0 ? 2 : lettersOff(word);
    if (off === 0 || this.has(word)) return [word];
    const letters = lettersIn(word);
    const near: { word: string; distance: number; lacking: number }[] = [];
    for (const known of this.#words) {
      // Each letter that only one of the two has costs an edit: most words need no closer look.
      if (Math.abs(known.word.length - word.length) > off) continue;
      const lacking = bitsIn(letters & ~known.letters);
      if (lacking > off || bitsIn(known.letters & ~letters) > off) continue;
      const distance = editDistance(word, known.word, off);
      if (distance > off) continue;
      if (!further) off = distance;
      near.push({ word: known.word, distance, lacking });
    }
    near.sort((one, other) => one.distance - other.distance || one.lacking - other.lacking);
    const [best] = near;
    return near
      .filter(({ distance, lacking }) => further || (distance === best!.distance && lacking === best!.lacking))
      .slice(0, further ? MAX_FURTHER : MAX_NEAREST)
      .map((one) => one.word);
  }
}

/** Which letters a word has, one bit for each; letters that share a bit only let more words through. */
function lettersIn(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/**
 * How many letters have to be added, left out, replaced or swapped with their neighbour (Damerau-Levenshtein, no letter
 * moved twice); any number over `limit` where it is more than that.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const width = b.length + 1;
  // Three rows of the table: before the last, the last, this one.
  const rows = new Uint8Array(3 * width);
  let [before, last, now] = [0, width, 2 * width];
  for (let column = 1; column < width; column++) rows[last + column] = column;
  for (let row = 1; row <= a.length; row++) {
    rows[now] = row;
    let least = row;
    for (let column = 1; column < width; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        rows[last + column]! + 1,
        rows[now + column - 1]! + 1,
        rows[last + column - 1]! + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, rows[before + column - 2]! + 1);
      rows[now + column] = cost;
      least = Math.min(least, cost);
    }
    // A swap reaches back over one row, and gains one at most.
    if (least > limit + 1) return limit + 1;
    [before, last, now] = [last, now, before];
  }
  return rows[last + b.length]!;
}
