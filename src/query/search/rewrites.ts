import { fold } from '../../schema/fold.ts';
import { inEnglish } from './country-names.ts';
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
 * Common names of things that catalogs file under another name; empty if a word adds nothing. Folded on both sides, longer
 * ones first. They make no claim: they only help to find objects.
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
  ['telescope', ''],
  ['spacecraft', ''],
  ['satellites', ''],
  ['satellite', ''],
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

/** Names in Chinese, Japanese, and Korean as catalogs write them in Latin letters. */
const romanized: readonly (readonly [string, string])[] = [
  ['北斗', 'beidou'],
  ['神舟', 'shenzhou'],
  ['天舟', 'tianzhou'],
  ['天链', 'tianlian'],
  ['天问', 'tianwen'],
  ['天和', 'tianhe'],
  ['问天', 'wentian'],
  ['梦天', 'mengtian'],
  ['嫦娥', 'chang e'],
  ['风云', 'fengyun'],
  ['高分', 'gaofen'],
  ['遥感', 'yaogan'],
  ['实践', 'shijian'],
  ['资源', 'ziyuan'],
  ['海洋', 'haiyang'],
  ['吉林', 'jilin'],
  ['中星', 'chinasat'],
  ['试验', 'shiyan'],
  ['天绘', 'tianhui'],
  ['长征', 'cz'],
  ['千帆', 'qianfan'],
  ['星链', 'starlink'],
  ['哈勃', 'hubble'],
  ['天宫', 'tiangong'],
  ['国際宇宙ステーション', 'iss'],
  ['ハッブル', 'hubble'],
  ['スターリンク', 'starlink'],
  ['宇宙望遠鏡', 'space telescope'],
  ['準天頂', 'qzs'],
  ['太空望远镜', 'space telescope'],
  ['空间望远镜', 'space telescope'],
  ['墨子', 'quess'],
  ['悟空', 'dampe'],
  ['천리안 2', 'geo kompsat 2'],
  ['아리랑', 'arirang'],
  ['무궁화', 'koreasat'],
];
const hanDigits = '〇一二三四五六七八九';
/** Numbers up to 99 in Chinese: `十五` is 15, `二十` is 20. */
const hanNumber = /([二三四五六七八九])?十([一二三四五六七八九])?|[〇一二三四五六七八九]/gu;

/** Names and numbers in Chinese, Japanese, and Korean in Latin letters and digits: `神舟十五号` as `shenzhou 15`. */
function romanizedText(typed: string): string {
  const text = typed.normalize('NFKC');
  if (!/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) return typed;
  const named = romanized.reduce((before, [name, latin]) => before.replaceAll(name, ` ${latin} `), text);
  if (named === text) return text;
  return named
    .replace(hanNumber, (one, tens?: string, ones?: string) =>
      one.includes('十')
        ? ` ${(tens ? hanDigits.indexOf(tens) : 1) * 10 + (ones ? hanDigits.indexOf(ones) : 0)}`
        : ` ${hanDigits.indexOf(one)}`,
    )
    .replace(/[号星]/gu, ' ');
}

/** Japanese syllables in Hepburn, as the catalogs write names; a small vowel or Y changes the syllable before it. */
const kana: Readonly<Record<string, string>> = Object.fromEntries(
  `あa いi うu えe おo かka きki くku けke こko がga ぎgi ぐgu げge ごgo さsa しshi すsu せse そso ざza じji ずzu ぜze ぞzo
  たta ちchi つtsu てte とto だda ぢji づzu でde どdo なna にni ぬnu ねne のno はha ひhi ふfu へhe ほho ばba びbi ぶbu べbe ぼbo
  ぱpa ぴpi ぷpu ぺpe ぽpo まma みmi むmu めme もmo やya ゆyu よyo らra りri るru れre ろro わwa をo んn ゔvu`
    .split(/\s+/)
    .map((pair) => [pair[0]!, pair.slice(1)] as const),
);
const small: Readonly<Record<string, string>> = {
  ゃ: 'a',
  ゅ: 'u',
  ょ: 'o',
  ぁ: 'a',
  ぃ: 'i',
  ぅ: 'u',
  ぇ: 'e',
  ぉ: 'o',
};

const isKana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether a search has Japanese syllables. Each of them has one reading, so they are not corrected as misspelt words. */
export const hasKana = (typed: string) => isKana.test(typed.normalize('NFKC'));

/** Kana in Latin letters, without the number word after digits: `だいち2号` as `daichi 2`. */
const inHepburn = (text: string) =>
  isKana.test(text)
    ? text
        .replace(/[\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu, (run) => ` ${syllables(run)} `)
        .replace(/(?<=\p{N})\s*号機?/gu, ' ')
    : text;

const syllables = (run: string) =>
  run
    .replace(/[ァ-ヴ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replace(/([ぁ-ゔ])([ゃゅょぁぃぅぇぉ])/g, (one, before: string, after: string) => {
      const base = (kana[before] ?? one).replace(/[aiueo]$/, '');
      return base + (/[ゃゅょ]/.test(after) && !/(?:sh|ch|j)$/.test(base) ? 'y' : '') + small[after]!;
    })
    .replace(/[ぁ-ゔ]/g, (letter) => kana[letter] ?? letter)
    .replace(/っ(?=([a-z]))/g, (_, next: string) => (next === 'c' ? 't' : next))
    .replace(/ー/g, '');

const wordsOf = (text: string) => fold(text).split(' ').filter(Boolean);

/** `starlink1007` as `starlink 1007`, `cosmos2251deb` as `cosmos 2251 deb`; `sentinel1a` keeps its last letter attached. */
const parted = (words: readonly string[]) =>
  wordsOf(words.join(' ').replace(/(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{3})/gu, ' '));

/** `x37b` as `x 37b`, also if one letter alone is before the digits. */
const partedEverywhere = (words: readonly string[]) => wordsOf(words.join(' ').replace(/(?<=\p{L})(?=\p{N})/gu, ' '));

/** `galileo 101` as `gsat0101`. */
const inSeries = (text: string) => text.replace(/ galileo ([12]\d\d) /g, ' gsat0$1 ');

/** The words as catalogs write them: synonyms and stages replaced by the catalogs' terms, Roman numerals by digits. */
function inCatalogWords(words: readonly string[]): string[][] {
  const replaced = (from: string, pairs: readonly (readonly [string, string])[]) =>
    pairs.reduce((text, [typed, filed]) => text.replaceAll(` ${typed} `, filed === '' ? ' ' : ` ${filed} `), from);
  const named = replaced(` ${words.join(' ')} `, synonyms);
  const [first, ...others] = words;
  // No name begins with a numeral.
  const counted = [first ?? '', ...others.map((word) => roman[word] ?? word)].join(' ');
  const forms = [named, replaced(named, stages), replaced(` ${counted} `, synonyms), inSeries(` ${words.join(' ')} `)];
  return [...forms.map(wordsOf), [...inEnglish(words)]];
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
