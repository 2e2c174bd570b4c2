import { above } from '../../sky/http/above.ts';
import { computedFor, elementsSource, named } from '../evidence.ts';
import { describe, inputOf, type Tool } from '../tool.ts';
import { limitOf } from './object-list.ts';

const DEFAULT_LIMIT = 20;

interface Above {
  readonly at: string;
  readonly count: number;
  readonly omitted: unknown;
  readonly objects: readonly { readonly norad_cat_id: number }[];
}

export const listAbove: Tool = {
  name: 'list_above',
  title: 'List what is above a place',
  description: describe({
    about:
      'Cataloged objects above a location at a time, highest first, with direction, distance, and whether they are sunlit. `count` is the total number, and `objects` lists the first of them. Requires latitude and longitude: look them up from a place name yourself. Each object has the age of its elements.',
    from: 'elements',
    errors: [],
  }),
  input: inputOf(
    above,
    ['lat', 'lon', 'alt_m', 'at', 'min_elevation_deg', 'group', 'object_class', 'class', 'orbit_class', 'allow_old'],
    { limit: limitOf(100, DEFAULT_LIMIT) },
  ),
  async respond({ limit = DEFAULT_LIMIT, ...query }, { api, context, releaseOf }) {
    const response = await api('/api/v1/above', query);
    const { at, count, omitted, objects } = (response.body as { data: Above }).data;
    const release = await releaseOf(response);
    const shown = objects.slice(0, Number(limit)).map((one) => ({
      ...one,
      elements_source: elementsSource(release, one.norad_cat_id, context.now),
    }));
    return {
      response,
      data: { at, count, returned: shown.length, omitted, ...computedFor(query), objects: shown },
      sources: named(shown.map(({ elements_source }) => elements_source)),
    };
  },
};
