import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from '../request-context.ts';

/** Refuses a request whose URL or Host header could not be read. */
export const readableTarget: MiddlewareHandler<HttpEnv> = (c, next) => {
  if (c.env.context.unreadable) throw c.env.context.unreadable;
  return next();
};
