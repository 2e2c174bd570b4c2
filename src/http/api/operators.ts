import { z } from '@hono/zod-openapi';
import type { OperatorRow } from '../../query/catalog.ts';
import { filterOperators } from '../../query/search/operator-names.ts';
import { operator as operatorRecord } from '../../schema/objects/operator.ts';
import { ApiError } from '../errors.ts';
import { json } from '../respond.ts';
import { patterned } from './lists/comma-list.ts';
import { unknownCountry } from './lists/release-values.ts';
import { filters } from './lists/satellite-query.ts';
import { dataOf, listOfRecords, listResponse, paging } from './paging.ts';
import { required, searched, text } from './parameter.ts';
import { named as component, responseForms, route } from './route.ts';
import { summaries, summary } from './satellites.ts';

const record = component(operatorRecord, 'Operator');

export const operators = route(
  {
    id: 'listOperators',
    path: '/api/v1/operators',
    tag: 'Operators',
    summary: 'List operators',
    description:
      'Operators of payloads, most active satellites first; with `q`, those whose name begins with it before the rest. An operator has one slug for all spellings.',
    access: 'keyed',
    params: {},
    query: {
      q: searched('Only operators with these words in their name, or the beginning of one', 'planet'),
      country: patterned(
        'Only operators of these states (ISO 3166-1 alpha-2) or organizations',
        /^[A-Za-z0-9/+_-]{1,20}$/,
        'a country code such as US, or the code of an organization such as ESA; several separated by commas',
        'US',
      ),
      ...paging,
    },
    responses: responseForms({ json }, listOfRecords(record)),
    errors: [],
  },
  async (request) => {
    const { q, country, limit, offset } = request.query;
    const known = await request.from.catalog.operators();
    const all = filterOperators(known, { q, countries: country && operatorCountries(known, country) });
    const page = all.slice(offset, offset + limit).map((row) => row.json);
    return listResponse(request, all.length, dataOf(page));
  },
);

/** The countries of operators by code. Throws 400, which lists the countries that have operators. */
function operatorCountries(operators: readonly OperatorRow[], codes: readonly string[]): string[] {
  const known = [...new Set(operators.flatMap(({ country }) => country ?? []))].sort();
  return codes.map((code) => {
    const country = code.toUpperCase();
    if (known.includes(country)) return country;
    throw unknownCountry(code, known, `No operator of this release is of ${code}.`);
  });
}

export const operator = route(
  {
    id: 'getOperator',
    path: '/api/v1/operators/{slug}',
    tag: 'Operators',
    summary: 'Get an operator and its satellites',
    description:
      'The operator and a page of its payloads by catalog number. `active` selects only the active or only the inactive ones.',
    access: 'keyed',
    params: {
      slug: required(text('The operator’s slug', /^[a-z0-9]+(-[a-z0-9]+)*$/, 'a slug from /api/v1/operators', 'nasa')),
    },
    query: { active: filters.active, ...paging },
    responses: responseForms(
      { json },
      z.object({
        data: record
          .extend({ satellites: z.array(summary).describe('A page of its payloads') })
          .openapi('OperatorWithSatellites'),
        meta: listOfRecords(summary).shape.meta,
      }),
    ),
    errors: ['not_found'],
  },
  async (request) => {
    const { slug } = request.params;
    const { catalog } = request.from;
    const found = (await catalog.operators()).find((row) => row.slug === slug);
    if (!found) {
      const others = await catalog.list({ operator: slug }, { by: 'norad_cat_id', descending: false });
      throw new ApiError(
        'not_found',
        others.length > 0
          ? {
              error: `No payload names ${slug} as its operator: only rocket bodies, debris, or objects of unknown class do.`,
              hint: `Its objects are at /api/v1/satellites?operator=${slug}. Operators of payloads are in /api/v1/operators.`,
            }
          : {
              error: `There is no operator with the slug ${slug}.`,
              hint: 'Slugs are in /api/v1/operators, and in operator_slug of every payload with a known operator.',
            },
      );
    }
    const { active, limit, offset } = request.query;
    const ids = await catalog.list(
      { operator: slug, object_class: 'PAYLOAD', active },
      { by: 'norad_cat_id', descending: false },
    );
    const page = await summaries(catalog, ids.subarray(offset, offset + limit));
    return listResponse(request, ids.length, `{"data":${found.json.slice(0, -1)},"satellites":[${page.join(',')}]}}`);
  },
);
