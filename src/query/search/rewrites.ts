import { fold } from '../../schema/fold.ts';
import { inEnglish } from './country-names.ts';
import { hasKana, inHepburn, romanizedText } from './east-asian.ts';
import { editDistance } from './spelling.ts';

/** One variant of a search. */
export interface Rewrite {
  /** Folded words; an object must have every one of them. */
  readonly words: readonly string[];
  /** Whether only whole words match: for words that were not typed, partial matches would find unrelated objects. */
  readonly whole: boolean;
}

/** `gps iif 3` as `navstar 67`: the first is number 65, in the order of the launches. */
const blocks = (name: string, count: number, first: number) =>
  Array.from({ length: count }, (_, at) => [`${name}${at + 1}`, `navstar ${first + at}`] as const);

/** `goes r` as `goes 16`. */
const numbered = (name: string, letters: Readonly<Record<string, number>>) =>
  Object.entries(letters).map(([letter, number]) => [`${name} ${letter}`, `${name} ${number}`] as const);

/**
 * Common names of things that catalogs file under another name; empty if a word adds nothing beside another one. Folded on
 * both sides, longer ones first. They make no claim: they only help to find objects.
 */
export const synonyms = [
  ['hubble space telescope', 'hst'],
  ['hubble telescope', 'hst'],
  ['hubble', 'hst'],
  ['хаббл', 'hst'],
  ['哈勃', 'hst'],
  ['james webb space telescope', 'jwst'],
  ['james webb', 'jwst'],
  ['webb', 'jwst'],
  ['fermi', 'glast'],
  ['chandra x ray observatory', 'cxo'],
  ['chandra x ray', 'cxo'],
  ['chandra', 'cxo'],
  ['spitzer', 'sirtf'],
  ['compton', 'gro'],
  ['gravity probe', 'gp'],
  ['lunar reconnaissance orbiter', 'lro'],
  ['solar dynamics observatory', 'sdo'],
  ['chinese space station', 'css'],
  ['tiangong space station', 'css'],
  ['tiangong', 'css'],
  ['天宫', 'css'],
  ['中国空间站', 'css'],
  ['тяньгун', 'css'],
  ['мкс', 'iss'],
  ['国际空间站', 'iss'],
  ['international space station', 'iss'],
  ['estacion espacial internacional', 'iss'],
  ['estacao espacial internacional', 'iss'],
  ['station spatiale internationale', 'iss'],
  ['stazione spaziale internazionale', 'iss'],
  ['internationale raumstation', 'iss'],
  ['internationaal ruimtestation', 'iss'],
  ['miedzynarodowa stacja kosmiczna', 'iss'],
  ['международная космическая станция', 'iss'],
  ['міжнародна космічна станція', 'iss'],
  ['mir space station', 'mir'],
  ['navstar iif', 'gps iif'],
  ['gps biif', 'gps iif'],
  ...blocks('gps iif ', 12, 65),
  ...blocks('gps iii ', 8, 77),
  ...blocks('gps iii sv0', 8, 77),
  ['gps', 'navstar'],
  ['qzss', 'qzs'],
  ['navic', 'irnss'],
  ['dong fang hong', 'dfh'],
  ['东方红一号', 'dfh 1'],
  ['long march', 'cz'],
  ['chang zheng', 'cz'],
  ['lm', 'cz'],
  ['briz', 'breeze'],
  ['ekspress', 'express'],
  ['fy', 'fengyun'],
  ['gk 2a', 'geo kompsat 2a'],
  ['gk2a', 'geo kompsat 2a'],
  ['gk 2b', 'geo kompsat 2b'],
  ['gk2b', 'geo kompsat 2b'],
  ['starman', 'tesla roadster'],
  ['agence spatiale europeenne', 'esa'],
  ['agencia espacial europea', 'esa'],
  ['agencia espacial europeia', 'esa'],
  ['agenzia spaziale europea', 'esa'],
  ['europaische weltraumorganisation', 'esa'],
  ['европеиское космическое агентство', 'esa'],
  ['欧洲航天局', 'esa'],
  ['debris', 'deb'],
  ['kosmos', 'cosmos'],
  ['space station', ''],
  ['space telescope', ''],
  ['telescopio espacial', ''],
  ['telescope spatial', ''],
  ['telescopio spaziale', ''],
  ['weltraumteleskop', ''],
  ['kosmiczny teleskop', ''],
  ['космическии телескоп', ''],
  ['telescope', ''],
  ['spacecraft', ''],
  ['satellites', ''],
  ['satellite', ''],
  ['satelite', ''],
  ['satellit', ''],
  ['satelliet', ''],
  ['satelita', ''],
  ['спутник', ''],
  ...['lacrosse', 'onyx'].flatMap((name) =>
    [34, 69, 133, 152, 182].map((usa, at) => [`${name} ${at + 1}`, `usa ${usa}`] as const),
  ),
  // Satellites that are lettered until they are in orbit, and numbered then.
  ...numbered('goes', {
    a: 1,
    b: 2,
    c: 3,
    d: 4,
    e: 5,
    f: 6,
    h: 7,
    i: 8,
    j: 9,
    k: 10,
    l: 11,
    m: 12,
    n: 13,
    o: 14,
    p: 15,
  }),
  ...numbered('goes', { r: 16, s: 17, t: 18, u: 19 }),
  ...numbered('noaa', { k: 15, l: 16, m: 17, n: 18 }),
  ...numbered('tdrs', { a: 1, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, k: 11, l: 12, m: 13 }),
  ['jpss 1', 'noaa 20'],
  ['jpss 2', 'noaa 21'],
] as const;

