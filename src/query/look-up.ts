import { startOf } from './lists.ts';
import type { Phrasing } from './phrasings.ts';
import { firstFrom, phraseIn, standing, textOf, textsWith } from './search-text.ts';
import type { SearchIndex } from './searchable.ts';
import { wordsWith } from './vocabulary.ts';

/** More words than this are not looked at; one bit of a number stands for each. */
const mostWords = 30;
/** Ranks behind those of a phrase, the best first; the last is that only parts of words were found. */
const [wholeWords, withOwner, parts] = [4, 5, 6];

/** So many groups are looked at one by one for a word; for more it is looked for among all words. */
const fewGroups = 300;
/** Where more than one in so many objects is found, each of the index is looked at; fewer are sorted. */
const oneIn = 50;

/** Where a word stands. */
interface Places {
  /** The words of the vocabulary that have it in them, and the one that it is. */
  readonly having: readonly number[];
  readonly itself: number;
  /** Owners that have it somewhere, and between spaces. */
  readonly owners: readonly number[];
  readonly wholeOwners: readonly number[];
}

/** One search in an index: what words were found in it is remembered from one phrasing to the next. */
export class LookUp {
  readonly #index: SearchIndex;
  readonly #places = new Map<string, Places>();

  constructor(index: SearchIndex) {
    this.#index = index;
  }

  /**
   * The objects that have all words of one of the phrasings, in a name, operator or country. Ranked by how a name has them:
   * it is them, begins with them, has them one after the other, has them as whole words; then operator or country; then
   * parts of words.
   */
  all(phrasings: readonly Phrasing[]): Int32Array {
    const { words: known, names, notes, ownersOf } = this.#index;
    const { any, whole: inNames, ownersWhole, rank: ranks } = notes;
    const found: number[] = [];
    for (const { words, whole } of phrasings) {
      // The rarest word first: what it leaves is looked at for the others. Shortest words stand in many longer ones.
      const objects = (word: string) => (word.length < 3 ? Number.MAX_SAFE_INTEGER : known.count(word));
      const sought = words
        .slice(0, mostWords)
        .sort((one, other) => objects(one) - objects(other) || other.length - one.length);
      const left = this.#withAll(sought, whole);
      if (left.length === 0) continue;
      const full = 2 ** sought.length - 1;
      // A name that has the phrase has each of its words.
      const named = left.filter((group) => any[group] === full);
      const phrased = phraseIn(names, words.join(' '), named);
      for (const group of left) {
        const rank =
          phrased[group]! ||
          (inNames[group] === full
            ? wholeWords
            : (inNames[group]! | ownersWhole[ownersOf[group]!]!) === full
              ? withOwner
              : parts);
        if (ranks[group] === 0) found.push(group);
        if (ranks[group] === 0 || rank < ranks[group]!) ranks[group] = rank;
      }
    }
    return this.#inOrder(found);
  }

  /**
   * The objects that have the most of some words, each meant in one of several spellings: what finds something where no object
   * has all of them. Rare words weigh more; less than half of the words is nothing. They may be a dozen at most.
   */
  most(meant: readonly (readonly string[])[]): Int32Array {
    const { names, notes, ownersOf } = this.#index;
    const { whole, ownersWhole } = notes;
    notes.clear();
    for (const [bit, spellings] of meant.entries()) for (const word of spellings) this.#note(word, 1 << bit, true);
    const groups = this.#groupsNoted();
    const has = (group: number) => whole[group]! | ownersWhole[ownersOf[group]!]!;
    /** How many groups have just these words. */
    const groupsWith = new Int32Array(2 ** meant.length);
    for (const group of groups) groupsWith[has(group)]! += 1;
    const weights = meant.map((_, bit) => {
      const having = groupsWith.reduce((sum, count, words) => sum + (words & (1 << bit) ? count : 0), 0);
      return Math.log(names.count / (1 + having));
    });
    let [best, heaviest] = [0, 0];
    for (const [words, count] of groupsWith.entries()) {
      const found = weights.filter((_, bit) => words & (1 << bit));
      const weight = found.reduce((sum, one) => sum + one, 0);
      if (count > 0 && found.length * 2 >= meant.length && weight > heaviest) [best, heaviest] = [words, weight];
    }
    if (best === 0) return new Int32Array();
    const found = groups.filter((group) => has(group) === best);
    for (const group of found) notes.rank[group] = wholeWords;
    return this.#inOrder(found);
  }

