import { satellites } from '../../../http/api/satellites.ts';
import { factOf, isKnown, timeOf } from '../evidence.ts';
import { describe, inputOf, type Tool } from '../tool.ts';
import { idFields, limitOf, recordsOf } from './object-list.ts';

const DEFAULT_LIMIT = 5;

/** Fields that distinguish objects. */
const identity = [
  'object_class',
  'operational_status',
  'orbit_class',
  'country',
  'operator',
  'launch_date',
  'decay_date',
] as const;

export const searchObjects: Tool = {
  name: 'search_objects',
  title: 'Search objects',
  description: describe({
    about:
      'Find satellites, rocket bodies and debris by name, catalog number, COSPAR designator, operator, country or radio frequency such as `145.8 MHz` (`q`), by filters, or both; without any of them, the whole catalog. `total` is the number of matches, so use this tool to count; `possible_without_launch_date` is how many more may match a filter by launch date. Returns identity and status with their sources; use get_object for orbit, mass and everything else.',
    from: 'records',
    errors: [],
  }),
  input: inputOf(
    satellites,
    [
      'q',
      'object_class',
      'status',
      'active',
      'orbit_class',
      'orbit_type',
      'country',
      'operator',
      'group',
      'purpose',
      'launch_id',
      'launched_after',
      'launched_before',
      'decayed_after',
      'decayed_before',
      'min_perigee_km',
      'max_perigee_km',
      'min_apogee_km',
      'max_apogee_km',
      'min_inclination_deg',
      'max_inclination_deg',
      'conflicting',
      'sort',
      'as_of',
      'offset',
    ],
    { limit: limitOf(20, DEFAULT_LIMIT) },
  ),
  async respond(args, call) {
    const response = await call.api('/api/v1/satellites', { limit: DEFAULT_LIMIT, ...args, fields: idFields });
    const { records, page } = await recordsOf(response, call, args.as_of);
    const at = timeOf(response, call.context.now);
    const objects = records.map((record) => ({
      norad_cat_id: record.norad_cat_id,
      name: record.name,
      cospar_id: record.cospar_id,
      facts: identity.filter((name) => isKnown(record, name)).map((name) => factOf(record, name, at)),
    }));
    return {
      response,
      data: { ...page, objects },
      sources: objects.flatMap(({ facts }) => facts.flatMap(({ sources }) => sources)),
    };
  },
};
