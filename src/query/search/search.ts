import { readCatalogNumber } from '../../orbit/formats/read-tle.ts';
import { fold } from '../../schema/fold.ts';
import { type FrequencyRange, frequencyRange, isFrequencySearch, namesUnit } from '../../schema/frequency-text.ts';
import { hasKana } from './east-asian.ts';
import { greekDesignator } from './greek-designator.ts';
import { bestPartialMatch, type Match, namesSeries, Ranking } from './matching.ts';
import { nearNickname, plainWords, type Rewrite, rewritesOf, rewritesOfWhole, rewritesOfWords } from './rewrites.ts';
import type { SearchIndex } from './searchable.ts';
import { similarNames } from './similar-names.ts';

/** The objects that a search finds, and how they match. */
export interface SearchResult {
  /** Catalog numbers, best first. */
  readonly ids: Int32Array;
  /** How the first of them matches; null if nothing is found. */
  readonly match: Match | null;
  /** The words that were searched in place of those typed; null if none was replaced or left out. */
  readonly corrected: string | null;
}

/** The results of a search in a whole release. */
export interface Found {
  readonly ids: Int32Array;
  /** How the result at a place matches. */
  readonly matchAt: (place: number) => Match;
  readonly corrected: string | null;
}

/** The interpretation of a search text. */
export type Meaning =
  | { readonly kind: 'catalog number'; readonly id: number }
  | { readonly kind: 'designator'; readonly cosparId: string }
  | { readonly kind: 'launch'; readonly launchId: string }
  | { readonly kind: 'text'; readonly text: string };

/**
 * `NORAD 25544`, `norad id: 25544`, `NORAD_CAT_ID=25544`, `CATNR=25544`, `catalog number 25544`, `sat 25544`, `#25544`, and GCAT's
 * `S25544`.
 */
