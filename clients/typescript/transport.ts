import { errorOf, NoResponseError, type OrbweaverError, unexpected } from './errors.ts';

/** The version of this package, which is sent as part of `User-Agent`. */
export const version = '0.12.0';

/** Node.js; undefined in a browser, which does not let scripts set a User-Agent. */
const node = (globalThis as { process?: { env?: Record<string, string | undefined>; versions?: { node?: string } } })
  .process;

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call, waits between retries included: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the client's option. */
  readonly timeoutS?: number | undefined;
}

/** Facts from the headers of a response. */
export interface ResponseFacts {
  readonly status: number;
  /** The release of the response. */
  readonly release: string | null;
  readonly requestId: string | null;
  /** Requests left today; null if the request is not counted. */
  readonly remaining: number | null;
  /** The warning of a TLE from old elements. */
  readonly staleWarning: string | null;
}

export interface Options {
  /** Default: the environment variable ORBWEAVER_API_KEY. Bulk files and synchronization need none. */
  readonly key?: string | undefined;
  /** Number of retries after 429, 502, 503, 504, no response, or a lost one. Default: 3 */
  readonly retries?: number;
  /** A longer Retry-After, such as that of a daily quota, is an error immediately. Default: 60 */
  readonly longestWaitS?: number;
  /** Longest silence of the server, in seconds: before a response begins, and between two parts of it. Default: 60 */
  readonly timeoutS?: number;
  /** Longest time for one complete response, in seconds. Default: 600 */
  readonly deadlineS?: number;
  /** Called for each response that is a success. */
  readonly onResponse?: (facts: ResponseFacts) => void;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits for milliseconds, between retries. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** Statuses worth a retry: no response, a burst limit, a restart, a proxy without a server. */
const RETRIED = new Set([0, 429, 502, 503, 504]);

/** A longer timer would fire immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const factsOf = ({ status, headers }: Response): ResponseFacts => {
  const remaining = headers.get('X-RateLimit-Remaining');
  return {
    status,
    release: headers.get('X-Catalog-Release'),
    requestId: headers.get('X-Request-Id'),
    remaining: remaining === null ? null : Number(remaining),
    staleWarning: headers.get('X-Stale-Warning'),
  };
};

/** Throws for bytes that are no UTF-8, which `Response.text` replaces. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a complete response. Throws OrbweaverError if it is something else. */
export async function jsonOf<T>(response: Response): Promise<T> {
  const bytes = await response.arrayBuffer();
  try {
    return JSON.parse(utf8.decode(bytes)) as T;
  } catch {
    throw unexpected(response, `no JSON, but ${response.headers.get('Content-Type') ?? 'of no type'}`);
  }
}

type Kind = 'object' | 'list';
const hasKind = (value: unknown, kind: Kind) =>
  typeof value === 'object' && value !== null && Array.isArray(value) === (kind === 'list');

/** The same for JSON with `data`, one object or a list, and with an object `meta` if the route has one. */
export async function envelopeOf<T extends { readonly data: unknown }>(
  response: Response,
  kinds: { readonly data: Kind; readonly meta?: 'object' },
): Promise<T> {
  const read = await jsonOf<Partial<Record<string, unknown>> | null>(response);
  for (const [member, kind] of Object.entries(kinds))
    if (!hasKind(read?.[member], kind)) throw unexpected(response, `JSON without the ${kind} "${member}"`);
  return read as T;
}

/** The link to the next page; null on the last one. Throws if it is not a link of the API, or leads to a page that was already `read`. */
export function nextOf(
  response: Response,
  { next }: { readonly next?: unknown },
  read: ReadonlySet<string>,
): string | null {
  if (next === null || next === undefined) return null;
  if (typeof next === 'string' && isPath(pathOf(next)) && !read.has(pathOf(next))) return pathOf(next);
  throw unexpected(response, 'JSON without a usable link to the next page');
}

/** The path of a link of the API: the public URL of a server may differ from the one that it is reached at. */
export const pathOf = (link: string) => link.replace(/^https?:.*?(?=\/api\/v1\/)/, '');
const isPath = (path: string) => path.startsWith('/api/');

/** Throws OrbweaverError for a success that no route sends: a web page, or a part of a file that was not requested. */
function checkRoute(request: Request, response: Response): void {
  if (/\bhtml\b/i.test(response.headers.get('Content-Type') ?? '')) throw unexpected(response, 'HTML');
  if (response.status === 206 && !request.headers.has('Range')) throw unexpected(response, 'a part of a file');
}

/** Sends requests to one server: key, deadlines, retries, errors. */
export class Transport {
  readonly server: string;
  readonly #options: Required<Omit<Options, 'key' | 'onResponse'>> & Pick<Options, 'onResponse'>;
  readonly #key: string | undefined;

