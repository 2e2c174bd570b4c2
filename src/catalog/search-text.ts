/** Many texts in one string, with line feeds between: a search goes through all of them in one sweep. */
export class Texts {
  readonly all: string;
  readonly count: number;
  /** Where each begins, and behind the last where another would. */
  readonly starts: Int32Array;

  constructor(all: string) {
    const texts = all.split('\n');
    this.all = all;
    this.count = texts.length;
    this.starts = new Int32Array(texts.length + 1);
    for (const [index, text] of texts.entries()) this.starts[index + 1] = this.starts[index]! + text.length + 1;
  }
}

/** How well a text has a phrase: it is one of its names, begins one, or stands somewhere between spaces. */
const [itself, beginning, within] = [1, 2, 3];

/** Looks for words in texts, one after the other. */
export function lookFor(texts: Texts) {
  /** For each text the words that it has somewhere, one bit for each. */
  const any = new Int32Array(texts.count);
  /** For each text those that it has between spaces. */
  const whole = new Int32Array(texts.count);
  /** Looks for one more word, and says whether any text has it. */
  const look = (word: string, bit: number): boolean => {
    let found = false;
    sweep(texts, word, (text, at) => {
      found = true;
      any[text]! |= 1 << bit;
      if (!isWhole(texts, at, word)) return false;
      whole[text]! |= 1 << bit;
      return true;
    });
    return found;
  };
  return { any, whole, look };
}

/** For each text how well it has a phrase, 1 is best; 0 where it has not. */
export function phraseIn(texts: Texts, phrase: string): Uint8Array {
  const ranks = new Uint8Array(texts.count);
  const { all } = texts;
  sweep(texts, phrase, (text, at) => {
    const begins = all[at - 2] === '|';
    const whole = isWhole(texts, at, phrase);
    if (!begins && !whole) return false;
    const rank = begins ? (whole && all[at + phrase.length + 1] === '|' ? itself : beginning) : within;
    if (ranks[text] === 0 || rank < ranks[text]!) ranks[text] = rank;
    return rank === itself;
  });
  return ranks;
}

/** Whether what stands at a place is between spaces. */
const isWhole = ({ all }: Texts, at: number, word: string) => all[at - 1] === ' ' && all[at + word.length] === ' ';

/** Goes to every place that has a word, until `seen` says that it has seen enough of a text. */
export function sweep({ all, starts }: Texts, word: string, seen: (text: number, at: number) => boolean): void {
  let text = 0;
  for (let at = all.indexOf(word); at >= 0; at = all.indexOf(word, at)) {
    text = textAt(starts, at, text);
    at = seen(text, at) ? starts[text + 1]! : at + 1;
  }
}

/** The number of the text that a place is in, which lies in text `from` or behind it. */
function textAt(starts: Int32Array, at: number, from: number): number {
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
