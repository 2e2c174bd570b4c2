import { describe, inputOf, type Tool } from '../../mcp/tool.ts';
import { limitOf } from '../../mcp/tools/object-list.ts';
import { conjunctionQuery } from './conjunction-routes.ts';

const DEFAULT_LIMIT = 10;

export const listCloseApproaches: Tool = {
  name: 'list_close_approaches',
  title: 'List predicted close approaches',
  description: describe({
    about:
      'Predicted close approaches of active payloads to every object with elements, closer than 5 km, from public element sets: not for operations, and their errors are often larger than the distances. Say so in every answer. `max_probability` is the largest for any circular error, with no covariance assumed, and no upper bound: errors longer along the tracks can give more. `probability` is from the measured errors of both element sets; null if it is not given, which does not mean 0. An empty list does not mean that an object is safe: objects without elements were not searched, and nothing outside of the time from `run.from` to `run.to`. Times are computed, UTC.',
    from: 'elements',
    errors: ['not_found'],
  }),
  input: inputOf(
    conjunctionQuery,
    ['norad_cat_id', 'group', 'operator', 'kind', 'max_range_km', 'min_probability', 'from', 'to', 'sort'],
    { limit: limitOf(100, DEFAULT_LIMIT) },
  ),
  async respond({ limit = DEFAULT_LIMIT, ...query }, { api }) {
    const response = await api('/api/v1/conjunctions', { ...query, limit });
    const { data, meta } = response.body as {
      data: readonly object[];
      meta: { total: number; run: { note: string } };
    };
    return {
      response,
      data: {
        total: meta.total,
        returned: data.length,
        note: meta.run.note,
        confidence: 'LOW',
        rule: 'A distance of two objects is no surer than both element sets, whose errors are often larger.',
        run: meta.run,
        approaches: data,
      },
      sources: ['celestrak'],
    };
  },
};
