/**
 * Comparable names of satellites: case, accents, punctuation and spelling don't matter, and aliases are compared, too.
 * SATCAT puts other names in parentheses and the kind of object in square brackets (https://celestrak.org/satcat/satcat-format.php);
 * GCAT lists them in PLName and AltNames, with codes after colons (https://planet4589.org/space/gcat/web/intro/nom.html).
 */
import { own } from './own.ts';

/** Letters that NFKD does not decompose. */
const LETTERS: Record<string, string> = {
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Æ: 'AE',
  Œ: 'OE',
  ẞ: 'SS',
  Ħ: 'H',
};

/** Upper case, without accents or apostrophes; idempotent. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ØŁĐÐÞÆŒẞĦ]/g, (letter) => LETTERS[letter] as string)
    .replace(/['’ʼ`´]/g, '');
}

/** Words to replace: transliterations, abbreviations of programs, and words without meaning. Keys and values are folded. */
export const SPELLINGS: Record<string, string> = {
  KOSMOS: 'COSMOS',
  EKSPRESS: 'EXPRESS',
  MOLNIJA: 'MOLNIYA',
  INTERKOSMOS: 'INTERCOSMOS',
  BIOSATELLITE: 'BIOSAT',
  NEWSAT: 'NUSAT',
  SHIJIAN: 'SJ',
  SHIYAN: 'SY',
  FENGYUN: 'FY',
  HAIYANG: 'HY',
  ZIYUAN: 'ZY',
  CHUANGXIN: 'CX',
  TIANHUI: 'TH',
  GAOFEN: 'GF',
  YAOGAN: 'YG',
  TONGXINJISHUSHIYANWEIXING: 'TJS',
  // "No. 2", "2 hao": the numeral is enough. "Weixing", "xing" and "xingzuo" are satellite, star and constellation.
  NO: '',
  NR: '',
  HAO: '',
  WEIXING: '',
  XING: '',
  XINGZUO: '',
};

/** Unambiguous Roman numerals; a single I, V, X, C, M or L may be a letter. */
const ROMAN: Record<string, string> = {
  II: '2',
  III: '3',
  IV: '4',
  VI: '6',
  VII: '7',
  VIII: '8',
  IX: '9',
  XI: '11',
  XII: '12',
};

export interface NameParts {
  /** The name outside brackets, trimmed. */
  name: string;
  /** Text in parentheses or quotation marks; text in square brackets is a kind of object and is dropped. */
  aliases: string[];
}

/** Separates bracketed parts. A name wholly within square brackets (in GCAT, an unofficial name) is kept as the name. */
export function nameParts(raw: string): NameParts {
  const text = raw.trim();
  const whole = /^\[([^[\]]+)\]$/.exec(text);
  const open = whole ? (whole[1] as string) : text;
  const aliases: string[] = [];
  const take = (_: string, inner: string): string => {
    if (/[\p{L}\p{N}]/u.test(inner)) aliases.push(inner.trim());
    return ' ';
  };
  const outside = open
    .replace(/\(([^()]*)\)/g, take)
    .replace(/"([^"]*)"/g, take)
    .replace(/(?<=\s)'([^']{3,})'/g, take)
    .replace(/\[[^[\]]*\]/g, ' ');
  const name = outside.replace(/\s+/g, ' ').trim();
  return { name: name === '' && aliases.length > 0 ? (aliases.shift() as string) : name, aliases };
}

/** The words and numbers of a name, without leading zeros. */
function tokens(text: string): string[] {
  return (fold(text).match(/\p{N}+|[^\P{L}]+/gu) ?? [])
    .map((token) => own(SPELLINGS, token) ?? token.replace(/^0+(?=\p{N})/u, ''))
    .filter((token) => token !== '');
}

/** Concatenates tokens, with a dash between two numbers, so that `1-23` and `12-3` differ. */
function join(parts: readonly string[]): string {
  return parts.reduce((key, part) => key + (/\p{N}$/u.test(key) && /^\p{N}/u.test(part) ? '-' : '') + part, '');
}

/** The name, its aliases, and the parts between `/`, `&` and `,` that are long enough to be names. */
function spokenNames(raw: string): string[] {
  if (isPlaceholder(raw)) return [];
  const { name, aliases } = nameParts(raw);
  return [name, ...aliases].flatMap((text) => {
    const pieces = text.split(/[/&,]/).map((piece) => piece.trim());
    return pieces.length === 1
      ? [text]
      : [text, ...pieces.filter((piece) => (piece.match(/[\p{L}\p{N}]/gu) ?? []).length > 3 && /\p{L}/u.test(piece))];
  });
}

/**
 * A name's keys: two names agree if they share a key. Each key is repeated with Roman numerals as digits.
 * @returns no key for a placeholder, or for text without a letter or digit.
 * @example nameKeys('COSMOS 2251') // ['COSMOS2251'], as of 'Kosmos-2251'
 */
export function nameKeys(raw: string): string[] {
  const keys = new Set<string>();
  for (const name of spokenNames(raw)) {
    const parts = tokens(name);
    keys.add(join(parts));
    keys.add(join(parts.map((part) => own(ROMAN, part) ?? part)));
  }
  keys.delete('');
  return [...keys];
}

/**
 * A name's series: its key with each number as `#` and a final single letter as `@`. Two names contradict each other only if they
 * belong to one series and share no key: `CENTAURI-1` and `Centauri-2`. Names of different series are usually aliases of one satellite
 * (SSOT and FASAT-C, MOLNIYA 1-25 and Molniya-1).
 * @returns an empty list for names without a number, for serials (`No. 15` counts airframes, not satellites in orbit) and for placeholders.
 */
