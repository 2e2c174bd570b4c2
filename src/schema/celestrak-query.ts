import { catalogNumberIn } from './objects/catalog-number.ts';
import { groupDefinitions } from './objects/group.ts';

/** Forms that `gp.php` answers in. `ALPHA5=1` keeps objects above 99,999 in TLE and 2LE. */
export type GpForm =
  | 'tle'
  | '5-digit.tle'
  | '2le'
  | '5-digit.2le'
  | 'csv'
  | 'omm.json'
  | 'pretty.json'
  | 'gp.xml'
  | 'gp.kvn';

/** The selection of a query of `gp.php` or `records.php`. */
export type CelestrakSelection =
  | { readonly kind: 'CATNR'; readonly norad_cat_id: number }
  /** A year, a launch or one object, by the beginning of its designator. */
  | { readonly kind: 'INTDES'; readonly prefix: string; readonly whole: boolean }
  | { readonly kind: 'GROUP'; readonly slug: string }
  /** Objects with a part of a name; `except` is a regular expression of names that are left out. */
  | { readonly kind: 'NAME'; readonly part: string; readonly except?: string }
  | { readonly kind: 'SPECIAL'; readonly slug: string };

/** A query that cannot be answered, with the problem and a hint, in one line each. */
export class InvalidQuery extends Error {
  override readonly name = 'InvalidQuery';
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

const selectors = ['CATNR', 'INTDES', 'GROUP', 'NAME', 'SPECIAL'] as const;
const specials: Readonly<Record<string, string>> = {
  GPZ: 'special-gpz',
  'GPZ-PLUS': 'special-gpz-plus',
  DECAYING: 'special-decaying',
};

/** Values of `GROUP` in lower case, retired ones among them, and the group that each names. */
const groupsByName: ReadonlyMap<string, string> = new Map([
  ...groupDefinitions.map(({ slug }) => [slug.toLowerCase(), slug] as const),
  ['tle-new', 'last-30-days'],
  ['1982-092', 'cosmos-1408-debris'],
  ['1999-025', 'fengyun-1c-debris'],
]);

/** Names of debris: a group of satellites has none. */
const DEBRIS = ' DEB\\b';

/** Groups that CelesTrak has retired and programs still request, as the query that finds their members, and names that are left out. */
const retired: ReadonlyMap<string, readonly [(typeof selectors)[number], string, string?]> = new Map([
  // Without the second generation, which is the group iridium-NEXT.
  ['iridium', ['NAME', 'IRIDIUM', `${DEBRIS}|IRIDIUM 1\\d\\d$`]],
  ['gorizont', ['NAME', 'GORIZONT']],
  ['raduga', ['NAME', 'RADUGA', DEBRIS]],
  ['molniya', ['NAME', 'MOLNIYA']],
  ['swarm', ['NAME', 'SPACEBEE']],
  ['2012-044', ['INTDES', '2012-044']],
  ['2019-006', ['INTDES', '2019-006']],
  ['gpz', ['SPECIAL', 'GPZ']],
  ['gpz-plus', ['SPECIAL', 'GPZ-PLUS']],
  ['decaying', ['SPECIAL', 'DECAYING']],
]);

/** The parameters by upper-case names. Programs in use write them in either case. Throws if one is given twice. */
export function upperCaseParameters(query: URLSearchParams): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of query) {
    const name = key.toUpperCase();
    if (found.has(name)) throw new InvalidQuery(`The parameter ${name} is given more than once.`, `Give ${name} once.`);
    found.set(name, value);
  }
  return found;
}

