import { CatalogError, CatalogTimeout } from '../../release/database.ts';
import { ApiError } from '../errors.ts';
import type { HttpEnv, RequestContext } from '../request-context.ts';
import { errorResponse } from '../respond.ts';

/** Handles every error of every route: unexpected ones are logged in full and never sent to a client. */
export function handleError(error: unknown, { env }: { readonly env: HttpEnv['Bindings'] }): Response {
  const { context } = env;
  const refusal = apiErrorOf(error);
  const unforeseen = !(error instanceof ApiError) || (refusal.status >= 500 && refusal.status !== 503);
  // A client that goes away breaks off what was being read or made for it.
  if (unforeseen && !env.outgoing.closed) context.report(error);
  forgetPageHeaders(context);
  return errorResponse(context, refusal);
}

/** The error response that an error is. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof CatalogTimeout)
    return new ApiError('queries_busy', {
      error: 'The server is busy: reading the catalog for this response took too long.',
      hint: 'Try again after the time in Retry-After, or request fewer objects.',
      headers: { 'Retry-After': '5' },
      body: { retry_after: 5 },
    });
  return new ApiError(error instanceof CatalogError ? 'database_error' : 'internal_error');
}

/** An error is JSON, wherever it happens: what a page would have said of itself does not hold for it. */
function forgetPageHeaders({ headers }: RequestContext): void {
  for (const name of ['Content-Security-Policy', 'Link', 'Referrer-Policy']) delete headers[name];
}
