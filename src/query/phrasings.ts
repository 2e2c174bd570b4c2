import { fold } from '../schema/fold.ts';

/** One way to say what was typed. */
export interface Phrasing {
  /** Folded words; an object must have every one of them. */
  readonly words: readonly string[];
  /** Whether only whole words count: for what nobody typed letter by letter, parts of words would find anything. */
  readonly whole: boolean;
}

/**
 * What people call things that catalogues file under another name; empty where a word says nothing. Folded on both sides,
 * longer ones first. Nothing is claimed by it: it only helps to find.
 */
export const sayings = [
  ['hubble space telescope', 'hst'],
  ['hubble telescope', 'hst'],
  ['hubble', 'hst'],
  ['хаббл', 'hst'],
  ['哈勃', 'hst'],
  ['james webb space telescope', 'jwst'],
  ['james webb', 'jwst'],
  ['webb', 'jwst'],
  ['fermi', 'glast'],
  ['gravity probe', 'gp'],
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
  ['rocket bodies', 'r b'],
  ['rocket body', 'r b'],
  ['debris', 'deb'],
  ['kosmos', 'cosmos'],
  ['space telescope', ''],
  ['telescope', ''],
  ['spacecraft', ''],
  ['satellites', ''],
  ['satellite', ''],
] as const;

/** Words of the sayings that somebody may misspell. */
export const sayingWords = [...new Set(sayings.flatMap(([said]) => said.split(' ')))].filter((word) => word.length > 3);

/** Russian and Ukrainian letters as catalogues write them in Latin ones (BGN/PCGN, without its apostrophes). */
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

/** The words with every saying in them put as catalogues do. */
function inCatalogueWords(words: readonly string[]): string[] {
  let text = ` ${words.join(' ')} `;
  for (const [said, filed] of sayings) text = text.replaceAll(` ${said} `, filed === '' ? ' ' : ` ${filed} `);
  return wordsOf(text);
}

/** The words of a search in their plainest form: Latin letters, letters and digits apart. What is misspelt is looked for by these. */
export const plainWords = (typed: string) => parted(wordsOf(inLatin(typed)));

/** What a search may mean: as it was typed, in Latin letters, parted, and as catalogues say it. Empty where it has no word. */
export function phrasingsOf(typed: string): Phrasing[] {
  const asTyped = wordsOf(typed);
  const plain = plainWords(typed);
  return distinct([
    { words: asTyped, whole: false },
    { words: plain, whole: false },
    { words: inCatalogueWords(asTyped), whole: true },
    { words: inCatalogueWords(plain), whole: true },
  ]);
}

/** Phrasings of words that may have been meant, and the same as catalogues say it. */
export const phrasingsOfWords = (sequences: readonly (readonly string[])[]) =>
  distinct(
    sequences.flatMap((words) => [
      { words, whole: false },
      { words: inCatalogueWords(words), whole: true },
    ]),
  );

function distinct(phrasings: readonly Phrasing[]): Phrasing[] {
  const byText = new Map<string, Phrasing>();
  for (const phrasing of phrasings) {
    const text = phrasing.words.join(' ');
    if (text !== '' && !byText.has(text)) byText.set(text, phrasing);
  }
  return [...byText.values()];
}
