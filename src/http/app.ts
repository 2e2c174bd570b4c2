import { type Handler, Hono } from 'hono';
import { except } from 'hono/combine';
import type { FairQueue } from '../fair-queue.ts';
import { socratesRoutes } from '../features/conjunctions/http/run-files.ts';
import { feedRoutes, secretAddresses } from '../features/feeds/feed-routes.ts';
import { mcpRoute } from '../features/mcp/mcp-route.ts';
import type { SqlWorkers } from '../features/sql/sql-workers.ts';
import type { Peers } from '../peers.ts';
import type { Lease } from '../release/follow.ts';
import { accountRoutes } from './account/account-handler.ts';
import { apiRoutes } from './api/api-routes.ts';
import { celestrakRoutes } from './celestrak.ts';
import { preconditions } from './conditional.ts';
import type { LargeResponses } from './in-turn.ts';
import { handleError } from './middleware/errors.ts';
import { limits } from './middleware/limits.ts';
import { preflight, readableTarget, refuseMethod } from './middleware/methods.ts';
import { checkQuery } from './middleware/query.ts';
import type { CurrentRelease } from './opened-release.ts';
import { type OpsDeps, opsRoutes } from './ops/ops-routes.ts';
import { type SiteDeps, siteRoutes } from './pages/site.ts';
import type { App, HttpEnv, RouteName } from './request-context.ts';
import type { ServedRoute } from './served-route.ts';

/** Version of the API's description: its first number is that of the path. */
const apiVersion = '1.0.0';

/** Dependencies of the app. */
interface AppDeps extends OpsDeps, SiteDeps {
  /** Holds the served release; null if there is none. */
  readonly current: () => Lease<CurrentRelease> | null;
  /** The other server processes on this port. */
  readonly peers: Peers;
  readonly sql: SqlWorkers;
  readonly large: LargeResponses;
  readonly compute: FairQueue;
  /** The host that the server listens on. */
  readonly host: string;
}

/**
 * The whole HTTP service: its routes, and the middleware that runs before them. If several routes match a request, the
 * first one responds. Every path also responds to OPTIONS, and refuses methods that none of its routes has.
 */
export function createApp(deps: AppDeps): App {
  const app = new Hono<HttpEnv>();
  const parts = { ...deps, app, version: apiVersion };
  const routes: readonly ServedRoute[] = [
    ...opsRoutes(parts),
    ...apiRoutes(parts),
    ...celestrakRoutes(parts),
    ...socratesRoutes(parts),
    ...feedRoutes(parts),
    mcpRoute(parts),
    ...accountRoutes(parts),
    ...siteRoutes(parts),
  ];
  const limit = limits(deps.gateway, deps.peers);

  app.onError(handleError);
  app.use(readableTarget);
  app.use(preconditions);
  app.use('/api/*', checkQuery);
  app.use('/feeds/*', secretAddresses);
  for (const [path, sharing] of byPath(routes)) {
    for (const route of sharing) {
      const { method, only, stack = [], handle } = route;
      const whole = [named(route), limit(route), ...stack, handle];
      app.on(method, [path], ...(only ? [except(({ env }) => !only(env.context), ...whole)] : whole));
    }
    const [route] = sharing.toReversed();
    app.options(path, named(route!), preflight(sharing));
    app.all(path, named(route!), limit(route!, 'refusing'), refuseMethod(sharing));
  }
  return app;
}

/** Makes a route known to metrics and to the error handler. */
const named =
  (route: RouteName): Handler<HttpEnv> =>
  (c, next) => {
    c.env.context.route = route;
    return next();
  };

/**
 * The routes of each path. A path is placed at its last route: `/elements/:set` is a query first and a file last, and the files that name
 * their format, such as `/elements/:set.tle`, come in between.
 */
function byPath(routes: readonly ServedRoute[]): Map<string, ServedRoute[]> {
  const paths = new Map<string, ServedRoute[]>();
  for (const route of routes) {
    for (const path of route.paths) {
      const sharing = [...(paths.get(path) ?? []), route];
      paths.delete(path);
      paths.set(path, sharing);
    }
  }
  return paths;
}
