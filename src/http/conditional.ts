import type { IncomingHttpHeaders } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { ApiError } from './errors.ts';
import type { HttpEnv } from './request-context.ts';

/** Whether `If-None-Match` names a tag, by weak comparison; `*` does not name any. */
export const namesTag = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/**
 * Whether the client's copy is still current (RFC 9110, 13.1): by `If-None-Match` if it was sent, with weak comparison;
 * otherwise by `If-Modified-Since`. `modified` is in whole seconds, ms since 1970. Throws 412 first if the client
 * requires another version.
 */
export function isFresh(headers: IncomingHttpHeaders, etag: string, modified: number): boolean {
  requireVersion(headers, etag, modified);
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) return noneMatch.trim() === '*' || namesTag(noneMatch, etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && modified <= since;
}

/**
 * `If-Match`, by strong comparison, or without it `If-Unmodified-Since` (RFC 9110, 13.2.2). Without an ETag, only `*` matches; without
 * a time of modification (NaN), nothing was modified since.
 */
function requireVersion(headers: IncomingHttpHeaders, etag: string, modified: number): void {
  const match = headers['if-match'];
  const until = Date.parse(headers['if-unmodified-since'] ?? '');
  const holds =
    match === undefined
      ? !(modified > until)
      : match.trim() === '*' || (!etag.startsWith('W/') && match.split(',').some((tag) => tag.trim() === etag));
  if (!holds) throw new ApiError('precondition_failed');
}

/** First and last byte of a part, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The requested range; null for the whole file: no range, an unreadable one, several, or one of a file that has changed
 * since (`If-Range`). Throws 416 for a part outside of the file.
 */
export function chooseRange(
  headers: IncomingHttpHeaders,
  { bytes, etag, modified }: { readonly bytes: number; readonly etag: string; readonly modified: number },
): ByteRange | null {
  const header = headers.range;
  const single = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  if (header === undefined || !single) return null;
  const condition = headers['if-range']?.toString();
  if (condition !== undefined && condition !== etag && Date.parse(condition) !== modified) return null;
  const [, first = '', last = ''] = single;
  // An end before the start, or neither: an invalid range, which is ignored (RFC 9110, 14.1.1).
  if ((first === '' && last === '') || (first !== '' && last !== '' && Number(first) > Number(last))) return null;
  // A suffix is the last bytes: all of them if the file is shorter (RFC 9110, 14.1.2).
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  if (start >= bytes) throw new ApiError('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${bytes}` } });
  return { start, end: first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}

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
