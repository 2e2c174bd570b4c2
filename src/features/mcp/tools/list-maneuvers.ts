import { maneuvers } from '../../../http/api/history/maneuvers.ts';
import { describe, inputOf, type Tool } from '../tool.ts';
import { elementsSource, named } from './computed.ts';

export const listManeuvers: Tool = {
  name: 'list_maneuvers',
  title: 'List the maneuvers of an object',
  description: describe({
    about:
      'Orbit changes of one object that neither drag nor gravity explains, detected in its archived element sets, newest first, each with the interval in which it happened and `confidence`, the share of such detections that were burns on satellites with known burns (null if none are known). An empty list means "none detected" only if `enough` is true; otherwise there are too few element sets, or gaps (`coverage.gaps`) in which nothing was looked at. The times are epochs of element sets before and after, not of burns.',
    from: 'elements',
    errors: ['not_found'],
  }),
  input: inputOf(maneuvers, ['norad_cat_id', 'from', 'to']),
  async respond({ norad_cat_id, ...query }, { api, context, releaseOf }) {
    const id = Number(norad_cat_id);
    const response = await api(`/api/v1/satellites/${id}/maneuvers`, query);
    const { data } = response.body as { data: Record<string, unknown> };
    const source = elementsSource(await releaseOf(response), id, context.now);
    const method = 'Detected by this server in archived element sets; not reported by an operator';
    return { response, data: { ...data, method, elements_source: source }, sources: named([source]) };
  },
};
