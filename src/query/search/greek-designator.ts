import { pieceLetters } from '../../schema/objects/designator.ts';

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );
const SMALL = 'αβγδεζηθικλμνξοπρστυφχψω';
/** Names in full, as GCAT shortens them to three letters, or the letter itself. */
const letters = [...GREEK, ...GREEK.map((name) => name.slice(0, 3)), ...SMALL];
const letter = `(?:${letters.toSorted((a, b) => b.length - a.length).join('|')})`;
/** `1958 ALPHA`, `1957 Alpha 2`, `1962 Beta Upsilon 1`, `1958α1`, `1961-Omicron-12`; `58 Beta 2`, with two digits only with a piece. */
const greek = new RegExp(
  `^((?:19)?(?:5[789]|6[0-2]))[\\s-]*(${letter})(?:[\\s-]*(${letter}))?(?:[\\s-]*(\\d{1,3}))?$`,
  'iu',
);

const placeOf = (name: string) => {
  const small = name.toLowerCase().replace('ς', 'σ');
  const at = SMALL.indexOf(small);
  return at >= 0 ? at : GREEK.findIndex((one) => one === small || one.slice(0, 3) === small);
};

/**
 * Reads a designator of before 1963, whose launches were counted in Greek letters and whose pieces in numbers: 1958 Alpha 1 is 1958-001A.
 * Null for any other text.
 */
export function greekDesignator(
  text: string,
): { readonly launchId: string; readonly piece: string | undefined } | null {
  const [, year, first, second, piece] = (greek.exec(text) ?? []) as (string | undefined)[];
  if (year === undefined || first === undefined) return null;
  // After Omega comes Alpha Alpha.
  const launch = second === undefined ? placeOf(first) + 1 : (placeOf(first) + 1) * GREEK.length + placeOf(second) + 1;
  if (year.length === 2 && piece === undefined) return null;
  const launchId = `${year.padStart(4, '19')}-${String(launch).padStart(3, '0')}`;
  if (piece === undefined) return { launchId, piece: undefined };
  const number = Number(piece);
  return number === 0 ? null : { launchId, piece: pieceLetters(number) };
}
