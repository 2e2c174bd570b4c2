import type { MiddlewareHandler } from 'hono';
import { corsAllowedHeaders } from '../../schema/public-route.ts';
import { sqlPath } from '../api/sql/sql-request.ts';
import { webhookMethods } from '../api/webhooks/webhook-routes.ts';
import { Refusal } from '../errors.ts';
import { mcpHeaders, mcpPath } from '../mcp/mcp-path.ts';
import type { HttpEnv } from '../request-context.ts';

const allow = 'GET, HEAD, OPTIONS';
const allowForms = `${allow}, POST`;
/** MCP messages and SQL queries are sent; there is nothing to read there. */
const allowMessages = 'POST, OPTIONS';

/** Whether a path is one of the account's pages: they alone have forms. */
const isAccountPath = (path: string): boolean => path === '/account' || path.startsWith('/account/');

function methodsOf(path: string): string {
  if (path === mcpPath || path === sqlPath) return allowMessages;
  return isAccountPath(path) ? allowForms : (webhookMethods(path) ?? allow);
}

/**
 * Answers OPTIONS (the preflight of browsers) and refuses every method that could change something, but for the forms
 * of the account's pages, webhooks, and the messages of the Model Context Protocol. The forms tell no other site that it may ask.
 */
export const checkMethod: MiddlewareHandler<HttpEnv> = (c, next) => {
  const context = c.get('context');
  const { method = '' } = context.request;
  const { path } = context.target;
  const allowed = methodsOf(path);
  if (method !== 'OPTIONS' && allowed.split(', ').includes(method)) return next();
  if (method !== 'OPTIONS')
    // An unread body would block the connection: it is closed with this response.
    throw new Refusal('method_not_allowed', {
      ...(path === mcpPath && {
        error: 'MCP messages are sent with POST; this server keeps no sessions and opens no streams.',
        hint: 'Add this URL to an MCP client, as /docs/mcp shows.',
      }),
      ...(webhookMethods(path) && { hint: 'Use one of the methods in "Allow", as /docs/webhooks shows.' }),
      ...(path === sqlPath && { hint: 'Send the query with POST, as /docs/api/sql shows.' }),
      headers: { Allow: allowed, Connection: 'close' },
    });
  const cors = {
    ...context.served?.headers,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': allowed,
    'Access-Control-Allow-Headers': [
      ...corsAllowedHeaders,
      ...(path === mcpPath ? mcpHeaders : path === sqlPath || webhookMethods(path) ? ['Content-Type'] : []),
    ].join(', '),
    'Access-Control-Max-Age': '86400',
  };
  const headers = { ...(!isAccountPath(path) && cors), ...context.headers, Allow: allowed };
  return Promise.resolve(new Response(null, { status: 204, headers }));
};
