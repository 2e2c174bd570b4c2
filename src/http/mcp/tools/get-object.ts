import { enumOf, listOf } from '../../api/parameter.ts';
import { satellite } from '../../api/satellites.ts';
import type { ObjectRecord } from '../../pages/page-object.ts';
import { factOf, fieldNames, isKnown, timeOf } from '../evidence.ts';
import { describe, inputOf, type Tool } from '../tool.ts';

/** Fields that identify the object, besides its facts. */
const keys = new Set(['norad_cat_id', 'name', 'cospar_id']);

export const getObject: Tool = {
  name: 'get_object',
  title: 'Get an object with its claims',
  description: describe({
    about:
      'Everything known about one object: each value with its unit, confidence (CONFIRMED, HIGH, MEDIUM, LOW, CONFLICTING), source, and age in days. If sources disagree, `claims` has every side, and `rule` explains which value was selected. `missing` lists the fields that no source has a value for: say so instead of guessing. `removed`: no source lists the object any more, and the values are of its last release; it may still be in orbit. Use `fields` for a short response, and `claims: "all"` for the value of every source for each field.',
    from: 'records',
    errors: ['not_found', 'release_too_old'],
  }),
  input: inputOf(satellite, ['norad_cat_id', 'as_of'], {
    fields: listOf(
      'Only these fields; the resource orbweaver://fields describes them. Default: all',
      fieldNames,
      'launch_date,launch_mass_kg',
    ),
    claims: enumOf(
      'Which fields include the claims of each source. Default: conflicting',
      ['conflicting', 'all', 'none'],
      'conflicting',
    ),
  }),
  async respond({ norad_cat_id, as_of, fields, claims = 'conflicting' }, { api, context }) {
    const response = await api(`/api/v1/satellites/${Number(norad_cat_id)}`, { as_of });
    const record = (response.body as { data: ObjectRecord }).data;
    const names = (fields as readonly string[] | undefined) ?? fieldNames.filter((name) => !keys.has(name));
    const now = timeOf(response, context.now);
    const shown = names.filter((name) => isKnown(record, name));
    const facts = shown.map((name) => factOf(record, name, now, claims as 'conflicting' | 'all' | 'none'));
    return {
      response,
      data: {
        norad_cat_id: record.norad_cat_id,
        name: record.name,
        cospar_id: record.cospar_id,
        ...(record.removed && { removed: record.removed }),
        facts,
        missing: names.filter((name) => !isKnown(record, name)),
        groups: record.groups,
      },
      sources: facts.flatMap(({ sources }) => sources),
    };
  },
};