  constructor(server: string, { key = node?.env?.['ORBWEAVER_API_KEY'], ...options }: Options) {
    this.server = server.replace(/\/+$/, '');
    // A file or a variable of a shell often has a line end after it.
    this.#key = key?.trim();
    if (this.#key && !/^[!-~]+$/.test(this.#key)) throw new TypeError('The key has a character that keys do not have.');
    this.#options = {
      retries: 3,
      longestWaitS: 60,
      timeoutS: 60,
      deadlineS: 600,
      fetch: (request) => globalThis.fetch(request),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      ...options,
    };
  }

  /** A complete response that is a success. Throws OrbweaverError, or the reason of a signal that canceled the request. */
  async send(request: Request, timeoutS = this.#options.timeoutS): Promise<Response> {
    const { retries, longestWaitS, onResponse } = this.#options;
    if (node?.versions?.node) request.headers.set('User-Agent', `orbweaver-typescript/${version}`);
    // `fetch` removes the header when a redirect leads to another origin. A path that names another server gets no key at all.
    if (this.#key && new URL(request.url).origin === new URL(this.server).origin)
      request.headers.set('Authorization', `Bearer ${this.#key}`);
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#attempt(request, timeoutS);
      const error = response instanceof Response ? await errorOf(response) : response;
      if (error === null) {
        checkRoute(request, response as Response);
        onResponse?.(factsOf(response as Response));
        return response as Response;
      }
      const waitS = error.retryAfter ?? 2 ** attempt;
      if (!RETRIED.has(error.status) || waitS > longestWaitS || attempt >= retries) throw error;
      // Jitter, so that clients do not retry simultaneously.
      await this.#wait((waitS + Math.random()) * 1000, request.signal);
    }
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    let stop = () => {};
    const canceled = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
    });
    try {
      await Promise.race([this.#options.sleep(ms), canceled]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** One attempt. The body is read here, so that a lost one is retried. */
  async #attempt(request: Request, timeoutS: number): Promise<Response | OrbweaverError> {
    const { deadlineS } = this.#options;
    const over = new AbortController();
    let reason = '';
    const after = (seconds: number, what: string) =>
      setTimeout(
        () => {
          reason = what;
          over.abort();
        },
        Math.min(seconds * 1000, LONGEST_TIMER_MS),
      );
    const silence = () => after(timeoutS, `nothing within ${timeoutS} s`);
    const deadline = after(deadlineS, `not complete within ${deadlineS} s`);
    let idle = silence();
    try {
      const signal = AbortSignal.any([request.signal, over.signal]);
      const response = await this.#options.fetch(new Request(request.clone(), { signal }));
      const parts: Uint8Array<ArrayBuffer>[] = [];
      // The body may come from the caller's own fetch, which may ignore the signal.
      for await (const part of until(response.body, signal)) {
        clearTimeout(idle);
        idle = silence();
        parts.push(part);
      }
      const { status, statusText, headers } = response;
      const hasBody = ![204, 205, 304].includes(status);
      return new Response(hasBody ? new Blob(parts) : null, { status, statusText, headers });
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
      const why = reason || (cause?.code ?? cause?.message ?? message);
      return new NoResponseError(0, {
        code: 'no_response',
        error: `No complete response from ${this.server} (${why}).`,
      });
    } finally {
      clearTimeout(idle);
      clearTimeout(deadline);
    }
  }
}

/** The parts of a body. Throws if the signal aborts in between. */
async function* until(body: Response['body'], signal: AbortSignal) {
  if (!body) return;
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  aborted.catch(() => {});
  try {
    while (true) {
      const { done, value } = await Promise.race([reader.read(), aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    // Closes the connection of a response that was not read to its end.
    reader.cancel().catch(() => {});
  }
}
