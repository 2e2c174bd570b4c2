import type { IncomingHttpHeaders } from 'node:http';

/** Whether `If-None-Match` names a tag, by weak comparison; `*` is no name. */
export const namesTag = (header: string, etag: string): boolean =>
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/**
 * Whether the client's copy is still good (RFC 9110, 13.1): `If-None-Match` decides where it is there, by weak
 * comparison; `If-Modified-Since` only where it is not. `modified` is the release's time in whole seconds.
 */
export function isFresh(headers: IncomingHttpHeaders, etag: string, modified: number): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) {
    if (noneMatch.trim() === '*') return true;
    return namesTag(noneMatch, etag);
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && modified <= since;
}
