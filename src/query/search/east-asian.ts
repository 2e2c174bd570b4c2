/** Names in Chinese, Japanese, and Korean as catalogs write them in Latin letters; empty for words that only say what a thing is. */
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
  ['気象衛星', ''],
  ['通信衛星', ''],
  ['人工衛星', ''],
  ['衛星', ''],
  ['小惑星探査機', ''],
  ['探査機', ''],
  ['气象卫星', ''],
  ['卫星', ''],
  ['아리랑', 'arirang'],
  ['무궁화', 'koreasat'],
];
const hanDigits = '〇一二三四五六七八九';
/** Numbers up to 99 in Chinese: `十五` is 15, `二十` is 20. */
const hanNumber = /([二三四五六七八九])?十([一二三四五六七八九])?|[〇一二三四五六七八九]/gu;

/** Names and numbers in Chinese, Japanese, and Korean in Latin letters and digits: `神舟十五号` as `shenzhou 15`. */
export function romanizedText(typed: string): string {
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
export const inHepburn = (text: string) =>
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