/** Synonyms of rocket stages. A name may also contain "stage" itself, so these are tried in addition. */
export const stages = [
  ['rocket bodies', 'r b'],
  ['rocket body', 'r b'],
  ['rocket stage', 'r b'],
  ['second stage', 'r b'],
  ['upper stage', 'r b'],
  ['booster', 'r b'],
  ['rocket', 'r b'],
  ['stage', 'r b'],
  // The numbers that the American Department of Defense gave to Soviet launch vehicles.
  ['vostok r b', 'sl 3 r b'],
  ['soyuz r b', 'sl 4 r b'],
  ['molniya r b', 'sl 6 r b'],
  ['cosmos 3m', 'sl 8'],
  ['proton r b', 'sl 12 r b'],
  ['tsyklon r b', 'sl 14 r b'],
  ['tsiklon r b', 'sl 14 r b'],
  ['zenit r b', 'sl 16 r b'],
  ['energia r b', 'sl 17 r b'],
  ['rokot r b', 'sl 19 r b'],
  ['dnepr r b', 'sl 24 r b'],
] as const;

const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];
/** Roman numerals from 1 to 39, X apart: it is mostly the letter, as in "space x". */
const roman: Readonly<Record<string, string>> = Object.fromEntries(
  ['', 'x', 'xx', 'xxx']
    .flatMap((tens) => ones.map((one) => tens + one))
    .map((numeral, number) => [numeral, String(number)] as const)
    .filter(([numeral]) => numeral !== '' && numeral !== 'x'),
);

/** Words of the synonyms that may be misspelled. */
export const synonymWords = [...new Set([...synonyms, ...stages].flatMap(([typed]) => typed.split(' ')))].filter(
  (word) => word.length > 3,
);

