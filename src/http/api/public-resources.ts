import { z } from '@hono/zod-openapi';
import { type Form, forms, publicRoutes } from '../../schema/release/public-route.ts';
import { json } from '../respond.ts';
import { format, type Parameters } from './parameter.ts';
import { routeDocs } from './public-route-docs.ts';
import type { ResponseForm, RouteFacts } from './route.ts';
import { fileQueries } from './routes.ts';

const textForm = (description: string) => z.string().describe(description);
const formSchemas: Partial<Record<Form, z.ZodType>> = {
  tle: textForm('Name and two lines for each object, CRLF, Alpha-5 from 100,000'),
  '5-digit.tle': textForm('The same without objects above 99,999'),
  '2le': textForm('Two lines for each object'),
  'omm.json': textForm('An array of OMMs, as CelesTrak writes them'),
  xml: textForm('NDM/XML'),
  kvn: textForm('OMM in keyword = value notation'),
  csv: textForm('RFC 4180, UTF-8'),
  atom: textForm('An Atom feed (RFC 4287)'),
  parquet: z.string().openapi({ description: 'Apache Parquet', format: 'binary' }),
};

/** The public routes as the API describes them: files of the release, which the server sends unchanged. */
export const publicResources: readonly RouteFacts[] = publicRoutes.map((route) => {
  const { schema, ...facts } = routeDocs[route.path]!;
  // `Accept` can select only the first of the formats that share a media type; `format` and the file ending select any.
  // gpredict's archive exists for one slice only, and is selected by its file ending.
  const named = route.forms.filter((form) => form !== 'trsp.tar');
  const typed = named.filter((form, at) => named.findIndex((other) => forms[other] === forms[form]) === at);
  const responses = typed.map((form): ResponseForm => {
    const other = formSchemas[form];
    return other ? { type: forms[form], schema: other } : { type: json, schema };
  });
  const keyedQuery = fileQueries.find(({ path }) => path === route.path)?.query;
  const query: Parameters = { format: format(Object.fromEntries(named.map((form) => [form, forms[form]]))) };
  return {
    ...facts,
    path: route.path as RouteFacts['path'],
    tag: 'Public files',
    access: 'public',
    query,
    ...(keyedQuery && { keyedQuery }),
    responses: responses as [ResponseForm, ...ResponseForm[]],
    errors: [
      ...(Object.keys(facts.params).length > 0 ? (['not_found'] as const) : []),
      ...(route.forms.length > 1 ? (['not_acceptable'] as const) : []),
    ],
  };
});
