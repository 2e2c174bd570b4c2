import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { Admission, Admitted } from '../accounts/limits/admission.ts';
import { CatalogError } from '../catalog/database.ts';
import { publicRoutes, serviceHeaders } from '../schema/public-route.ts';
import { type ErrorReply, type Reply, refusalAnswer, respond } from './answer.ts';
import type { Call, OpenedRelease } from './call.ts';
import { Refusal } from './errors.ts';
import { permit } from './guard.ts';
import { badValue, readQuery, readValues } from './parameter.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const nothing = serviceHeaders(null);

/** The keyed API: answers one request, whatever happens. */
export type Api = (call: Call, path: string) => Reply | Promise<Reply>;

/**
 * Builds the API. Hono's router finds the route and its path parameters; Hono itself would make a `Request` and a
 * `Response` for each call, where plain data does.
 */
export function createApi(): Api {
  const router = new RegExpRouter<Route>();
  for (const route of routes) router.add('GET', route.path.replace(/\{(\w+)\}/g, ':$1'), route);
  return (call, path) => {
    const [[found], values] = router.match('GET', path);
    if (!found) return refused(call, unknownPath());
    const [route, places] = found;
    return answer(call, route, (name) => values?.[(places as Record<string, number>)[name]!]);
  };
}

/** The value of a path parameter. */
type InPath = (name: string) => string | undefined;

/** The 404 of a path that no route has. */
const unknownPath = () =>
  new Refusal('not_found', { body: { routes: [...routes, ...publicRoutes].map(({ path }) => path) } });

/** Guard, parameters, release, route: each may refuse, in this order. A promise only where one of them has to wait. */
function answer(call: Call, route: Route, inPath: InPath): Reply | Promise<Reply> {
  try {
    const admission = call.admit(route.access);
    if (admission instanceof Promise)
      return admission.then(
        (judged) => answerAdmitted(call, route, inPath, judged),
        (error) => refused(call, error),
      );
    return answerAdmitted(call, route, inPath, admission);
  } catch (error) {
    return refused(call, error);
  }
}

function answerAdmitted(call: Call, route: Route, inPath: InPath, admission: Admission): Reply | Promise<Reply> {
  let admitted: Admitted | undefined;
  const failed = (error: unknown) => settled(refused(call, error, admitted), admitted);
  try {
    const allowed = permit(admission);
    admitted = allowed;
    const params = readValues(inPath, route.params);
    const query = readQuery(call.query, route.query);
    const answerFrom = (from: OpenedRelease) =>
      after(route.answer({ call, from, params, query }), (made) => respond(call, allowed, from, made));
    const reply = after(releaseOf(call, (query as { release?: string }).release), answerFrom);
    return reply instanceof Promise ? reply.then((sent) => settled(sent, allowed), failed) : settled(reply, allowed);
  } catch (error) {
    return failed(error);
  }
}

/** Goes on with a value at once, or when it is there. */
const after = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** Tells the limits what became of a request. */
function settled(reply: Reply, admitted: Admitted | undefined): Reply {
  admitted?.settle(reply.status);
  return reply;
}

/** The release that a request began with, or the one that its page sequence did. */
function releaseOf(call: Call, asked: string | undefined): OpenedRelease | Promise<OpenedRelease> {
  const { served } = call;
  if (!served) throw new Refusal('catalog_unavailable', { headers: { 'Retry-After': '30' } });
  if (asked === undefined || asked === served.release.id) return served;
  return call.pinned(asked).then((pinned) => {
    if (pinned) return pinned;
    throw badValue('release', [served.release.id], 'This release is kept no more: begin again without it.');
  });
}

/** Every error of every route ends here: what nobody foresaw is reported, and told to no client. */
function refused(call: Call, error: unknown, admitted?: Admitted): ErrorReply {
  if (!(error instanceof Refusal)) call.report(error);
  const reply = refusalAnswer(refusalOf(error), call.id, call.served?.headers ?? nothing);
  for (const [name, value] of admitted?.headers ?? []) reply.headers[name] = value;
  return reply;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return new Refusal(error instanceof CatalogError ? 'database_error' : 'internal_error');
}
