/** Many texts in one string, with line feeds between: a search goes through all of them in one sweep. */
export class Texts {
  readonly all: string;
  readonly count: number;
  /** Where each begins, and behind the last where another would. */
  readonly starts: Int32Array;
  #notes: { readonly any: Int32Array; readonly whole: Int32Array; readonly phrase: Uint8Array } | undefined;

  constructor(all: string) {
    const texts = all.split('\n');
    this.all = all;
    this.count = texts.length;
    this.starts = new Int32Array(texts.length + 1);
    for (const [index, text] of texts.entries()) this.starts[index + 1] = this.starts[index]! + text.length + 1;
  }

  /**
   * What one look-up notes of each text; the next one begins anew. Kept, for making and throwing it away costs more than
   * looking; texts in which nothing is noted have none.
   */
  get notes() {
    this.#notes ??= {
      any: new Int32Array(this.count),
      whole: new Int32Array(this.count),
      phrase: new Uint8Array(this.count),
    };
    return this.#notes;
  }

  /** The number of the text that a place is in, which lies in text `from` or behind it. */
  numberAt(at: number, from: number): number {
    const { starts } = this;
    // Near hits are frequent.
    if (at < starts[from + 1]!) return from;
    let low = from + 1;
    let high = starts.length - 1;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** One of the texts. */
export const textOf = ({ all, starts }: Texts, number: number) => all.slice(starts[number]!, starts[number + 1]! - 1);

/** The number of the first text that does not come before `text`, of texts that are sorted. */
export function firstFrom(texts: Texts, text: string): number {
  let low = 0;
  let high = texts.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (textOf(texts, middle) < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How well a text has a phrase: it is one of its names, begins one, or stands somewhere between spaces. */
const [itself, beginning, within] = [1, 2, 3];

/** The notes on words, without any. */
export const clearedNotes = ({ notes }: Texts): { any: Int32Array; whole: Int32Array } => ({
  any: notes.any.fill(0),
  whole: notes.whole.fill(0),
});

/**
 * Looks for words in texts, one after the other. `any` has for each text the words that it has somewhere, one bit for each,
 * `whole` those that it has between spaces; both are good until the next call for these texts.
 */
export function lookFor(texts: Texts) {
  const { any, whole } = clearedNotes(texts);
  /** Looks for one more word. */
  const look = (word: string, bit: number): void => {
    const seen = (text: number, at: number) => {
      any[text]! |= 1 << bit;
      if (!isWhole(texts, at, word)) return false;
      whole[text]! |= 1 << bit;
      return true;
    };
    sweep(texts, word, seen);
  };
  return { any, whole, look };
}

/** For each text how well it has a phrase, 1 is best; 0 where it has not. `only` are the texts that matter. Good until the next call. */
export function phraseIn(texts: Texts, phrase: string, only: readonly number[]): Uint8Array {
  const ranks = texts.notes.phrase.fill(0);
  const { all } = texts;
  const seen = (text: number, at: number) => {
    const begins = all[at - 2] === '|';
    const whole = isWhole(texts, at, phrase);
    if (!begins && !whole) return false;
    const rank = begins ? (whole && all[at + phrase.length + 1] === '|' ? itself : beginning) : within;
    if (ranks[text] === 0 || rank < ranks[text]!) ranks[text] = rank;
    return rank === itself;
  };
  sweep(texts, phrase, seen, only);
  return ranks;
}

/** Whether what stands at a place is between spaces. */
const isWhole = ({ all }: Texts, at: number, word: string) => all[at - 1] === ' ' && all[at + word.length] === ' ';

/** Up to so many texts are looked at one by one; for more it is faster to look through all. */
const few = 2000;

/** Goes to every place that has a word, until `seen` says that it has seen enough of a text. `only` are the texts that matter. */
function sweep(
  texts: Texts,
  word: string,
  seen: (text: number, at: number) => boolean,
  only?: readonly number[],
): void {
  const { all, starts } = texts;
  if (only && only.length <= few) {
    for (const text of only) {
      const one = textOf(texts, text);
      for (let at = one.indexOf(word); at >= 0; at = one.indexOf(word, at + 1))
        if (seen(text, starts[text]! + at)) break;
    }
    return;
  }
  let text = 0;
  for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, at)) {
    text = texts.numberAt(at, text);
    at = seen(text, at) ? starts[text + 1]! : at + 1;
  }
}