const numbered =
  /^(?:(?:norad|satcat|catalog(?:ue)?|catnr)[\s_-]*(?:cat(?:alog(?:ue)?)?)?[\s_-]*(?:id|no|nr|num(?:ber)?)?[\s.:=#]*|#\s*|s(?:at(?:ellite)?\s+#?)?(?=\d{5,6}$))(\d{1,9})$/i;
const designatorWord = /^(?:cospar|intl|int'?l|international|nssdca?)[\s_-]*(?:des(?:ignator)?|id)?[\s.:=#]*(?=\d)/i;
/** Launches are written with three digits, or with a dash: `1998-067`, `1998 067`, `1998067A`, `1998/067A`, `1998-67`, `1998-067 A`. */
const designator = /^(\d{4})(?:[-/ ]?(\d{3})|[-/](\d{1,2}))(?:[- ]?([a-z]{1,3}))?$/i;
/** Two digits of a year only with a piece: `98067A`, `98-067A`, `98-67A`. */
const shortDesignator = /^(\d\d)(?:[-/ ]?(\d{3})|[-/](\d{1,2}))[- ]?([a-z]{1,3})$/i;

/** Reads a search: catalog numbers and COSPAR designators in the forms in which people write them, all else is text. */
export function meaningOf(q: string): Meaning {
  const typed = q.trim();
  const number = /^\d{1,9}$/.exec(typed)?.[0] ?? numbered.exec(typed)?.[1];
  if (number !== undefined) return { kind: 'catalog number', id: Number(number) };
  const bare = typed.replace(designatorWord, '');
  const early = greekDesignator(bare);
  if (early) return designated(early.launchId, early.piece);
  const cospar = designator.exec(bare) ?? shortDesignator.exec(bare);
  if (!cospar) return { kind: 'text', text: typed };
  const [, year, launch, shortLaunch, piece] = cospar as unknown as (string | undefined)[];
  // Two digits of a year are those of a TLE: Sputnik's 57 to 2056.
  const full = year!.length === 4 ? year! : `${Number(year) < 57 ? '20' : '19'}${year}`;
  const launchId = `${full}-${(launch ?? shortLaunch)!.padStart(3, '0')}`;
  return designated(launchId, piece?.toUpperCase());
}

/** True if a search is the catalog number, also in Alpha-5, or the designator of one object. */
export function namesObject(q: string): boolean {
  const { kind } = meaningOf(q);
  return kind === 'catalog number' || kind === 'designator' || (kind === 'text' && alpha5In(q) !== null);
}

const alpha5In = (text: string) => readCatalogNumber(text.trim().toUpperCase());

const designated = (launchId: string, piece: string | undefined): Meaning =>
  piece === undefined ? { kind: 'launch', launchId } : { kind: 'designator', cosparId: `${launchId}${piece}` };

/** Searches one release. The result is deterministic; callers cache it. */
export function search(index: SearchIndex, q: string): Found {
  const meaning = meaningOf(q);
  if (meaning.kind === 'text') return searchText(index, meaning.text);
  if (meaning.kind === 'catalog number') return exactly(index.ids.includes(meaning.id) ? [meaning.id] : []);
  const { designators, ids } = index;
  const fits =
    meaning.kind === 'launch'
      ? (one: string) => one.startsWith(meaning.launchId)
      : (one: string) => one === meaning.cosparId;
  const designated = ids.filter((_, object) => fits(designators[object]!));
  // `25544 iss` has the form of a designator.
  const byNumber = designated.length === 0 ? numberedObject(index, plainWords(q)) : null;
  return exactly(byNumber === null ? designated : [byNumber]);
}

/**
 * Searches one release with its transmitters: a number with a unit is a frequency, and `145.8` is one if an object transmits
 * there. `heardAt` returns these objects.
 */
export async function searchWithRadio(
  index: () => Promise<SearchIndex>,
  heardAt: (range: FrequencyRange) => Promise<Int32Array>,
  q: string,
): Promise<Found> {
  const range = isFrequencySearch(q) ? frequencyRange(q) : null;
  if (range === null) return search(await index(), q);
  const ids = await heardAt(range);
  if (ids.length === 0 && !namesUnit(q)) return search(await index(), q);
  return { ids, matchAt: () => 'frequency', corrected: null };
}

/** The results that remain after a filter: `ids` are some of those found, in the same order. */
export function resultOf(found: Found, ids: Int32Array): SearchResult {
  if (ids.length === 0) return { ids, match: null, corrected: null };
  return { ids, match: found.matchAt(found.ids.indexOf(ids[0]!)), corrected: found.corrected };
}

const exactly = (ids: Iterable<number>): Found => ({
  ids: Int32Array.from(ids),
  matchAt: () => 'exact',
  corrected: null,
});

/**
 * Searches for a text, best matches first. If no name has its words, `T0449` is read as the catalog number 270449, as
 * in TLEs; then near spellings are tried, then objects with most of the words.
 */
function searchText(index: SearchIndex, text: string): Found {
  const ranking = new Ranking(index);
  const words = plainWords(text);
  const oneWord = joined(index, words);
  const inLetters = lettered(index, words);
  const parted = apart(index, words);
  const likely = [...parted, ...inLetters, ...[words, ...inLetters].flatMap(attached)].flatMap(rewritesOfWhole);
  const zeros = () => [words, ...oneWord].flatMap((some) => padded(index, some)).flatMap(rewritesOfWhole);
  if (addAll(ranking, [...rewritesOf(text), ...rewritesOfWords(oneWord), ...likely]) || addAll(ranking, zeros()))
    return { ...ranking.objects(), corrected: null };
  const alpha5 = alpha5In(text);
  if (alpha5 !== null && index.ids.includes(alpha5)) return exactly([alpha5]);
  const byNumber = numberedObject(index, words);
  if (byNumber !== null) return exactly([byNumber]);
  if (hasKana(text)) return exactly([]);
  const meant = spellings(index, words);
  return (
    nearest(ranking, words, meant) ??
    nicknamed(ranking, words) ??
    abbreviated(index, ranking, text, words) ??
    (meant.length < 2 ? null : nearest(ranking, words, spellings(index, words, true))) ??
    partly(index, ranking, words, meant) ??
    similar(index, words)
  );
}

function addAll(ranking: Ranking, rewrites: readonly Rewrite[]): boolean {
  let found = false;
  for (const rewrite of rewrites) found = ranking.add(rewrite) || found;
  return found;
}

/** `iss 25544`: a catalog number together with words that its object has. */
function numberedObject({ ids, groupOf, names, ownersOf, owners }: SearchIndex, words: readonly string[]) {
  const numbers = words.filter((word) => /^\d{3,9}$/.test(word));
  const object = numbers.length === 1 ? ids.indexOf(Number(numbers[0])) : -1;
  if (object < 0) return null;
  const group = groupOf[object]!;
  const text = `${names[group]} ${owners[ownersOf[group]!]}`;
  return words.every((word) => word === numbers[0] || text.includes(` ${word}`)) ? ids[object]! : null;
}

/** `space x` as `spacex`: two words side by side that are one word of the catalog. */
function joined({ words: known }: SearchIndex, words: readonly string[]): string[][] {
  return words.slice(1).flatMap((word, index) => {
    const one = `${words[index]}${word}`;
    return known.has(one) ? [words.toSpliced(index, 2, one)] : [];
  });
}

/**
 * `meteorm2` as `meteor m 2`, `metopb` as `metop b`: a word of the catalog with the letter of a series attached. Not an S, which
 * makes a plural.
 */
function lettered({ words: known }: SearchIndex, words: readonly string[]): string[][] {
  return words.flatMap((word, index) => {
    const [, name, letter] = /^(\p{L}{4,})([a-rt-z])$/u.exec(word) ?? [];
    if (name === undefined || letter === undefined || known.has(word) || !known.has(name)) return [];
    return [words.toSpliced(index, 1, name, letter)];
  });
}

/** The shortest word that is taken for two, and the shortest of the two. */
const [SHORTEST_JOINED, SHORTEST_PART] = [6, 2];

/** `gracefo` as `grace fo`: a word that the catalog does not have, but that two words of a name make together. */
function apart({ names, groupsWith, ownersWith }: SearchIndex, words: readonly string[]): string[][] {
  return words.flatMap((word, index) => {
    if (word.length < SHORTEST_JOINED || /\P{L}/u.test(word)) return [];
    if (groupsWith.of(word).length > 0 || ownersWith.of(word).length > 0) return [];
    const cuts = Array.from({ length: word.length - 2 * SHORTEST_PART + 1 }, (_, at) => at + SHORTEST_PART);
    return cuts.flatMap((at) => {
      const [first, second] = [word.slice(0, at), word.slice(at)];
      const together = ` ${first} ${second} `;
      return groupsWith.of(second).length > 0 && groupsWith.of(first).some((group) => names[group]!.includes(together))
        ? [words.toSpliced(index, 1, first, second)]
        : [];
    });
  });
}

/**
 * `meteor m 2 3` as `meteor m2 3`, `express am 5` as `express am5`, `astra 2 e` as `astra 2e`: up to three letters and the number after
 * them, or a number and one letter after it, which names write both ways.
 */
const attached = (words: readonly string[]): string[][] =>
  words.flatMap((word, index) => {
    const pair = `${word} ${words[index + 1] ?? ''}`;
    return /^(?:\p{L}{1,3} \p{N}+|\p{N}+ \p{L})$/u.test(pair) ? [words.toSpliced(index, 2, pair.replace(' ', ''))] : [];
  });

/** The digits of the longest number that names pad with zeros: KUIPER-00490. */
const MAX_PADDED = 5;

/** `oneweb 12` as `oneweb 0012`, and `cosmos 0012` as `cosmos 12`: a number with the zeros that a name has before it. */
function padded({ groupsWith }: SearchIndex, words: readonly string[]): string[][] {
  return words.flatMap((word, index) => {
    if (!/^\d{1,9}$/.test(word)) return [];
    const bare = word.replace(/^0+(?=\d)/, '');
    const forms = Array.from({ length: MAX_PADDED }, (_, at) => bare.padStart(at + 1, '0'));
    return [...new Set(forms)].flatMap((form) =>
      form !== word && groupsWith.of(form).length > 0 ? [words.toSpliced(index, 1, form)] : [],
    );
  });
}

/** How many spellings of a search are tried, and how many of its words are considered. */
const MAX_SPELLINGS = 6;

/** For each word of a misspelt search, the words that it may stand for; empty if none is near. */
const spellings = ({ words: known }: SearchIndex, words: readonly string[], further = false): string[][] =>
  words.slice(0, MAX_SPELLINGS).map((word) => known.near(word, further));

/** The objects with near spellings of all words; null if there are none. */
function nearest(ranking: Ranking, words: readonly string[], meant: readonly (readonly string[])[]): Found | null {
  // Words beyond MAX_SPELLINGS have no spellings and must not be ignored.
  if (meant.length < words.length) return null;
  const spelt = meant.reduce<string[][]>(
    (before, next) => before.flatMap((start) => next.map((word) => [...start, word])).slice(0, MAX_SPELLINGS),
    [[]],
  );
  const found = spelt.filter((one) => addAll(ranking, rewritesOfWords([one])));
  return found.length === 0 ? null : near(ranking, found[0]!, words);
}

/** The objects of a nickname of several words with a letter or two wrong; null if there are none. */
function nicknamed(ranking: Ranking, words: readonly string[]): Found | null {
  const meant = nearNickname(words);
  return meant && addAll(ranking, rewritesOfWords([meant])) ? near(ranking, meant, words) : null;
}

/** Words that abbreviations leave out. */
const unnamed = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'on', 'the', 'to']);
/** Initials of fewer words could be any name. */
const FEWEST_INITIALS = 3;

/** The objects that are named by the initials of the words, `soil moisture active passive` is SMAP; null if there are none. */
function abbreviated(index: SearchIndex, ranking: Ranking, text: string, words: readonly string[]): Found | null {
  const typed = text
    .split(/\s+/)
    .map(fold)
    .filter((word) => word !== '' && !unnamed.has(word));
  const number = /^\p{N}+$/u.test(typed.at(-1) ?? '') ? typed.splice(-1) : [];
  // `dragon cargo spacecraft` is not DCS.
  if (typed.length < FEWEST_INITIALS || namesSeries(index, typed[0]!) || typed.some((word) => /^\P{L}/u.test(word)))
    return null;
  // A word with a hyphen gives one initial, or one for each of its parts.
  for (const initials of [typed, typed.join(' ').split(' ')].map((some) => some.map(([first]) => first).join(''))) {
    const name = [initials, ...number];
    if (!index.names.some((names) => names.includes(`| ${name.join(' ')} `))) continue;
    return addAll(ranking, [{ words: name, whole: true }]) ? near(ranking, name, words) : null;
  }
  return null;
}

/** The objects with most of the words, near spellings included; null if there are none. */
function partly(
  index: SearchIndex,
  ranking: Ranking,
  words: readonly string[],
  meant: readonly (readonly string[])[],
): Found | null {
  if (meant.length < 2 || meant.length < words.length) return null;
  const { groups, words: kept } = bestPartialMatch(index, meant);
  if (groups.length === 0) return null;
  ranking.addGroups(groups, kept);
  return near(ranking, kept, words);
}

/** Objects with a name similar to the search and every word of it that the catalog has: `noaa 99` is not USA 99. */
function similar(index: SearchIndex, words: readonly string[]): Found {
  const kept = words.filter((word) => !/\p{N}/u.test(word) && index.groupsWith.of(word).length > 0);
  const found = similarNames(index, words.join(' ')).filter(({ name }) =>
    kept.every((word) => ` ${name} `.includes(` ${word} `)),
  );
  const places = found.flatMap(({ group }) => index.objectsOf[group]!);
  return {
    ids: Int32Array.from(new Set(places), (place) => index.ids[place]!),
    matchAt: () => 'near',
    corrected: found[0]?.name ?? null,
  };
}

function near(ranking: Ranking, used: readonly string[], typed: readonly string[]): Found {
  const corrected = used.join(' ');
  return {
    ids: ranking.objects().ids,
    matchAt: () => 'near',
    corrected: corrected === typed.join(' ') ? null : corrected,
  };
}
