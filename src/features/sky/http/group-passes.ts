import { z } from '@hono/zod-openapi';
import { catalogNumbers } from '../../../http/api/lists/comma-list.ts';
import { text } from '../../../http/api/parameter.ts';
import { responseForms, route } from '../../../http/api/route.ts';
import { charge } from '../../../http/middleware/limits.ts';
import { chooseForm } from '../../../http/negotiate.ts';
import { jsonResponse } from '../../../http/respond.ts';
import { radioParameters } from '../../radio/http/transmitters.ts';
import { passesCost } from './cost.ts';
import { byTime, idsOf, omitted, passesOfMany } from './many-passes.ts';
import { checkPlan, plan, planned, planParameters, planRecord } from './pass-plan.ts';
import { passesText, passForms, passRecord } from './pass-record.ts';
import { objectPasses, passFilters, searchOf } from './passes.ts';
import { place } from './place.ts';
import { windowOf, windowParameters } from './window.ts';

export { membersOf } from './many-passes.ts';

const lengths = { usual: 12, longest: 48 };

/** A parameter for a group; the release determines which groups exist. */
const groupNamed = (meaning: string) =>
  text(meaning, /^[A-Za-z0-9-]{1,40}$/, 'a group from /api/v1/groups', 'stations');
export const group = groupNamed('Only members of this group');

/** More catalog numbers are not read. Up to here, the error for more than 500 says how to split them. */
const MAX_NAMED = 5000;

/** Parameters that select the objects whose passes are returned. */
export const objectParameters = {
  ids: catalogNumbers(
    'Catalog numbers, up to 500, instead of `group`',
    '25544,20580',
    MAX_NAMED,
    'catalog numbers such as 25544,20580',
  ),
  group: groupNamed(
    'A group, instead of `ids`. Default: every object with the requested transmitters and purpose; if none are requested, `visual` (the brightest objects), or every active object if the release has no such group',
  ),
  ...radioParameters,
};

export const groupPasses = route(
  {
    id: 'listGroupPasses',
    path: '/api/v1/passes',
    tag: 'Orbits',
    summary: 'List passes of many objects over a location',
    description:
      'Every pass of the members of a group, or of up to 500 objects, over a location in a window of up to 48 hours. `mode`, `band`, `frequency`, `audible`, and `purpose` select objects by their transmitters and purpose, among those of `ids` or `group` or of the whole catalog: `purpose=weather&frequency=137-138&audible=true`. JSON lists them by object, as in `/satellites/{norad_cat_id}/passes`; CSV and iCalendar list all of them by time. `omitted` lists objects without a position. With `plan=true`, one antenna can follow the passes of `plan` one after the other; CSV and iCalendar then list only these. Counts one request for every 2,000 object-hours.',
    access: 'keyed',
    ofNow: 'from',
    computes: true,
    params: {},
    query: {
      ...objectParameters,
      ...place,
      ...windowParameters('48 hours at most. Default: 12 hours'),
      ...passFilters,
      ...planParameters,
    },
    responses: responseForms(
      passForms,
      z.object({
        data: z
          .object({
            from: z.string().describe('Start of the window (ISO 8601, UTC)'),
            to: z.string().describe('End of the window (ISO 8601, UTC)'),
            plan: plan.optional().describe('With `plan=true`: the passes that one antenna can follow'),
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
    const ids = await idsOf(release.catalog, query);
    checkPlan(query, ids);
    await charge(context, passesCost(ids.length, (search.to - search.from) / 3_600_000));
    const allowOld = query.allow_old === true;
    const found = await passesOfMany(release.catalog, ids, search, { visible: query.visible, allowOld });
    const rows = byTime(found.objects);
    const chosen = query.plan ? planned(rows, query) : undefined;
    if (form === 'json') {
      const data = {
        from: new Date(search.from).toISOString(),
        to: new Date(search.to).toISOString(),
        ...(chosen && { plan: planRecord(chosen, rows.length) }),
        objects: found.objects.map(({ head, rows }) => ({ ...head, passes: rows.map(passRecord) })),
        omitted: found.omitted,
      };
      return jsonResponse({ data });
    }
    const body = passesText(form, chosen ?? rows, search, release);
    return { type: passForms[form], body };
  },
);
