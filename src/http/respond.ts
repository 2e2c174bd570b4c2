import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { type StoredRecord, unpacked } from '../release/record-store.ts';
import { serviceHeaders } from '../schema/release/public-route.ts';
import { isFresh, namesTag } from './conditional.ts';
import { type ApiError, errorPage, errorPagePolicy, readsPages } from './errors.ts';
import { clientOf } from './in-turn.ts';
import { LARGE_BYTES } from './middleware/unsent-bodies.ts';
import { type Coding, chooseCoding } from './negotiate.ts';
import type { OpenedRelease } from './opened-release.ts';
import type { RequestContext } from './request-context.ts';

/** A body and its hash, which is its ETag, if the release stores both. */
interface HashedText {
  readonly text: string;
  /** Hexadecimal. */
  readonly etag: string;
}

/** The response of a route, before its coding and headers. */
export interface RouteResponse {
  /** Media type, with its charset. */
  readonly type: string;
  /** Text, text with a known hash, or a compressed record as stored in the release. */
  readonly body: string | HashedText | StoredRecord;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * How long the client itself may cache the response to a request with a key, seconds; undefined: it revalidates each
   * time.
   */
  readonly privateMaxAge?: number;
  /** Time of the last modification, ms since 1970, if that is not the time of the release. */
  readonly modified?: number;
}

export const json = 'application/json; charset=utf-8';

/** The response that is a value as JSON. */
export const jsonResponse = (value: object) => ({ type: json, body: `${JSON.stringify(value)}\n` });

const vary = 'Authorization, X-API-Key, Accept-Encoding';
const varyByForm = 'Authorization, X-API-Key, Accept, Accept-Encoding';
/**
 * Cache headers of a response to a request with a key, even for a public file: its headers contain the limits of one
 * account.
 */
export const ofOneKey = { 'Cache-Control': 'private, no-store', Vary: varyByForm } as const;
/** A stored record has its gzip ready. */
const gzipFirst: readonly Coding[] = ['gzip', 'zstd', 'br', 'identity'];
const identityOnly: readonly Coding[] = ['identity'];

/**
 * Makes the response of a keyed route: coding, validators, 304, the headers of the service and of the limits. With
 * `negotiated`, the resource has several forms, so that `Accept` matters.
 */
export async function respond(
  context: RequestContext,
  from: OpenedRelease,
  response: RouteResponse,
  negotiated = false,
): Promise<Response> {
  const { headers: requestHeaders } = context.request;
  const body = typeof response.body === 'string' ? hashed(response.body) : response.body;
  const stored = 'gzip' in body;
  const text = stored ? null : body.text;
  const length = text === null ? 0 : Buffer.byteLength(text);
  const available = text === null ? gzipFirst : length < MIN_COMPRESS_BYTES ? identityOnly : quickestFirst;
  const coding = chooseCoding(requestHeaders, available, available);
  const etag = coding === 'identity' ? `"${body.etag}"` : `"${body.etag}-${coding}"`;
  const modified = Math.floor((response.modified ?? from.modified) / 1000) * 1000;
  const caching = {
    ...ofOneKey,
    Vary: negotiated ? varyByForm : vary,
    ...(response.privateMaxAge && { 'Cache-Control': `private, max-age=${response.privateMaxAge}` }),
  };
  const headers: Record<string, string> = {
    ...from.headers,
    ...context.headers,
    ...caching,
    'Last-Modified': modified === from.modified ? from.lastModified : new Date(modified).toUTCString(),
    ETag: etag,
    ...response.headers,
    ...(context.target.isApi && { Link: linksOf(response.headers) }),
    // A public route has a lifetime of its own.
    ...(context.admitted?.keyId && caching),
  };
  if (isFresh(requestHeaders, etag, modified)) return new Response(null, { status: 304, headers });
  headers['Content-Type'] = response.type;
  if (text !== null && coding === 'identity') {
    headers['Content-Length'] = String(length);
    return new Response(await bodyOf(context, text), { headers });
  }
  const sent =
    stored && coding === 'gzip'
      ? body.gzip
      : await compress(text === null ? unpacked(body as StoredRecord) : Buffer.from(text), coding);
  headers['Content-Length'] = String(sent.length);
  if (coding !== 'identity') headers['Content-Encoding'] = coding;
  return new Response(await bodyOf(context, sent), { headers });
}

/**
 * The body of a response; a small text stays text, which Node sends together with the headers. Nothing of the body of a HEAD is
 * sent.
 */
function bodyOf(context: RequestContext, body: string | Uint8Array) {
  const { method, socket } = context.request;
  if (method === 'HEAD') return null;
  if (Buffer.byteLength(body) < LARGE_BYTES) return body as string | Uint8Array<ArrayBuffer>;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return context.unsent.body({ client: clientOf(context), socket }, bytes);
}

const licenseUrls: Readonly<Record<string, string>> = {
  'ODbL-1.0': 'https://opendatacommons.org/licenses/odbl/1-0/',
  'CC-BY-SA-4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
};

