import type { Rewrite } from './rewrites.ts';
import type { SearchIndex } from './searchable.ts';

/**
 * How well a group of objects matches, best first: by its own name, by an alternative one, by words, by owner, by parts of
 * words. What is called so stands before what is also called so: "sputnik" is SPUTNIK 1 before each Cosmos of that type.
 */
const ranks = {
  exactName: 0,
  nameBegins: 1,
  exactAlternate: 2,
  nameBeginsInWord: 3,
  alternateBegins: 4,
  alternateBeginsInWord: 5,
  phrase: 6,
  words: 7,
  withOwner: 8,
  parts: 9,
} as const;
const UNRANKED = 255;

/** How the best of what was found matches: exactly (a number, a designator, a whole name), as the beginning of a name, by its words, or by near spelling. */
export const matches = ['exact', 'prefix', 'words', 'near'] as const;
export type Match = (typeof matches)[number];

/** How each rank is reported. */
const matchOf: readonly Match[] = Object.keys(ranks).map((name) =>
  name.startsWith('exact') ? 'exact' : name.includes('Begins') ? 'prefix' : 'words',
);

/** The ranks of all groups in one search; the best of each, where several rewrites match. */
export class Ranking {
  readonly #index: SearchIndex;
  readonly #ranks: Uint8Array;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#ranks = new Uint8Array(index.names.length).fill(UNRANKED);
  }

  /** Ranks the groups that have all words of a rewrite in a name, operator or country. False: there are none. */
  add({ words, whole }: Rewrite): boolean {
    const { names, ownersOf, owners } = this.#index;
    // The longest word first: it leaves the fewest groups for the others.
    const sought = words.map((word) => new Sought(word, whole, owners)).sort((a, b) => b.word.length - a.word.length);
    const phrase = words.join(' ');
    let found = false;
    for (let group = 0; group < names.length; group += 1) {
      const [text, owner] = [names[group]!, ownersOf[group]!];
      if (!sought.every((one) => one.isIn(text, owner))) continue;
      found = true;
      const rank = rankOf(text, owner, phrase, sought);
      if (rank < this.#ranks[group]!) this.#ranks[group] = rank;
    }
    return found;
  }

  /** Ranks some groups as having whole words. */
  addGroups(groups: readonly number[]): void {
    for (const group of groups) this.#ranks[group] = ranks.words;
  }

  /** The objects of ranked groups, the best rank first, within a rank in the order of the index; and how each of them matches. */
  objects(): { ids: Int32Array; matchAt: (place: number) => Match } {
    const { ids, groupOf } = this.#index;
    const buckets: number[][] = matchOf.map(() => []);
    for (let object = 0; object < ids.length; object += 1) {
      const rank = this.#ranks[groupOf[object]!]!;
      if (rank !== UNRANKED) buckets[rank]!.push(ids[object]!);
    }
    let end = 0;
    const ends = buckets.map(({ length }) => (end += length));
    return {
      ids: Int32Array.from(buckets.flat()),
      matchAt: (place) => matchOf[ends.findIndex((one) => place < one)]!,
    };
  }
}

/** One word that is looked for, and where it stands among owners, which are few. */
class Sought {
  readonly word: string;
  readonly #spaced: string;
  /** As it has to stand in a text: a number only at the start of a word, so that 6 is not found in 16. */
  readonly #wanted: string;
  readonly #owners: Uint8Array;
  readonly #wholeOwners: Uint8Array;

  constructor(word: string, whole: boolean, owners: readonly string[]) {
    this.word = word;
    this.#spaced = ` ${word} `;
    this.#wanted = whole ? this.#spaced : /^\p{N}+$/u.test(word) ? ` ${word}` : word;
    this.#owners = Uint8Array.from(owners, (owner) => Number(owner.includes(this.#wanted)));
    this.#wholeOwners = Uint8Array.from(owners, (owner) => Number(owner.includes(this.#spaced)));
  }

  isIn(names: string, owner: number): boolean {
    return this.#owners[owner] === 1 || names.includes(this.#wanted);
  }

