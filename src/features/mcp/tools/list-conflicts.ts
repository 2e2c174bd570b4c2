import { satellites } from '../../../http/api/satellites.ts';
import { factOf, restates } from '../evidence.ts';
import { describe, inputOf, type Tool } from '../tool.ts';
import { idFields, limitOf, recordsOf } from './object-list.ts';

const DEFAULT_LIMIT = 5;

export const listConflicts: Tool = {
  name: 'list_conflicts',
  title: 'List what sources disagree on',
  description: describe({
    about:
      'Objects with fields on which sources disagree, and every side: the claim of each source, its original text, and its age. The record has the value with `selected: true`; `rule` explains why. With `ids`, only the conflicts of these objects: if an object is missing in the response, it has no recorded conflict. `total` counts objects.',
    from: 'records',
    errors: [],
  }),
  input: inputOf(
    satellites,
    [
      'ids',
      'q',
      'conflicting_field',
      'country',
      'operator',
      'orbit_class',
      'object_class',
      'status',
      'group',
      'sort',
      'offset',
    ],
    { limit: limitOf(10, DEFAULT_LIMIT) },
  ),
  async respond(args, call) {
    const query = { limit: DEFAULT_LIMIT, ...args, conflicting: true, fields: idFields };
    const response = await call.api('/api/v1/satellites', query);
    const { records, page } = await recordsOf(response, call);
    const wanted = args.conflicting_field as readonly string[] | undefined;
    const objects = records.map((record) => ({
      norad_cat_id: record.norad_cat_id,
      name: record.name,
      cospar_id: record.cospar_id,
      conflicts: record.provenance.fields
        .filter(
          ({ field, confidence }) =>
            confidence === 'CONFLICTING' && (wanted ? wanted.includes(field) : !restates(field)),
        )
        .map(({ field }) => factOf(record, field, call.context.now, 'all')),
    }));
    return {
      response,
      data: { ...page, objects },
      sources: objects.flatMap(({ conflicts }) => conflicts.flatMap(({ sources }) => sources)),
    };
  },
};
