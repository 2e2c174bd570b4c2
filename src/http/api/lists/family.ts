import { z } from 'zod';
import { type Relation, relations } from '../../../query/separation.ts';
import { field } from '../../../schema/field.ts';
import { satelliteSummary } from '../../../schema/objects/satellite.ts';
import { json } from '../../respond.ts';
import { dataOf, listOfRecords, listResponse, paging } from '../paging.ts';
import { enumOf } from '../parameter.ts';
import { named, responseForms, route } from '../route.ts';
import { byNumber, noSatellite, summaries } from '../satellites.ts';

const relative = z.object({
  relation: field(
    z.enum(relations),
    'The object that it separated from (`parent`), one that separated from it (`child`), or another one of its parent (`sibling`)',
    'child',
  ),
  ...satelliteSummary.shape,
});

export const family = route(
  {
    id: 'listFamily',
    path: '/api/v1/satellites/{norad_cat_id}/family',
    tag: 'Satellites',
    summary: 'List the parent of an object, and the objects that separated from it',
    description:
      'By `parent_gcat_id`, as GCAT has it: the fragments of a break-up, the satellites that a stage or a station deployed, the object that a fragment comes from. Objects of one launch have a designator in common; they need not have separated from one another. A parent without a catalog number is not listed, and an object that GCAT has not reached has no parent here.',
    access: 'keyed',
    params: byNumber,
    query: { relation: enumOf('Only objects of this relation', relations, 'child'), ...paging },
    responses: responseForms({ json }, listOfRecords(named(relative, 'Relative'))),
    errors: ['not_found'],
  },
  async (request) => {
    const { catalog } = request.from;
    const { relation, limit, offset } = request.query;
    const id = request.params.norad_cat_id;
    if (!catalog.has(id)) throw noSatellite(id);
    const found = await catalog.family(id);
    const chosen: readonly Relation[] = relation ? [relation] : relations;
    const all = chosen.flatMap((name) => Array.from(found[name], (number) => [name, number] as const));
    const page = all.slice(offset, offset + limit);
    const texts = await summaries(
      catalog,
      Int32Array.from(page, ([, number]) => number),
    );
    const data = texts.map((text, index) => `{"relation":"${page[index]![0]}",${text.slice(1)}`);
    return listResponse(request, all.length, dataOf(data));
  },
);
