import type { IncomingMessage } from 'node:http';
import { ApiError } from './errors.ts';

/** The target of a request: its decoded path and its raw query string. */
export interface Target {
  readonly path: string;
  readonly query: string;
  /** The path, decoded and encoded again, and the query: the only version that the rest of the server and Astro get. */
  readonly url: string;
  /** Host and port that the client addressed; null for an HTTP/1.0 request without a Host. */
  readonly host: string | null;
  /** Whether the path belongs to the API: all of its responses, errors included, are for programs. */
  readonly isApi: boolean;
}

/** Longest target that is read. Node itself stops at 16 KB of headers, which include the target. */
const maxLength = 8192;

/** Two slashes first, a segment of one or two dots, a backslash, or a control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
const unsafe = /^\/\/|(?:^|\/)\.\.?(?:\/|$)|[\\\u0000-\u001f\u007f]/;
const encodedSeparator = /%2f|%5c/i;
/** RFC 3986 without user information: a name or IPv4 address, or an IPv6 address in brackets, and a port. */
const hostPattern = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const plainPath = /^[\w/.~-]*$/;

/**
 * Reads the request target and Host strictly: anything that a cache, a proxy and this server could interpret differently
 * is refused, not repaired. Throws ApiError.
 */
export function parseTarget(request: Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders' | 'httpVersion'>): Target {
  const { url = '' } = request;
  if (url.length > maxLength) throw new ApiError('uri_too_long');
  const absolute = url.startsWith('/') ? null : splitAbsolute(url);
  const sentHost = readHost(request);
  // RFC 9112, 3.2.2: in the absolute form the target's authority counts, and the Host header is ignored.
  const host = absolute ? checkedHost(absolute.host) : sentHost;
  const raw = absolute ? absolute.rest : url;
  // A fragment is never sent (RFC 9112, 3.2): given one, two parsers would see two different paths.
  if (raw.includes('#')) throw new ApiError('malformed_request');
  const mark = raw.indexOf('?');
  const rawPath = mark < 0 ? raw : raw.slice(0, mark);
  const query = mark < 0 ? '' : raw.slice(mark + 1);
  const path = decode(rawPath);
  if (unsafe.test(path) || encodedSeparator.test(rawPath)) throw new ApiError('malformed_request');
  const encodedPath = encodePath(path);
  return {
    path,
    query,
    url: mark < 0 ? encodedPath : `${encodedPath}?${query}`,
    host,
    isApi: path === '/api' || path.startsWith('/api/'),
  };
}

/** A decoded path as it is written in a URL. */
export const encodePath = (path: string): string =>
  plainPath.test(path) ? path : encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23');

/** Proxies may send `GET http://host/path`; other kinds of target are not supported. */
function splitAbsolute(url: string): { host: string; rest: string } {
  const match = /^https?:\/\/([^/?#]+)(\/.*)?$/i.exec(url);
  if (!match?.[1]) throw new ApiError('malformed_request');
  return { host: match[1], rest: match[2] ?? '/' };
}

/** The Host header: exactly one in HTTP/1.1, at most one in HTTP/1.0 (RFC 9112, 3.2). Throws ApiError. */
function readHost({
  headers,
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>): string | null {
  if (headers.host === undefined) {
    if (httpVersion !== '1.1') return null;
    throw badHost('This request has no Host header.');
  }
  let hosts = 0;
  for (let n = 0; n < rawHeaders.length; n += 2)
    if (rawHeaders[n]!.length === 4 && rawHeaders[n]!.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) throw badHost('This request has more than one Host header.');
  return checkedHost(headers.host);
}

function checkedHost(host: string): string {
  const match = host.length <= 261 ? hostPattern.exec(host) : null;
  if (match && Number(match[1] ?? 0) <= 65_535) return host;
  throw badHost('The Host header of this request is not a valid host.');
}

const badHost = (error: string) =>
  new ApiError('malformed_request', {
    error,
    hint: 'Send the name or IP address of this server in one Host header, with the port if it is not the default.',
    headers: { Connection: 'close' },
  });

function decode(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    throw new ApiError('malformed_request', { error: 'The percent-encoding of this path is invalid.' });
  }
}

/**
 * A URL as it may be logged: without the tokens of account emails, and without values that look like a key or have the
 * name of one.
 */
export function loggedUrl(url: string): string {
  if (/^[^?]*account/i.test(url)) return url.replace(/\?.*/s, '');
  return url
    .replace(/ow(?:_|%5f)[^&/?#;\s]*/gi, 'ow_[redacted]')
    .replace(/([?&;](?:api_?key|key|access_token|token|authorization|password)=)[^&;#]*/gi, '$1[redacted]');
}
