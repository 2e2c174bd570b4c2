/** What every error of a kind says, whichever route it comes from. */
interface ErrorKind {
  readonly status: number;
  /** What happened. */
  readonly error: string;
  /** What to do. */
  readonly hint: string;
}

/** Every error code of the service. Codes are permanent: programs read them, people read the sentences. */
export const errors = {
  malformed_request: {
    status: 400,
    error: 'The address of this request cannot be read.',
    hint: 'Send a plain path such as /api/v1/elements, percent-encoded as UTF-8, without "..", encoded slashes or null bytes.',
  },
  invalid_parameter: {
    status: 400,
    error: 'A parameter of this request is not accepted.',
    hint: 'Use one of the values in "allowed".',
  },
  missing_api_key: {
    status: 401,
    error: 'This path needs an API key, and the request has none.',
    hint: 'Send "Authorization: Bearer ow_…" or "X-API-Key: ow_…". A free key is made in the dashboard at /account.',
  },
  malformed_api_key: {
    status: 401,
    error: 'The API key of this request is not one: a character is missing, added or mistyped.',
    hint: 'Copy the key whole, from "ow_" to its end, and send it once: "Authorization: Bearer ow_…".',
  },
  invalid_api_key: {
    status: 401,
    error: 'This API key is not known here.',
    hint: 'Make a key in the dashboard at /account, and send it as "Authorization: Bearer ow_…".',
  },
  revoked_api_key: {
    status: 401,
    error: 'This API key has been revoked.',
    hint: 'Use the key that replaced it, or make another in the dashboard at /account.',
  },
  account_suspended: {
    status: 403,
    error: 'The account of this API key is suspended.',
    hint: 'Write to whoever runs this server; other keys of the account do not work either.',
  },
  not_found: {
    status: 404,
    error: 'There is nothing at this path.',
    hint: 'The documentation at /docs lists every path of the API.',
  },
  no_elements: {
    status: 404,
    error: 'This object is in the catalog, and no orbital elements are published for it.',
    hint: 'Its record has what is known of its orbit; decayed, classified and lost objects have no current elements.',
  },
  method_not_allowed: {
    status: 405,
    error: 'This path cannot be used with this method.',
    hint: 'The service is read-only: use GET, or HEAD for the headers alone.',
  },
  elements_too_old: {
    status: 409,
    error: 'The elements of this object are more than 30 days from the requested time.',
    hint: 'Ask for a time closer to the epoch, or send allow_old=true: the times may then be wrong by minutes and more.',
  },
  not_acceptable: {
    status: 406,
    error: 'None of the forms that this resource has is accepted by this request.',
    hint: 'Ask for one of the forms in "allowed", or leave the header out.',
  },
  request_timeout: {
    status: 408,
    error: 'The request did not arrive in time.',
    hint: 'Send it again, at once and whole.',
  },
  uri_too_long: {
    status: 414,
    error: 'The address of this request is too long.',
    hint: 'No path of this service needs more than 8192 characters: leave parameters out.',
  },
  range_not_satisfiable: {
    status: 416,
    error: 'The range asked for lies outside of the file.',
    hint: 'Content-Range says how long the file is; ranges count bytes of the encoding that is sent.',
  },
  tle_not_expressible: {
    status: 422,
    error: 'The elements of this object cannot be written as a TLE.',
    hint: 'Ask for the OMM instead: it has no columns to run out of.',
  },
  daily_quota_exceeded: {
    status: 429,
    error: 'The requests of this day are used up.',
    hint: 'Wait until midnight UTC (Retry-After says how many seconds), cache answers, or ask for a higher tier.',
  },
  burst_limit_exceeded: {
    status: 429,
    error: 'Too many requests in one second.',
    hint: 'Wait as long as Retry-After says, then send them more slowly.',
  },
  headers_too_large: {
    status: 431,
    error: 'The headers of this request are too large.',
    hint: 'Send less than 16 KB of headers, the address included.',
  },
  database_error: {
    status: 500,
    error: 'The catalog could not be read.',
    hint: 'Try again; if it happens again, report the X-Request-Id of this response.',
  },
  internal_error: {
    status: 500,
    error: 'The server failed to answer this request.',
    hint: 'Try again; if it happens again, report the X-Request-Id of this response.',
  },
  service_paused: {
    status: 503,
    error: 'The API is paused by whoever runs it.',
    hint: 'Try again after the time in Retry-After.',
  },
  auth_misconfigured: {
    status: 503,
    error: 'This server cannot check API keys at the moment.',
    hint: 'Try again after the time in Retry-After; what is public goes on being served.',
  },
  catalog_unavailable: {
    status: 503,
    error: 'No catalog is published on this server yet.',
    hint: 'Try again after the time in Retry-After.',
  },
} as const satisfies Record<string, ErrorKind>;
export type ErrorCode = keyof typeof errors;

/** What one refusal says beyond its kind. */
interface RefusalFacts {
  readonly error?: string;
  readonly hint?: string;
  /** Further members of the body, such as `parameter` and `allowed`. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that is an error: thrown by whichever step finds the reason, written in one place. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #facts: RefusalFacts;

  constructor(code: ErrorCode, facts: RefusalFacts = {}) {
    super(facts.error ?? errors[code].error);
    this.code = code;
    this.status = errors[code].status;
    this.headers = facts.headers ?? {};
    this.#facts = facts;
  }

  /** The same refusal with further headers. */
  with(headers: Readonly<Record<string, string>>): Refusal {
    return new Refusal(this.code, { ...this.#facts, headers: { ...headers, ...this.headers } });
  }

  /** What happened, and what to do. */
  get facts(): { readonly error: string; readonly hint: string } {
    return { error: this.message, hint: this.#facts.hint ?? errors[this.code].hint };
  }

  /** The JSON that the client reads. */
  body(): string {
    return `${JSON.stringify({ code: this.code, ...this.facts, ...this.#facts.body })}\n`;
  }
}

/** A file that the release lists and the disk lacks: it stays so until the next release. */
export function lostFile(): Refusal {
  return new Refusal('database_error', {
    error: 'A file of the published catalog is missing on this server.',
    hint: 'Trying again does not help before the next release is published: tell whoever runs this server.',
  });
}
