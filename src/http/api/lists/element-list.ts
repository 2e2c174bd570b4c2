import { z } from '@hono/zod-openapi';
import { type BulkFormName, bulkFile, bulkForms, bulkText } from '../../../orbit/formats/celestrak-forms.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { SatelliteFilter } from '../../../query/satellite-filter.ts';
import { formatCount } from '../../../schema/plain-text.ts';
import { catalogSets, setOfGroup } from '../../../schema/release/element-files.ts';
import { ApiError } from '../../errors.ts';
import { nextTurn } from '../../in-turn.ts';
import { chooseForm } from '../../negotiate.ts';
import type { RequestContext } from '../../request-context.ts';
import { json, type RouteResponse } from '../../respond.ts';
import { enumOf, type Parameter } from '../parameter.ts';
import type { ResponseForm } from '../route.ts';

/** How many element sets one response holds. */
export const MAX_ELEMENT_SETS = 10_000;
/** How many are read and written before other requests are processed. */
const PORTION = 500;

/** The forms of the element sets of a list, by the name in `format`, and the form of the bulk files that each equals. */
const elementForms = {
  tle: 'tle',
  '3le': 'tle',
  '5-digit.tle': '5-digit.tle',
  '2le': '2le',
  csv: 'csv',
  omm: 'omm.json',
  xml: 'xml',
  kvn: 'kvn',
} as const satisfies Readonly<Record<string, BulkFormName>>;
export type ElementFormName = keyof typeof elementForms;
type FormName = 'json' | ElementFormName;

const names: readonly FormName[] = ['json', ...(Object.keys(elementForms) as ElementFormName[])];

/** The parameter `format` of a list of satellites. */
export const listFormat = enumOf(
  'The format; takes precedence over `Accept`. `json` is a page of records; every other is the element sets of the whole list',
  names,
  'json',
) as Parameter<FormName | undefined>;

const text = (type: string, description: string): ResponseForm => ({
  type,
  schema: z.string().describe(description),
});

/** The forms besides the page of records: `Accept` chooses between media types, `format` between all of them. */
export const elementResponses: readonly ResponseForm[] = [
  text(bulkForms.csv.mediaType, 'Element sets as CSV, as CelesTrak writes it'),
  text(bulkForms.xml.mediaType, 'Element sets as NDM/XML'),
  text(bulkForms.tle.mediaType, 'Element sets as TLE (`Accept`), 3LE, 2LE or KVN (`format`)'),
];

/** Media types that `Accept` may select, in order of preference. */
const accepted = {
  json,
  csv: bulkForms.csv.mediaType,
  xml: bulkForms.xml.mediaType,
  tle: bulkForms.tle.mediaType,
} as const satisfies Partial<Record<FormName, string>>;

/** The requested element format; null for a page of records. Throws 406, and 400 for parameters of pages. */
export function elementFormOf(context: RequestContext, format: FormName | undefined): ElementFormName | null {
  const form = format ?? chooseForm<keyof typeof accepted>(accepted, null, context.request.headers);
  if (form === 'json') return null;
  const given = new URLSearchParams(context.target.query);
  const parameter = ['limit', 'offset', 'fields'].find((name) => given.has(name));
  if (parameter === undefined) return form;
  throw new ApiError('invalid_parameter', {
    error: `${parameter} is not supported with format=${form}, which returns the element sets of the whole list.`,
    hint: `Omit ${parameter}, or request format=json.`,
    body: { parameter, allowed: [] },
  });
}

/** The filter of a list of element sets: objects without elements are excluded. */
export const withElements = (filter: SatelliteFilter): SatelliteFilter =>
  filter.has_elements === false ? filter : { ...filter, has_elements: true };

/** The group whose names the objects of a list get: the only group that it is filtered by, as in the group's files. */
function namesOf({ group }: SatelliteFilter): string | null {
  const groups = [group ?? []].flat();
  return groups.length === 1 ? groups[0]! : null;
}

/**
 * The element sets of objects, in their order, byte for byte as the files of `/api/v1/elements/{set}` write them.
 * Throws 400 if there are too many.
 */
export async function elementList(
  catalog: Catalog,
  ids: Int32Array,
  filter: SatelliteFilter,
  name: ElementFormName,
): Promise<RouteResponse> {
  if (ids.length > MAX_ELEMENT_SETS) throw tooMany(ids.length, filter, elementForms[name]);
  const form = elementForms[name];
  const texts: (string | null)[] = [];
  for (let start = 0; start < ids.length; start += PORTION) {
    if (start > 0) await nextTurn();
    const sets = await catalog.celestrak.elementsOf(ids.subarray(start, start + PORTION), namesOf(filter));
    for (const set of sets) texts.push(bulkText(form, set));
  }
  const { text: body, omitted } = bulkFile(form, texts);
  const headers = { 'X-Elements-Omitted': String(omitted) };
  return { type: bulkForms[form].mediaType, body, headers };
}

function tooMany(count: number, filter: SatelliteFilter, form: BulkFormName): ApiError {
  const [found, most] = [count, MAX_ELEMENT_SETS].map(formatCount);
  return new ApiError('invalid_parameter', {
    error: `This list has ${found} element sets, and a response can have at most ${most}.`,
    hint: `Narrow it with further filters, such as launched_after, orbit_class or group; or download /api/v1/elements/${setFor(filter)}.${form}, which has all of them and needs no key.`,
    body: { parameter: 'format', allowed: ['json'] },
  });
}

/** The smallest published file that contains the whole list, judged by a single filter. */
function setFor(filter: SatelliteFilter): string {
  const single = (value: string | readonly string[] | undefined) => {
    const values = [value ?? []].flat();
    return values.length === 1 ? values[0]! : null;
  };
  const group = single(filter.group);
  if (group !== null) return setOfGroup(group);
  if (filter.active === true) return 'active';
  const entry = Object.entries(catalogSets).find(([, { by, is }]) => single(filter[by]) === is);
  return entry?.[0] ?? 'all';
}
