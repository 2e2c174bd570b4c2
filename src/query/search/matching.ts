import type { Rewrite } from './rewrites.ts';
import type { SearchIndex, WordPlaces } from './searchable.ts';

/**
 * How well a group of objects matches, best first: by its own name, by an alternative one, by its owner's name, by words, by parts
 * of words. An object's own name ranks before its alternative names: "sputnik" finds SPUTNIK 1 before each Cosmos of that type. A
 * fragment, stage or motor named after an object ranks after the object's other names: "msg 4" finds METEOSAT-11 (MSG-4) before MSG 4 DEB.
 */
const ranks = {
  exactName: 0,
  nameBegins: 1,
  exactAlternate: 2,
  numberedEnd: 3,
  pieceBegins: 4,
  owner: 5,
  nameBeginsInWord: 6,
  alternateBegins: 7,
  alternateBeginsInWord: 8,
  phrase: 9,
  words: 10,
  withOwner: 11,
  parts: 12,
} as const;
const UNRANKED = 255;

/**
 * How the best result matches: exactly (a number, a designator, a whole name), as the beginning of a name, by its words, by
 * near spelling, or by the frequency of a transmitter.
 */
export const matches = ['exact', 'prefix', 'words', 'near', 'frequency'] as const;
export type Match = (typeof matches)[number];

/** How each rank is reported. */
const matchOf: readonly Match[] = Object.keys(ranks).map((name) =>
  name.startsWith('exact') ? 'exact' : name.includes('Begins') ? 'prefix' : 'words',
);

/** The ranks of all groups in one search; the best of each, if several rewrites match. */
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

  /** Ranks the groups that have all words of a rewrite in a name, operator or country. False if there are none. */
  add({ words, whole }: Rewrite): boolean {
    const { names, ownersOf, owners } = this.#index;
    // The rarest word first, then the longest: it has the fewest groups to check for the others. One- and two-letter words
    // match nearly every name, so they are checked last.
    const groupsWith = (word: string) =>
      whole || word.length > 2 ? this.#index.groupsWith.of(word).length : names.length;
    const [first, ...others] = words
      .toSorted((a, b) => groupsWith(a) - groupsWith(b) || b.length - a.length)
      .map((word) => this.#soughtFor(word, whole));
    if (!first) return false;
    const wanted = new Wanted(words);
    let found = false;
    for (const group of first.groups()) {
      const [text, owner] = [names[group]!, ownersOf[group]!];
      if (!others.every((one) => one.isIn(text, owner))) continue;
      found = true;
      this.#rank(group, wanted.rankOf(text, owners[owner]!));
    }
    return found;
  }

  /** Ranks some groups by words that they have. */
  addGroups(groups: readonly number[], words: readonly string[]): void {
    const { names, ownersOf, owners } = this.#index;
    const wanted = new Wanted(words);
    for (const group of groups)
      this.#rank(group, Math.min(ranks.words, wanted.rankOf(names[group]!, owners[ownersOf[group]!]!)));
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
    const rankOfObject = new Uint8Array(ids.length).fill(UNRANKED);
    const counts = matchOf.map(() => 0);
    for (const group of this.#groups) {
      const rank = this.#ranks[group]!;
      counts[rank]! += objectsOf[group]!.length;
      for (const object of objectsOf[group]!) rankOfObject[object] = rank;
    }
    let end = 0;
    const ends = counts.map((count) => (end += count));
    const next = ends.map((after, rank) => after - counts[rank]!);
    const found = new Int32Array(end);
    for (let object = 0; object < ids.length; object++) {
      const rank = rankOfObject[object]!;
      if (rank !== UNRANKED) found[next[rank]!++] = ids[object]!;
    }
    return {
      ids: found,
      matchAt: (place) => matchOf[ends.findIndex((one) => place < one)]!,
    };
  }
}

/** One word of a search, and its matches: a number only matches at the start of a word, so that 6 does not match 16. */
class Sought {
  readonly #index: SearchIndex;
  readonly #word: string;
  readonly #whole: boolean;
  readonly #isNumber: boolean;
  /** The text to find. */
  readonly #wanted: string;
  readonly #owners: ReadonlySet<number>;

