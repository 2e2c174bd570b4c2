import { z } from '@hono/zod-openapi';
import { operator as operatorRecord } from '../../schema/operator.ts';
import { Refusal } from '../errors.ts';
import { dataOf, listAnswer, listOfRecords, paging } from './paging.ts';
import { required, text } from './parameter.ts';
import { named, route } from './route.ts';
import { summaries, summary } from './satellites.ts';

const record = named(operatorRecord, 'Operator');
const type = 'application/json; charset=utf-8';

export const operators = route(
  {
    id: 'listOperators',
    path: '/api/v1/operators',
    tag: 'Operators',
    summary: 'List operators',
    description:
      'Operators counted from payloads only, most active satellites first. One operator has one slug, however its sources spell it.',
    access: 'keyed',
    params: {},
    query: paging,
    answers: [{ type, schema: listOfRecords(record) }],
    errors: [],
  },
  async (asked) => {
    const { limit, offset } = asked.query;
    const all = await asked.from.catalog.operators();
    const page = all.slice(offset, offset + limit).map((row) => row.json);
    return listAnswer(asked, all.length, dataOf(page));
  },
);

export const operator = route(
  {
    id: 'getOperator',
    path: '/api/v1/operators/{slug}',
    tag: 'Operators',
    summary: 'Get an operator and its satellites',
    description: 'The operator and a page of its payloads, active ones or not, by catalog number.',
    access: 'keyed',
    params: {
      slug: required(text('The operator’s slug', /^[a-z0-9]+(-[a-z0-9]+)*$/, 'a slug from /api/v1/operators', 'nasa')),
    },
    query: paging,
    answers: [
      {
        type,
        schema: z.object({
          data: record
            .extend({ satellites: z.array(summary).openapi({ description: 'A page of its payloads' }) })
            .openapi('OperatorWithSatellites'),
          meta: listOfRecords(summary).shape.meta,
        }),
      },
    ],
    errors: ['not_found'],
  },
  async (asked) => {
    const { slug } = asked.params;
    const { catalog } = asked.from;
    const found = (await catalog.operators()).find((row) => row.slug === slug);
    if (!found)
      throw new Refusal('not_found', {
        error: `There is no operator with the slug ${slug}.`,
        hint: 'Slugs are in /api/v1/operators, and in operator_slug of every satellite.',
      });
    const { limit, offset } = asked.query;
    const ids = await catalog.list(
      { operator: slug, object_class: 'PAYLOAD' },
      { by: 'norad_cat_id', descending: false },
    );
    const page = await summaries(catalog, ids.subarray(offset, offset + limit));
    return listAnswer(asked, ids.length, `{"data":${found.json.slice(0, -1)},"satellites":[${page.join(',')}]}}`);
  },
);
