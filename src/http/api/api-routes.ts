import { createRoute, type OpenAPIHono, type z } from '@hono/zod-openapi';
import { forms } from '../../schema/public-route.ts';
import type { SqlWorkers } from '../../sql/sql-workers.ts';
import type { AccountsGateway } from '../accounts-gateway.ts';
import { Refusal } from '../errors.ts';
import type { FileSender } from '../file-sender.ts';
import { authorize } from '../middleware/authorize.ts';
import { checkQuery } from '../middleware/query.ts';
import { sendReleaseFile } from '../release-files.ts';
import type { HttpEnv, RequestContext } from '../request-context.ts';
import { respond } from '../respond.ts';
import type { OpenedRelease } from '../served.ts';
import { sendArchiveMonth } from './history/archive-months.ts';
import { type AsOf, catalogAsOf, notKept, readAsOf } from './history/as-of.ts';
import { sendMonthlyDataset } from './history/monthly-dataset.ts';
import { allRoutes } from './openapi/openapi.ts';
import { badValue, invalidParameter, readQuery, schemaOf, unknownParameter } from './parameter.ts';
import { publicResources } from './public-resources.ts';
import type { Route, RouteFacts } from './route.ts';
import { fileQueries, routes } from './routes.ts';
import { sqlHandler } from './sql/sql.ts';
import { sqlPath } from './sql/sql-request.ts';

/** What the routes of the API need beside the request. */
interface ApiDeps {
  readonly gateway: AccountsGateway;
  readonly files: FileSender;
  readonly sql: SqlWorkers;
}

/** Adds every route of the API, keyed and public, and the 404 of every other path below `/api`. */
export function addApiRoutes(app: OpenAPIHono<HttpEnv>, { gateway, files, sql }: ApiDeps): void {
  app.use('/api/*', checkQuery);
  for (const route of fileQueries) addFileQuery(app, gateway, route);
  for (const route of publicResources) {
    const send = (context: RequestContext, query: unknown) =>
      sendReleaseFile(files, context, (query as { format?: string }).format);
    addRoute(app, gateway, route, { params: {}, query: route.query }, send);
    // The ending of a path names the form; `{slice}` takes it with the name.
    if (route.path.endsWith('}')) continue;
    for (const form of Object.keys(forms))
      app.get(`${route.path}.${form}`, authorize(gateway, 'public', route.path), (c) => {
        const context = c.get('context');
        return send(context, readQuery(context.target.query, route.query));
      });
  }
  const monthlyFile = '/api/v1/dataset/all/:name{.+\\.\\w+}';
  app.get(monthlyFile, authorize(gateway, 'public', '/api/v1/dataset/all/{month}'), (c) => {
    const context = c.get('context');
    readQuery(context.target.query, {});
    return sendMonthlyDataset(files, context, c.req.param('name'));
  });
  for (const route of routes)
    addRoute(app, gateway, route, route, (context, query, params) => answerOf(context, route, query, params));
  app.get('/api/v1/archive/elements/:name', authorize(gateway, 'public', '/api/v1/archive/elements/{name}'), (c) => {
    const context = c.get('context');
    readQuery(context.target.query, {});
    return sendArchiveMonth(files, context, c.req.param('name'));
  });
  app.post(sqlPath, authorize(gateway, 'keyed'), sqlHandler(sql));
  app.all('/api/*', () => {
    throw new Refusal('not_found', { body: { routes: allRoutes.map(({ path }) => path) } });
  });
}

/** Adds what answers the path of a public file where a request has one of its parameters; any other request goes on. */
function addFileQuery(app: OpenAPIHono<HttpEnv>, gateway: AccountsGateway, route: Route): void {
  // A public file takes a format by itself.
  const names = Object.keys(route.query).filter((name) => name !== 'format');
  const isQuery = ({ target: { query } }: RequestContext) => {
    const given = new URLSearchParams(query);
    return names.some((name) => given.has(name));
  };
  const limits = authorize(gateway, 'keyed', route.path);
  app.get(
    route.path.replace(/\{(\w+)\}/g, ':$1'),
    (c, next) => (isQuery(c.get('context')) ? limits(c, next) : next()),
    async (c, next) => {
      const context = c.get('context');
      if (!isQuery(context)) return next();
      const query = readQuery(context.target.query, route.query);
      return answerOf(context, route, query, c.req.param());
    },
  );
}

/** Adds one route: limits, then its parameters, then what answers it. */
function addRoute(
  app: OpenAPIHono<HttpEnv>,
  gateway: AccountsGateway,
  facts: RouteFacts,
  { params, query }: Pick<RouteFacts, 'params' | 'query'>,
  answer: (context: RequestContext, query: never, params: never) => Promise<Response>,
): void {
  const definition = createRoute({
    method: 'get',
    path: facts.path,
    operationId: facts.id,
    summary: facts.summary,
    middleware: [authorize(gateway, facts.access, facts.path)] as const,
    request: {
      ...(Object.keys(params).length > 0 && { params: schemaOf(params) }),
      ...(Object.keys(query).length > 0 && { query: schemaOf(query) }),
    },
    responses: { 200: { description: facts.description, content: contentOf(facts) } },
  });
  app.openapi(
    definition,
    // Responses are made by `respond` and the file sender: their types are in the OpenAPI document.
    (c) => {
      const { target } = c.get('context');
      if (target.query !== '' && Object.keys(query).length === 0)
        for (const name of new URLSearchParams(target.query).keys()) throw unknownParameter(name, []);
      const [values, params] = [c.req.valid('query' as never) ?? {}, c.req.valid('param' as never) ?? {}];
      return answer(c.get('context'), values as never, params as never) as never;
    },
    (result) => {
      if (!result.success)
        throw invalidParameter(
          result.error.issues,
          (result as { data?: unknown }).data,
          result.target === 'param' ? params : query,
        );
    },
  );
}

const contentOf = ({ answers }: RouteFacts) =>
  Object.fromEntries(answers.map(({ type, schema }) => [type.split(';')[0]!, { schema: schema as z.ZodType }]));

/** The release that a route answers for a time from: kept, made again, or the served one where it asks the archive itself. */
async function releaseAsOf(
  context: RequestContext,
  asOf: AsOf,
  current: OpenedRelease,
  { fromArchive }: RouteFacts,
): Promise<OpenedRelease> {
  if (asOf.release) return asOf.release;
  if (fromArchive === 'archive') return current;
  if (fromArchive === 'catalog') return catalogAsOf(context, asOf);
  throw notKept(asOf);
}

/** Answers from the release that a request names, or that was current at the time it names. */
async function answerOf(
  context: RequestContext,
  route: Route,
  query: { readonly release?: string; readonly as_of?: string },
  params: object,
): Promise<Response> {
  const current = await releaseOf(context, query.release);
  const asOf = query.as_of === undefined ? null : await readAsOf(context, query.as_of, current);
  const from = asOf ? await releaseAsOf(context, asOf, current, route) : current;
  const answer = await route.answer({ context, from, asOf, params: params as never, query: query as never });
  return respond(context, from, asOf ? { ...answer, headers: { ...answer.headers, ...asOf.headers } } : answer);
}

/** The release that a request began with, or the one that its page sequence did. */
async function releaseOf({ served, pinned }: RequestContext, asked: string | undefined): Promise<OpenedRelease> {
  if (!served) throw new Refusal('catalog_unavailable', { headers: { 'Retry-After': '30' } });
  if (asked === undefined || asked === served.release.id) return served;
  const kept = await pinned(asked);
  if (kept) return kept;
  throw badValue('release', [served.release.id], 'This release is kept no more: begin again without it.');
}
