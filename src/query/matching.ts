import type { Rewrite } from './rewrites.ts';
import type { SearchIndex } from './searchable.ts';

/**
 * How well a group of objects matches, best first: by its own name, by an alternative one, by its owner's name, by words, by parts
 * of words. An object's own name ranks before its alternative names: "sputnik" finds SPUTNIK 1 before each Cosmos of that type.
 */
const ranks = {
  exactName: 0,
  nameBegins: 1,
  exactAlternate: 2,
  owner: 3,
  nameBeginsInWord: 4,
  alternateBegins: 5,
  alternateBeginsInWord: 6,
  phrase: 7,
  words: 8,
  withOwner: 9,
  parts: 10,
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
  /** The groups that have a rank. */
  readonly #groups: number[] = [];
  /** Rewrites of one search share most of their words: each is looked for once. */
  readonly #sought = new Map<string, Sought>();

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#ranks = new Uint8Array(index.names.length).fill(UNRANKED);
  }

  /** Ranks the groups that have all words of a rewrite in a name, operator or country. False: there are none. */
  add({ words, whole }: Rewrite): boolean {
    const { names, ownersOf, owners } = this.#index;
    // The rarest word first, then the longest: it leaves the fewest groups for the others.
    const groupsWith = (word: string) => this.#index.groupsWith.get(word)?.length ?? 0;
    const [first, ...others] = words
      .toSorted((a, b) => groupsWith(a) - groupsWith(b) || b.length - a.length)
      .map((word) => this.#soughtFor(word, whole));
    if (!first) return false;
    const phrase = words.join(' ');
    let found = false;
    for (const group of first.groups) {
      const [text, owner] = [names[group]!, ownersOf[group]!];
      if (!others.every((one) => one.isIn(text, owner))) continue;
      found = true;
      this.#rank(group, rankOf(text, owners[owner]!, phrase, words));
    }
    return found;
  }

  /** Ranks some groups as having whole words. */
  addGroups(groups: readonly number[]): void {
    for (const group of groups) this.#rank(group, ranks.words);
  }

  #soughtFor(word: string, whole: boolean): Sought {
    const key = whole ? ` ${word} ` : word;
    const sought = this.#sought.get(key) ?? new Sought(word, whole, this.#index);
    this.#sought.set(key, sought);
    return sought;
  }

  #rank(group: number, rank: number): void {
    const before = this.#ranks[group]!;
    if (before === UNRANKED) this.#groups.push(group);
    if (rank < before) this.#ranks[group] = rank;
  }

  /** The objects of ranked groups, the best rank first, within a rank in the order of the index; and how each of them matches. */
  objects(): { ids: Int32Array; matchAt: (place: number) => Match } {
    const { ids, objectsOf } = this.#index;
    const ranked: number[][] = matchOf.map(() => []);
    for (const group of this.#groups) ranked[this.#ranks[group]!]!.push(...objectsOf[group]!);
    let end = 0;
    const ends = ranked.map(({ length }) => (end += length));
    return {
      ids: Int32Array.from(ranked.flatMap((objects) => [...Int32Array.from(objects).sort()])).map(
        (object) => ids[object]!,
      ),
      matchAt: (place) => matchOf[ends.findIndex((one) => place < one)]!,
    };
  }
}

/** One word that is looked for, and what has it. */
class Sought {
  readonly #index: SearchIndex;
  readonly #word: string;
  readonly #whole: boolean;
  /** The text to find: a number only at the start of a word, so that 6 does not match 16. */
  readonly #wanted: string;
  /** For each of the owners, which are few, 1 where they have it. */
  readonly #owners: Uint8Array;
  #groups: readonly number[] | null = null;

