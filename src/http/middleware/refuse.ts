import { allRoutes } from '../api/openapi/openapi.ts';
import { celestrakPaths } from '../celestrak.ts';
import { routeName } from '../ops/route-name.ts';
import type { Authorize, WithEnv } from './authorize.ts';
import { handleError } from './errors.ts';
import { checkMethod } from './method.ts';
import { checkQuery } from './query.ts';

const publicPaths = new Set<string>([
  ...allRoutes.filter(({ access }) => access === 'public').map(({ path }) => path),
  ...celestrakPaths,
]);
const isCelestrak = new Set<string>(celestrakPaths);

/** The response to a preflight or an invalid request, before routing; null for every other request. */
export function answerBefore(request: WithEnv, authorize: Authorize): Response | Promise<Response> | null {
  const { context } = request.env;
  if (context.problem) return handleError(context.problem, request);
  try {
    const preflight = checkMethod(context);
    if (!preflight && context.target.isApi) checkQuery(context.target.query);
    return preflight;
  } catch (error) {
    return refuse(request, error, authorize);
  }
}

/** Refuses a request. It is metered like an error of its route: for a key, and on public paths for an IP address. */
function refuse(request: WithEnv, error: unknown, authorize: Authorize): Response | Promise<Response> {
  const { path, isApi } = request.env.context.target;
  if (!isApi && !isCelestrak.has(path)) return handleError(error, request);
  const name = routeName(path, isApi);
  const answer = authorize(publicPaths.has(name) ? 'public' : 'none', name, () => Promise.reject(error));
  return answer(request).catch((refusal: unknown) => handleError(refusal, request));
}