  /** The groups that have all words; the words are noted. */
  #withAll([first, ...others]: readonly string[], whole: boolean): number[] {
    const { notes, ownersOf } = this.#index;
    const { any, ownersAny } = notes;
    notes.clear();
    if (first === undefined) return [];
    this.#note(first, 1, whole);
    let left = this.#groupsNoted();
    for (const [index, word] of others.entries()) {
      if (left.length === 0) break;
      const mark = 2 << index;
      if (left.length > fewGroups) this.#note(word, mark, whole);
      else for (const group of left) this.#noteIn(group, word, mark, whole);
      left = left.filter((group) => ((any[group]! | ownersAny[ownersOf[group]!]!) & mark) !== 0);
    }
    return left;
  }

  /** The groups that have any noted word in their names or owners, each once. */
  #groupsNoted(): number[] {
    const { notes, groupsOf } = this.#index;
    const groups = [...notes.noted];
    for (const [owner, words] of notes.ownersAny.entries())
      if (words !== 0)
        for (let at = startOf(groupsOf, owner); at < groupsOf.ends[owner]!; at += 1)
          if (notes.any[groupsOf.items[at]!] === 0) groups.push(groupsOf.items[at]!);
    return groups;
  }

  /** Notes where a word stands; with `whole` between spaces only. */
  #note(word: string, mark: number, whole: boolean): void {
    const { notes, vocabulary } = this.#index;
    const { having, itself, owners, wholeOwners } = this.#placesOf(word);
    const { ends, items } = vocabulary.texts;
    for (const known of having) {
      if (whole && known !== itself) continue;
      for (let at = startOf(vocabulary.texts, known); at < ends[known]!; at += 1)
        notes.note(items[at]!, mark, known === itself);
    }
    for (const owner of whole ? wholeOwners : owners) notes.ownersAny[owner]! |= mark;
    for (const owner of wholeOwners) notes.ownersWhole[owner]! |= mark;
  }

  /** Notes whether a word stands in one group. */
  #noteIn(group: number, word: string, mark: number, whole: boolean): void {
    const { notes, names, owners, ownersOf } = this.#index;
    const named = standing(names, group, word);
    if (named === 'whole' || (named !== null && !whole)) notes.note(group, mark, named === 'whole');
    const owner = ownersOf[group]!;
    const owned = standing(owners, owner, word);
    if (owned === 'whole' || (owned !== null && !whole)) notes.ownersAny[owner]! |= mark;
    if (owned === 'whole') notes.ownersWhole[owner]! |= mark;
  }

  #placesOf(word: string): Places {
    const before = this.#places.get(word);
    if (before) return before;
    const { vocabulary, owners } = this.#index;
    const inOwners = textsWith(owners, word);
    const places = { ...wordsWith(vocabulary, word), owners: inOwners.any, wholeOwners: inOwners.whole };
    this.#places.set(word, places);
    return places;
  }

  /** The objects of groups that have a rank, the best rank first, within a rank in the order of the index. The ranks go. */
  #inOrder(groups: readonly number[]): Int32Array {
    const { ids, objectsOf, notes } = this.#index;
    const objects = groups.reduce((sum, group) => sum + objectsOf.ends[group]! - startOf(objectsOf, group), 0);
    const found = objects > ids.length / oneIn ? this.#inOrderOfAll(groups, objects) : this.#sorted(groups, objects);
    for (const group of groups) notes.rank[group] = 0;
    return found;
  }

  #sorted(groups: readonly number[], objects: number): Int32Array {
    const { ids, objectsOf, notes } = this.#index;
    const places = new Int32Array(objects);
    let next = 0;
    for (const group of groups)
      for (let at = startOf(objectsOf, group); at < objectsOf.ends[group]!; at += 1, next += 1)
        places[next] = notes.rank[group]! * ids.length + objectsOf.items[at]!;
    return places.sort().map((place) => ids[place % ids.length]!);
  }

  /** The same for many: each object of the index is put where those of its rank have come to. */
  #inOrderOfAll(groups: readonly number[], objects: number): Int32Array {
    const { ids, groupOf, objectsOf, notes } = this.#index;
    const { rank } = notes;
    const next = new Int32Array(parts + 2);
    for (const group of groups) next[rank[group]! + 1]! += objectsOf.ends[group]! - startOf(objectsOf, group);
    for (let one = 2; one <= parts; one += 1) next[one]! += next[one - 1]!;
    const found = new Int32Array(objects);
    for (let at = 0; at < ids.length; at += 1) {
      const one = rank[groupOf[at]!]!;
      if (one !== 0) found[next[one]!++] = ids[at]!;
    }
    return found;
  }
}

/** The object with a catalogue number. */
export const lookUpNumber = ({ ids }: SearchIndex, id: number): Int32Array =>
  ids.includes(id) ? Int32Array.of(id) : new Int32Array();

/** The objects with a designator, or, of a launch, with any that begins so. */
export function lookUpDesignator(index: SearchIndex, designator: string, begins: boolean): Int32Array {
  const { ids, designators, designatorOf } = index;
  const first = firstFrom(designators, designator);
  let end = first;
  const fits = (text: string) => (begins ? text.startsWith(designator) : text === designator);
  while (end < designators.count && fits(textOf(designators, end))) end += 1;
  const found: number[] = [];
  if (end > first)
    for (let at = 0; at < ids.length; at += 1)
      if (designatorOf[at]! >= first && designatorOf[at]! < end) found.push(ids[at]!);
  return Int32Array.from(found);
}