  constructor(word: string, whole: boolean, index: SearchIndex) {
    [this.#index, this.#word, this.#whole] = [index, word, whole];
    this.#isNumber = /^\p{N}+$/u.test(word);
    this.#wanted = whole ? ` ${word} ` : this.#isNumber ? ` ${word}` : word;
    this.#owners = new Set(this.#having(index.ownersWith));
  }

  isIn(names: string, owner: number): boolean {
    return this.#owners.has(owner) || names.includes(this.#wanted);
  }

  /** The groups with the word in their names, then those of owners with it; a group with both is returned twice. */
  groups(): number[] {
    const { groupsWith, groupsOf } = this.#index;
    return [...this.#having(groupsWith), ...[...this.#owners].flatMap((owner) => groupsOf[owner]!)];
  }

  #having(places: WordPlaces): Iterable<number> {
    return this.#whole ? places.of(this.#word) : places.ofPart(this.#word, this.#isNumber);
  }
}

/** The words of a rewrite, as texts to find: made once, for thousands of groups. */
class Wanted {
  readonly #phrase: string;
  readonly #wholeOwner: string;
  readonly #words: readonly string[];

  constructor(words: readonly string[]) {
    this.#phrase = words.join(' ');
    this.#wholeOwner = `| ${this.#phrase} |`;
    this.#words = words.map((word) => ` ${word} `);
  }

