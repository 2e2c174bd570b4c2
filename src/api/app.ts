import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Admitted } from '../accounts/admission.ts';
import { CatalogError } from '../catalog/database.ts';
import { publicRoutes, serviceHeaders } from '../schema/public-route.ts';
import { type Reply, refusalAnswer, respond } from './answer.ts';
import type { Call, OpenedRelease } from './call.ts';
import { Refusal } from './errors.ts';
import { permit } from './guard.ts';
import { badValue, readQuery, readValues } from './parameter.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

/** What the server hands in with each request, as Hono's environment. */
export interface ApiEnvironment {
  Bindings: { readonly call: Call };
}

const nothing = serviceHeaders(null);

/** The keyed API: answers one request, whatever happens. */
export type Api = (call: Call, path: string) => Promise<Reply>;

/**
 * Builds the API on Hono. Routes return what is to be sent as plain data, so that neither a `Request` nor a `Response`
 * has to be made for each call: Hono finds the route and its path parameters, and hands the rest through.
 */
export function createApi(): { app: OpenAPIHono<ApiEnvironment>; handle: Api } {
  const app = new OpenAPIHono<ApiEnvironment>();
  for (const route of routes)
    app.get(route.path.replace(/\{(\w+)\}/g, ':$1'), (context) => handedThrough(answer(context, route)));
  app.notFound(({ env }) => handedThrough(refused(env.call, unknownPath())));
  app.onError((error, { env }) => handedThrough(refused(env.call, error)));
  return {
    app,
    // A path is decoded already; Hono would decode a percent sign again.
    handle: async (call, path) =>
      (await app.fetch({ method: 'GET', url: `http://localhost${encoded(path)}` } as unknown as Request, {
        call,
      })) as unknown as Reply,
  };
}

const encoded = (path: string) => (/^[\w./-]+$/.test(path) ? path : path.split('/').map(encodeURIComponent).join('/'));

/** Hono passes on whatever a route returns. */
const handedThrough = (reply: Reply | Promise<Reply>) => reply as unknown as Response;

/** The 404 of a path that no route has. */
const unknownPath = () =>
  new Refusal('not_found', { body: { routes: [...routes, ...publicRoutes].map(({ path }) => path) } });

/** Guard, parameters, release, route: each may refuse, in this order. */
async function answer(context: Context<ApiEnvironment>, route: Route): Promise<Reply> {
  const { call } = context.env;
  let admitted: Admitted | undefined;
  let reply: Reply;
  try {
    const admission = call.admit(route.access);
    admitted = permit(admission instanceof Promise ? await admission : admission);
    const params = readValues((name) => context.req.param(name), route.params);
    const query = readQuery(call.query, route.query);
    const from = await releaseOf(call, (query as { release?: string }).release);
    const answered = route.answer({ call, from, params, query });
    reply = await respond(call, admitted, from, answered instanceof Promise ? await answered : answered);
  } catch (error) {
    reply = refused(call, error, admitted);
  }
  admitted?.settle(reply.status);
  return reply;
}

/** The release that a request began with, or the one that its page sequence did. */
async function releaseOf(call: Call, asked: string | undefined): Promise<OpenedRelease> {
  const { served } = call;
  if (!served) throw new Refusal('catalog_unavailable', { headers: { 'Retry-After': '30' } });
  if (asked === undefined || asked === served.release.id) return served;
  const pinned = await call.pinned(asked);
  if (pinned) return pinned;
  throw badValue('release', [served.release.id], 'This release is kept no more: begin again without it.');
}

/** Every error of every route ends here: what nobody foresaw is reported, and told to no client. */
function refused(call: Call, error: unknown, admitted?: Admitted): Reply {
  if (!(error instanceof Refusal)) call.report(error);
  const reply = refusalAnswer(refusalOf(error), call.id, call.served?.headers ?? nothing);
  for (const [name, value] of admitted?.headers ?? []) reply.headers[name] = value;
  return reply;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(error instanceof CatalogError ? 'database_error' : 'internal_error');
}
