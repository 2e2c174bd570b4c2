/** Many texts in one string, with line feeds between: a search goes through all of them in one sweep. */
export class Texts {
  readonly all: string;
  readonly count: number;
  /** Where each begins, and behind the last where another would. */
  readonly starts: Int32Array;
  #phrase: Uint8Array | undefined;

  constructor(all: string) {
    const texts = all.split('\n');
    this.all = all;
    this.count = texts.length;
    this.starts = new Int32Array(texts.length + 1);
    for (const [index, text] of texts.entries()) this.starts[index + 1] = this.starts[index]! + text.length + 1;
  }

  /** What a look-up notes of phrases; the next one begins anew. Texts in which none is looked for have none. */
  get phrase(): Uint8Array {
    this.#phrase ??= new Uint8Array(this.count);
    return this.#phrase;
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

/** The numbers of the texts that have a word somewhere, and of those that have it between spaces. */
export function textsWith(texts: Texts, word: string): { any: number[]; whole: number[] } {
  const [any, whole]: [number[], number[]] = [[], []];
  sweep(texts, word, (text, at) => {
    if (any.at(-1) !== text) any.push(text);
    if (!isWhole(texts, at, word)) return false;
    whole.push(text);
    return true;
  });
  return { any, whole };
}

/** How a word stands in one text: between spaces, as a part of a longer one, or not at all. */
export function standing(texts: Texts, text: number, word: string): 'whole' | 'part' | null {
  const one = textOf(texts, text);
  const start = texts.starts[text]!;
  let at = one.indexOf(word);
  if (at < 0) return null;
  for (; at >= 0; at = one.indexOf(word, at + 1)) if (isWhole(texts, start + at, word)) return 'whole';
  return 'part';
}

/** For each text how well it has a phrase, 1 is best; 0 where it has not. `only` are the texts that matter. Good until the next call. */
export function phraseIn(texts: Texts, phrase: string, only: readonly number[]): Uint8Array {
  const ranks = texts.phrase.fill(0);
  const { all } = texts;
  const seen = (text: number, at: number) => {
    const begins = all.charCodeAt(at - 2) === bar;
    const whole = isWhole(texts, at, phrase);
    if (!begins && !whole) return false;
    const rank = begins ? (whole && all.charCodeAt(at + phrase.length + 1) === bar ? itself : beginning) : within;
    if (ranks[text] === 0 || rank < ranks[text]!) ranks[text] = rank;
    return rank === itself;
  };
  sweep(texts, phrase, seen, only);
  return ranks;
}

const [space, bar] = [0x20, 0x7c];

/** Whether what stands at a place is between spaces. */
const isWhole = ({ all }: Texts, at: number, word: string) =>
  all.charCodeAt(at - 1) === space && all.charCodeAt(at + word.length) === space;

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
