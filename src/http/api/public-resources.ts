import { z } from '@hono/zod-openapi';
import { type Form, forms, publicRoutes } from '../../schema/release/public-route.ts';
import { json } from '../respond.ts';
import { celestrakMessage } from './omm.ts';
import { format, type Parameters } from './parameter.ts';
import { routeDocs } from './public-route-docs.ts';
import type { ResponseForm, RouteFacts } from './route.ts';
import { fileQueries } from './routes.ts';

const textForm = (description: string) => z.string().describe(description);
const formSchemas: Partial<Record<Form, z.ZodType>> = {
  tle: textForm('Name and two lines for each object, CRLF, Alpha-5 from 100,000'),
  '5-digit.tle': textForm('The same without objects above 99,999'),
  '2le': textForm('Two lines for each object'),
  'omm.json': z.array(celestrakMessage).describe('An array of OMMs, as CelesTrak writes them'),
  xml: textForm('NDM/XML'),
  kvn: textForm('OMM in keyword = value notation'),
  csv: textForm('RFC 4180, UTF-8'),
  atom: textForm('An Atom feed (RFC 4287)'),
  parquet: z.string().openapi({ description: 'Apache Parquet', format: 'binary' }),
};

/** The public routes as the API describes them: files of the release, which the server sends unchanged. */
export const publicResources: readonly RouteFacts[] = publicRoutes.map((route) => {
  const { schema, ...facts } = routeDocs[route.path]!;
  // `Accept` can select only the first of the formats that share a media type; `format` and the file ending select any, also the rare
  // ones that only the texts of `routeDocs` name, because the example of a route need not have them.
  const named = route.forms;
  const typed = named.filter((form, at) => named.findIndex((other) => forms[other] === forms[form]) === at);
  const queried = fileQueries.find(({ path }) => path === route.path);
  const responses = typed.map((form): ResponseForm => {
    const type = forms[form];
    // Several formats may share a media type, and a query of the path has a form of its own.
    const schemas = named.flatMap((other) => (forms[other] === type ? [formSchemas[other] ?? schema] : []));
    if (type === json && queried) schemas.push(queried.responses[0].schema);
    const [one, ...others] = new Set(type.startsWith('text/plain') ? schemas.slice(0, 1) : schemas);
    return { type, schema: others.length === 0 ? one! : z.union([one!, ...others]) };
  });
  const keyedQuery = queried?.query;
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
