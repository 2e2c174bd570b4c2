import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { sqlForms, sqlLimits } from '../../../sql/sql-message.ts';
import { type ErrorCode, errors } from '../../errors.ts';
import { exampleOf, type Parameters } from '../parameter.ts';
import { publicResources } from '../public-resources.ts';
import type { RouteFacts } from '../route.ts';
import { routes } from '../routes.ts';
import { sqlBody, sqlPath } from '../sql/sql-request.ts';
import { webhookRoutes } from '../webhooks/webhook-routes.ts';
import { errorHeaders, headerComponents, successHeaders } from './openapi-headers.ts';

/** An OpenAPI document, as plain data. */
export type OpenApiDocument = Record<string, unknown> & { readonly paths: Record<string, Record<string, unknown>> };

/** Real responses of the sample, by the permanent name of the route: what the document shows as examples. */
export type Examples = Readonly<Record<string, unknown>>;

const errorRecord = z
  .object({
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]).describe('Permanent code for programs'),
    error: z.string().describe('What happened, as text'),
    hint: z.string().describe('What to do'),
    parameter: z.string().optional().describe('The parameter that is not accepted'),
    allowed: z.array(z.string()).optional().describe('Allowed values'),
    retry_after: z.int().optional().describe('Seconds to wait'),
  })
  .openapi('Error');

const keyed: readonly ErrorCode[] = [
  'missing_api_key',
  'malformed_api_key',
  'invalid_api_key',
  'revoked_api_key',
  'account_suspended',
  'auth_misconfigured',
];
const everywhere: readonly ErrorCode[] = [
  'invalid_parameter',
  'malformed_request',
  'method_not_allowed',
  'not_acceptable',
  'daily_quota_exceeded',
  'burst_limit_exceeded',
  'database_error',
  'internal_error',
  'service_paused',
  'catalog_unavailable',
];

/** Every error code of a route. */
export function errorsOf({
  access,
  errors: own,
  keyedQuery,
}: Pick<RouteFacts, 'access' | 'errors' | 'keyedQuery'>): ErrorCode[] {
  const all = new Set([...everywhere, ...own, ...(access === 'keyed' || keyedQuery ? keyed : [])]);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => all.has(code));
}

/** All routes, the keyed ones first. */
export const allRoutes: readonly RouteFacts[] = [...routes, ...publicResources];

const sqlResponse = z
  .object({
    data: z.array(z.record(z.string(), z.unknown())).describe('One object for each row; times are ISO 8601 (UTC)'),
    meta: z
      .object({
        rows: z.int().describe('Number of rows'),
        columns: z
          .array(
            z.object({
              name: z.string().describe('Its name'),
              type: z.string().describe('Its DuckDB type'),
            }),
          )
          .describe('The columns, in order'),
      })
      .describe('About the rows'),
  })
  .openapi('SqlResult');

const tagMeanings: Readonly<Record<RouteFacts['tag'] | 'SQL' | 'Webhooks', string>> = {
  Satellites: 'Objects, one by one or filtered, with the sources of each value',
  Orbits: 'Orbital elements of one object, as a TLE and as a CCSDS Orbit Mean-Elements Message',
  Radio: 'Transmitters of objects, from SatNOGS DB under CC BY-SA 4.0',
  Search: 'Objects by name, number, or designator',
  Operators: 'Operators of satellites',
  Catalog: 'The catalog as a whole: sources, statistics, reentries',
  SQL: 'Queries over the published tables',
  Webhooks: 'Signed messages to a URL of yours when the catalog changes',
  'Public files': 'Files of the release that need no key: elements, events, launches, datasets',
};

