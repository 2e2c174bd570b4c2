import type { Catalog, ReleaseValues } from '../../../query/catalog.ts';
import { fold } from '../../../schema/fold.ts';
import { badValue } from '../parameter.ts';

/** How many values a 400 suggests. */
const MAX_SUGGESTED = 20;

/** Countries by their codes, SATCAT's owner codes among them. Throws 400, which lists those of the release. */
export async function countriesOf(catalog: Catalog, given: readonly string[]): Promise<string[]> {
  const countries = await catalog.countries();
  return given.map((code) => {
    const country = countries.get(code.toUpperCase());
    if (country !== undefined) return country;
    throw badValue('country', [...new Set(countries.values())].sort(), `No object of this release is of ${code}.`);
  });
}

/** Operators by slug. Throws 400, which suggests near ones. */
export async function operatorsOf(catalog: Catalog, given: readonly string[]): Promise<string[]> {
  const operators = await catalog.operators();
  const known = new Set(operators.map(({ slug }) => slug));
  for (const slug of given) {
    if (known.has(slug)) continue;
    // A launch provider without payloads is not listed as an operator; its rocket bodies have its slug.
    const objects = await catalog.list({ operator: slug }, { by: 'norad_cat_id', descending: false });
    if (objects.length > 0) continue;
    const near = operators.map((row) => row.slug).filter((one) => one.includes(slug.split('-')[0]!));
    const allowed = near.length > 0 ? near.slice(0, MAX_SUGGESTED) : ['a slug from /api/v1/operators'];
    throw badValue('operator', allowed, `This release has no operator with the slug ${slug}.`);
  }
  return [...given];
}

/** Values as the release writes them, in any case. Throws 400, which lists those of the release. */
export function knownValues(
  parameter: string,
  values: readonly string[],
  given: readonly string[],
  unknown: (code: string) => string,
): string[] {
  return given.map((code) => {
    const known = values.find((value) => value.toLowerCase() === code.toLowerCase());
    if (known !== undefined) return known;
    throw badValue(parameter, values, unknown(code));
  });
}

/** Types of orbits. Throws 400, which lists those of the release. */
export const orbitTypesOf = async (catalog: Catalog, given: readonly string[]) =>
  knownValues(
    'orbit_type',
    await catalog.values('orbit_type'),
    given,
    (code) => `No object of this release has the orbit_type ${code}.`,
  );

/** Groups by slug. Throws 400, which lists those of the release. */
export const groupsOf = async (catalog: Catalog, given: readonly string[]) =>
  knownValues('group', await catalog.groups(), given, (slug) => `This release has no group ${slug}.`);

/** A launch as the catalog writes it, with three digits: `1998-67` is `1998-067`. */
export function launchIdOf(text: string): string {
  const [year = '', number = ''] = text.split('-');
  return `${year}-${number.padStart(3, '0')}`;
}

/**
 * The texts of a release that have the words of any of the requested texts, in their order. A comma parts two texts
 * unless the release has a text with the words on both sides of it: `Vandenberg Space Force Base, California` is one.
 * Throws 400, which suggests texts of the release.
 */
export async function textsOf(catalog: Catalog, name: ReleaseValues, given: string): Promise<string[]> {
  const values = await catalog.values(name);
  const folded = values.map((value) => ` ${fold(value)} `);
  const having = (words: string) => values.filter((_value, at) => folded[at]!.includes(` ${words} `));
  const parts = given.split(',');
  if (parts.some((part) => fold(part) === '')) throw unknownText(name, '', values);
  const found = new Set<string>();
  for (let at = 0; at < parts.length; ) {
    let end = parts.length;
    let matching: string[] = [];
    for (; end > at; end -= 1) {
      const words = fold(parts.slice(at, end).join(' '));
      matching = having(words);
      if (matching.length > 0) break;
    }
    if (matching.length === 0) throw unknownText(name, parts[at]!.trim(), values);
    for (const value of matching) found.add(value);
    at = end;
  }
  return [...found];
}

function unknownText(name: string, text: string, values: readonly string[]) {
  const words = fold(text)
    .split(' ')
    .filter((word) => word !== '');
  const near = values.filter((value) => words.some((word) => fold(value).includes(word)));
  const allowed = (near.length > 0 ? near : values).slice(0, MAX_SUGGESTED);
  if (words.length === 0) return badValue(name, allowed, `The value of the parameter ${name} has no words.`);
  return badValue(name, allowed, `No object of this release has a ${name} with the words “${text}”.`);
}
