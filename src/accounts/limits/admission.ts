/** What the guard has to know of a request. */
export interface AuthRequest {
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;
  /** Where the request comes from, as `clientAddress` says. */
  readonly address: string;
  readonly access: 'keyed' | 'public';
  /** Whether one of the site's own pages asks (`Sec-Fetch-Site: same-origin`): it spends nothing of an address. */
  readonly sameOrigin: boolean;
}

export type Headers = readonly (readonly [string, string])[];

/** A request that may go on. */
export interface Admitted {
  readonly admitted: true;
  /** `X-RateLimit-*`, `RateLimit`, `RateLimit-Policy`; empty where nothing is metered. */
  readonly headers: Headers;
  /** The id of the key that is metered; null for an address. */
  readonly keyId: string | null;
  /**
   * Takes further units of the day for a request that costs more than one, all of them or none; they come back with the
   * first where the answer costs nothing. The second is not counted again. Gives new headers, or the refusal.
   */
  takeMore(units: number): Promise<Admission>;
  /**
   * Says how the request was answered: 2xx and 4xx cost one, all else (304 and 5xx, and 401, 403, 429) gives the unit
   * back. Call it once; a request that is never settled stays counted, as one whose client went away should.
   */
  settle(status: number): void;
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

/** A refusal that says the same to everybody. */
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
  takeMore: () => Promise.resolve(free),
  settle: () => {},
});

/** Says whether an answer costs its unit. */
export const costs = (status: number): boolean =>
  status < 300 ? status >= 200 : status >= 400 && status < 500 && status !== 401 && status !== 403 && status !== 429;