  rankOf(names: string, owners: string): number {
    const rank = phraseRank(names, this.#phrase);
    if (rank < ranks.owner) return rank;
    if (owners.includes(this.#wholeOwner)) return ranks.owner;
    if (rank < ranks.words) return rank;
    if (this.#words.every((word) => names.includes(word))) return ranks.words;
    return this.#words.every((word) => names.includes(word) || owners.includes(word)) ? ranks.withOwner : ranks.parts;
  }
}

const [space, bar] = [0x20, 0x7c];
/** What follows in the name of a fragment, a rocket stage or a motor the name of the object that it belongs to. */
const pieces = [' deb ', ' r b ', ' akm ', ' pkm '];
/** A name and its number, as the second one in METEOSAT-11 (MSG-4). */
const numberedName = /^\p{L}.*\p{N}$/u;

/** The rank of a phrase in folded names: `parts` if it is absent or only within words. */
function phraseRank(names: string, phrase: string): number {
  let best: number = ranks.parts;
  for (let at = names.indexOf(phrase); at >= 0; at = names.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    const ends = names.charCodeAt(end) === space;
    const begins = names.charCodeAt(at - 2) === bar;
    if (!begins && !(ends && names.charCodeAt(at - 1) === space)) continue;
    const rank = begins ? beginningRank(names, at, end) : laterRank(names, phrase, end);
    if (rank < best) best = rank;
    if (best === ranks.exactName) break;
  }
  return best;
}

/** The rank of a phrase that begins a name. */
function beginningRank(names: string, at: number, end: number): number {
  // The first name follows the first bar.
  const own = at === 2;
  if (names.charCodeAt(end) !== space) return own ? ranks.nameBeginsInWord : ranks.alternateBeginsInWord;
  if (names.charCodeAt(end + 1) === bar) return own ? ranks.exactName : ranks.exactAlternate;
  if (!own) return ranks.alternateBegins;
  return pieces.some((one) => names.startsWith(one, end)) ? ranks.pieceBegins : ranks.nameBegins;
}

/** The rank of a phrase of whole words that does not begin a name. */
function laterRank(names: string, phrase: string, end: number): number {
  const endsFirst = names.indexOf('|', 1) === end + 1;
  return endsFirst && numberedName.test(phrase) ? ranks.numberedEnd : ranks.phrase;
}

/** A word may be dropped only if it has no digit: numbers and designators are essential to a search. */
const mayDrop = (word: string) => !/\p{N}/u.test(word);

/** The fewest names that make a series, and the shortest word that names one. */
const [SERIES, SHORTEST_SERIES] = [3, 3];
/** Words before the names of other things: `OBJECT A` has no name yet, `DEB COSMOS 2251` is a piece. */
const notSeries = new Set(['object', 'deb']);

/** Returns true for the name of a series, such as `dragon`: the first word of the primary names of `SERIES` groups of objects or more. */
export function namesSeries({ names, groupsWith }: Pick<SearchIndex, 'names' | 'groupsWith'>, word: string): boolean {
  if (!mayDrop(word) || word.length < SHORTEST_SERIES || notSeries.has(word)) return false;
  return groupsWith.of(word).filter((group) => names[group]!.startsWith(`| ${word} `)).length >= SERIES;
}

/**
 * The groups that have the most of some words, each in one of several spellings, and the words that they have: a fallback
 * if no object has all of them. Rare words weigh more; less than half of the words is no match, unless it is a whole name or that of a
 * series.
 */
export function bestPartialMatch(
  { names, groupsWith, ownersOf, owners, ownersWith, groupsOf }: SearchIndex,
  meant: readonly (readonly string[])[],
): { groups: number[]; words: string[] } {
  /** For each group, the words that it has, as a bit mask. */
  const bits = new Int32Array(names.length);
  for (const [bit, spellings] of meant.entries())
    for (const word of spellings) {
      for (const group of groupsWith.of(word)) bits[group]! |= 1 << bit;
      for (const owner of ownersWith.of(word)) for (const group of groupsOf[owner]!) bits[group]! |= 1 << bit;
    }
  /** The number of groups with exactly the words of a bit mask. */
  const groupsOfBits = new Int32Array(2 ** meant.length);
  for (const one of bits) groupsOfBits[one]! += 1;
  const weights = meant.map((_, bit) => {
    const having = groupsOfBits.reduce((sum, count, words) => sum + (words & (1 << bit) ? count : 0), 0);
    return Math.log(names.length / (1 + having));
  });
  const named = meant.map(([word, ...others]) => {
    if (word === undefined || others.length > 0) return false;
    return mayDrop(word) && groupsWith.of(word).some((group) => names[group]!.includes(`| ${word} |`));
  });
  /** Whether some of the words, in their order, are the whole name of a group and have a number: the others may describe it. */
  const isNumberedName = (words: number) => {
    const kept = meant.flatMap(([word], bit) => (words & (1 << bit) && word !== undefined ? [word] : []));
    const name = `| ${kept.join(' ')} |`;
    return !kept.every(mayDrop) && names.some((text, group) => bits[group] === words && text.includes(name));
  };
  const series = meant.map(
    ([word, ...others]) => word !== undefined && others.length === 0 && namesSeries({ names, groupsWith }, word),
  );
  /** The words of most weight that some group has, as a bit mask, of those with all required words; 0 if there are none. */
  function heaviestWith(required: readonly boolean[]): number {
    let [best, heaviest] = [0, 0];
    for (const [words, count] of groupsOfBits.entries()) {
      const has = (bit: number) => (words & (1 << bit)) !== 0;
      if (count === 0 || !meant.every(([word], bit) => has(bit) || word === undefined || mayDrop(word))) continue;
      // A match of numbers only would find unrelated objects.
      if (!meant.some(([word], bit) => has(bit) && word !== undefined && mayDrop(word))) continue;
      // A required word must match, unless the others are a name with a number: `noaa 18 polar` is not Polar.
      if (!required.every((is, bit) => !is || has(bit)) && !isNumberedName(words)) continue;
      const found = weights.filter((_, bit) => has(bit));
      const weight = found.reduce((sum, one) => sum + one, 0);
      if (weight <= heaviest) continue;
      const enough = required.includes(true) || found.length * 2 >= meant.length || isNumberedName(words);
      if (enough) [best, heaviest] = [words, weight];
    }
    return best;
  }
  // A whole name must match, and so must the name of a series, if that is possible: `dragon cargo` is a Dragon, not Zarya Cargo Block.
  const best = heaviestWith(named.map((is, bit) => is || series[bit]!)) || heaviestWith(named);
  if (best === 0) return { groups: [], words: [] };
  const groups = [...bits.keys()].filter((group) => bits[group] === best);
  const text = `${names[groups[0]!]} ${owners[ownersOf[groups[0]!]!]}`;
  const words = meant.flatMap((spellings) => spellings.filter((word) => text.includes(` ${word} `)).slice(0, 1));
  return { groups, words };
}
