import type { Lists } from './lists.ts';
import type { Texts } from './search-text.ts';

/**
 * Every word of many texts, once, and which texts have it: 34,840 groups of names have 24,306 distinct words, an eighth of
 * what is written in them, so a word is looked for among these.
 */
export interface Vocabulary {
  /** The words, each once. */
  readonly words: Texts;
  /** For each word the texts that have it. */
  readonly texts: Lists;
}

/** The numbers of the words that have a word in them, which has no space; `itself` is the one that it is, -1 where none is. */
export function wordsWith({ words }: Vocabulary, word: string): { having: number[]; itself: number } {
  const { all, starts } = words;
  const having: number[] = [];
  let itself = -1;
  let known = 0;
  for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, at)) {
    known = words.numberAt(at, known);
    having.push(known);
    if (starts[known] === at && starts[known + 1]! - 1 === at + word.length) itself = known;
    at = starts[known + 1]!;
  }
  return { having, itself };
}
