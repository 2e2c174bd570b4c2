import { bitsIn } from '../row-set.ts';

/** A word of the catalog, and the number of objects that have it. */
interface Word {
  readonly word: string;
  readonly objects: number;
}

/**
 * How many letters of a word may be wrong: none in a short word or a number, which could become any other, and none in Chinese
 * characters, each of which has a meaning: 中国空间站 (Chinese space station) is not 国际空间站 (international space station).
 */
function lettersOff(word: string): number {
  if (word.length < 4 || /\p{N}|\p{Script=Han}/u.test(word)) return 0;
  return word.length < 5 ? 1 : 2;
}

/** How many spellings of one word are tried. */
const MAX_NEAREST = 4;
/** How many more distant spellings are tried: as many as a search has phrasings. */
const MAX_FURTHER = 6;

/** The words of a catalog, to correct misspellings. */
export class Words {
  readonly #known: ReadonlySet<string>;
  /** The most frequent first, each with a bit mask of its letters. */
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
   * Corrections of a misspelled word: the words with the smallest edit distance, at most 2, and of these the ones that lack
   * the fewest of its letters; the most frequent first. With `further`, all words up to a distance of 2, the nearest first,
   * for use if the others have found nothing. A known word, a number and a short word return only themselves. Empty if no
   * word is near.
   */
  near(word: string, further = false): string[] {
    let off = further && lettersOff(word) > 0 ? 2 : lettersOff(word);
    if (off === 0 || this.has(word)) return [word];
    const letters = lettersIn(word);
    const near: { word: string; distance: number; lacking: number }[] = [];
    for (const known of this.#words) {
      // Each letter that only one of the two has costs an edit, which rules out most words cheaply.
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

/** The letters of a word as a bit mask; letters that share a bit only let more words through. */
function lettersIn(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/**
 * The number of letters to add, remove, replace or swap with a neighbor (Damerau-Levenshtein distance, no letter moved
 * twice); any number over `limit` if it exceeds that.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const width = b.length + 1;
  // Three rows of the table: the one before the last, the last one, and the current one.
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
    // A swap looks back two rows, and saves one edit at most.
    if (least > limit + 1) return limit + 1;
    [before, last, now] = [last, now, before];
  }
  return rows[last + b.length]!;
}
