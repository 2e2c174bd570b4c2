import { computedFor, elementsSource, named } from '../../mcp/evidence.ts';
import { describe, inputOf, type Tool, type ToolCall } from '../../mcp/tool.ts';
import { limitOf } from '../../mcp/tools/object-list.ts';
import { fieldOfView } from './fov-routes.ts';
import { identify } from './identify-route.ts';
import { sightings } from './sightings-route.ts';

const DEFAULT_LIMIT = 20;

interface Numbered {
  readonly norad_cat_id: number;
}

/** Objects of a response with the source of the elements of each. */
async function withSource<T extends Numbered>(
  response: Awaited<ReturnType<ToolCall['api']>>,
  { context, releaseOf }: ToolCall,
  objects: readonly T[],
) {
  const release = await releaseOf(response);
  return objects.map((one) => ({
    ...one,
    elements_source: elementsSource(release, one.norad_cat_id, context.now),
  }));
}

const sourcesOf = (objects: readonly { readonly elements_source: string | null }[]) =>
  named(objects.map(({ elements_source }) => elements_source));

export const listFieldTracks: Tool = {
  name: 'list_field_tracks',
  title: 'List objects that cross a field of view',
  description: describe({
    about:
      'Cataloged objects that cross a part of the sky during an exposure, seen from a location: which of them may have left a line in an image. The field is a circle (`ra_deg`, `dec_deg`, `radius_deg`, ICRS) or has four `corners`. `count` is the total number of tracks; `tracks` lists the first of them by time of entry. `position_uncertainty_arcsec` is often larger than the field: null means not measured, not exact. A field without tracks is not a field without objects: `omitted` counts those whose elements are too old, and others have none.',
    from: 'elements',
    cost: 'A call counts one request for every four minutes of exposure.',
    errors: ['no_elements', 'too_many_queries'],
  }),
  input: inputOf(
    fieldOfView,
    [
      'lat',
      'lon',
      'alt_m',
      'from',
      'exposure_s',
      'ra_deg',
      'dec_deg',
      'radius_deg',
      'corners',
      'min_elevation_deg',
      'refraction',
      'group',
      'max_magnitude',
      'as_of',
    ],
    { limit: limitOf(100, DEFAULT_LIMIT) },
  ),
  async respond({ limit = DEFAULT_LIMIT, ...query }, call) {
    const response = await call.api('/api/v1/fov', query);
    const { tracks, ...data } = (response.body as { data: { tracks: (Numbered & { positions: unknown })[] } }).data;
    // Entry and exit are enough for a response in words.
    const short = tracks.slice(0, Number(limit)).map(({ positions: _positions, ...track }) => track);
    const shown = await withSource(response, call, short);
    return {
      response,
      data: { ...data, returned: shown.length, ...computedFor(query), tracks: shown },
      sources: sourcesOf(shown),
    };
  },
};

export const identifyStreak: Tool = {
  name: 'identify_streak',
  title: 'Identify a streak',
  description: describe({
    about:
      'Which cataloged object made a streak in an image: both ends of the streak, in the ICRS (`ra1`, `dec1`, `ra2`, `dec2`) or above the horizon (`az1`, `el1`, `az2`, `el2`), and the times of both (`t1`, `t2`) or a time of its middle (`at`). Candidates come most probable first, with residuals. Always state `none_probability`, the probability that no object with elements made it (null: nothing could be compared), and that aircraft, balloons, and meteors are not considered.',
    from: 'elements',
    cost: 'A call counts one request for every four minutes that are searched.',
    errors: ['no_elements', 'too_many_queries'],
  }),
  input: inputOf(identify, [
    'lat',
    'lon',
    'alt_m',
    'at',
    't1',
    't2',
    'ra1',
    'dec1',
    'ra2',
    'dec2',
    'az1',
    'el1',
    'az2',
    'el2',
    'time_error_s',
    'place_error_arcsec',
    'as_of',
  ]),
  async respond(query, call) {
    const response = await call.api('/api/v1/identify', query);
    const { candidates, ...data } = (response.body as { data: { candidates: Numbered[] } }).data;
    const shown = await withSource(response, call, candidates);
    return { response, data: { ...data, ...computedFor(query), candidates: shown }, sources: sourcesOf(shown) };
  },
};

export const explainSighting: Tool = {
  name: 'explain_sighting',
  title: 'What did I see?',
  description: describe({
    about:
      'Which cataloged objects fit what a person saw in the sky: location, time, and any of direction, height, brightness, speed, heading, and whether the light was steady. Three candidates at most, each with what agrees and what does not. Always add `alternatives`: it may have been an aircraft, a balloon, a meteor, or a planet. Requires latitude and longitude: look them up from a place name yourself. Times are UTC: convert local times.',
    from: 'elements',
    errors: ['too_many_queries'],
  }),
  input: inputOf(sightings, [
    'lat',
    'lon',
    'alt_m',
    'at',
    'time_error_min',
    'direction',
    'height',
    'azimuth_deg',
    'elevation_deg',
    'brightness',
    'light',
    'speed',
    'heading',
  ]),
  async respond(query, call) {
    const response = await call.api('/api/v1/sightings', query);
    const { candidates, ...data } = (response.body as { data: { candidates: Numbered[] } }).data;
    const shown = await withSource(response, call, candidates);
    return { response, data: { ...data, ...computedFor(), candidates: shown }, sources: sourcesOf(shown) };
  },
};
