import type { Hono } from 'hono';
import { forms } from '../../schema/release/public-route.ts';
import type { SqlWorkers } from '../../sql/sql-workers.ts';
import type { AccountsGateway } from '../accounts-gateway.ts';
import { Refusal } from '../errors.ts';
import type { FileSender } from '../files/file-sender.ts';
import { refuseEnding, sendReleaseFile } from '../files/release-files.ts';
import type { Authorize } from '../middleware/authorize.ts';
import type { LargeResponses } from '../middleware/large-responses.ts';
import { type HttpEnv, type RequestContext, servedOf } from '../request-context.ts';
import { respond } from '../respond.ts';
import type { OpenedRelease } from '../served.ts';
import { sendArchiveMonth } from './history/archive-months.ts';
import { type AsOf, catalogAsOf, notKept, readAsOf } from './history/as-of.ts';
import { sendMonthlyDataset } from './history/monthly-dataset.ts';
import { allRoutes } from './openapi/openapi.ts';
import { badValue, readParameters, readQuery } from './parameter.ts';
import { publicResources } from './public-resources.ts';
import type { Route, RouteFacts } from './route.ts';
import { fileQueries, routes } from './routes.ts';
import { sqlHandler } from './sql/sql.ts';
import { sqlPath } from './sql/sql-request.ts';
import { webhookHandler } from './webhooks/webhook-handler.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

/** What the routes of the API need besides the request. */
interface ApiDeps {
  readonly gateway: AccountsGateway;
  readonly authorize: Authorize;
  readonly files: FileSender;
  readonly sql: SqlWorkers;
  readonly large: LargeResponses;
}

/** Adds every route of the API, keyed and public, and the 404 of every other path below `/api`. */
export function addApiRoutes(app: Hono<HttpEnv>, { gateway, authorize, files, sql, large }: ApiDeps): void {
  for (const route of fileQueries) addFileQuery(app, authorize, large, route);
  for (const route of publicResources) {
    const send = (context: RequestContext, query: unknown) =>
      sendReleaseFile(files, context, (query as { format?: string }).format);
    addRoute(app, authorize, route, send);
    // The ending of a path names the form; `{slice}` takes it with the name.
    if (route.path.endsWith('}')) continue;
    for (const form of Object.keys(forms))
      app.get(`${route.path}.${form}`, authorize('public', route.path), (c) => {
        const { context } = c.env;
        return send(context, readQuery(context.target.query, route.query));
      });
  }
  const addFiles = (pattern: string, path: string, send: typeof sendMonthlyDataset) =>
    app.get(pattern, authorize('public', path), (c) => {
      const { context } = c.env;
      readQuery(context.target.query, {});
      return send(files, context, c.req.param('name')!);
    });
  addFiles('/api/v1/dataset/all/:name{.+\\.\\w+}', '/api/v1/dataset/all/{month}', sendMonthlyDataset);
  addFiles('/api/v1/archive/elements/:name', '/api/v1/archive/elements/{name}', sendArchiveMonth);
  for (const route of routes)
    addRoute(app, authorize, route, (context, query, params) => responseOf(context, route, query, params));
  app.post(sqlPath, authorize('keyed'), sqlHandler(sql));
  for (const route of webhookRoutes)
    app.on(
      route.method.toUpperCase(),
      route.path.replace(/\{(\w+)\}/g, ':$1'),
      authorize('keyed', route.path),
      webhookHandler(gateway, route),
    );
  app.all('/api/*', authorize('none', 'unknown'), (c) => {
    const { target, served } = c.env.context;
    if (served) refuseEnding(target.path, served.resources);
    throw new Refusal('not_found', { body: { routes: allRoutes.map(({ path }) => path) } });
  });
}

/** Adds the query of a path that is a public file without parameters: any other request goes on. */
function addFileQuery(app: Hono<HttpEnv>, authorize: Authorize, large: LargeResponses, route: Route): void {
  // The public file has a format too.
  const names = Object.keys(route.query).filter((name) => name !== 'format');
  const isQuery = ({ target: { query } }: RequestContext) => {
    const given = new URLSearchParams(query);
    return names.some((name) => given.has(name));
  };
  const limits = authorize('keyed', route.path);
  app.get(
    patternOf(route.path),
    (c, next) => (isQuery(c.env.context) ? limits(c, next) : next()),
    async (c, next) => {
      const { context } = c.env;
      if (!isQuery(context)) return next();
      const query = readQuery(context.target.query, route.query);
      const work = () => responseOf(context, route, query, c.req.param());
      return route.large ? large.make(context, work) : work();
    },
  );
}

/** Adds one route: limits, then its parameters, then its handler. An unknown name of a public file is a 404, whatever its form. */
function addRoute(
  app: Hono<HttpEnv>,
  authorize: Authorize,
  facts: RouteFacts,
  handle: (context: RequestContext, query: never, params: never) => Promise<Response>,
): void {
  // With those that make it a query, so that the error for an unknown parameter names every one.
  const parameters = { ...facts.keyedQuery, ...facts.query };
  app.get(patternOf(facts.path), authorize(facts.access, facts.path), (c) => {
    const { context } = c.env;
    const query = readQuery(context.target.query, parameters);
    const given = c.req.param();
    const params = facts.access === 'keyed' ? readParameters(given, facts.params) : given;
    return handle(context, query as never, params as never);
  });
}

/** The path of a route as the router writes it. */
const patternOf = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** The release that a route answers a time from: the kept one, one rebuilt from the archive, or the served one where the route reads the archive itself. */
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

/** The response from the release that a request names, or that was current at the time it names. */
async function responseOf(
  context: RequestContext,
  route: Route,
  query: { readonly release?: string; readonly as_of?: string },
  params: object,
): Promise<Response> {
  const current = await releaseOf(context, query.release);
  const asOf = query.as_of === undefined ? null : await readAsOf(context, query.as_of, current);
  const from = asOf ? await releaseAsOf(context, asOf, current, route) : current;
  const response = await route.handle({ context, from, asOf, params: params as never, query: query as never });
  const whole = asOf ? { ...response, headers: { ...response.headers, ...asOf.headers } } : response;
  return respond(context, from, whole, 'format' in route.query);
}

/** The release that a request began with, or the one that its page sequence did. */
async function releaseOf(context: RequestContext, id: string | undefined): Promise<OpenedRelease> {
  const served = servedOf(context);
  if (id === undefined || id === served.release.id) return served;
  const kept = await context.pinned(id);
  if (kept) return kept;
  throw badValue('release', [served.release.id], 'This release is no longer kept. Start again without it.');
}