export function nameSeries(raw: string): string[] {
  if (isSerial(raw)) return [];
  const series = new Set<string>();
  for (const name of spokenNames(raw)) {
    const parts = tokens(name).map((part) => own(ROMAN, part) ?? part);
    const last = parts.length - 1;
    const shape = parts.map((part, n) =>
      /^\p{N}/u.test(part) ? '#' : n === last && n > 0 && part.length === 1 ? '@' : part,
    );
    if (shape.some((part) => part === '#' || part === '@') && shape.some((part) => part.length > 1))
      series.add(shape.join(''));
  }
  return [...series];
}

const PLACEHOLDERS = [
  /(^|\s)OBJECT(\s[A-Z]{1,3})?$/,
  /^(TBA|TBD|UNK|NONE|UNNAMED)\b/,
  /\b(UNKNOWN|UNIDENTIFIED|TO BE (ASSIGNED|ANNOUNCED|DETERMINED))\b/,
  /^\d{4}-\d{3}[A-Z]{0,3}$/,
  /^[-?*\s]*$/,
];

/** Whether a name is a placeholder: `OBJECT E`, `GUOWANG 24 OBJECT J`, `TBA - TO BE ASSIGNED`, `2024-123C`. */
export function isPlaceholder(raw: string): boolean {
  const text = fold(raw).trim();
  return PLACEHOLDERS.some((pattern) => pattern.test(text));
}

/**
 * Serial numbers of a manufacturer or operator that differ from the public number: `OWLID000236` is ONEWEB-0266, `Pelican 3001` is
 * PELICAN-1, and `No. 15` and `SV094` count airframes.
 */
const SERIALS = [/^OWLID[\s-]*\d+\b/, /^(PELICAN|TANAGER)[\s-]\d{4}$/, /(^|[\s-])N[OR]\.?\s?\d/, /\bSV[\s-]?\d+$/];

/** Whether a name is a serial number, which can confirm a name but never contradict one. */
export function isSerial(raw: string): boolean {
  const text = fold(nameParts(raw).name).trim();
  return SERIALS.some((pattern) => pattern.test(text));
}

/**
 * A name as a record shows it, and whether its source is unsure of it: in GCAT, square brackets around the whole name mean that it is
 * unofficial, and a question mark after it means that the identification is uncertain.
 * @example shownName('[Landsat-5]') // { name: 'Landsat-5', uncertain: false }
 */
export function shownName(raw: string): { name: string; uncertain: boolean } {
  const text = raw.trim();
  const sure = text.replace(/\s*\?+$/, '');
  const open = /^\[([^[\]]+)\]$/.exec(sure)?.[1] ?? sure;
  const name = open.replace(/\s*\?+$/, '').trim();
  return name === '' ? { name: text, uncertain: false } : { name, uncertain: sure !== text || name !== open.trim() };
}

/** Notes that GCAT writes in place of a name: `[UNID084] RCS 6.6`, `[Ex UNID 095, now ID]`. */
const NOTE = /^\[?(Ex )?UNID\b|^\[?UNID\d|\bRCS \d/i;

/**
 * The plain names in a text: text in brackets is a separate name, and brackets, marks of uncertainty, codes after a colon, and
 * serial numbers of stages (`N119`) are removed.
 */
export function alternateNames(raw: string): string[] {
  if (NOTE.test(raw)) return [];
  const { name, aliases } = nameParts(raw.replace(/\s*\?+$/, '').replace(/\[[^[\]]*$/, ''));
  return [name, ...aliases]
    .flatMap((text) => text.split(/,\s/))
    .map((text) =>
      text
        .replace(/:[A-Z]{1,3}\d?$/, '')
        .replace(/[[\](){}"]/g, ' ')
        .replace(/\s*\?+$/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '' && !/^N\d+$/.test(text) && !isPlaceholder(text.replace(/ - \d{4}-\d{3}$/, '')));
}

/** GCAT's AltNames: comma-separated, a nomenclature code after a colon; entries that are only codes belong to Name and PLName. */
export function gcatAltNames(raw: string): string[] {
  return raw
    .split(',')
    .map((entry) => entry.replace(/:[A-Z]{1,3}\s*$/, '').trim())
    .filter((entry) => entry !== '' && entry !== '-' && !entry.startsWith(':'));
}

/** Chinese and English names of one family. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^LONG MARCH\b/, 'CHANG ZHENG'],
  [/^CZ-?(?=\d)/, 'CHANG ZHENG '],
];

/** Keys by which launch vehicles' names are compared. */
interface VehicleKeys {
  /** Two names agree if they share one of these. */
  readonly keys: string[];
  /** Names that share only one of these cannot be compared: `Delta` and `Delta 7925`, `Proton` and `Proton-M/Briz-M`. */
  readonly near: string[];
}

/** Keys of a launch vehicle: its name without punctuation, with and without the upper stage after `/`; near: its first word. */
export function vehicleKeys(name: string): VehicleKeys {
  let text = fold(name).replace(/\?$/, '').trim();
  for (const [pattern, word] of FAMILIES) text = text.replace(pattern, word);
  const plain = (part: string) => part.replace(/[^\p{L}\p{N}]+/gu, '');
  const whole = plain(text);
  const stage = plain(text.replace(/\/.*$/, ''));
  const first = /^\p{L}+/u.exec(text)?.[0] ?? '';
  return { keys: [...new Set([whole, stage])].filter((key) => key !== ''), near: first === '' ? [] : [`${first}…`] };
}
