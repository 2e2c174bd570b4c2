import type { Texts } from './search-text.ts';

/**
 * Every word of many texts, once, and which texts have it: 34,840 groups of names have 24,306 distinct words, an eighth of
 * what is written in them, so a word is looked for among these.
 */
export interface Vocabulary {
  /** The words, each once, in the order of `ends`. */
  readonly words: Texts;
  /** Where the texts of each word end in `texts`; they begin where those of the word before end. */
  readonly ends: Int32Array;
  /** Numbers of texts, word after word. */
  readonly texts: Int32Array;
}

/** What one look-up notes of each text, one bit for each word that was looked for. */
export interface Noted {
  /** Words that a text has somewhere, parts of longer ones too. */
  readonly any: Int32Array;
  /** Words that it has between spaces. */
  readonly whole: Int32Array;
}

/** Notes which texts have a word, which has no space in it. */
export function noteWord({ words, ends, texts }: Vocabulary, word: string, bit: number, { any, whole }: Noted): void {
  const { all, starts } = words;
  const mark = 1 << bit;
  let known = 0;
  for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, at)) {
    known = words.numberAt(at, known);
    const itself = starts[known] === at && starts[known + 1]! - 1 === at + word.length;
    for (let next = known === 0 ? 0 : ends[known - 1]!; next < ends[known]!; next += 1) {
      const text = texts[next]!;
      any[text]! |= mark;
      if (itself) whole[text]! |= mark;
    }
    at = starts[known + 1]!;
  }
}
