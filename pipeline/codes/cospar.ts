import { designatorLetters, pieceLetters } from '../../src/schema/objects/designator.ts';

/** Whether text is a COSPAR designator as every catalog writes them today: year, launch of the year, piece. */
export const isDesignator = (text: string): boolean => /^\d{4}-\d{3}[A-Z]{1,4}$/.test(text);

/** Greek letters as GCAT abbreviates them: the launches of a year up to 1962, then `A ALP` (25th), `B ALP` (49th) … */
const greek = 'ALP BET GAM DEL EPS ZET ETA THE IOT KAP LAM MU NU XI OMI PI RHO SIG TAU UPS PHI CHI PSI OME'.split(' ');

/**
 * The launch of a GCAT launch tag: `1957 ALP` and `1957-001` are `1957-001`. Null for launches that reached no orbit
 * (`1957-F01`) and thus have no designator; undefined if the text is not a launch tag.
 */
export function launchId(tag: string): string | null | undefined {
  const modern = /^(\d{4})-(\d{3}|[A-Z]\d{2,3}|[A-Z]{1,3}\d*)$/.exec(tag);
  if (modern) return /^\d{3}$/.test(modern[2]!) ? tag : null;
  const old = /^(\d{4}) (?:([A-Z]) )?([A-Z]{2,3})$/.exec(tag);
  const place = old ? greek.indexOf(old[3]!) : -1;
  if (!old || place < 0) return undefined;
  const round = old[2] ? designatorLetters.indexOf(old[2]) + 1 : 0;
  return `${old[1]}-${String(round * greek.length + place + 1).padStart(3, '0')}`;
}

/**
 * The COSPAR designator of a GCAT piece: `1957 ALP 2` is `1957-001B`, `1998-067A` stays. Null for launches without a
 * designator, undefined if the text is not a piece.
 */
export function cosparId(piece: string): string | null | undefined {
  if (isDesignator(piece)) return piece;
  const old = /^(\d{4} (?:[A-Z] )?[A-Z]{2,3})(?: (\d{1,4}))?$/.exec(piece);
  if (!old) return /^\d{4}-[A-Z]/.test(piece) ? null : undefined;
  const launch = launchId(old[1]!);
  return launch ? launch + pieceLetters(Number(old[2] ?? 1)) : launch;
}