/** Reads which objects a query selects. `others` are the further parameters that the address takes. */
export function readSelection(parameters: ReadonlyMap<string, string>, others: readonly string[]): CelestrakSelection {
  const known = [...selectors, ...others];
  for (const name of parameters.keys())
    if (!(known as string[]).includes(name))
      throw new InvalidQuery(`There is no parameter ${name}.`, `The parameters are ${known.join(', ')}.`);
  const given = selectors.filter((name) => parameters.has(name));
  if (given.length !== 1)
    throw new InvalidQuery(
      given.length === 0 ? 'The query selects nothing.' : `The query has ${given.join(' and ')}.`,
      `Give exactly one of ${selectors.join(', ')}, as in GROUP=stations.`,
    );
  return selectionOf(given[0]!, parameters.get(given[0]!)!.trim());
}

function selectionOf(kind: (typeof selectors)[number], value: string, except?: string): CelestrakSelection {
  if (kind === 'CATNR') {
    const norad_cat_id = catalogNumberIn(value);
    if (norad_cat_id !== null) return { kind, norad_cat_id };
    throw new InvalidQuery('CATNR is not a catalog number.', 'Give 1 to 9 digits, as in CATNR=25544.');
  }
  if (kind === 'INTDES') {
    const parts = /^(\d{4})(?:-(\d{3})([A-Z]{0,3}))?$/.exec(value.toUpperCase());
    if (parts) return { kind, prefix: parts[2] ? parts[0] : `${parts[1]}-`, whole: Boolean(parts[3]) };
    throw new InvalidQuery(
      'INTDES is not an international designator.',
      'Give a launch, an object or a year: INTDES=1998-067, INTDES=1998-067A, INTDES=1998.',
    );
  }
  if (kind === 'NAME') {
    if (value.length > 0 && value.length <= 100) return { kind, part: value, ...(except !== undefined && { except }) };
    throw new InvalidQuery('NAME is empty or longer than 100 characters.', 'Give a part of a name, as in NAME=HUBBLE.');
  }
  if (kind === 'SPECIAL') {
    const slug = specials[value.toUpperCase()];
    if (slug) return { kind, slug };
    throw new InvalidQuery('There is no such SPECIAL query.', `Give one of ${Object.keys(specials).join(', ')}.`);
  }
  const list = selectionOfList(value);
  if (list) return list;
  throw new InvalidQuery('There is no such GROUP.', 'GET /api/v1/groups lists the groups.');
}

/** The selection of one of CelesTrak's lists, by the current or former name of its files; null if there is no such list. */
export function selectionOfList(name: string): CelestrakSelection | null {
  const slug = groupsByName.get(name.toLowerCase());
  if (slug) return { kind: 'GROUP', slug };
  const replacement = retired.get(name.toLowerCase());
  return replacement ? selectionOf(...replacement) : null;
}

/** Values of `FORMAT` in upper case, `TLET` for the misspellings of TLE, and the form that each names. */
export const gpFormats: Readonly<Record<string, GpForm>> = {
  TLE: '5-digit.tle',
  TLET: '5-digit.tle',
  CSV: 'csv',
  OMM: 'csv',
  '2LE': '5-digit.2le',
  '3LE': '5-digit.tle',
  XML: 'gp.xml',
  KVN: 'gp.kvn',
  JSON: 'omm.json',
  'JSON-PRETTY': 'pretty.json',
};

/** The format that a query requests: CSV by default; anything that starts with `TL` is TLE, because existing programs misspell it. */
export function readForm(parameters: ReadonlyMap<string, string>): GpForm {
  const format = (parameters.get('FORMAT') ?? 'CSV').trim().toUpperCase();
  const form = gpFormats[format.startsWith('TL') ? 'TLE' : format];
  if (!form) throw new InvalidQuery('There is no such FORMAT.', `Give one of ${Object.keys(gpFormats).join(', ')}.`);
  const wide = parameters.get('ALPHA5');
  if (wide !== undefined && wide !== '0' && wide !== '1')
    throw new InvalidQuery('ALPHA5 is neither 0 nor 1.', 'ALPHA5=1 keeps objects above 99,999, with Alpha-5 numbers.');
  return wide === '1' ? (form.replace('5-digit.', '') as GpForm) : form;
}
