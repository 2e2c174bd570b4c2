import type { components } from './openapi.ts';

export type ErrorCode = components['schemas']['Error']['code'];
type ErrorBody = Partial<components['schemas']['Error']> & { readonly [member: string]: unknown };
/** The body of an error response. */
type GivenBody = Partial<Omit<components['schemas']['Error'], 'code'>> & {
  readonly code: ErrorCode | OwnCode;
  readonly [member: string]: unknown;
};
/** Codes of failures without an error response of the service. */
type OwnCode = 'no_response' | 'unexpected_response' | 'http_error' | 'release_changed' | 'damaged';

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** An error response, or a failure without a usable response: then `code` is the client's own. */
export class OrbweaverError extends Error {
  override readonly name: string = 'OrbweaverError';
  /** HTTP status; 0 if there was no complete response. */
  readonly status: number;
  readonly code: ErrorCode | OwnCode;
  /** The complete error response; for `release_too_old` it has the URL from which to `begin`. */
  readonly body: ErrorBody;
  /** How to resolve the error. */
  readonly hint: string | null;
  /** The parameter that is not accepted, and the values that are. */
  readonly parameter: string | null;
  readonly allowed: readonly string[] | null;
  /** Seconds to wait, from the header Retry-After; null without one. */
  readonly retryAfter: number | null;
  /** The request id, to report a problem to the operator of the server. */
  readonly requestId: string | null;

  constructor(status: number, body: GivenBody, response?: Response) {
    // The error of a proxy may have members of the same names and other types: see `textOf`.
    const allowed = Array.isArray(body.allowed) ? body.allowed.map(String) : null;
    super([body.error, textOf(body.hint), allowed && `Allowed: ${allowed.join(', ')}.`].filter(Boolean).join(' '));
    this.status = status;
    this.code = body.code;
    this.body = body as ErrorBody;
    this.hint = textOf(body.hint);
    this.parameter = textOf(body.parameter);
    this.allowed = allowed;
    this.retryAfter = response ? waitOf(response.headers) : null;
    this.requestId = response?.headers.get('X-Request-Id') ?? null;
  }
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const dateOf = (text: string) => (HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN);

/** Seconds that `Retry-After` asks to wait, as a number or by a date, which counts from the server's `Date`. Null without a wait. */
function waitOf(headers: Headers): number | null {
  const wait = headers.get('Retry-After') ?? '';
  if (/^\d+$/.test(wait)) return Math.min(Number(wait), LONGEST_WAIT_S);
  const now = dateOf(headers.get('Date') ?? '');
  const seconds = Math.ceil((dateOf(wait) - (Number.isNaN(now) ? Date.now() : now)) / 1000);
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT_S) : null;
}
/** A hundred years: what a longer wait is reported as. */
const LONGEST_WAIT_S = 36_525 * 86_400;

/** 400: a parameter or a query is not accepted. */
export class InvalidRequestError extends OrbweaverError {
  override readonly name = 'InvalidRequestError';
}
/** 401 and 403: the key is missing, wrong, or revoked, or its account is suspended. */
export class AuthenticationError extends OrbweaverError {
  override readonly name = 'AuthenticationError';
}
/** 404: there is no such object, or it has no elements. */
export class NotFoundError extends OrbweaverError {
  override readonly name = 'NotFoundError';
}
/** 429: a limit per day or second, or too many concurrent requests. */
export class RateLimitError extends OrbweaverError {
  override readonly name = 'RateLimitError';
}
/** No complete response: no connection, a lost one, or a timeout. */
export class NoResponseError extends OrbweaverError {
  override readonly name = 'NoResponseError';
}

const classes: Readonly<Record<number, typeof OrbweaverError>> = {
  0: NoResponseError,
  400: InvalidRequestError,
  401: AuthenticationError,
  403: AuthenticationError,
  404: NotFoundError,
  429: RateLimitError,
};

/** The error of an error response; null for a success. The response of a proxy is not JSON. */
export async function errorOf(response: Response): Promise<OrbweaverError | null> {
  if (response.ok) return null;
  const read = (await response.json().catch(() => null)) as ErrorBody | null;
  const body = typeof read?.error === 'string' ? read : { error: `HTTP status ${response.status}.` };
  const code = typeof body.code === 'string' ? body.code : 'http_error';
  return new (classes[response.status] ?? OrbweaverError)(response.status, { ...body, code }, response);
}

export const releaseChanged = (when: string) =>
  new OrbweaverError(0, { code: 'release_changed', error: `The release changed ${when}.`, hint: 'Start again.' });

/** An error for a success that cannot be the route's response: the page of a hotel's network, or of a proxy. */
export const unexpected = (response: Response, reason: string) =>
  new OrbweaverError(
    response.status,
    {
      code: 'unexpected_response',
      error: `The response is ${reason}.`,
      hint: 'Check the URL of the server, and what is in between.',
    },
    response,
  );
