import type { MiddlewareHandler } from 'hono';
import { requireVersion } from '../conditional.ts';
import type { HttpEnv } from '../request-context.ts';

/**
 * Replaces the response of any route by a 412 if it is not the version that the request requires. Routes of files and records check
 * this themselves before they read, because they know the version then.
 */
export const preconditions: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { method, headers } = c.env.context.request;
  if (headers['if-match'] === undefined && headers['if-unmodified-since'] === undefined) return next();
  await next();
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
