import { corsAllowedHeaders } from '../../schema/public-route.ts';
import { Refusal } from '../errors.ts';
import type { Step } from '../request-context.ts';

const allow = 'GET, HEAD, OPTIONS';

/** Whether a path is one of the account's pages: they alone have forms. */
export const isAccountPath = (path: string): boolean => path === '/account' || path.startsWith('/account/');

/**
 * Answers OPTIONS (the preflight of browsers) and refuses every method that could change something, but for the forms
 * of the account's pages. Those tell no other site that it may ask.
 */
export const checkMethod: Step = ({ request, response, served, id, target }) => {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const forms = isAccountPath(target.path);
  if (request.method === 'POST' && forms) return false;
  if (request.method === 'OPTIONS' && forms) {
    response.writeHead(204, { Allow: `${allow}, POST`, 'X-Request-Id': id }).end();
    return true;
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204, {
      ...served?.headers,
      Allow: allow,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': corsAllowedHeaders.join(', '),
      'Access-Control-Max-Age': '86400',
      'X-Request-Id': id,
    });
    response.end();
    return true;
  }
  // A body that nobody reads would hold the connection up: it ends with this answer.
  throw new Refusal('method_not_allowed', {
    headers: { Allow: forms ? `${allow}, POST` : allow, Connection: 'close' },
  });
};
