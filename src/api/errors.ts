/** What every error of a kind says, whichever route it comes from. */
interface ErrorKind {
  readonly status: number;
  /** What happened. */
  readonly error: string;
  /** What to do. */
  readonly hint: string;
}

/** Every error code of the service. Codes are permanent: programs read them, people read the sentences. */
const errors = {
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
  not_found: {
    status: 404,
    error: 'There is nothing at this path.',
    hint: 'The documentation at /docs lists every path of the API.',
  },
  method_not_allowed: {
    status: 405,
    error: 'This path cannot be used with this method.',
    hint: 'The service is read-only: use GET, or HEAD for the headers alone.',
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
  headers_too_large: {
    status: 431,
    error: 'The headers of this request are too large.',
    hint: 'Send less than 16 KB of headers, the address included.',
  },
  database_error: {
    status: 500,
    error: 'A file of the published catalog is missing on this server.',
    hint: 'Trying again does not help before the next release is published: tell whoever runs this server.',
  },
  internal_error: {
    status: 500,
    error: 'The server failed to answer this request.',
    hint: 'Try again; if it happens again, report the X-Request-Id of this response.',
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

  /** The JSON that the client reads. */
  body(): string {
    const hint = this.#facts.hint ?? errors[this.code].hint;
    return `${JSON.stringify({ code: this.code, error: this.message, hint, ...this.#facts.body })}\n`;
  }
}
