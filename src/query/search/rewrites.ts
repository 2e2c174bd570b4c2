import { fold } from '../../schema/fold.ts';

/** One way to put what was typed. */
export interface Rewrite {
  /** Folded words; an object must have every one of them. */
  readonly words: readonly string[];
  /** Whether only whole words match: for words that were not typed, partial matches would find unrelated objects. */
  readonly whole: boolean;
}

/**
 * What people call things that catalogs file under another name; empty where a word says nothing. Folded on both sides,
 * longer ones first. Nothing is claimed by it: it only helps to find.
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
  ['тяньгун', 'css'],
  ['мкс', 'iss'],
  ['国际空间站', 'iss'],
  ['gps', 'navstar'],
  ['qzss', 'qzs'],
  ['navic', 'irnss'],
  ['dong fang hong', 'dfh'],
  ['东方红一号', 'dfh 1'],
  ['long march', 'cz'],
  ['chang zheng', 'cz'],
  ['briz', 'breeze'],
  ['debris', 'deb'],
  ['kosmos', 'cosmos'],
  ['space telescope', ''],
  ['telescope', ''],
  ['spacecraft', ''],
  ['satellites', ''],
  ['satellite', ''],
] as const;

/** The same of rocket stages. A name may also say "stage" itself, so these are tried in addition. */
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

const roman: Readonly<Record<string, string>> = Object.fromEntries(
  ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'].map((numeral, index) => [numeral, String(index + 1)]),
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

const wordsOf = (text: string) => [...new Set(fold(text).split(' '))].filter(Boolean);

/** `starlink1007` as `starlink 1007`, `cosmos2251deb` as `cosmos 2251 deb`; `sentinel1a` keeps its last letter where it is. */
const parted = (words: readonly string[]) =>
  wordsOf(words.join(' ').replace(/(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{3})/gu, ' '));

/** The words with every synonym in them put as catalogs do; with stages as they name them; with Roman numerals as digits. */
function inCatalogWords(words: readonly string[]): string[][] {
  const replaced = (from: string, pairs: readonly (readonly [string, string])[]) =>
    pairs.reduce((text, [typed, filed]) => text.replaceAll(` ${typed} `, filed === '' ? ' ' : ` ${filed} `), from);
  const named = replaced(` ${words.join(' ')} `, synonyms);
  const [first, ...others] = words;
  // No name begins with a numeral. X is left as the letter that it mostly is, as in "space x".
  const counted = [first ?? '', ...others.map((word) => roman[word] ?? word)].join(' ');
  return [named, replaced(named, stages), replaced(` ${counted} `, synonyms)].map(wordsOf);
}

/** The words of a search in their plainest form: Latin letters, letters and digits apart. What is misspelt is looked for by these. */
export const plainWords = (typed: string) => parted(wordsOf(inLatin(typed)));

/** What a search may mean: as it was typed, in Latin letters, parted, and as catalogs write it. Empty where it has no word. */
export function rewritesOf(typed: string): Rewrite[] {
  const asTyped = wordsOf(typed);
  const plain = plainWords(typed);
  return distinct([
    { words: asTyped, whole: false },
    { words: plain, whole: false },
    ...filed(asTyped),
    ...filed(plain),
  ]);
}

/** Rewrites of words that may have been meant, and the same as catalogs write it. */
export const rewritesOfWords = (sequences: readonly (readonly string[])[]) =>
  distinct(sequences.flatMap((words) => [{ words, whole: false }, ...filed(words)]));

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
