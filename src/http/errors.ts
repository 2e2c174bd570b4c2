import { createHash } from 'node:crypto';
import { html } from 'hono/html';

/** The default texts of an error code, the same on every route. */
interface ErrorKind {
  readonly status: number;
  /** The problem. */
  readonly error: string;
  /** A way to solve it. */
  readonly hint: string;
}

/** Every error code of the API. Codes are permanent because programs depend on them; texts may change. */
export const errors = {
  malformed_request: {
    status: 400,
    error: 'The request URL could not be parsed.',
    hint: 'Send a plain path such as /api/v1/elements, percent-encoded as UTF-8, without "..", encoded slashes or null bytes.',
  },
  invalid_parameter: {
    status: 400,
    error: 'A request parameter is invalid.',
    hint: 'Use one of the values in "allowed".',
  },
  invalid_query: {
    status: 400,
    error: 'The query cannot be run.',
    hint: 'Correct the query; /docs/api/sql has the tables, their columns, and the limits.',
  },
  missing_api_key: {
    status: 401,
    error: 'Missing API key.',
    hint: 'Create a free key at /account, and send it as "Authorization: Bearer ow_…" or "X-API-Key: ow_…".',
  },
  malformed_api_key: {
    status: 401,
    error: 'Malformed API key: it is incomplete or mistyped, or its header is invalid.',
    hint: 'Copy the whole key, including "ow_", and send it in one header: "Authorization: Bearer ow_…" or "X-API-Key: ow_…".',
  },
  invalid_api_key: {
    status: 401,
    error: 'Unknown API key.',
    hint: 'Create a key at /account, and send it as "Authorization: Bearer ow_…".',
  },
  revoked_api_key: {
    status: 401,
    error: 'This API key has been revoked.',
    hint: 'Send the key that replaced it, or one created at /account, as "Authorization: Bearer ow_…".',
  },
  account_suspended: {
    status: 403,
    error: 'The account that owns this API key is suspended.',
    hint: 'Contact the operator of this server. No key of this account works until the suspension is lifted.',
  },
  not_found: {
    status: 404,
    error: 'Nothing exists at this path.',
    hint: 'The documentation at /docs lists every path of the API.',
  },
  no_elements: {
    status: 404,
    error: 'This object is in the catalog, but no orbital elements are published for it.',
    hint: 'See its record for what is known about its orbit. Decayed, classified, and lost objects have no current elements.',
  },
  method_not_allowed: {
    status: 405,
    error: 'This path does not support this method.',
    hint: 'The API is read-only: use GET, or HEAD to get only the headers.',
  },
  elements_too_old: {
    status: 409,
    error: 'The elements of this object are too far from the requested time: more than 30 days in low orbit, 90 above.',
    hint: 'Request a time from valid_from to valid_to, or send allow_old=true for up to two years; the times can then be off by minutes or more.',
  },
  not_acceptable: {
    status: 406,
    error: 'This resource is not available in any format that the request accepts.',
    hint: 'Request one of the formats in "allowed", or omit the Accept header.',
  },
  request_timeout: {
    status: 408,
    error: 'The request did not arrive in time.',
    hint: 'Resend the complete request.',
  },
  query_timeout: {
    status: 408,
    error: 'The query took longer than 5 seconds.',
    hint: 'Read fewer rows: filter by norad_cat_id or field, or aggregate before joining. The SQL page at /sql has no time limit.',
  },
  precondition_failed: {
    status: 412,
    error: 'The resource is not the version that the request requires (If-Match or If-Unmodified-Since).',
    hint: 'Omit the header to get the current version, with its ETag and Last-Modified.',
  },
  uri_too_long: {
    status: 414,
    error: 'The request URL is too long.',
    hint: 'URLs are limited to 8192 characters: remove parameters, and send commas as they are instead of as %2C.',
  },
  release_too_old: {
    status: 410,
    error: 'That release is no longer kept.',
    hint: 'Start again from the current release.',
  },
  range_not_satisfiable: {
    status: 416,
    error: 'The requested range is outside the file.',
    hint: 'Request bytes within the length in Content-Range. Ranges count bytes of the encoded response.',
  },
  tle_not_expressible: {
    status: 422,
    error: 'The elements of this object cannot be written as a TLE.',
    hint: 'Request the OMM instead, which has no fixed columns.',
  },
  daily_quota_exceeded: {
    status: 429,
    error: 'Daily request quota exceeded.',
    hint: 'Wait until midnight UTC (Retry-After has the seconds), cache responses, or use a higher tier. Without a key, create a free one at /account.',
  },
  burst_limit_exceeded: {
    status: 429,
    error: 'Too many requests in one second.',
    hint: 'Wait for the time in Retry-After, then send requests more slowly.',
  },
  too_many_queries: {
    status: 429,
    error: 'Too many requests of this kind from this client are running or waiting.',
    hint: 'Wait for the responses of the others, then send this one again.',
  },
  headers_too_large: {
    status: 431,
    error: 'The request headers are too large.',
    hint: 'Send less than 16 KB of headers, including the URL.',
  },
  database_error: {
    status: 500,
    error: 'The catalog could not be read.',
    hint: 'Try again. If the error persists, report the X-Request-Id of this response.',
  },
  internal_error: {
    status: 500,
    error: 'Internal server error.',
    hint: 'Try again. If the error persists, report the X-Request-Id of this response.',
  },
  too_many_connections: {
    status: 503,
    error: 'Your address has too many open connections.',
    hint: 'Send requests over fewer connections, such as 20, and try again after the time in Retry-After.',
  },
  queries_busy: {
    status: 503,
    error: 'The server is busy with other requests of this kind.',
    hint: 'Try again after the time in Retry-After. SQL queries also run in your browser, at /sql.',
  },
  history_busy: {
    status: 503,
    error: 'Another release that is no longer kept is being read.',
    hint: 'Try again after the time in Retry-After. Use one as_of for all requests of a series: the release stays open for them.',
  },
  service_paused: {
    status: 503,
    error: 'The operator has paused the API.',
    hint: 'Try again after the time in Retry-After.',
  },
  auth_misconfigured: {
    status: 503,
    error: 'API keys cannot be checked right now.',
    hint: 'Try again after the time in Retry-After. Public routes are not affected.',
  },
  catalog_unavailable: {
    status: 503,
    error: 'This server has not published a catalog yet.',
    hint: 'Try again after the time in Retry-After.',
  },
} as const satisfies Record<string, ErrorKind>;
export type ErrorCode = keyof typeof errors;

