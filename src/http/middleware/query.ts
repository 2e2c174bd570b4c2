import type { MiddlewareHandler } from 'hono';
import { refuseKeyInQuery, unknownParameter } from '../api/parameter.ts';
import type { HttpEnv } from '../request-context.ts';

/** Refuses keys in the query, and the one name that Hono's reading of a query into an object loses. */
export const checkQuery: MiddlewareHandler<HttpEnv> = (c, next) => {
  const { query } = c.get('context').target;
  if (query !== '') {
    const given = new URLSearchParams(query);
    refuseKeyInQuery(given);
    if (given.has('__proto__')) throw unknownParameter('__proto__', []);
  }
  return next();
};
