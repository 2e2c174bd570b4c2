import { z } from '@hono/zod-openapi';
import { validityFields } from '../../../http/api/elements.ts';
import { knownValues } from '../../../http/api/lists/release-values.ts';
import { badValue } from '../../../http/api/parameter.ts';
import { ApiError } from '../../../http/errors.ts';
import { nextTurn } from '../../../http/in-turn.ts';
import type { PassSearch } from '../../../orbit/observation/passes.ts';
import { NoPosition } from '../../../orbit/observer.ts';
import type { Catalog } from '../../../query/catalog.ts';
import { radioObjects } from '../../radio/http/transmitters.ts';
import { magnitudesOf } from './catalog-objects.ts';
import type { ObjectPass } from './pass-record.ts';
import { passesOf, radioQuery } from './passes.ts';
import { measuredBy, positionable } from './sky-elements.ts';

/** Objects of one request. */
const MAX_OBJECTS = 500;
/** The group of the brightest objects. */
const DEFAULT_GROUP = 'visual';
/** How long other requests wait at most while passes are searched, milliseconds. */
const TURN_MS = 20;

export const omitted = z.object({
  norad_cat_id: z.int().describe('Catalog number'),
  reason: z
    .enum(['not_found', 'no_elements', 'elements_too_old', 'window_not_covered'])
    .describe(
      'The number does not exist; the object has no elements, or they are an orbit at no time of the window, as after its decay or the window of its predicted reentry; its elements are too old: more than 30 days in low orbit, 90 above; or they are an orbit for a part of the window only: request a window within `valid_from` and `valid_to`',
    ),
  valid_from: z.iso
    .datetime()
    .optional()
    .describe('Start of the time in which the elements are an orbit (UTC); only with `window_not_covered`'),
  valid_to: z.iso.datetime().optional().describe('The same for the end'),
});

/** The parameters that select the objects of a request. */
type ObjectsQuery = { readonly ids?: readonly number[] | undefined; readonly group?: string | undefined } & Parameters<
  typeof radioQuery
>[0];

/** The passes of many objects, and the objects without a position. */
export async function passesOfMany(
  catalog: Catalog,
  ids: readonly number[],
  search: PassSearch,
  { visible, allowOld }: { readonly visible: boolean | undefined; readonly allowOld: boolean },
) {
  const magnitudes = await magnitudesOf(catalog, ids);
  const measured = await measuredBy(catalog);
  const objects: ReturnType<typeof passesOf>[] = [];
  const without: z.infer<typeof omitted>[] = [];
  let turn = performance.now();
  for (const id of ids) {
    if (performance.now() - turn > TURN_MS) {
      await nextTurn();
      turn = performance.now();
    }
    try {
      const object = await positionable(catalog, id, [search.from, search.to], allowOld);
      const standardMagnitude = magnitudes.get(id) ?? null;
      const found = passesOf(object, { ...search, standardMagnitude }, visible, measured);
      if (found.rows.length > 0) objects.push(found);
    } catch (error) {
      without.push({ norad_cat_id: id, ...reasonOf(error, search) });
    }
  }
  return { objects, omitted: without };
}

/** Passes of several objects in order of time. */
export const byTime = (objects: readonly { readonly rows: readonly ObjectPass[] }[]): ObjectPass[] =>
  objects.flatMap((one) => one.rows).sort((a, b) => a.pass.rise.at - b.pass.rise.at || a.id - b.id);

/** The reason why an object has no passes in a window. Rethrows any other error. */
function reasonOf(
  error: unknown,
  { from, to }: Pick<PassSearch, 'from' | 'to'>,
): Omit<z.infer<typeof omitted>, 'norad_cat_id'> {
  const isUnpositioned = error instanceof NoPosition;
  if (!isUnpositioned && !(error instanceof ApiError)) throw error;
  const code = isUnpositioned ? 'no_elements' : error.code;
  if (code === 'not_found' || code === 'elements_too_old') return { reason: code };
  if (code !== 'no_elements') throw error;
  const { valid_from, valid_to } = (isUnpositioned ? validityFields(error.validity) : error.body) as Partial<
    ReturnType<typeof validityFields>
  >;
  if (!valid_from || !valid_to || Date.parse(valid_from) > to || Date.parse(valid_to) < from) return { reason: code };
  return { reason: 'window_not_covered', valid_from, valid_to };
}

/** The members of a group, by catalog number. Throws 400 if the release has no such group, instead of returning an empty list. */
export async function membersOf(catalog: Catalog, slug: string): Promise<ArrayLike<number> & Iterable<number>> {
  const [known] = knownValues('group', await catalog.groups(), [slug], () => `This release has no group ${slug}.`);
  return catalog.sky.group(known!);
}

const byNumber = { by: 'norad_cat_id', descending: false } as const;

/**
 * The objects of a request without a group: those of the group `visual`, or every active object if the release lacks that group, as the
 * sample does. `/sky` does the same.
 */
const brightest = async (catalog: Catalog) =>
  (await catalog.groups()).some((slug) => slug === DEFAULT_GROUP)
    ? catalog.sky.group(DEFAULT_GROUP)
    : catalog.list({ active: true, has_elements: true }, byNumber);

/** The objects that a query selects, by catalog number. Throws 400 if it has both ids and a group, or selects too many. */
export async function idsOf(catalog: Catalog, query: ObjectsQuery): Promise<number[]> {
  const { ids: numbers, group } = query;
  if (numbers !== undefined && group !== undefined)
    throw badValue('ids', ['either ids or group'], 'The request has both ids and group.');
  const selected = await radioObjects(catalog, radioQuery(query));
  const named =
    numbers !== undefined
      ? numbers.toSorted((a, b) => a - b)
      : group !== undefined
        ? [...(await membersOf(catalog, group))]
        : [...(selected ? await catalog.list({ has_elements: true }, byNumber) : await brightest(catalog))];
  const among = selected && new Set(selected);
  const ids = among ? named.filter((id) => among.has(id)) : named;
  if (ids.length <= MAX_OBJECTS) return ids;
  const parameter = numbers !== undefined ? 'ids' : group === undefined && selected ? 'purpose' : 'group';
  const what = {
    ids: 'The request names',
    group: group === undefined ? 'The request names no group; the default has' : `The group ${group} has`,
    purpose: 'The request selects',
  }[parameter];
  throw new ApiError('invalid_parameter', {
    error: `${what} ${ids.length} objects; the maximum is ${MAX_OBJECTS}.`,
    hint:
      parameter === 'purpose'
        ? 'Narrow it with group, ids, mode, band, frequency, or audible, or with other words in purpose.'
        : `Split it: send ids=… with ${MAX_OBJECTS} catalog numbers at most, ${Math.ceil(ids.length / MAX_OBJECTS)} times. /api/v1/elements/{set} lists the members of a group.`,
    body: { parameter, allowed: [`1..${MAX_OBJECTS} objects`] },
  });
}
