import { describe, inputOf, type Tool } from '../../mcp/tool.ts';
import { limitOf } from '../../mcp/tools/object-list.ts';
import { conjunctionQuery } from './conjunction-routes.ts';

const DEFAULT_LIMIT = 10;

export const listCloseApproaches: Tool = {
  name: 'list_close_approaches',
  title: 'List predicted close approaches',
  description: describe({
    about:
      'Predicted close approaches of active payloads to every object with elements, closer than 5 km, from public element sets: not for operations, and their errors are often larger than the distances. Say so in every answer. `max_probability` assumes no covariance and is an upper bound; `probability` is null because it is not given. An empty list does not mean that an object is safe: objects without elements were not searched, and `run` has the searched time. Times are computed, UTC.',
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
