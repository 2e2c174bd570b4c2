import type { MiddlewareHandler } from 'hono';
import { refuseKeyInQuery, unknownName } from '../api/parameter.ts';
import { ApiError } from '../errors.ts';
import type { HttpEnv } from '../request-context.ts';

/**
 * Finds keys in the query of any path of the API, and `__proto__`, which is never a parameter. The limits refuse such a
 * request: it counts like any other error.
 */
export const checkQuery: MiddlewareHandler<HttpEnv> = (c, next) => {
  const { context } = c.env;
  const { query } = context.target;
  if (query === '') return next();
  try {
    const given = new URLSearchParams(query);
    refuseKeyInQuery(given);
    if (given.has('__proto__')) throw unknownName('parameter', '__proto__', []);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.refused = error;
  }
  return next();
};

/** Refuses every parameter, on routes that have none. */
export const withoutQuery: MiddlewareHandler<HttpEnv> = (c, next) => {
  const given = new URLSearchParams(c.env.context.target.query);
  refuseKeyInQuery(given);
  for (const name of given.keys()) throw unknownName('parameter', name, []);
  return next();
};
