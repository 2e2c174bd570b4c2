import type { MiddlewareHandler } from 'hono';
import { corsAllowedHeaders } from '../../schema/public-route.ts';
import { Refusal } from '../errors.ts';
import type { HttpEnv } from '../request-context.ts';

const allow = 'GET, HEAD, OPTIONS';

/** Whether a path is one of the account's pages: they alone have forms. */
const isAccountPath = (path: string): boolean => path === '/account' || path.startsWith('/account/');

/**
 * Answers OPTIONS (the preflight of browsers) and refuses every method that could change something, but for the forms
 * of the account's pages. Those tell no other site that it may ask.
 */
export const checkMethod: MiddlewareHandler<HttpEnv> = (c, next) => {
  const context = c.get('context');
  const { method } = context.request;
  if (method === 'GET' || method === 'HEAD') return next();
  const forms = isAccountPath(context.target.path);
  const allowed = forms ? `${allow}, POST` : allow;
  if (method === 'POST' && forms) return next();
  if (method !== 'OPTIONS')
    // A body that nobody reads would hold the connection up: it ends with this answer.
    throw new Refusal('method_not_allowed', { headers: { Allow: allowed, Connection: 'close' } });
  const cors = {
    ...context.served?.headers,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': corsAllowedHeaders.join(', '),
    'Access-Control-Max-Age': '86400',
  };
  const headers = { ...(!forms && cors), ...context.headers, Allow: allowed };
  return Promise.resolve(new Response(null, { status: 204, headers }));
};
