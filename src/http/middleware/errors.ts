import { StorageError } from '../../accounts/database.ts';
import { CatalogError, CatalogTimeout } from '../../release/database.ts';
import { ApiError } from '../errors.ts';
import type { HttpEnv, RequestContext } from '../request-context.ts';
import { errorResponse } from '../respond.ts';

/** Handles every error of every route: unexpected ones are logged in full and never sent to a client. */
export function handleError(error: unknown, { env }: { readonly env: HttpEnv['Bindings'] }): Response {
  const { context } = env;
  const refusal = apiErrorOf(error);
  const unforeseen = !(error instanceof ApiError) || (refusal.status >= 500 && refusal.status !== 503);
  // If the client has disconnected, its reads and computations were aborted; such errors are not logged.
  if (unforeseen && !env.outgoing.closed) context.report(error);
  forgetPageHeaders(context);
  return errorResponse(context, refusal);
}

/** The ApiError to send for any error. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof CatalogTimeout)
    return new ApiError('queries_busy', {
      error: 'The server is busy: reading the catalog for this response took too long.',
      hint: 'Try again after the time in Retry-After, or request fewer objects.',
      headers: { 'Retry-After': '5' },
      body: { retry_after: 5 },
    });
  if (error instanceof StorageError)
    return new ApiError('auth_misconfigured', {
      error: 'The accounts database cannot be used at the moment, so the request was not completed.',
      hint: 'Try again after the time in Retry-After. If the request makes something, list first what there is. Public routes are not affected.',
      headers: { 'Retry-After': '30' },
      body: { retry_after: 30 },
    });
  return new ApiError(error instanceof CatalogError ? 'database_error' : 'internal_error');
}

/** Removes headers that apply to pages only: errors are sent as JSON, on every path. The Referrer-Policy of a secret URL stays. */
function forgetPageHeaders({ headers }: RequestContext): void {
  for (const name of ['Content-Security-Policy', 'Link']) delete headers[name];
  if (headers['Referrer-Policy'] !== 'no-referrer') delete headers['Referrer-Policy'];
}