/** Additions of one error response to the defaults of its code. */
interface ApiErrorFacts {
  readonly error?: string;
  readonly hint?: string;
  /** Further properties of the body, such as `parameter` and `allowed`. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response: thrown anywhere, written in one place. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #facts: ApiErrorFacts;

  constructor(code: ErrorCode, facts: ApiErrorFacts = {}) {
    super(facts.error ?? errors[code].error);
    this.code = code;
    this.status = errors[code].status;
    this.headers = facts.headers ?? {};
    this.#facts = facts;
  }

  /** The problem, and a way to solve it. */
  get facts(): { readonly error: string; readonly hint: string } {
    return { error: this.message, hint: this.#facts.hint ?? errors[this.code].hint };
  }

  /** The body that the client receives, as JSON. */
  get body(): Readonly<Record<string, unknown>> {
    return { code: this.code, ...this.facts, ...this.#facts.body };
  }
}

/** The release lists a file that is missing on disk; only the next release fixes that. */
export function lostFile(): ApiError {
  return new ApiError('database_error', {
    error: 'A file of the published catalog is missing on this server.',
    hint: 'Retrying does not help until the next release is published. Report this to the operator of this server.',
  });
}

const styles = `:root{color-scheme:light dark;background:light-dark(#f6f6f1,#0f1315);color:light-dark(#161b1c,#e3e7e4);font:1.0625rem/1.5 system-ui,sans-serif}body{max-width:44rem;margin:0 auto;padding:clamp(2rem,8vw,6rem) 1.25rem}a{color:light-dark(#0b5568,#86c9d8)}code{overflow-wrap:anywhere}`;

/** Allows only the page's own styles. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** Whether a person reads the response: browsers that open a page accept HTML. */
export const readsPages = (accept: string | undefined): boolean => /(^|[\s,])text\/html\b/i.test(accept ?? '');

/** An error outside of the API as a page with the problem and a hint. */
export function errorPage(problem: ApiError, requestId: string): string {
  const { error, hint } = problem.facts;
  return String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Error ${problem.status} · Orbweaver</title><style>${html([styles] as unknown as TemplateStringsArray)}</style></head>
<body><main><h1>${error}</h1><p>${hint}</p><p><a href="/">Orbweaver</a> · <a href="/satellites">Catalog</a> · <a href="/docs/">Docs</a></p><p>Error ${problem.status}, request <code>${requestId}</code></p></main></body></html>
`);
}
