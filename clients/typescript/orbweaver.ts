/**
 * A client of Orbweaver: the catalog of everything in orbit, with the source and confidence of every value.
 *
 *     import { Orbweaver } from 'orbweaver';
 *
 *     const catalog = new Orbweaver('https://orbweaver.example', { key: 'ow_...' });
 *     console.log((await catalog.satellite(25544)).name);
 *     for await (const { norad_cat_id, name } of catalog.satellites({ group: ['starlink'], active: true }))
 *       console.log(norad_cat_id, name);
 */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './openapi.ts';

export type { components, paths } from './openapi.ts';

/** The version of this package, which requests send as `User-Agent`. */
export const version = '0.2.0';

/** A route of the API that is requested with GET. */
type Route = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths];
/** The JSON of a route. */
export type Json<P extends Route> = paths[P]['get'] extends {
  responses: { 200: { content: { 'application/json': infer J } } };
}
  ? J
  : never;
/** The query parameters of a route. */
export type Query<P extends Route> = NonNullable<
  paths[P]['get'] extends { parameters: { query?: infer Q } } ? Q : never
>;
interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly next: string | null };
}
/** A route whose response is one page of a list. */
export type ListRoute = { [P in Route]: Json<P> extends Page<unknown> ? P : never }[Route];
/** An entry of such a list. */
export type Row<P extends ListRoute> = Json<P> extends Page<infer R> ? R : never;

export type ErrorCode = components['schemas']['Error']['code'];
type ErrorBody = Partial<components['schemas']['Error']> & { readonly [member: string]: unknown };

/** An error response, or a failure without a response: then `status` is 0, and `code` is the client's own. */
export class OrbweaverError extends Error {
  override readonly name = 'OrbweaverError';
  /** HTTP status; 0 if there was no response, or if it cannot be used. */
  readonly status: number;
  readonly code: ErrorCode | 'no_response' | 'http_error' | 'release_changed' | 'damaged';
  /** The complete error response: `hint`, `parameter`, `allowed`, and for `release_too_old` where to `begin`. */
  readonly body: ErrorBody;
  /** Seconds to wait, from the header Retry-After; null without one. */
  readonly retryAfter: number | null;
  /** The request id, to report a problem to the operator of the server. */
  readonly requestId: string | null;

  constructor(
    status: number,
    body: Omit<ErrorBody, 'code'> & { readonly code: OrbweaverError['code'] },
    response?: Response,
  ) {
    super([body.error, body.hint].filter(Boolean).join(' '));
    this.status = status;
    this.code = body.code;
    this.body = body as ErrorBody;
    const wait = response?.headers.get('Retry-After') ?? '';
    this.retryAfter = /^\d+$/.test(wait) ? Number(wait) : null;
    this.requestId = response?.headers.get('X-Request-Id') ?? null;
  }
}

export interface Options {
  /** Default: the environment variable ORBWEAVER_API_KEY. Bulk files and synchronization need none. */
  readonly key?: string | undefined;
  /** How often a request is sent again after 429, 502, 503, 504, or no response. Default: 3 */
  readonly retries?: number;
  /** A longer Retry-After, such as that of a daily quota, is an error immediately. Default: 60 */
  readonly longestWaitS?: number;
  /** How long the beginning of a response may take. Default: 60 */
  readonly timeoutS?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits for milliseconds, between retries. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** Statuses worth a retry: no response, a burst limit, a restart, a proxy without a server. */
const RETRIED = new Set([0, 429, 502, 503, 504]);

/** Node.js; undefined in a browser, where a User-Agent cannot be sent. */
const node = (globalThis as { process?: { env?: Record<string, string | undefined>; versions?: { node?: string } } })
  .process;

type Params = Readonly<Record<string, unknown>>;

/** A server. */
export class Orbweaver {
  readonly server: string;
  /** Every route with its types: `catalog.api.GET('/api/v1/stats')`. Error responses are thrown, `error` is never set. */
  readonly api: Client<paths, 'application/json'>;
  readonly #options: Required<Omit<Options, 'key'>>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #key: string | undefined;

