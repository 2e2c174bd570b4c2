import type { Handler } from 'hono';
import { corsAllowedHeaders } from '../../schema/release/public-route.ts';
import { ApiError } from '../errors.ts';
import type { HttpEnv } from '../request-context.ts';
import type { ServedRoute } from '../served-route.ts';

/** The methods that the routes of one path answer. */
function methodsOf(routes: readonly ServedRoute[]): string[] {
  const listed = routes.filter(({ unlisted }) => !unlisted).map(({ method }) => method.toUpperCase());
  return [...new Set(listed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))), 'OPTIONS'];
}

/** Answers OPTIONS, the preflight of browsers, for a path with these routes. */
export function preflight(routes: readonly ServedRoute[]): Handler<HttpEnv> {
  const allow = methodsOf(routes).join(', ');
  const hasBody = routes.some(({ method }) => method !== 'get');
  const cors = routes.every(({ corsHeaders }) => corsHeaders !== null) && {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': [
      ...new Set([
        ...corsAllowedHeaders,
        ...(hasBody ? ['Content-Type'] : []),
        ...routes.flatMap(({ corsHeaders }) => corsHeaders ?? []),
      ]),
    ].join(', '),
    'Access-Control-Max-Age': '86400',
  };
  return ({ env: { context } }) => {
    const headers = { ...(cors && { ...context.served?.headers, ...cors }), ...context.headers, Allow: allow };
    return new Response(null, { status: 204, headers });
  };
}

/** Refuses every other method of a path with these routes. An unread body would block the connection, so it is closed. */
export function refuseMethod(routes: readonly ServedRoute[]): Handler<HttpEnv> {
  const texts = routes.find(({ otherMethods }) => otherMethods)?.otherMethods;
  const headers = { Allow: methodsOf(routes).join(', '), Connection: 'close' };
  return () => {
    throw new ApiError('method_not_allowed', { ...texts, headers });
  };
}
