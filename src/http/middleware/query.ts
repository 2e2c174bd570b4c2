import type { MiddlewareHandler } from 'hono';
import { badValue, refuseKeyInQuery, unknownName } from '../api/parameter.ts';
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
    refuseOtherEncodings(query, given);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.refused = error;
  }
  return next();
};

/**
 * Refuses bytes that are not UTF-8, such as the `%E9` that a program with Latin-1 sends for `é`: they were read as U+FFFD, and nothing
 * was found.
 */
function refuseOtherEncodings(query: string, given: URLSearchParams): void {
  if (!/%[89a-f]/i.test(query) || /%ef%bf%bd/i.test(query)) return;
  for (const [name, value] of given)
    if (value.includes('\ufffd'))
      throw badValue(
        name,
        ['text in UTF-8'],
        `The value of the parameter ${name} is not UTF-8.`,
        'Percent-encode the bytes of its UTF-8 form: é is %C3%A9.',
      );
}

/** Refuses every parameter, on routes that have none. */
export const withoutQuery: MiddlewareHandler<HttpEnv> = (c, next) => {
  const given = new URLSearchParams(c.env.context.target.query);
  refuseKeyInQuery(given);
  for (const name of given.keys()) throw unknownName('parameter', name, []);
  return next();
};
