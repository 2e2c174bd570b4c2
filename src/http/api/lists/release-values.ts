import type { Catalog } from '../../../query/catalog.ts';
import { inEnglish } from '../../../query/search/country-names.ts';
import { fold } from '../../../schema/fold.ts';
import { groupDefinitions } from '../../../schema/objects/group.ts';
import type { ApiError } from '../../errors.ts';
import { nearestName } from '../advice.ts';
import { badValue } from '../parameter.ts';
import { alpha2 } from './alpha-3.ts';

/** How many values a 400 suggests. */
const MAX_SUGGESTED = 20;

/** Countries by their codes, SATCAT's owner codes among them: a closed list. Throws 400, which lists those of the release. */
export async function countriesOf(catalog: Catalog, given: readonly string[]): Promise<string[]> {
  const countries = await catalog.countries();
  return given.map((code) => {
    const country = countries.get(code.toUpperCase());
    if (country !== undefined) return country;
    throw unknownCountry(code, [...new Set(countries.values())].sort(), `No object of this release is of ${code}.`);
  });
}

const stateNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const isState = (code: string) => /^[A-Z]{2}$/.test(code);

/**
 * The error for a code of a country that is not among those of the release. Its hint names the states that may be meant: by their name
 * in a common language, or by a code of three letters (`USA`, `DEU`).
 */
export function unknownCountry(given: string, codes: readonly string[], error: string): ApiError {
  const name = inEnglish(fold(given).split(' ')).join(' ');
  const short = alpha2(given.toUpperCase());
  const states = codes.filter(isState).map((code) => ({ code, state: stateNames.of(code) ?? code }));
  const named = states.filter(({ state }) => fold(state) === name);
  const meant = named.length > 0 ? named : states.filter(({ code }) => code === short);
  const words = meant.map(({ code, state }) => `${code} (${state})`).join(' or ');
  return badValue('country', codes, error, words ? `Did you mean ${words}? "allowed" has every code.` : undefined);
}

/** Values as the release writes them; matched case-insensitively. Throws 400, which lists those of the release. */
export function knownValues(
  parameter: string,
  values: readonly string[],
  given: readonly string[],
  unknown: (code: string) => string,
): string[] {
  return given.map((code) => {
    const known = values.find((value) => value.toLowerCase() === code.toLowerCase());
    if (known !== undefined) return known;
    const nearest = nearestName(code, values);
    throw badValue(parameter, values, unknown(code), nearest && `Did you mean ${nearest}? "allowed" has every value.`);
  });
}

/** Common abbreviations of orbit types. */
const orbitTypeAliases: Readonly<Record<string, string>> = { SSO: 'SUN_SYNCHRONOUS' };

/** Types of orbits as the release writes them; a type without objects selects none. */
export const orbitTypesOf = (given: readonly string[]): string[] =>
  given.map((code) => orbitTypeAliases[code.toUpperCase()] ?? code.toUpperCase());

/** Groups by slug; one that this release lacks selects no object. Throws 400 for a name that is not a group. */
export const groupsOf = (given: readonly string[]): string[] =>
  knownValues(
    'group',
    groupDefinitions.map(({ slug }) => slug),
    given,
    (slug) => `There is no group ${slug}.`,
  );

/** A launch as the catalog writes it, with three digits: `1998-67` is `1998-067`. */
export function launchIdOf(text: string): string {
  const [year = '', number = ''] = text.split('-');
  return `${year}-${number.padStart(3, '0')}`;
}

/**
 * The texts of a release that contain any of the requested texts as whole words, in their order. A comma separates two
 * texts unless the release has a text that contains both sides of it, such as `Vandenberg Space Force Base,
 * California`. A text without punctuation that none contains is sought again without regard to theirs: `soyuz 2` finds `Soyuz-2-1a`.
 * A text that none contains selects nothing. Throws 400 for an empty text.
 */
export function textsOf(name: string, values: readonly string[], given: string): string[] {
  const compared = values.map(comparable);
  const having = (text: string) => {
    const found = values.filter((_value, at) => hasWords(compared[at]!, text));
    if (found.length > 0 || fold(text) !== text) return found;
    return values.filter((value) => hasWords(fold(value), text));
  };
  const parts = given.split(',');
  if (parts.some((part) => comparable(part) === ''))
    throw badValue(name, values.slice(0, MAX_SUGGESTED), `The parameter ${name} has an empty value.`);
  const found = new Set<string>();
  for (let at = 0; at < parts.length; ) {
    let end = parts.length;
    let matching: string[] = [];
    for (; end > at; end -= 1) {
      matching = having(comparable(parts.slice(at, end).join(',')));
      if (matching.length > 0) break;
    }
    for (const value of matching) found.add(value);
    at = Math.max(end, at + 1);
  }
  return [...found];
}

/** A text without case, accents, and insignificant spaces; its punctuation is kept. */
const comparable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?, ?/g, ',')
    .trim();

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Whether a text contains another one as whole words; a word also begins at punctuation after a space. */
function hasWords(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text[at - 1], text[at + part.length]];
    const begins = before === undefined || before === ' ' || (isWord(part[0]) && !isWord(before));
    if (begins && !(isWord(part.at(-1)) && isWord(after))) return true;
  }
  return false;
}
