import { z } from '@hono/zod-openapi';
import { type AsOf, asOfParameter, catalogAsOf, noElementsYet, notKept } from '../../../http/api/archive/as-of.ts';
import { badValue, format, required, text } from '../../../http/api/parameter.ts';
import { type RouteRequest, responseForms, route } from '../../../http/api/route.ts';
import { ApiError } from '../../../http/errors.ts';
import { inPortions } from '../../../http/in-turn.ts';
import { chooseForm } from '../../../http/negotiate.ts';
import type { OpenedRelease } from '../../../http/opened-release.ts';
import { json } from '../../../http/respond.ts';
import {
  type BulkFormName,
  bulkFile,
  bulkForms,
  bulkText,
  type NamedElements,
} from '../../../orbit/formats/celestrak-forms.ts';
import { elementColumns, elementDocument } from '../../../orbit/formats/element-columns.ts';
import type { SatelliteFilter } from '../../../query/satellite-filter.ts';
import type { ArchiveReader } from '../../../release/archive.ts';
import type { CatalogPart } from '../../../release/archived-sets.ts';
import { catalogSets, groupOfSet, setOfGroup } from '../../../schema/release/element-files.ts';
import { splitForm } from '../../../schema/release/public-route.ts';
import { type OrbitClass, orbitClasses } from '../../../schema/vocabulary.ts';

const names = ['tle', '5-digit.tle', '2le', 'csv', 'omm.json', 'xml', 'kvn'] as const satisfies BulkFormName[];
const forms = { json, ...Object.fromEntries(names.map((name) => [name, bulkForms[name].mediaType])) } as Readonly<
  Record<'json' | (typeof names)[number], string>
>;

const params = { set: required(text('Name of the set', /^[A-Za-z0-9.-]+$/, 'a set such as stations', 'all')) };
const query = { as_of: asOfParameter, format: format(forms) };

/** The element sets of a set as of a time. Without `as_of`, the same path is a public file. */
export const elementsAsOf = route(
  {
    id: 'getElementsAsOf',
    path: '/api/v1/elements/{set}',
    tag: 'Orbits',
    summary: 'Get the elements of a set as of a time',
    description:
      'The public file of the same path as it was at a time, in every format except Parquet, with the members of that time. Before the first release, these are `all`, orbit classes, launch years, and the groups of which an imported snapshot has the list.',
    access: 'keyed',
    params,
    query,
    fromArchive: 'archive',
    large: true,
    responses: responseForms({ json }, z.object({})),
    errors: ['not_found', 'no_elements', 'not_acceptable', 'too_many_queries', 'queries_busy'],
  },
  async (request) => {
    const { context, asOf, params: path, query: chosen } = request;
    if (!asOf) throw badValue('as_of', []);
    const [base, ending] = splitForm(path.set);
    if (ending !== null && !Object.hasOwn(forms, ending)) throw unknownForm(base);
    const form = chooseForm(forms, (ending as keyof typeof forms | null) ?? chosen.format, context.request.headers);
    // A set that follows from elements needs no values: this is faster, and works before the first release.
    const { archive } = context;
    const part = asOf.release ? null : (partOf(base) ?? (await importedPart(archive, asOf, base)));
    // Without a snapshot, an empty set may mean that no set was known at all.
    if (part && !asOf.coverage.snapshot && !(await archive.hasElements(asOf.at))) throw noElementsYet(asOf);
    const headers = { 'X-Elements-Omitted': '0' };
    if (form === 'json') {
      const { snapshot } = asOf.coverage;
      const meta = {
        generated_at: snapshot?.at ?? new Date(asOf.at).toISOString(),
        release: snapshot?.release ?? null,
      };
      const found = part && (await archive.elementArrays(asOf.at, part));
      const body = found
        ? elementDocument(found.arrays, { count: found.count, ...meta })
        : elementColumns(await members(request, asOf, base), meta);
      return { type: json, body, headers };
    }
    const rows: readonly NamedElements[] = part
      ? (await archive.asOf(asOf.at, part)).map((set) => ({ set, name: set.object_name }))
      : await members(request, asOf, base);
    const { text: body, omitted } = bulkFile(form, await inPortions(rows, (row) => bulkText(form, row)));
    return { type: forms[form], body, headers: { 'X-Elements-Omitted': String(omitted) } };
  },
);

