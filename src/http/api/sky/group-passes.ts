import { z } from '@hono/zod-openapi';
import { NoPosition } from '../../../orbit/observer.ts';
import type { Catalog } from '../../../query/catalog.ts';
import { ApiError } from '../../errors.ts';
import { nextTurn } from '../../in-portions.ts';
import { charge } from '../../middleware/limits.ts';
import { chooseForm } from '../../negotiate.ts';
import type { OpenedRelease } from '../../opened-release.ts';
import { jsonResponse } from '../../respond.ts';
import { knownValues } from '../lists/release-values.ts';
import { badValue, text } from '../parameter.ts';
import { responseForms, route } from '../route.ts';
import { passesCost } from './cost.ts';
import { magnitudesOf } from './magnitudes.ts';
import { passesText, passForms, passRecord } from './pass-record.ts';
import { objectPasses, passesOf, passFilters, searchOf } from './passes.ts';
import { place } from './place.ts';
import { measuredBy, positionable } from './sky-elements.ts';
import { windowOf, windowParameters } from './window.ts';

const lengths = { usual: 12, longest: 48 };
const MAX_OBJECTS = 500;
/** Objects that are bright enough to be seen. */
const DEFAULT_GROUP = 'visual';
/** How long others wait at most while passes are searched, milliseconds. */
const TURN_MS = 20;

/** A parameter that is a group; the release determines the existing ones. */
const groupNamed = (meaning: string) =>
  text(meaning, /^[A-Za-z0-9-]{1,40}$/, 'a group from /api/v1/groups', 'stations');
export const group = groupNamed('Only members of this group');

const omitted = z.object({
  norad_cat_id: z.int().describe('Catalog number'),
  reason: z
    .enum(['not_found', 'no_elements', 'elements_too_old'])
    .describe(
      'The number does not exist, the object has no elements or has decayed, or its elements are too old: more than 30 days in low orbit, 90 above',
    ),
});

export const groupPasses = route(
  {
    id: 'listGroupPasses',
    path: '/api/v1/passes',
    tag: 'Orbits',
    summary: 'List passes of many objects over a location',
    description:
      'Every pass of the members of a group, or of up to 500 objects, over a location in a window of up to 48 hours. JSON lists them by object, as in `/satellites/{norad_cat_id}/passes`; CSV and iCalendar list all of them by time. `omitted` lists objects without a position. Counts one request for every 2,000 object-hours.',
    access: 'keyed',
    ofNow: 'from',
    computes: true,
    params: {},
    query: {
      ids: text(
        'Catalog numbers, up to 500, instead of `group`',
        /^\d{1,9}(,\d{1,9}){0,4999}$/,
        'catalog numbers such as 25544,20580',
        '25544,20580',
      ),
      group: groupNamed(
        'A group, instead of `ids`. Default: `visual` (the brightest objects), or every active object if the release has no such group',
      ),
      ...place,
      ...windowParameters('48 hours at most. Default: 12 hours'),
      ...passFilters,
    },
    responses: responseForms(
      passForms,
      z.object({
        data: z
          .object({
            from: z.string().describe('Start of the window (ISO 8601, UTC)'),
            to: z.string().describe('End of the window (ISO 8601, UTC)'),
            objects: z.array(objectPasses).describe('By catalog number; objects without passes are omitted'),
            omitted: z.array(omitted).describe('Objects without a position in this window'),
          })
          .openapi('GroupPasses'),
      }),
    ),
    errors: [],
  },
  async ({ context, from: release, query }) => {
    const form = chooseForm(passForms, query.format, context.request.headers);
    const search = searchOf(query, windowOf(query, context.now, lengths));
    const ids = await idsOf(release, query);
    await charge(context, passesCost(ids.length, (search.to - search.from) / 3_600_000));
    const { catalog } = release;
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
        const object = await positionable(catalog, id, [search.from, search.to], query.allow_old === true);
        const standardMagnitude = magnitudes.get(id) ?? null;
        const found = passesOf(object, { ...search, standardMagnitude }, query.visible, measured);
        if (found.rows.length > 0) objects.push(found);
      } catch (error) {
        without.push({ norad_cat_id: id, reason: reasonOf(error) });
      }
    }
    if (form === 'json') {
      const data = {
        from: new Date(search.from).toISOString(),
        to: new Date(search.to).toISOString(),
        objects: objects.map(({ head, rows }) => ({ ...head, passes: rows.map(passRecord) })),
        omitted: without,
      };
      return jsonResponse({ data });
    }
    const rows = objects.flatMap((one) => one.rows).sort((a, b) => a.pass.rise.at - b.pass.rise.at || a.id - b.id);
    const body = passesText(form, rows, search, release);
    return { type: passForms[form], body };
  },
);

/** The members of a group, by catalog number. Throws 400 if the release has no such group, instead of returning an empty list. */
export async function membersOf(catalog: Catalog, slug: string): Promise<ArrayLike<number> & Iterable<number>> {
  const [known] = knownValues('group', await catalog.groups(), [slug], () => `This release has no group ${slug}.`);
  return catalog.sky.group(known!);
}

/**
 * The objects of a request without a group: the group `visual`, or every active object if the release lacks it, as the
 * sample does. `/sky` does the same.
 */
const brightest = async (catalog: Catalog) =>
  (await catalog.groups()).some((slug) => slug === DEFAULT_GROUP)
    ? catalog.sky.group(DEFAULT_GROUP)
    : catalog.list({ active: true, has_elements: true }, { by: 'norad_cat_id', descending: false });

/** Why an object has no passes. Rethrows any other error. */
function reasonOf(error: unknown): z.infer<typeof omitted>['reason'] {
  if (error instanceof NoPosition) return 'no_elements';
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'not_found' || error.code === 'no_elements' || error.code === 'elements_too_old')
    return error.code;
  throw error;
}

/** The catalog numbers of a query's objects. Throws 400 if it has neither `ids` nor `group`, both, or too many objects. */
async function idsOf(
  { catalog }: OpenedRelease,
  query: { readonly ids?: string | undefined; readonly group?: string | undefined },
): Promise<number[]> {
  if (query.ids !== undefined && query.group !== undefined)
    throw badValue('ids', ['either ids or group'], 'The request has both ids and group.');
  const ids =
    query.ids === undefined
      ? [...(await (query.group === undefined ? brightest(catalog) : membersOf(catalog, query.group)))]
      : [...new Set(query.ids.split(',').map(Number))].sort((a, b) => a - b);
  if (ids.length <= MAX_OBJECTS) return ids;
  const { group: named } = query;
  const what = query.ids
    ? 'The request names'
    : named
      ? `The group ${named} has`
      : 'The request names no group; the default has';
  throw new ApiError('invalid_parameter', {
    error: `${what} ${ids.length} objects; the maximum is ${MAX_OBJECTS}.`,
    hint: `Split it: send ids=… with ${MAX_OBJECTS} catalog numbers at most, ${Math.ceil(ids.length / MAX_OBJECTS)} times. /api/v1/elements/{set} lists the members of a group.`,
    body: { parameter: query.ids === undefined ? 'group' : 'ids', allowed: [`1..${MAX_OBJECTS} objects`] },
  });
}
