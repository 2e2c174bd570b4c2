import { allRoutes } from '../api/openapi/openapi.ts';
import { celestrakPaths } from '../celestrak.ts';
import { routeName } from '../ops/route-name.ts';
import type { Asked, Authorize } from './authorize.ts';
import { handleError } from './errors.ts';
import { checkMethod } from './method.ts';
import { checkQuery } from './query.ts';

const publicPaths = new Set<string>([
  ...allRoutes.filter(({ access }) => access === 'public').map(({ path }) => path),
  ...celestrakPaths,
]);
const isCelestrak = new Set<string>(celestrakPaths);

/** The response to a request that no route sees: a preflight, or why it is refused. Null where it goes on. */
export function answerBefore(asked: Asked, authorize: Authorize): Response | Promise<Response> | null {
  const { context } = asked.env;
  if (context.problem) return handleError(context.problem, asked);
  try {
    const preflight = checkMethod(context);
    if (!preflight && context.target.isApi) checkQuery(context.target.query);
    return preflight;
  } catch (error) {
    return refuse(asked, error, authorize);
  }
}

/** Refuses a request: metered like an error of its route, so that it counts for a key, and on a public path for an IP address. */
function refuse(asked: Asked, error: unknown, authorize: Authorize): Response | Promise<Response> {
  const { path, isApi } = asked.env.context.target;
  if (!isApi && !isCelestrak.has(path)) return handleError(error, asked);
  const name = routeName(path, isApi);
  const answer = authorize(publicPaths.has(name) ? 'public' : 'none', name, () => Promise.reject(error));
  return answer(asked).catch((refusal: unknown) => handleError(refusal, asked));
}
