import { Refusal } from '../api/errors.ts';

/** Where a request goes: its path, decoded, and what stands behind the question mark, raw. */
export interface Target {
  readonly path: string;
  readonly query: string;
  /** Whether it is the API's: there every answer is made for programs, errors too. */
  readonly isApi: boolean;
}

/** Longest address that is read. Node itself stops at 16 KB of headers, the address among them. */
const maxLength = 8192;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const control = /[\u0000-\u001f\u007f]/;
const encodedSeparator = /%2f|%5c/i;

/**
 * Reads the request target strictly: what a cache, a proxy and this server could understand differently is refused
 * and not repaired. Throws Refusal.
 */
export function parseTarget(url: string): Target {
  if (url.length > maxLength) throw new Refusal('uri_too_long');
  const raw = url.startsWith('/') ? url : withoutOrigin(url);
  const mark = raw.indexOf('?');
  const rawPath = mark < 0 ? raw : raw.slice(0, mark);
  const path = decode(rawPath);
  const unsafe = control.test(path) || path.includes('\\') || path.startsWith('//') || encodedSeparator.test(rawPath);
  if (unsafe || path.split('/').some((segment) => segment === '.' || segment === '..'))
    throw new Refusal('malformed_request');
  return { path, query: mark < 0 ? '' : raw.slice(mark + 1), isApi: path === '/api' || path.startsWith('/api/') };
}

/** Proxies may send `GET http://host/path`; any other form of target means nothing to this server. */
function withoutOrigin(url: string): string {
  const match = /^https?:\/\/[^/?#]+(\/.*)$/i.exec(url);
  if (!match?.[1]) throw new Refusal('malformed_request');
  return match[1];
}

function decode(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Refusal('malformed_request', { error: 'The percent-encoding of this path is broken.' });
  }
}

/** An address for the log: letters lead to the account's pages with a token, which nobody else may read. */
export const withoutToken = (url: string): string => (/^[^?]*account/i.test(url) ? url.replace(/\?.*/s, '') : url);
