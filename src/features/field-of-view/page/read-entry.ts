import { instantIn } from '../../../schema/instant-text.ts';
import { FitsHeader } from '../fits-header.ts';

/**
 * A right ascension (`hours`) or an angle as degrees: `83.82`, `−5.39`, or sexagesimal `05:35:17.3`, `-05 23 28`, `5h35m17.3s`,
 * `-5°23′28″`. A right ascension with separators is in hours. Null if it is neither.
 */
export function readAngle(text: string, hours: boolean): number | null {
  const plain = text.trim().replaceAll('−', '-').replaceAll('+', '');
  if (/^-?\d+(\.\d+)?°?$/.test(plain)) return Number(plain.replace('°', ''));
  const found = /^(-?)(\d{1,3})(?:[:\s]|[h°d]\s*)(\d{1,2})(?:(?:[:\s]|[m′']\s*)(\d{1,2}(?:\.\d+)?))?[s″"m′']?$/.exec(
    plain,
  );
  if (!found) return null;
  const [, sign, whole, minutes, seconds = '0'] = found;
  if (Number(minutes) >= 60 || Number(seconds) >= 60) return null;
  const size = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  return (sign === '-' ? -size : size) * (hours ? 15 : 1);
}

/**
 * A UTC time as milliseconds since 1970: `2026-08-22T21:59:58.5Z`, `2026-08-22 21:59:58`. Null if the text is not a
 * time.
 */
export function readInstant(text: string): number | null {
  const found = /^(\d{4}-\d\d-\d\d)[T\s](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:Z|UTC)?$/i.exec(text.trim());
  if (!found) return null;
  return instantIn(`${found[1]}T${found[2]}Z`);
}

const BLOCK = 2880;
const CARD = 80;
/** Maximum number of blocks of a file that are read for a header. */
const MOST_BLOCKS = 400;
/** Length of the part of a file that is read for its headers, bytes. */
export const HEADER_BYTES = MOST_BLOCKS * BLOCK;

/**
 * The header of an image in a file: for FITS, the first one with a coordinate system, as cards without line ends; for
 * any other file, its text. In compressed files, the first unit has no data, and the header of the next one follows it.
 */
export function headerIn(bytes: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(bytes);
  if (!text.startsWith('SIMPLE  =')) return text;
  const first = unitAt(text, 0);
  const read = new FitsHeader(first);
  const next = Math.ceil(first.length / BLOCK) * BLOCK;
  const isImage = read.text('CTYPE1') !== undefined || read.text('NAXIS') !== '0';
  return isImage || !text.startsWith('XTENSION', next) ? first : unitAt(text, next);
}

/** The cards of a header from a character on, up to its END. */
function unitAt(text: string, from: number): string {
  const cards: string[] = [];
  for (let at = from; at + CARD <= text.length; at += CARD) {
    cards.push(text.slice(at, at + CARD));
    if (cards.at(-1)!.trimEnd() === 'END') break;
  }
  return cards.join('');
}
