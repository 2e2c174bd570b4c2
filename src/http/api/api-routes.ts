import { type Context, Hono } from 'hono';
import { forms } from '../../schema/release/public-route.ts';
import type { SqlWorkers } from '../../sql/sql-workers.ts';
import type { AccountsGateway } from '../accounts-gateway.ts';
import { ApiError } from '../errors.ts';
import type { FileSender } from '../files/file-sender.ts';
import { refuseEnding, sendReleaseFile } from '../files/release-files.ts';
import type { Answer, Authorize } from '../middleware/authorize.ts';
import { handleError } from '../middleware/errors.ts';
import type { LargeResponses } from '../middleware/large-responses.ts';
import type { OpenedRelease } from '../opened-release.ts';
import { currentRelease, type HttpEnv, type RequestContext } from '../request-context.ts';
import { respond } from '../respond.ts';
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

/** Where a path has a literal and another route a parameter: `RegExpRouter` does not take both. */
const besideParameter = /^\/api\/v1\/(?:elements\/changes|dataset\/all)\//;

/** Adds the routes of the API, keyed and public. Returns what responds to every other path below `/api`: two more routes, and the 404. */
export function addApiRoutes(app: Hono<HttpEnv>, { gateway, authorize, files, sql, large }: ApiDeps): Answer {
  const others = new Hono<HttpEnv>();
  others.onError(handleError);
  const appOf = (path: string) => (besideParameter.test(path) ? others : app);
  for (const route of fileQueries) addFileQuery(app, authorize, large, route);
  for (const route of publicResources) {
    const send = (context: RequestContext, query: unknown) =>
      sendReleaseFile(files, context, (query as { format?: string }).format);
    addRoute(appOf(route.path), authorize, route, send);
    // The ending of a path names the form; `{slice}` takes it with the name.
    if (route.path.endsWith('}')) continue;
    for (const form of Object.keys(forms))
      app.get(
        `${route.path}.${form}`,
        authorize('public', route.path, ({ env: { context } }) =>
          send(context, readQuery(context.target.query, route.query)),
        ),
      );
  }
  const addFiles = (pattern: string, path: string, send: typeof sendMonthlyDataset) =>
    appOf(path).get(
      pattern,
      authorize('public', path, ({ env: { context }, req }: Context<HttpEnv>) => {
        readQuery(context.target.query, {});
        return send(files, context, req.param('name')!);
      }),
    );
  addFiles('/api/v1/dataset/all/:name{.+\\.\\w+}', '/api/v1/dataset/all/{month}', sendMonthlyDataset);
  addFiles('/api/v1/archive/elements/:name', '/api/v1/archive/elements/{name}', sendArchiveMonth);
  for (const route of routes)
    addRoute(appOf(route.path), authorize, route, (context, query, params) =>
      responseOf(context, route, query, params),
    );
  app.post(sqlPath, authorize('keyed', sqlPath, sqlHandler(sql)));
  for (const route of webhookRoutes)
    app.on(
      route.method.toUpperCase(),
      patternOf(route.path),
      authorize('keyed', route.path, webhookHandler(gateway, route)),
    );
  others.notFound(
    authorize('none', 'unknown', ({ env: { context } }) => {
      if (context.served) refuseEnding(context.target.path, context.served.resources);
      throw new ApiError('not_found', { body: { routes: allRoutes.map(({ path }) => path) } });
    }),
  );
  return (c) => others.fetch(c.req.raw, c.env);
}

/** Adds the query of a path that is a public file without parameters: any other request goes on. */
function addFileQuery(app: Hono<HttpEnv>, authorize: Authorize, large: LargeResponses, route: Route): void {
  // The public file has a format too.
  const names = Object.keys(route.query).filter((name) => name !== 'format');
  const isQuery = ({ target: { query } }: RequestContext) => {
    const given = new URLSearchParams(query);
    return names.some((name) => given.has(name));
  };
  const answer = authorize('keyed', route.path, ({ env: { context }, req }: Context<HttpEnv>) => {
    const query = readQuery(context.target.query, route.query);
    const work = () => responseOf(context, route, query, req.param());
    return route.large ? large.make(context, work) : work();
  });
  app.get(patternOf(route.path), (c, next) => (isQuery(c.env.context) ? answer(c) : next()));
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
  const answer = authorize(facts.access, facts.path, ({ env: { context }, req }: Context<HttpEnv>) => {
    const query = readQuery(context.target.query, parameters);
    const given = req.param();
    const params = facts.access === 'keyed' ? readParameters(given, facts.params) : given;
    return handle(context, query as never, params as never);
  });
  app.get(patternOf(facts.path), answer);
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
  query: Readonly<Partial<Record<'release' | 'as_of' | 'at' | 'from' | 'to', string>>>,
  params: object,
): Promise<Response> {
  const current = await releaseOf(context, query.release);
  const asOf = query.as_of === undefined ? null : await readAsOf(context, query.as_of, current);
  const from = asOf ? await releaseAsOf(context, asOf, current, route) : current;
  const response = await route.handle({ context, from, asOf, params: params as never, query: query as never });
  const isOfNow = route.ofNow === 'always' || (route.ofNow !== undefined && query[route.ofNow] === undefined);
  const whole = {
    ...response,
    ...(asOf && { headers: { ...response.headers, ...asOf.headers } }),
    ...(isOfNow && { modified: context.now }),
  };
  return respond(context, from, whole, 'format' in route.query);
}

/** The release that a request began with, or the one that its page sequence did. */
async function releaseOf(context: RequestContext, id: string | undefined): Promise<OpenedRelease> {
  const served = currentRelease(context);
  if (id === undefined || id === served.release.id) return served;
  const kept = await context.previousRelease(id);
  if (kept) return kept;
  throw badValue('release', [served.release.id], 'This release is no longer kept. Start again without it.');
}