/** The description of the API for programs (OpenAPI 3.1). `base` is the address of this server. */
export function describeApi(base: string, version: string, examples: Examples): OpenApiDocument {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  const bearer = registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'Authorization: Bearer ow_…',
  });
  const header = registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'X-API-Key: ow_…',
  });
  for (const [name, component] of Object.entries(headerComponents))
    registry.registerComponent('headers', name, { ...component });
  const security = [{ [bearer.name]: [] }, { [header.name]: [] }];
  for (const facts of allRoutes) {
    registry.registerPath({
      method: 'get',
      path: facts.path,
      operationId: facts.id,
      tags: [facts.tag],
      summary: facts.summary,
      description: facts.description,
      security: facts.access === 'keyed' ? security : [{}, ...security],
      parameters: parametersOf(facts) as RouteConfig['parameters'] & object,
      responses: { 200: ok(facts, examples), 304: notModified, ...refusals(facts) },
    });
  }
  registry.registerPath({
    method: 'post',
    path: sqlPath,
    operationId: 'runSql',
    tags: ['SQL'],
    summary: 'Run a SQL query',
    description: `One SELECT of DuckDB SQL over the published tables, for at most ${sqlLimits.milliseconds / 1000} seconds, ${sqlLimits.rows.toLocaleString('en')} rows and ${sqlLimits.bytes / 2 ** 20} MB. Counts as ${sqlLimits.requests} requests. In JSON, \`data\` has an object for each row.`,
    security,
    request: {
      body: { required: true, content: { 'application/json': { schema: sqlBody.openapi('SqlQuery') } } },
    },
    responses: {
      200: {
        description: 'The rows.',
        headers: successHeaders(sqlPath),
        content: Object.fromEntries(
          Object.entries(sqlForms).map(([form, type]) => [
            type.split(';')[0]!,
            { schema: form === 'json' ? sqlResponse : z.string().describe(`The rows as ${form}`) },
          ]),
        ),
      },
      ...refusals({
        access: 'keyed',
        errors: ['invalid_query', 'query_timeout', 'too_many_queries', 'queries_busy'],
      }),
    },
  });
  for (const {
    id,
    method,
    path,
    summary,
    description,
    params,
    query,
    body,
    status,
    response,
    errors,
  } of webhookRoutes) {
    const { ETag, 'Last-Modified': _, ...headers } = successHeaders(path, query);
    registry.registerPath({
      method,
      path,
      operationId: id,
      tags: ['Webhooks'],
      summary,
      description,
      security,
      request: { ...(body && { body: { required: true, content: { 'application/json': { schema: body } } } }) },
      parameters: parametersOf({ params, query }) as RouteConfig['parameters'] & object,
      responses: {
        [status]: {
          description: response ? 'The requested data.' : 'It was deleted.',
          headers: response ? { ...headers, ETag } : headers,
          ...(response && { content: { 'application/json': { schema: response } } }),
        },
        ...(method === 'get' && { 304: notModified }),
        ...refusals({ access: 'keyed', errors }),
      },
    });
  }
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Orbweaver',
      version,
      description:
        'A read-only API for the catalog of everything in orbit, with the sources, confidence, and conflicts of every value. Data under ODbL-1.0, each source under its own terms.',
      license: { name: 'ODbL-1.0', url: 'https://opendatacommons.org/licenses/odbl/1-0/' },
      // A relative URL is no URI: without a public address the contact has none.
      contact: { name: 'Orbweaver', ...(base.startsWith('http') && { url: `${base.replace(/\/$/, '')}/docs/` }) },
    },
    servers: [{ url: base, description: 'This server' }],
    tags: Object.entries(tagMeanings).map(([name, description]) => ({ name, description })),
  });
  return withoutOwnMarks(document) as OpenApiDocument;
}

const parametersOf = ({ params, query, keyedQuery }: Pick<RouteFacts, 'params' | 'query' | 'keyedQuery'>) => [
  ...parameters('path', params),
  ...parameters('query', { ...query, ...keyedQuery }),
];

function parameters(place: 'path' | 'query', declared: Parameters) {
  return Object.entries(declared).map(([name, { meaning, required, json, example }]) => ({
    name,
    in: place,
    required,
    description: meaning,
    schema: json,
    ...(json.type === 'array' && { style: 'form', explode: false }),
    example: exampleOf({ json, example }),
  }));
}

function ok({ id, responses, path, query, keyedQuery }: RouteFacts, examples: Examples) {
  const example = examples[id];
  return {
    description: 'The requested data.',
    headers: successHeaders(path, { ...query, ...keyedQuery }),
    content: Object.fromEntries(
      responses.map(({ type, schema }, index) => [
        type.split(';')[0]!,
        { schema, ...(index === 0 && example !== undefined && { example }) },
      ]),
    ),
  };
}

const notModified = {
  description: 'The copy that the client has is still good.',
  headers: successHeaders(''),
};

/** The errors of a route, one response for each status. */
function refusals(facts: Pick<RouteFacts, 'access' | 'errors' | 'keyedQuery'>) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(facts))
    byStatus.set(errors[code].status, [...(byStatus.get(errors[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errors[code].error}`).join('\n\n'),
        headers: errorHeaders(status),
        content: {
          'application/json': {
            schema: errorRecord,
            examples: Object.fromEntries(
              codes.map((code) => [code, { value: { code, error: errors[code].error, hint: errors[code].hint } }]),
            ),
          },
        },
      },
    ]),
  );
}

/** Metadata of the schemas for internal use is no part of OpenAPI; a unit is, as an extension. */
function withoutOwnMarks(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutOwnMarks);
  if (node === null || typeof node !== 'object') return node;
  const { meaning, sql, ...rest } = node as Record<string, unknown>;
  const isField = typeof meaning === 'string' && typeof sql === 'string';
  const kept = isField ? rest : (node as Record<string, unknown>);
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(kept)) {
    if (isField && ['example', 'restates', 'json', 'group', 'label', 'csv', 'comparison'].includes(name)) continue;
    if (isField && name === 'unit') out['x-unit'] = value;
    else out[name] = name === 'example' || name === 'examples' ? value : withoutOwnMarks(value);
  }
  return out;
}
