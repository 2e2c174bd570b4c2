import type { Context, Handler } from 'hono';
import type { FairQueue } from '../../fair-queue.ts';
import { conjunctionFiles } from '../../features/conjunctions/http/run-files.ts';
import { sendArchiveMonth } from '../../features/history/http/archive-months.ts';
import { sendMonthlyDataset } from '../../features/history/http/monthly-dataset.ts';
import { sqlHandler } from '../../features/sql/http/sql.ts';
import { sqlOperation } from '../../features/sql/http/sql-request.ts';
import type { SqlWorkers } from '../../features/sql/sql-workers.ts';
import { webhookHandler } from '../../features/webhooks/http/webhook-handler.ts';
import { webhookRoutes } from '../../features/webhooks/http/webhook-routes.ts';
import { type Form, forms, publicRoutes } from '../../schema/release/public-route.ts';
import type { AccountsGateway } from '../accounts-gateway.ts';
import { ApiError } from '../errors.ts';
import type { FileSender } from '../files/file-sender.ts';
import { formsAt, refuseEnding, sendReleaseFile } from '../files/release-files.ts';
import type { LargeResponses } from '../in-turn.ts';
import type { HttpEnv, RequestContext } from '../request-context.ts';
import { patternOf, type ServedRoute } from '../served-route.ts';
import { answerRoute } from './answer-route.ts';
import { allRoutes } from './openapi/openapi.ts';
import { format, readParameters, readQuery } from './parameter.ts';
import { publicResources } from './public-resources.ts';
import type { Operation, Route, RouteFacts } from './route.ts';
import { fileQueries, messageRoutes, routes } from './routes.ts';

/** Dependencies of the API's routes. */
interface ApiDeps {
  readonly gateway: AccountsGateway;
  readonly files: FileSender;
  readonly sql: SqlWorkers;
  readonly large: LargeResponses;
  /** The queue of routes that compute. */
  readonly compute: FairQueue;
}

/** Every route below `/api`, and the answer to every other path there. */
export function apiRoutes({ gateway, files, sql, large, compute }: ApiDeps): ServedRoute[] {
  return [
    ...fileQueries.flatMap((route) => fileQuery(route, large)),
    ...publicResources.flatMap((facts) => fileRoutes(facts, files)),
    ...conjunctionFiles(files),
    archiveFiles('/api/v1/dataset/all/{month}', '/api/v1/dataset/all/:name{.+\\.\\w+}', files, sendMonthlyDataset),
    archiveFiles('/api/v1/archive/elements/{name}', '/api/v1/archive/elements/:name', files, sendArchiveMonth),
    ...[...routes, ...messageRoutes].map((route) => catalogRoute(route, compute)),
    {
      ...servedAs(sqlOperation),
      otherMethods: { hint: 'Send the query with POST, as /docs/api/sql shows.' },
      handle: sqlHandler(sql),
    },
    ...webhookRoutes.map((route) => ({
      ...servedAs(route),
      otherMethods: { hint: 'Use one of the methods in "Allow", as /docs/webhooks shows.' },
      handle: webhookHandler(gateway, route),
    })),
    otherPaths,
  ];
}

/** The facts in an operation's description. */
const servedAs = ({ method = 'get', path, access }: Operation): Omit<ServedRoute, 'handle'> => ({
  method,
  name: path,
  paths: [patternOf(path)],
  access,
  kind: 'json',
  burst: true,
  level: 'api',
});

/**
 * A route that reads the catalog. If it requires a key, its path parameters are validated; for files, an invalid one is
 * a 404.
 */
function catalogRoute(route: Route, compute: FairQueue): ServedRoute {
  const handle = ({ env: { context }, req }: Context<HttpEnv>) => {
    const query = readQuery(context.target.query, route.query);
    const params = route.access === 'keyed' ? readParameters(req.param(), route.params) : req.param();
    return answerRoute(context, route, query, params, compute);
  };
  return { ...servedAs(route), readsCatalog: true, handle };
}

/** The query route of a path that is a public file if none of the query's parameters is given. */
function fileQuery(route: Route, large: LargeResponses): ServedRoute[] {
  // `format` is a parameter of the public file, too.
  const names = Object.keys(route.query).filter((name) => name !== 'format');
  const handle = ({ env: { context }, req }: Context<HttpEnv>) => {
    const query = readQuery(context.target.query, route.query);
    const work = () => answerRoute(context, route, query, req.param());
    return route.large ? large.make(context, work) : work();
  };
  const only = ({ target: { query } }: RequestContext) => {
    const given = new URLSearchParams(query);
    return names.some((name) => given.has(name));
  };
  return withTextPaths({ ...servedAs(route), readsCatalog: true, only, handle });
}

/** A file of the release: at its path, in the format that `format` or `Accept` selects, and at a path for each format. */
function fileRoutes(facts: RouteFacts, files: FileSender): ServedRoute[] {
  const file = publicRoutes.find(({ path }) => path === facts.path)!;
  const send =
    (query: RouteFacts['query']): Handler<HttpEnv> =>
    ({ env: { context } }) => {
      const { query: text } = context.target;
      const given = text && readQuery(text, { ...query, format: format(formsAt(context, file)) });
      return sendReleaseFile(files, context, file, given ? (given.format as Form | undefined) : undefined);
    };
  const { level, ...others } = servedAs(facts);
  const served = { ...others, ...(!file.download && { level }), kind: 'file', burst: false } as const;
  // Includes the parameters of the keyed query, so that the error for an unknown parameter names all of them.
  const plain: ServedRoute = { ...served, handle: send({ ...facts.keyedQuery, ...facts.query }) };
  // A parameter at the end of the path includes the ending.
  if (facts.path.endsWith('}')) return withTextPaths(plain);
  const paths = (Object.keys(forms) as Form[]).map((form) => `${patternOf(facts.path)}.${form}`);
  return [plain, { ...served, paths, handle: send(facts.query) }];
}

/** A route of files, and before it the same route for the paths whose ending names a form of text. */
function withTextPaths(route: ServedRoute): ServedRoute[] {
  const file = publicRoutes.find(({ path }) => path === route.name);
  const endings = (file?.forms ?? []).filter((form) => forms[form].startsWith('text/plain'));
  if (endings.length === 0) return [route];
  const pattern = endings.map((form) => form.replaceAll('.', '\\.')).join('|');
  return [{ ...route, paths: [`${route.paths[0]}{[^/]+\\.(?:${pattern})}`], textErrors: 'limits' }, route];
}

/** Files of the archive, which are named in the last segment of the path. */
function archiveFiles(name: string, path: string, files: FileSender, send: typeof sendMonthlyDataset): ServedRoute {
  const handle = ({ env: { context }, req }: Context<HttpEnv>) => {
    readQuery(context.target.query, {});
    return send(files, context, req.param('name')!);
  };
  return { method: 'get', name, paths: [path], access: 'public', kind: 'file', burst: false, handle };
}

/** Every other path below `/api`: a 404 for programs. */
const otherPaths: ServedRoute = {
  method: 'get',
  name: 'unknown',
  paths: ['/api/*'],
  access: 'none',
  kind: 'json',
  burst: true,
  handle: ({ env: { context } }) => {
    if (context.served) refuseEnding(context.target.path, context.served.resources);
    throw new ApiError('not_found', { body: { routes: allRoutes.map(({ path }) => path) } });
  },
};
