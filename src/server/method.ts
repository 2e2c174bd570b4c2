import { Refusal } from '../api/errors.ts';
import { corsAllowedHeaders } from '../schema/public-route.ts';
import type { Step } from './exchange.ts';

const allow = 'GET, HEAD, OPTIONS';

/** Answers OPTIONS (the preflight of browsers) and refuses every method that could change something. */
export const checkMethod: Step = ({ request, response, served, id }) => {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
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
  throw new Refusal('method_not_allowed', { headers: { Allow: allow, Connection: 'close' } });
};
