import type { Handler, MiddlewareHandler } from 'hono';
import { corsAllowedHeaders } from '../../schema/release/public-route.ts';
import { ApiError } from '../errors.ts';
import type { HttpEnv } from '../request-context.ts';
import type { ServedRoute } from '../served-route.ts';

/** Refuses a request whose URL or Host header could not be read. */
export const readableTarget: MiddlewareHandler<HttpEnv> = (c, next) => {
  if (c.env.context.unreadable) throw c.env.context.unreadable;
  return next();
};

/** The methods supported by the routes of one path. */
function methodsOf(routes: readonly ServedRoute[]): string[] {
  const listed = routes.filter(({ unlisted }) => !unlisted).map(({ method }) => method.toUpperCase());
  return [...new Set(listed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))), 'OPTIONS'];
}

/** Answers OPTIONS, the preflight of browsers, for a path with these routes. */
export function preflight(routes: readonly ServedRoute[]): Handler<HttpEnv> {
  const allow = methodsOf(routes).join(', ');
  const hasBody = routes.some(({ method }) => method !== 'get');
  const usual = [
    ...corsAllowedHeaders,
    ...(hasBody ? ['Content-Type'] : []),
    ...routes.flatMap(({ corsHeaders }) => corsHeaders ?? []),
  ];
  const shared = routes.every(({ corsHeaders }) => corsHeaders !== null);
  return ({ env: { context } }) => {
    const cors = shared && {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': allowedHeaders(usual, context.request.headers['access-control-request-headers']),
      'Access-Control-Max-Age': '86400',
      Vary: 'Access-Control-Request-Headers',
    };
    const headers = { ...(cors && { ...context.served?.headers, ...cors }), ...context.headers, Allow: allow };
    return new Response(null, { status: 204, headers });
  };
}

/**
 * The usual request headers, and those that a script wants to send: tracers and fetch libraries add their own. Reflecting them
 * is safe because no route for other sites reads a cookie.
 */
function allowedHeaders(usual: readonly string[], requested = ''): string {
  const known = new Set(usual.map((name) => name.toLowerCase()));
  const names = requested.split(',').map((name) => name.trim());
  const others = names.filter((name) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) && !known.has(name.toLowerCase()));
  return [...new Set([...usual, ...others])].join(', ');
}

/** Refuses every other method of a path with these routes. An unread body would block the connection, so it is closed. */
export function refuseMethod(routes: readonly ServedRoute[]): Handler<HttpEnv> {
  const texts = routes.find(({ otherMethods }) => otherMethods)?.otherMethods;
  const headers = { Allow: methodsOf(routes).join(', '), Connection: 'close' };
  return () => {
    throw new ApiError('method_not_allowed', { ...texts, headers });
  };
}