/** The links of a response, and those of the service (RFC 8631): its description for programs and for people, and the license. */
function linksOf(headers: Readonly<Record<string, string>> = {}): string {
  const service = ['</openapi.json>; rel="service-desc"', '</docs/api/>; rel="service-doc"'];
  const license = `<${licenseUrls[headers['X-Service-License'] ?? 'ODbL-1.0']}>; rel="license"`;
  return [...(headers.Link ? [headers.Link] : []), ...service, license].join(', ');
}

const etagOf = (body: string | Uint8Array) => hash('sha256', body).slice(0, 32);
const hashed = (text: string): HashedText => ({ text, etag: etagOf(text) });

/**
 * The response to a message, such as a query or a change, or one with data of an account: sent unchanged, and never
 * cached. Without `body`, the response is empty.
 */
export async function uncachedResponse(
  context: RequestContext,
  response: {
    readonly status?: number;
    readonly type?: string;
    readonly body?: string | Uint8Array;
    readonly headers?: Readonly<Record<string, string>>;
  },
): Promise<Response> {
  const { served, headers, request } = context;
  const { status = 200, type, body } = response;
  const etag = body !== undefined && `"${etagOf(body)}"`;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isKnown = isRead && etag && namesTag(request.headers['if-none-match'] ?? '', etag);
  const sent = isKnown || body === undefined ? null : await bodyOf(context, body);
  return new Response(sent, {
    status: isKnown ? 304 : status,
    headers: {
      ...served?.headers,
      ...headers,
      'Cache-Control': 'private, no-store',
      Vary: 'Authorization, X-API-Key',
      ...(etag && { ETag: etag }),
      ...(body !== undefined &&
        !isKnown && { 'Content-Type': type!, 'Content-Length': String(Buffer.byteLength(body)) }),
      ...response.headers,
    },
  });
}

const withoutRelease = serviceHeaders(null);
/** Status, headers and body of an error. It is never cached. */
export function errorParts(error: ApiError, service: Readonly<Record<string, string>> = withoutRelease) {
  const { body } = jsonResponse(error.body);
  const headers: Record<string, string> = {
    ...service,
    'Cache-Control': 'private, no-store',
    Vary: 'Authorization, X-API-Key',
    'Content-Type': json,
    'Content-Length': String(Buffer.byteLength(body)),
  };
  return { status: error.status, headers, body };
}

/** An RFC 9457 problem with the additional members of our own errors. `detail` includes the hint. */
function problemOf(error: ApiError, { id, base }: RequestContext): string {
  const { error: title, hint } = error.facts;
  const type = `${base}/docs/api/errors/#${error.code}`;
  const problem = { type, title, status: error.status, detail: `${title} ${hint}`, instance: `urn:request:${id}` };
  return `${JSON.stringify({ ...problem, ...error.body })}\n`;
}

/**
 * The response to an error: problem details (RFC 9457) on request, text on routes of text, a page if a browser requested one, else JSON.
 */
export function errorResponse(context: RequestContext, error: ApiError): Response {
  const { status, headers, body } = errorParts(error, context.served?.headers);
  const { kind, textErrors } = context.route;
  if (/\bapplication\/problem\+json\b/i.test(context.request.headers.accept ?? '')) {
    const problem = problemOf(error, context);
    const own = { 'Content-Type': 'application/problem+json', 'Content-Length': String(Buffer.byteLength(problem)) };
    return new Response(problem, { status, headers: { ...context.headers, ...headers, ...own, ...error.headers } });
  }
  if (textErrors === 'all' || (textErrors === 'limits' && error.status === 429)) {
    const text = `${error.code}: ${error.message}\r\n${error.facts.hint}\r\n`;
    const own = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': String(Buffer.byteLength(text)) };
    return new Response(text, { status, headers: { ...context.headers, ...headers, ...own, ...error.headers } });
  }
  if (kind === 'page' && readsPages(context.request.headers.accept)) {
    const page = errorPage(error, context.id);
    const own = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(page)),
      'Content-Security-Policy': errorPagePolicy,
      Vary: 'Accept',
    };
    return new Response(page, { status, headers: { ...context.headers, ...headers, ...own, ...error.headers } });
  }
  return new Response(body, { status, headers: { ...context.headers, ...headers, ...error.headers } });
}

/** Below this many bytes compression saves no packet. */
export const MIN_COMPRESS_BYTES = 1024;

/** The quickest coding first: a single response is compressed while its client waits. */
export const quickestFirst: readonly Coding[] = ['zstd', 'br', 'gzip', 'identity'];

const brotli = promisify(brotliCompress);
const compressors = {
  gzip: promisify(gzip),
  zstd: promisify(zstdCompress),
  // The default quality, 11, is made for files that are compressed once.
  br: (body: Uint8Array) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
} satisfies Record<Exclude<Coding, 'identity'>, (body: Uint8Array) => Promise<Buffer>>;

/** Compresses a body in one of zlib's threads. */
export const compress = (body: Uint8Array, coding: Coding): Promise<Uint8Array> | Uint8Array =>
  coding === 'identity' ? body : compressors[coding](body);
