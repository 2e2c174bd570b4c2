/** The parts of a request that the guard reads. */
export interface AuthRequest {
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
  /** The client's IP address, from `clientAddress`. */
  readonly address: string;
  readonly access: 'keyed' | 'public';
  /** The token in the URL of a feed; it authenticates the request in place of a key. */
  readonly feedToken?: string | undefined;
  /** Whether a keyed route only reads the catalog: an operator may open those to requests without a key. */
  readonly readsCatalog?: boolean;
  /** If true, the request counts against the limit per second. False for files of the release. */
  readonly burst: boolean;
  /**
   * Whether the request comes from the site's own pages (`Sec-Fetch-Site: same-origin`), which do not count against an
   * IP address.
   */
  readonly sameOrigin: boolean;
  /**
   * If true, the request is not counted against the quota of its IP address: a further range of a file that was counted a few
   * minutes ago, or a path without a public route.
   */
  readonly uncounted?: boolean;
  /** The `Cookie` header: signed-in visitors need no key on the site’s own pages. */
  readonly cookie?: string | undefined;
  /** The stored hash of the key that the request counts for, if it sends none itself. */
  readonly keyHash?: string | undefined;
}

export type Headers = readonly (readonly [string, string])[];

/** A request that may go on. */
export interface Admitted {
  readonly admitted: true;
  /** `X-RateLimit-*`, `RateLimit`, `RateLimit-Policy`; empty if nothing is metered. */
  readonly headers: Headers;
  /** The id of the key that is metered; null for an address. */
  readonly keyId: string | null;
  /**
   * Takes more units of the day for a request that costs more than one, all or none. They are refunded with the first
   * if the response costs nothing. The limit per second is not counted again. Returns new headers, or the refusal.
   */
  takeMore(units: number): Admission;
  /**
   * Reports the status of the response: 2xx and most 4xx cost what was taken; for 401, 403, 429, and 5xx it is refunded, for 304 only
   * if that is one unit.
   * `route` is the path pattern that the owner of the key sees in its usage, whatever the response cost. `headers` are those
   * after the refund.
   * Call it once; a request that is never settled stays counted, such as one whose client disconnected.
   */
  settle(status: number, route?: string): void;
}

type RefusalCode =
  | 'service_paused'
  | 'auth_misconfigured'
  | 'missing_api_key'
  | 'malformed_api_key'
  | 'invalid_api_key'
  | 'revoked_api_key'
  | 'account_suspended'
  | 'daily_quota_exceeded'
  | 'burst_limit_exceeded';

/** A request that is refused before its route runs. */
export interface Refused {
  readonly admitted: false;
  readonly code: RefusalCode;
  /** Seconds, on 429 and 503. */
  readonly retryAfter?: number;
  readonly headers: Headers;
}

export type Admission = Admitted | Refused;

const none: Headers = [];

/** A refusal that is the same for all requests. */
const fixed = (code: RefusalCode, retryAfter?: number): Refused =>
  Object.freeze({ admitted: false, code, headers: none, ...(retryAfter === undefined ? {} : { retryAfter }) });

export const refusals = {
  paused: fixed('service_paused', 60),
  misconfigured: fixed('auth_misconfigured', 10),
  missing: fixed('missing_api_key'),
  malformed: fixed('malformed_api_key'),
  invalid: fixed('invalid_api_key'),
  revoked: fixed('revoked_api_key'),
  suspended: fixed('account_suspended'),
} as const;

/** A request that costs nothing. */
export const free: Admitted = Object.freeze({
  admitted: true,
  headers: none,
  keyId: null,
  takeMore: () => free,
  settle: () => {},
});

/** Whether a response with this status costs its unit. */
export const costs = (status: number): boolean =>
  status < 300 ? status >= 200 : status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429;
