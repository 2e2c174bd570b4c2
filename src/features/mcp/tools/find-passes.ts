import { passes } from '../../sky/http/passes.ts';
import { computedFor, elementsSource, named } from '../evidence.ts';
import { describe, inputOf, type Tool } from '../tool.ts';

export const findPasses: Tool = {
  name: 'find_passes',
  title: 'Find passes over a place',
  description: describe({
    about:
      'Passes of one object over a location: rise, highest point, and set with direction, and when it is visible (`visible`: sunlit against a dark sky). Requires latitude and longitude: look them up from a place name yourself. Times are UTC; `age_days` and `time_uncertainty_s` describe their accuracy. `state` reports whether the object rises and sets there, is always up, or never rises.',
    from: 'elements',
    errors: ['not_found', 'no_elements', 'elements_too_old'],
  }),
  input: inputOf(passes, [
    'norad_cat_id',
    'lat',
    'lon',
    'alt_m',
    'from',
    'to',
    'hours',
    'days',
    'min_elevation_deg',
    'visible',
    'refraction',
    'allow_old',
  ]),
  async respond({ norad_cat_id, ...query }, { api, context, releaseOf }) {
    const id = Number(norad_cat_id);
    const response = await api(`/api/v1/satellites/${id}/passes`, query);
    const elements_source = elementsSource(await releaseOf(response), id, context.now);
    const { data } = response.body as { data: Record<string, unknown> };
    return { response, data: { ...data, elements_source, ...computedFor(query) }, sources: named([elements_source]) };
  },
};