  constructor(server: string, options: Options = {}) {
    this.server = server.replace(/\/+$/, '');
    const { key = node?.env?.['ORBWEAVER_API_KEY'], ...rest } = options;
    this.#key = key;
    this.#headers = {
      ...(node?.versions?.node && { 'User-Agent': `orbweaver-typescript/${version}` }),
    };
    this.#options = {
      retries: 3,
      longestWaitS: 60,
      timeoutS: 60,
      fetch: (request) => globalThis.fetch(request),
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      ...rest,
    };
    this.api = createClient<paths, 'application/json'>({
      baseUrl: this.server,
      fetch: (request) => this.#send(request),
      querySerializer: { array: { style: 'form', explode: false } },
    });
  }

  // One object

  /** The complete record: fields, provenance, and the claims of every source, now or at the time `as_of`. */
  async satellite(norad_cat_id: number, query: Query<'/api/v1/satellites/{norad_cat_id}'> = {}) {
    return (
      await body(this.api.GET('/api/v1/satellites/{norad_cat_id}', { params: { path: { norad_cat_id }, query } }))
    ).data;
  }

  /** The current element set as an OMM. */
  async omm(norad_cat_id: number, query: Query<'/api/v1/satellites/{norad_cat_id}/omm'> = {}) {
    return (
      await body(this.api.GET('/api/v1/satellites/{norad_cat_id}/omm', { params: { path: { norad_cat_id }, query } }))
    ).data;
  }

  /** The current element set as TLE text. Numbers above 339,999 have no TLE: use `omm`. */
  async tle(norad_cat_id: number, query: Query<'/api/v1/satellites/{norad_cat_id}/tle'> = {}): Promise<string> {
    return (await this.request(`/api/v1/satellites/${norad_cat_id}/tle`, query)).text();
  }

  /** Passes over a place. */
  async passes(norad_cat_id: number, query: Query<'/api/v1/satellites/{norad_cat_id}/passes'>) {
    return (
      await body(
        this.api.GET('/api/v1/satellites/{norad_cat_id}/passes', { params: { path: { norad_cat_id }, query } }),
      )
    ).data;
  }

  // Lists

  /** Iterates over the summaries of objects that match the filters, page by page. */
  satellites(query: Query<'/api/v1/satellites'> = {}) {
    return this.pages('/api/v1/satellites', query);
  }

  /** Iterates over the results of a search, best first. */
  search(q: string, query: Omit<Query<'/api/v1/search'>, 'q'> = {}) {
    return this.pages('/api/v1/search', { ...query, q });
  }

  /** Iterates over predicted close approaches. From public element sets; not for operations. */
  conjunctions(query: Query<'/api/v1/conjunctions'> = {}) {
    return this.pages('/api/v1/conjunctions', query);
  }

  /** Objects above the horizon of a place. */
  async above(query: Query<'/api/v1/above'>) {
    return (await body(this.api.GET('/api/v1/above', { params: { query } }))).data;
  }

  /**
   * Iterates over `data` of every page of a list. Throws OrbweaverError with the code `release_changed` instead of mixing two releases.
   */
  async *pages<P extends ListRoute>(path: P, query?: Query<P>): AsyncGenerator<Row<P>, void, void> {
    let response = await this.request(path, { limit: 100, ...query });
    const release = response.headers.get('X-Catalog-Release');
    while (true) {
      const page = (await response.json()) as Page<Row<P>>;
      yield* page.data;
      if (page.meta.next === null) return;
      response = await this.request(page.meta.next);
      if (response.headers.get('X-Catalog-Release') !== release) throw releaseChanged('between two pages');
    }
  }

  // Bulk

  /** Element sets of `active`, `all`, a group, or an orbit class, as columns. See `rows`. */
  async elements(set = 'active') {
    return body(this.api.GET('/api/v1/elements/{set}', { params: { path: { set } } })) as Promise<Elements>;
  }

  /** The changes since a release. If the error is `release_too_old`, `body.begin` is where to begin. */
  async changes(since: string) {
    return (await this.request('/api/v1/changes', { since })).json() as Promise<Changes>;
  }

  /** The rows of one SELECT of DuckDB SQL over the tables of the release. */
  async sql(query: string): Promise<Record<string, unknown>[]> {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query }) };
    return ((await (await this.request('/api/v1/sql', {}, init)).json()) as { data: Record<string, unknown>[] }).data;
  }

  // Requests

  /**
   * The response of any route, or of a link of the API. Throws OrbweaverError if it is not a success. A link is followed at this
   * server: its public URL may differ, and the key must not be sent elsewhere.
   */
  request(path: string, query: Params = {}, init: RequestInit = {}): Promise<Response> {
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const search = pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`);
    const here = path.replace(/^https?:.*?(?=\/api\/)/, '');
    return this.#send(new Request(`${this.server}${here}${search.length > 0 ? `?${search.join('&')}` : ''}`, init));
  }

  async #send(request: Request): Promise<Response> {
    const { retries, longestWaitS, sleep } = this.#options;
    for (const [name, value] of Object.entries(this.#headers)) request.headers.set(name, value);
    // `fetch` removes it when a redirect leads to another origin. A path that names another server gets none at all.
    if (this.#key && new URL(request.url).origin === new URL(this.server).origin)
      request.headers.set('Authorization', `Bearer ${this.#key}`);
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#fetch(request);
      const error = response instanceof OrbweaverError ? response : await errorOf(response);
      if (error === null) return response as Response;
      const waitS = error.retryAfter ?? 2 ** attempt;
      if (!RETRIED.has(error.status) || waitS > longestWaitS || attempt >= retries) throw error;
      // Jitter, so that clients do not retry simultaneously.
      await sleep((waitS + Math.random()) * 1000);
    }
  }

  async #fetch(request: Request): Promise<Response | OrbweaverError> {
    const begun = new AbortController();
    const timer = setTimeout(() => begun.abort(), this.#options.timeoutS * 1000);
    try {
      return await this.#options.fetch(
        new Request(request.clone(), { signal: AbortSignal.any([request.signal, begun.signal]) }),
      );
    } catch (error) {
      if (request.signal.aborted) throw error;
      const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
      const reason = begun.signal.aborted
        ? `nothing within ${this.#options.timeoutS} s`
        : (cause?.code ?? cause?.message ?? message);
      return new OrbweaverError(0, { code: 'no_response', error: `No response from ${this.server} (${reason}).` });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Element sets as columns of equal length, with the names of an OMM in lower case. */
export type Elements = Json<'/api/v1/elements'>;
/** One element set. */
export type ElementSet = { readonly [K in keyof Elements['data']]: Elements['data'][K][number] };
/** A change set. */
export type Changes = Json<'/api/v1/changes/{release}'>;

/** Converts columns of element sets to one object per set. */
export function rows({ data }: Pick<Elements, 'data'>): ElementSet[] {
  const columns = Object.entries(data);
  return data.norad_cat_id.map(
    (_, at) => Object.fromEntries(columns.map(([name, values]) => [name, values[at]])) as ElementSet,
  );
}

export const releaseChanged = (when: string) =>
  new OrbweaverError(0, { code: 'release_changed', error: `The release changed ${when}.`, hint: 'Start again.' });

/** The body of a response: `#send` has thrown if there is none. */
const body = async <T>(response: Promise<{ data?: T }>) => (await response).data as T;

/** The error of an error response; null for a success. The response of a proxy is not JSON. */
async function errorOf(response: Response): Promise<OrbweaverError | null> {
  if (response.ok) return null;
  const told = (await response.json().catch(() => null)) as ErrorBody | null;
  const body =
    typeof told?.error === 'string' ? told : { error: `HTTP status ${response.status} from ${response.url}.` };
  return new OrbweaverError(response.status, { code: 'http_error', ...body }, response);
}
