import { type Handler, Hono } from 'hono';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { SqlWorkers } from '../sql/sql-workers.ts';
import { type AccountPagesDeps, accountPagesHandler } from './account/account-handler.ts';
import type { AccountsGateway } from './accounts-gateway.ts';
import { addApiRoutes } from './api/api-routes.ts';
import { openapiDocument, openapiPaths } from './api/openapi/openapi-document.ts';
import { addCelestrakRoutes } from './celestrak.ts';
import type { FileSender } from './files/file-sender.ts';
import { sendPicture } from './files/pictures.ts';
import { mcpPath } from './mcp/mcp-path.ts';
import { authorization } from './middleware/authorize.ts';
import { handleError } from './middleware/errors.ts';
import { LargeResponses } from './middleware/large-responses.ts';
import { answerBefore } from './middleware/refuse.ts';
import { health } from './ops/health.ts';
import type { Metrics } from './ops/metrics.ts';
import { metricsEndpoint } from './ops/metrics-endpoint.ts';
import { sitePages } from './pages/site.ts';
import type { App, HttpEnv } from './request-context.ts';

/** Version of the API's description: its first number is that of the path. */
const apiVersion = '1.0.0';

/** What the app needs from outside. */
interface AppDeps extends AccountPagesDeps {
  readonly gateway: AccountsGateway;
  readonly files: FileSender;
  readonly sql: SqlWorkers;
  readonly metrics: Metrics;
  readonly metricsMode: 'local' | 'open' | 'off';
  readonly home: string;
  /** Where the server listens. */
  readonly host: string;
  readonly isStopping: () => boolean;
  /** What is wrong with releases that cannot be served, and how to repair it. */
  readonly problems: () => readonly string[];
  /** Milliseconds since 1970. */
  now(): number;
}

/** The whole HTTP service. */
export function createApp(deps: AppDeps): App {
  // Hono's default falls back to a slower router for all paths if this one does not support some path: here, that is an error at start.
  const app = new Hono<HttpEnv>({ router: new RegExpRouter() });
  app.onError(handleError);
  const authorize = authorization(deps.gateway);
  for (const path of ['/healthz', '/readyz']) app.get(path, health(deps.isStopping, deps.problems));
  const webhooks = () => deps.gateway.accounts?.webhooks.work ?? null;
  app.get('/metrics', metricsEndpoint(deps.metrics, { mode: deps.metricsMode, home: deps.home, webhooks }));
  for (const path of openapiPaths) app.get(path, openapiDocument(deps.publicUrl, apiVersion));
  const parts = { ...deps, authorize, large: new LargeResponses() };
  const otherApi = addApiRoutes(app, parts);
  addCelestrakRoutes(app, parts);
  // Loaded with the first message: loading the SDK would be a twentieth of every start.
  let mcp: Handler<HttpEnv> | undefined;
  app.post(mcpPath, async (c, next) => {
    const { mcpEndpoint } = await import('./mcp/mcp-endpoint.ts');
    mcp ??= mcpEndpoint({ ...deps, app: whole, version: apiVersion });
    return mcp(c, next);
  });
  const account = accountPagesHandler(deps);
  app.all('/account', account);
  app.all('/account/*', account);
  app.get('/pictures/:name', sendPicture(deps.files));
  const page = sitePages(deps);
  // Checks and fallbacks are not routes, so that Hono calls the matching handler directly instead of composing middleware.
  app.notFound((c) => (c.env.context.target.isApi ? otherApi : page)(c));
  const whole: App = { fetch: (request, env) => answerBefore({ env }, authorize) ?? app.fetch(request, env) };
  return whole;
}
