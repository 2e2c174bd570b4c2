import { corsAllowedHeaders } from '../../schema/release/public-route.ts';
import { accountActions } from '../account/account-actions.ts';
import { sqlPath } from '../api/sql/sql-request.ts';
import { webhookMethods } from '../api/webhooks/webhook-routes.ts';
import { ApiError } from '../errors.ts';
import { mcpHeaders, mcpPath } from '../mcp/mcp-path.ts';
import type { RequestContext } from '../request-context.ts';

const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const withForms: readonly string[] = [...reading, 'POST'];
/** MCP messages and SQL queries are sent; there is nothing to read there. */
const messages: readonly string[] = ['POST', 'OPTIONS'];

/** Whether a path is one of the account's pages: they alone have forms, and answer what is sent to one that has none. */
const isAccountPath = (path: string): boolean => path === '/account' || path.startsWith('/account/');

function methodsOf(path: string): readonly string[] {
  if (path === mcpPath || path === sqlPath) return messages;
  if (isAccountPath(path)) return Object.hasOwn(accountActions, path.replace(/\/$/, '')) ? withForms : reading;
  return webhookMethods(path) ?? reading;
}

/**
 * Answers OPTIONS (the preflight of browsers) and refuses every method that could change something, but for the forms
 * of the account's pages, webhooks, and the messages of the Model Context Protocol and of SQL. The response about a form allows no other site to
 * send it. Null where the request goes on.
 */
export function checkMethod(context: RequestContext): Response | null {
  const { method = '' } = context.request;
  const { path } = context.target;
  const methods = methodsOf(path);
  if (method !== 'OPTIONS' && (methods.includes(method) || (method === 'POST' && isAccountPath(path)))) return null;
  const allowed = methods.join(', ');
  if (method !== 'OPTIONS')
    // An unread body would block the connection: it is closed with this response.
    throw new ApiError('method_not_allowed', {
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
  return new Response(null, { status: 204, headers });
}
