import type { Context } from 'hono';
import { allRoutes } from '../api/openapi/openapi.ts';
import { celestrakPaths } from '../celestrak.ts';
import { routeName } from '../ops/route-name.ts';
import type { HttpEnv } from '../request-context.ts';
import type { Authorize } from './authorize.ts';

const publicPaths = new Set<string>([
  ...allRoutes.filter(({ access }) => access === 'public').map(({ path }) => path),
  ...celestrakPaths,
]);
const isCelestrak = new Set<string>(celestrakPaths);

/** Refuses a request before its route: metered like an error of the route, so that it counts for a key, and on a public path for an IP address. */
export function refuse(c: Context<HttpEnv>, error: unknown, authorize: Authorize): Promise<Response> {
  const { path, isApi } = c.env.context.target;
  if (!isApi && !isCelestrak.has(path)) throw error;
  const name = routeName(path, isApi);
  return authorize(publicPaths.has(name) ? 'public' : 'none', name, () => Promise.reject(error))(c);
}
