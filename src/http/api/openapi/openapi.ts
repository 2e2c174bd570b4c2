import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { conjunctionFile } from '../../../features/conjunctions/http/conjunction-routes.ts';
import { feedOperation } from '../../../features/feeds/feed-operation.ts';
import { sqlOperation } from '../../../features/sql/http/sql-request.ts';
import { webhookRoutes } from '../../../features/webhooks/http/webhook-routes.ts';
import { type ErrorCode, errors } from '../../errors.ts';
import type { Parameters } from '../parameter.ts';
import { publicResources } from '../public-resources.ts';
import { type Operation, type RouteFacts, tags } from '../route.ts';
import { messageRoutes, routes } from '../routes.ts';
import { errorHeaders, headerComponents, notModifiedHeaders, successHeaders } from './openapi-headers.ts';

/** An OpenAPI document, as plain data. */
export type OpenApiDocument = Record<string, unknown> & { readonly paths: Record<string, Record<string, unknown>> };

/** Real responses of the sample, by the permanent name of the route; the examples in the document. */
export type Examples = Readonly<Record<string, unknown>>;

const errorRecord = z
  .object({
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]).describe('Permanent code for programs'),
    error: z.string().describe('The problem, as text'),
    hint: z.string().describe('The remedy, as text'),
    parameter: z.string().optional().describe('The parameter that is not accepted'),
    allowed: z.array(z.string()).optional().describe('Allowed values'),
    retry_after: z.int().optional().describe('Seconds to wait'),
  })
  .openapi('Error');

const problemRecord = errorRecord
  .extend({
    type: z.string().describe('URL of the description of the code'),
    title: z.string().describe('The same as `error`'),
    status: z.int().describe('HTTP status'),
    detail: z.string().describe('`error` and `hint`'),
    instance: z.string().describe('The id of the request'),
  })
  .openapi('Problem');

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
export function errorsOf({ access, errors: own, keyedQuery, method = 'get' }: Operation): ErrorCode[] {
  const all = new Set<ErrorCode>([
    ...everywhere,
    ...(method === 'get' ? (['precondition_failed'] as const) : []),
    ...own,
    ...(access === 'keyed' || keyedQuery ? keyed : []),
  ]);
  return (Object.keys(errors) as ErrorCode[]).filter((code) => all.has(code));
}

/** All routes, the keyed ones first. */
export const allRoutes: readonly RouteFacts[] = [...routes, ...publicResources, conjunctionFile];

/** All operations of the API: the routes that read the catalog, SQL, and webhooks. */
export const describedOperations: readonly Operation[] = [
  ...allRoutes,
  ...messageRoutes,
  sqlOperation,
  ...webhookRoutes,
  feedOperation,
];

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
  for (const one of describedOperations) {
    const { id, method = 'get', path, tag, summary, description, access, body, status = 200 } = one;
    registry.registerPath({
      method,
      path,
      operationId: id,
      tags: [tag],
      summary,
      description,
      security: access === 'keyed' ? security : [{}, ...security],
      parameters: parametersOf(one) as RouteConfig['parameters'] & object,
      ...(body && { request: { body: { required: true, content: { 'application/json': { schema: body } } } } }),
      responses: {
        [status]: success(one, examples[id]),
        ...(method === 'get' && { 304: notModified }),
        ...refusals(one),
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
      // A relative URL is not a URI: without a public address, the contact has no URL.
      contact: { name: 'Orbweaver', ...(base.startsWith('http') && { url: `${base.replace(/\/$/, '')}/docs/` }) },
    },
    servers: [{ url: base, description: 'This server' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  });
  return withoutOwnMarks(document) as OpenApiDocument;
}

const parametersOf = ({ params, query, keyedQuery }: Operation) => [
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
    example,
  }));
}

function success(operation: Operation, example: unknown) {
  const { responses } = operation;
  return {
    description: responses.length > 0 ? 'The requested data.' : 'It was deleted.',
    headers: successHeaders(operation),
    ...(responses.length > 0 && {
      content: Object.fromEntries(
        responses.map(({ type, schema }, index) => [
          type.split(';')[0]!,
          { schema, ...(index === 0 && example !== undefined && { example }) },
        ]),
      ),
    }),
  };
}

const notModified = {
  description: 'The client’s copy is still current.',
  headers: notModifiedHeaders,
};

/** The errors of a route, one response for each status. */
function refusals(operation: Operation) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(operation))
    byStatus.set(errors[code].status, [...(byStatus.get(errors[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errors[code].error}`).join('\n\n'),
        headers: errorHeaders(status),
        content: {
          'application/problem+json': { schema: problemRecord },
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

/** Metadata of the schemas for internal use is not part of OpenAPI; units are included as an extension. */
function withoutOwnMarks(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutOwnMarks);
  if (node === null || typeof node !== 'object') return node;
  const { meaning, sql, ...rest } = node as Record<string, unknown>;
  const isField = typeof meaning === 'string' && typeof sql === 'string';
  const kept = isField ? rest : (node as Record<string, unknown>);
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(kept)) {
    if (isField && ['example', 'restates', 'computed', 'json', 'group', 'label', 'csv', 'comparison'].includes(name))
      continue;
    if (isField && name === 'unit') out['x-unit'] = value;
    else out[name] = name === 'example' || name === 'examples' ? value : withoutOwnMarks(value);
  }
  return out;
}
