import type { MiddlewareHandler } from 'hono';
import { corsAllowedHeaders } from '../../schema/public-route.ts';
import { sqlPath } from '../api/sql/sql-request.ts';
import { Refusal } from '../errors.ts';
import { mcpHeaders, mcpPath } from '../mcp/mcp-path.ts';
import type { HttpEnv } from '../request-context.ts';

const allow = 'GET, HEAD, OPTIONS';

/** What a client may send to a path that takes a body, and the headers that go with it. */
const methodsWithBody = new Map([
  [sqlPath, ['POST']],
  [mcpPath, ['POST']],
]);
const bodyHeaders = new Map([
  [sqlPath, ['Content-Type']],
  [mcpPath, mcpHeaders],
]);

/** Whether a path is one of the account's pages: they alone have forms. */
const isAccountPath = (path: string): boolean => path === '/account' || path.startsWith('/account/');

/**
 * Answers OPTIONS (the preflight of browsers) and refuses every method that could change something, but for the forms
 * of the account's pages. Those tell no other site that it may ask.
 */
export const checkMethod: MiddlewareHandler<HttpEnv> = (c, next) => {
  const context = c.get('context');
  const { method = '' } = context.request;
  const { path } = context.target;
  const own = methodsWithBody.get(path);
  if (own?.includes(method)) return next();
  if ((method === 'GET' || method === 'HEAD') && !own) return next();
  const forms = isAccountPath(path);
  const allowed = own ? [...own, 'OPTIONS'].join(', ') : forms ? `${allow}, POST` : allow;
  if (method === 'POST' && forms) return next();
  if (method !== 'OPTIONS')
    // An unread body would block the connection: it is closed with this response.
    throw new Refusal('method_not_allowed', {
      ...(own && { hint: `This path takes a body: use ${own.join(' or ')}.` }),
      headers: { Allow: allowed, Connection: 'close' },
    });
  const cors = {
    ...context.served?.headers,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': allowed,
    'Access-Control-Allow-Headers': [...corsAllowedHeaders, ...(bodyHeaders.get(path) ?? [])].join(', '),
    'Access-Control-Max-Age': '86400',
  };
  const headers = { ...(!forms && cors), ...context.headers, Allow: allowed };
  return Promise.resolve(new Response(null, { status: 204, headers }));
};