/** Russian and Ukrainian letters as catalogs write them in Latin ones (BGN/PCGN, without its apostrophes). */
const latin: Readonly<Record<string, string>> = Object.fromEntries(
  'а:a б:b в:v г:g ґ:g д:d е:e ё:yo є:ye ж:zh з:z и:i і:i ї:yi й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const inLatin = (text: string) => text.toLowerCase().replace(/[а-яёєіїґ]/g, (letter) => latin[letter]!);

const wordsOf = (text: string) => fold(text).split(' ').filter(Boolean);

/** `starlink1007` as `starlink 1007`, `cosmos2251deb` as `cosmos 2251 deb`; `sentinel1a` keeps its last letter attached. */
const parted = (words: readonly string[]) =>
  wordsOf(words.join(' ').replace(/(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{3})/gu, ' '));

/** `x37b` as `x 37b`, also if one letter alone is before the digits. */
const partedEverywhere = (words: readonly string[]) => wordsOf(words.join(' ').replace(/(?<=\p{L})(?=\p{N})/gu, ' '));

/** Nicknames of several words by the same without spaces: `jameswebb`. */
const joinedNicknames = new Map<string, string>(
  synonyms.flatMap(([typed]) => (typed.includes(' ') && !/\d/.test(typed) ? [[typed.replaceAll(' ', ''), typed]] : [])),
);

/** `jameswebb` as `james webb`. */
const partedNicknames = (words: readonly string[]) =>
  words.flatMap((word) => joinedNicknames.get(word)?.split(' ') ?? [word]);

/** `iv` as `4`, `iic` as `2c`; null for any other word. */
function arabic(word: string): string | null {
  const [, numeral = '', letter = ''] = /^([ivx]+)([a-h]?)$/.exec(word) ?? [];
  const number = roman[numeral];
  return number === undefined ? null : number + letter;
}

/** `galileo 101` as `gsat0101`. */
const inSeries = (text: string) => text.replace(/ galileo ([12]\d\d) /g, ' gsat0$1 ');

/**
 * Replaces synonyms in words by the catalogs' terms. A word without a meaning of its own is left out only next to another word, not next to
 * a number: `спутник 1` is Sputnik 1.
 */
function replaced(words: readonly string[], pairs: readonly (readonly [string, string])[]): string[] {
  let text = ` ${words.join(' ')} `;
  for (const [typed, filed] of pairs) {
    const next = text.replaceAll(` ${typed} `, filed === '' ? ' ' : ` ${filed} `);
    if (filed !== '' || /\p{L}{2}/u.test(next)) text = next;
  }
  return wordsOf(text);
}

/** The words as catalogs write them: synonyms and stages replaced by the catalogs' terms, Roman numerals by digits. */
function inCatalogWords(words: readonly string[]): string[][] {
  const [first, ...others] = words;
  // No name begins with a numeral.
  const counted = [first ?? '', ...others.map((word) => arabic(word) ?? word)];
  const named = [words, counted].map((form) => replaced(form, synonyms));
  const forms = [...named, ...named.map((form) => replaced(form, stages)), wordsOf(inSeries(` ${words.join(' ')} `))];
  return [...forms, ...[words, ...forms].map((form) => [...inEnglish(form)])];
}

/** The words of a search in their plainest form: Latin letters, letters and digits apart. Misspelt searches use these. */
export const plainWords = (typed: string) => parted(wordsOf(inLatin(inHepburn(romanizedText(typed)))));

/** Long vowels of Japanese as most names have them: `fuyou` as `fuyo`. */
const shortVowels = (typed: string, words: readonly string[]) =>
  hasKana(typed) ? words.map((word) => word.replace(/(?<=o)[ou]|(?<=u)u/g, '')) : [];

/** The variants of a search: as typed, in Latin letters, parted, and as catalogs write it. Empty if it has no word. */
export function rewritesOf(typed: string): Rewrite[] {
  const asTyped = wordsOf(typed);
  const plain = plainWords(typed);
  return distinct([
    { words: asTyped, whole: false },
    { words: plain, whole: false },
    { words: partedEverywhere(plain), whole: true },
    { words: shortVowels(typed, plain), whole: true },
    ...filed(asTyped),
    ...filed(plain),
    ...filed(partedNicknames(plain)),
    // A word of the typed script is left out before the rest is put into Latin letters.
    ...filed(plainWords(replaced(asTyped, synonyms).join(' '))),
  ]);
}

/** How many letters of a nickname may be wrong, and how long it is at least. */
const NICKNAME = { off: 2, letters: 8 };

/**
 * Corrects a letter or two of a nickname of several words, `james web` to `james webb`; null if no nickname is that
 * near.
 */
export function nearNickname(words: readonly string[]): string[] | null {
  if (words.length < 2 || words.some((word) => /\p{N}/u.test(word))) return null;
  for (const [typed, name] of synonyms) {
    const size = typed.split(' ').length;
    if (size < 2 || name === '' || /\d/.test(name) || typed.length < NICKNAME.letters) continue;
    for (let at = 0; at + size <= words.length; at++)
      if (editDistance(words.slice(at, at + size).join(' '), typed, NICKNAME.off) <= NICKNAME.off)
        return [...words.slice(0, at), ...typed.split(' '), ...words.slice(at + size)];
  }
  return null;
}

/** Rewrites of the words that a person may have meant, as typed and as catalogs write them. */
export const rewritesOfWords = (sequences: readonly (readonly string[])[]) =>
  distinct(sequences.flatMap((words) => [{ words, whole: false }, ...filed(words)]));

/** Rewrites of words that were not typed so: only whole words match. */
export const rewritesOfWhole = (words: readonly string[]): Rewrite[] => [{ words, whole: true }, ...filed(words)];

const filed = (words: readonly string[]): Rewrite[] =>
  inCatalogWords(words).map((one) => ({ words: one, whole: true }));

function distinct(rewrites: readonly Rewrite[]): Rewrite[] {
  const byText = new Map<string, Rewrite>();
  for (const rewrite of rewrites) {
    const text = rewrite.words.join(' ');
    if (text !== '' && !byText.has(text)) byText.set(text, rewrite);
  }
  return [...byText.values()];
}
