import { codes, texts } from '../../../http/api/lists/comma-list.ts';
import { textsOf } from '../../../http/api/lists/release-values.ts';
import { dataOf, launchMeta, listOfRecords, listResponse, paging } from '../../../http/api/paging.ts';
import { badValue, day, text, type Values } from '../../../http/api/parameter.ts';
import { named, responseForms, route } from '../../../http/api/route.ts';
import { json } from '../../../http/respond.ts';
import type { Catalog } from '../../../query/catalog.ts';
import type { LaunchFilter, LaunchText } from '../../../query/launch-list.ts';
import { launch } from '../../../schema/objects/launch.ts';
import { launchOutcomes } from '../../../schema/vocabulary.ts';

const textFilters: Record<LaunchText, ReturnType<typeof texts>> = {
  provider: texts('Only launches of providers with these words in their names', 'SpaceX'),
  launch_vehicle: texts('Only launches of vehicles with these words in their names', 'Falcon 9'),
  launch_site: texts('Only launches from sites with these words in their names', 'Baikonur'),
};

/** The filters of the list of launches. */
export const launchFilters = {
  year: text('Only launches of this year, by their designators', /^\d{4}$/, 'a year such as 1998', '1998'),
  launched_after: day('Only launches on this day or later', '2026-01-01'),
  launched_before: day('Only launches before this day', '2026-08-01'),
  ...textFilters,
  outcome: codes('Only launches with one of these outcomes', launchOutcomes, 'FAILURE'),
};

/** The filter of parsed parameters. Throws 400. */
export async function launchFilterOf(catalog: Catalog, given: Values<typeof launchFilters>): Promise<LaunchFilter> {
  const { year, launched_after: after, launched_before: before, outcome: outcomes } = given;
  if (after !== undefined && before !== undefined && after >= before)
    throw badValue('launched_after', [`less than launched_before, which is ${before}`]);
  const chosen: Partial<Record<LaunchText, string[]>> = {};
  for (const name of Object.keys(textFilters) as LaunchText[])
    if (given[name] !== undefined) chosen[name] = textsOf(name, await catalog.launchValues(name), given[name]);
  return { year, after, before, outcomes, texts: chosen };
}

/** Launches by their year, date, provider, vehicle, site, and outcome. With none of these parameters the same path is a public file. */
export const launchQuery = route(
  {
    id: 'queryLaunches',
    path: '/api/v1/launches',
    tag: 'Catalog',
    summary: 'Query launches',
    description:
      'A page of the launches that match, newest first. Names match as whole words, as in `/satellites`. A launch without a date matches `launched_after` and `launched_before` only if every day between the dated launches numbered before and after it does; `meta.without_launch_date` counts those, and `meta.possible_without_launch_date` those that may match.',
    access: 'keyed',
    params: {},
    query: { ...launchFilters, ...paging },
    responses: responseForms({ json }, listOfRecords(named(launch, 'Launch'), launchMeta)),
    errors: [],
  },
  async (request) => {
    const { catalog } = request.from;
    const { limit, offset, ...given } = request.query;
    const filter = await launchFilterOf(catalog, given);
    const { total, undated, texts } = await catalog.queryLaunches(filter, { limit, offset });
    return listResponse(request, total, dataOf(texts), { undated });
  },
);