  constructor(word: string, whole: boolean, index: SearchIndex) {
    [this.#index, this.#word, this.#whole] = [index, word, whole];
    this.#wanted = whole ? ` ${word} ` : /^\p{N}+$/u.test(word) ? ` ${word}` : word;
    this.#owners = Uint8Array.from(index.owners, (owner) => Number(owner.includes(this.#wanted)));
  }

  isIn(names: string, owner: number): boolean {
    return this.#owners[owner] === 1 || names.includes(this.#wanted);
  }

  /** The groups that have it in their names, then those of owners that have it; one that has both comes twice. */
  get groups(): readonly number[] {
    const { groupsWith, groupsOf } = this.#index;
    this.#groups ??= [
      ...(this.#whole ? (groupsWith.get(this.#word) ?? []) : this.#groupsInText()),
      ...groupsOf.filter((_, owner) => this.#owners[owner] === 1).flat(),
    ];
    return this.#groups;
  }

  #groupsInText(): number[] {
    const { text, starts, names } = this.#index;
    const groups: number[] = [];
    // The word alone is found faster than one with a space before it, which every word has.
    for (let group = 0, at = text.indexOf(this.#word); at >= 0; at = text.indexOf(this.#word, starts[group])) {
      while (starts[group + 1]! <= at) group += 1;
      if (names[group]!.includes(this.#wanted)) groups.push(group);
      group += 1;
    }
    return groups;
  }
}

function rankOf(names: string, owners: string, phrase: string, words: readonly string[]): number {
  const rank = phraseRank(names, phrase);
  if (rank < ranks.owner) return rank;
  if (owners.includes(`| ${phrase} |`)) return ranks.owner;
  if (rank < ranks.words) return rank;
  const spaced = words.map((word) => ` ${word} `);
  if (spaced.every((word) => names.includes(word))) return ranks.words;
  return spaced.every((word) => names.includes(word) || owners.includes(word)) ? ranks.withOwner : ranks.parts;
}

const [space, bar] = [0x20, 0x7c];

/** The rank of a phrase in folded names: `parts` if it is absent or only within words. */
function phraseRank(names: string, phrase: string): number {
  let best: number = ranks.parts;
  for (let at = names.indexOf(phrase); at >= 0; at = names.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    const ends = names.charCodeAt(end) === space;
    const begins = names.charCodeAt(at - 2) === bar;
    if (!begins && !(ends && names.charCodeAt(at - 1) === space)) continue;
    // The first name follows the first bar.
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
  { names, groupsWith, ownersOf, owners, groupsOf }: SearchIndex,
  meant: readonly (readonly string[])[],
): { groups: number[]; words: string[] } {
  /** For each group which of the words it has, a bit each. */
  const bits = new Int32Array(names.length);
  for (const [bit, spellings] of meant.entries())
    for (const word of spellings) {
      for (const group of groupsWith.get(word) ?? []) bits[group]! |= 1 << bit;
      for (const [owner, text] of owners.entries())
        if (text.includes(` ${word} `)) for (const group of groupsOf[owner]!) bits[group]! |= 1 << bit;
    }
  /** How many groups have just these words. */
  const groupsOfBits = new Int32Array(2 ** meant.length);
  for (const one of bits) groupsOfBits[one]! += 1;
  const weights = meant.map((_, bit) => {
    const having = groupsOfBits.reduce((sum, count, words) => sum + (words & (1 << bit) ? count : 0), 0);
    return Math.log(names.length / (1 + having));
  });
  let [best, heaviest] = [0, 0];
  for (const [words, count] of groupsOfBits.entries()) {
    const has = (bit: number) => (words & (1 << bit)) !== 0;
    if (count === 0 || !meant.every(([word], bit) => has(bit) || word === undefined || mayDrop(word))) continue;
    // A number alone is of other objects.
    if (!meant.some(([word], bit) => has(bit) && word !== undefined && mayDrop(word))) continue;
    const found = weights.filter((_, bit) => has(bit));
    const weight = found.reduce((sum, one) => sum + one, 0);
    if (found.length * 2 >= meant.length && weight > heaviest) [best, heaviest] = [words, weight];
  }
  if (best === 0) return { groups: [], words: [] };
  const groups = [...bits.keys()].filter((group) => bits[group] === best);
  const text = `${names[groups[0]!]} ${owners[ownersOf[groups[0]!]!]}`;
  const words = meant.flatMap((spellings) => spellings.filter((word) => text.includes(` ${word} `)).slice(0, 1));
  return { groups, words };
}