  isWholeIn(names: string): boolean {
    return names.includes(this.#spaced);
  }

  isWholeInOwner(owner: number): boolean {
    return this.#wholeOwners[owner] === 1;
  }
}

function rankOf(names: string, owner: number, phrase: string, sought: readonly Sought[]): number {
  const rank = phraseRank(names, phrase);
  if (rank < ranks.words) return rank;
  if (sought.every((one) => one.isWholeIn(names))) return ranks.words;
  if (sought.every((one) => one.isWholeIn(names) || one.isWholeInOwner(owner))) return ranks.withOwner;
  return ranks.parts;
}

const [space, bar] = [0x20, 0x7c];

/** How a phrase stands in folded names: `parts` where it does not, or only within words. */
function phraseRank(names: string, phrase: string): number {
  let best: number = ranks.parts;
  for (let at = names.indexOf(phrase); at >= 0; at = names.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    const ends = names.charCodeAt(end) === space;
    const begins = names.charCodeAt(at - 2) === bar;
    if (!begins && !(ends && names.charCodeAt(at - 1) === space)) continue;
    // The first name stands behind the first bar.
    const own = at === 2;
    const whole = ends && names.charCodeAt(end + 1) === bar;
    const rank = begins ? beginningRank(own, whole, ends) : ranks.phrase;
    if (rank < best) best = rank;
    if (best === ranks.exactName) break;
  }
  return best;
}

/** The rank of a phrase that begins a name: its own or an alternative one, is the whole of it, ends where a word does. */
function beginningRank(own: boolean, whole: boolean, ends: boolean): number {
  if (whole) return own ? ranks.exactName : ranks.exactAlternate;
  if (ends) return own ? ranks.nameBegins : ranks.alternateBegins;
  return own ? ranks.nameBeginsInWord : ranks.alternateBeginsInWord;
}

/** A word may be dropped only if it has no digit: numbers and designators are what a search is about. */
const mayDrop = (word: string) => !/\p{N}/u.test(word);

/**
 * The groups that have the most of some words, each meant in one of several spellings, and the words that they have: what
 * finds something where no object has all of them. Rare words weigh more; less than half of the words is nothing.
 */
export function bestPartialMatch(
  { names, ownersOf, owners }: SearchIndex,
  meant: readonly (readonly string[])[],
): { groups: number[]; words: string[] } {
  const spaced = meant.map((spellings) => spellings.map((word) => ` ${word} `));
  const bitsIn = (text: string) =>
    spaced.reduce((bits, spellings, bit) => bits | (Number(spellings.some((one) => text.includes(one))) << bit), 0);
  const ownerBits = owners.map(bitsIn);
  const bits = names.map((text, group) => bitsIn(text) | ownerBits[ownersOf[group]!]!);
  /** How many groups have just these words. */
  const groupsWith = new Int32Array(2 ** meant.length);
  for (const one of bits) groupsWith[one]! += 1;
  const weights = meant.map((_, bit) => {
    const having = groupsWith.reduce((sum, count, words) => sum + (words & (1 << bit) ? count : 0), 0);
    return Math.log(names.length / (1 + having));
  });
  let [best, heaviest] = [0, 0];
  for (const [words, count] of groupsWith.entries()) {
    const has = (bit: number) => (words & (1 << bit)) !== 0;
    if (count === 0 || !meant.every(([word], bit) => has(bit) || word === undefined || mayDrop(word))) continue;
    // A number alone is of other objects.
    if (!meant.some(([word], bit) => has(bit) && word !== undefined && mayDrop(word))) continue;
    const found = weights.filter((_, bit) => has(bit));
    const weight = found.reduce((sum, one) => sum + one, 0);
    if (found.length * 2 >= meant.length && weight > heaviest) [best, heaviest] = [words, weight];
  }
  if (best === 0) return { groups: [], words: [] };
  const groups = bits.flatMap((one, group) => (one === best ? [group] : []));
  const text = `${names[groups[0]!]} ${owners[ownersOf[groups[0]!]!]}`;
  const words = meant.flatMap((spellings) => spellings.filter((word) => text.includes(` ${word} `)).slice(0, 1));
  return { groups, words };
}
