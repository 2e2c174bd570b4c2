import { groupPasses } from '../../sky/http/group-passes.ts';
import { computedFor, elementsSource, named } from '../evidence.ts';
import { describe, inputOf, type Tool } from '../tool.ts';
import { limitOf } from './object-list.ts';

const DEFAULT_LIMIT = 20;

interface Passes {
  readonly from: string;
  readonly to: string;
  readonly omitted: readonly unknown[];
  readonly plan?: { readonly passes: readonly (Named & Rising)[] };
  readonly objects: readonly (Named & { readonly passes: readonly Rising[] })[];
}
interface Named {
  readonly norad_cat_id: number;
  readonly name: string;
}
interface Rising {
  readonly rise: { readonly at: string };
}

export const listPasses: Tool = {
  name: 'list_passes',
  title: 'List passes of many objects over a place',
  description: describe({
    about:
      'Passes of many objects over a location within 48 hours, in order of time: of `ids`, of a `group`, or of the objects that match `purpose` (`weather` for weather satellites), `mode`, `band`, or `frequency` (MHz). `audible: true` keeps those with a transmitter that SatNOGS DB lists as in use and that are still in orbit; that is not an observation that it transmits. One transmitter must match all. Which weather satellites can be received on 137 MHz: `purpose: "weather", frequency: "137-138", audible: true`. With `plan: true`, `passes` are those that one antenna can follow one after the other, chosen by highest elevation and `priority`. `total` is the number of passes, and `passes` lists the first of them; `omitted` lists objects without a position. Requires latitude and longitude: look them up from a place name yourself.',
    from: 'elements',
    errors: [],
  }),
  input: inputOf(
    groupPasses,
    [
      'lat',
      'lon',
      'alt_m',
      'from',
      'to',
      'hours',
      'min_elevation_deg',
      'visible',
      'ids',
      'group',
      'purpose',
      'mode',
      'band',
      'frequency',
      'audible',
      'plan',
      'priority',
      'turn_s',
    ],
    { limit: limitOf(100, DEFAULT_LIMIT) },
  ),
  async respond({ limit = DEFAULT_LIMIT, ...query }, { api, context, releaseOf }) {
    const response = await api('/api/v1/passes', query);
    const { from, to, omitted, objects, plan } = (response.body as { data: Passes }).data;
    const release = await releaseOf(response);
    const ofObjects = objects
      .flatMap(({ passes, norad_cat_id, name }) => passes.map((pass) => ({ norad_cat_id, name, ...pass })))
      .sort((a, b) => (a.rise.at < b.rise.at ? -1 : 1));
    const all = plan?.passes ?? ofObjects;
    const shown = all.slice(0, Number(limit)).map((one) => ({
      ...one,
      elements_source: elementsSource(release, one.norad_cat_id, context.now),
    }));
    return {
      response,
      data: { from, to, total: all.length, returned: shown.length, ...computedFor(query), omitted, passes: shown },
      sources: new Set(named(shown.map(({ elements_source }) => elements_source))),
    };
  },
};
