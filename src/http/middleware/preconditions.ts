import type { MiddlewareHandler } from 'hono';
import { requireVersion } from '../conditional.ts';
import type { HttpEnv } from '../request-context.ts';

/**
 * Refuses with 412 the response of any route, if the client requires another version of what it reads. Routes with files and
 * records have found that out before they read them.
 */
export const preconditions: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { method, headers } = c.env.context.request;
  await next();
  if (headers['if-match'] === undefined && headers['if-unmodified-since'] === undefined) return;
  if ((method !== 'GET' && method !== 'HEAD') || (c.res.status !== 200 && c.res.status !== 304)) return;
  const found = c.res.headers;
  try {
    requireVersion(headers, found.get('ETag') ?? '', Date.parse(found.get('Last-Modified') ?? ''));
  } catch (error) {
    await c.res.body?.cancel();
    // Hono would add the headers of this response to those of the error.
    c.res = undefined;
    throw error;
  }
};
