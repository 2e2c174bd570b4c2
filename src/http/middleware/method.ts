import type { MiddlewareHandler } from 'hono';
import { corsAllowedHeaders } from '../../schema/public-route.ts';
import { sqlPath } from '../api/sql/sql-request.ts';
import { Refusal } from '../errors.ts';
import type { HttpEnv } from '../request-context.ts';

const allow = 'GET, HEAD, OPTIONS';

/** What a client may send to a path of the API that takes a body. */
const methodsWithBody = new Map([[sqlPath, ['POST']]]);

/** Whether a path is one of the account's pages: they alone have forms. */
const isAccountPath = (path: string): boolean => path === '/account' || path.startsWith('/account/');

/**
 * Answers OPTIONS (the preflight of browsers) and refuses every method that could change something, but for the forms
 * of the account's pages. Those tell no other site that it may ask.
 */
export const checkMethod: MiddlewareHandler<HttpEnv> = (c, next) => {
  const context = c.get('context');
  const { method = '' } = context.request;
  const own = methodsWithBody.get(context.target.path);
  if (own?.includes(method)) return next();
  if ((method === 'GET' || method === 'HEAD') && !own) return next();
  const forms = isAccountPath(context.target.path);
  const allowed = own ? [...own, 'OPTIONS'].join(', ') : forms ? `${allow}, POST` : allow;
  if (method === 'POST' && forms) return next();
  if (method !== 'OPTIONS')
    // A body that nobody reads would hold the connection up: it ends with this answer.
    throw new Refusal('method_not_allowed', {
      ...(own && { hint: `This path takes a body: use ${own.join(' or ')}.` }),
      headers: { Allow: allowed, Connection: 'close' },
    });
  const cors = {
    ...context.served?.headers,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': allowed,
    'Access-Control-Allow-Headers': [...corsAllowedHeaders, ...(own ? ['Content-Type'] : [])].join(', '),
    'Access-Control-Max-Age': '86400',
  };
  const headers = { ...(!forms && cors), ...context.headers, Allow: allowed };
  return Promise.resolve(new Response(null, { status: 204, headers }));
};