type Row = NamedElements & { readonly orbit_class: OrbitClass };

/** The element sets of a set, by catalog number. Throws 404 if there is no such set. */
async function members(request: RouteRequest<typeof params, typeof query>, asOf: AsOf, set: string): Promise<Row[]> {
  const { context } = request;
  if (!asOf.release && asOf.coverage.snapshot?.release == null) throw notKept(asOf);
  const { catalog } = asOf.release ?? (await catalogAsOf(context, asOf));
  const filter = filterOf(set, await catalog.groups());
  if (!filter) throw unknownSet(await catalog.groups());
  const sort = { by: 'norad_cat_id', descending: false };
  const ids = await catalog.list({ ...filter, has_elements: true }, sort);
  const group = typeof filter.group === 'string' ? filter.group : null;
  const [sets, classes] = await Promise.all([catalog.celestrak.elementsOf(ids, group), classesOf(catalog)]);
  return sets.map((one) => ({ ...one, orbit_class: classes.get(one.set.norad_cat_id) ?? 'UNKNOWN' }));
}

async function classesOf(catalog: OpenedRelease['catalog']): Promise<ReadonlyMap<number, OrbitClass>> {
  const sort = { by: 'norad_cat_id', descending: false };
  const lists = await Promise.all(
    orbitClasses.map((orbit_class) => catalog.list({ orbit_class, has_elements: true }, sort)),
  );
  return new Map(lists.flatMap((ids, at) => Array.from(ids, (id) => [id, orbitClasses[at]!] as const)));
}

const launched = /^launched-(\d{4})$/;

/** The filter of one of the catalog's sets; undefined for any other name, including `constructor`. */
const knownSet = (set: string) => (Object.hasOwn(catalogSets, set) ? catalogSets[set] : undefined);

/** The part of the catalog that makes up a set, if the elements determine it; null if values are needed. */
function partOf(set: string): CatalogPart | null {
  if (set === 'all') return {};
  const known = knownSet(set);
  if (known?.by === 'orbit_class') return { orbit_class: known.is as OrbitClass };
  const [, launch_year] = launched.exec(set) ?? [];
  return launch_year === undefined ? null : { launch_year };
}

/** Sets that follow from elements. */
const derivedSets = ['all', ...Object.keys(catalogSets).filter((set) => catalogSets[set]!.by === 'orbit_class')];

/** A group as an imported snapshot listed it. Null at the time of a release, which has values. Throws 404 if there was no list. */
async function importedPart(archive: ArchiveReader, asOf: AsOf, set: string): Promise<CatalogPart | null> {
  const { snapshot } = asOf.coverage;
  if (!snapshot || snapshot.release !== null) return null;
  const lists = await archive.importedLists(snapshot.at);
  const objects = lists.get(groupOfSet(set));
  if (objects) return { objects };
  throw new ApiError('not_found', {
    error: `The catalog of ${snapshot.at} was imported: only element sets are available, and no list of the members of ${set}.`,
    hint: 'Use one of the names in "allowed", or launched-<year>.',
    body: { parameter: 'set', allowed: [...derivedSets, ...[...lists.keys()].map(setOfGroup)] },
  });
}

/** The filter that finds the members of a set; null if there is no such set. */
function filterOf(set: string, groups: readonly string[]): SatelliteFilter | null {
  if (set === 'all') return {};
  const known = knownSet(set);
  if (known) return { [known.by]: known.is };
  const [, year] = launched.exec(set) ?? [];
  if (year !== undefined) return { launched_after: `${year}-01-01`, launched_before: `${Number(year) + 1}-01-01` };
  const group = groupOfSet(set);
  if (groups.includes(group)) return { group };
  return set === 'active' ? { active: true } : null;
}

const unknownSet = (groups: readonly string[]) =>
  new ApiError('not_found', {
    error: 'This set did not exist at that time.',
    hint: 'Use one of the names in "allowed", or launched-<year>.',
    body: { parameter: 'set', allowed: [...new Set(['all', 'active', ...Object.keys(catalogSets), ...groups])] },
  });

const unknownForm = (set: string) =>
  new ApiError('not_found', {
    error: 'With as_of, this set is not available in that format.',
    hint: `Request ${names.map((form) => `${set}.${form}`).join(', ')} or ${set}.json.`,
    body: { allowed: ['json', ...names] },
  });
