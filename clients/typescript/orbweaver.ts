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
import { releaseChanged, unexpected } from './errors.ts';
import type { components, paths } from './openapi.ts';
import {
  type CallOptions,
  envelopeOf,
  factsOf,
  jsonOf,
  nextOf,
  type Options,
  pathOf,
  type ResponseFacts,
  Transport,
} from './transport.ts';

export * from './errors.ts';
export type { components, paths } from './openapi.ts';
export { type CallOptions, type Options, type ResponseFacts, version } from './transport.ts';

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

/** The summary of an object in a list. */
export type Satellite = components['schemas']['SatelliteSummary'];
/** A field that `fields` may name: any of the complete record. */
export type SatelliteField = keyof components['schemas']['SatelliteItem'];
type Fields<F extends SatelliteField> = {
  readonly [K in F]-?: Exclude<components['schemas']['SatelliteItem'][K], undefined>;
};

/** One page of a list. */
export interface ListPage<P extends ListRoute> {
  readonly data: readonly Row<P>[];
  /** `total`, `next`, `prev`, `limit`, `offset`. */
  readonly meta: Json<P> extends Page<unknown> ? Json<P>['meta'] : never;
  readonly response: ResponseFacts;
}

const pageKinds = { data: 'list', meta: 'object' } as const;
/** The same of routes whose data is an object, such as columns. */
const columnKinds = { data: 'object', meta: 'object' } as const;

type Params = Readonly<Record<string, unknown>>;

/** A server. */
export class Orbweaver {
  readonly server: string;
  /** Every route with its types: `catalog.api.GET('/api/v1/stats')`. Error responses are thrown, `error` is never set. */
  readonly api: Client<paths, 'application/json'>;
  readonly #transport: Transport;

  constructor(server: string, options: Options = {}) {
    this.#transport = new Transport(server, options);
    this.server = this.#transport.server;
    this.api = createClient<paths, 'application/json'>({
      baseUrl: this.server,
      fetch: async (request) => {
        const response = await this.#transport.send(request);
        // openapi-fetch throws an error of its own for JSON that cannot be parsed.
        if (response.headers.get('Content-Type')?.startsWith('application/json')) await jsonOf(response.clone());
        return response;
      },
      querySerializer: { array: { style: 'form', explode: false } },
    });
  }

  // One object

  /** The complete record: fields, provenance, and the claims of every source, now or at the time `as_of`. */
  async satellite(
    norad_cat_id: number,
    query: Query<'/api/v1/satellites/{norad_cat_id}'> = {},
    call: CallOptions = {},
  ): Promise<Json<'/api/v1/satellites/{norad_cat_id}'>['data']> {
    return this.#data(`/api/v1/satellites/${norad_cat_id}`, query, call);
  }

  /** The current element set as an OMM. */
  async omm(
    norad_cat_id: number,
    query: Query<'/api/v1/satellites/{norad_cat_id}/omm'> = {},
    call: CallOptions = {},
  ): Promise<Json<'/api/v1/satellites/{norad_cat_id}/omm'>['data']> {
    return this.#data(`/api/v1/satellites/${norad_cat_id}/omm`, query, call);
  }

  /** The current element set as TLE text. Numbers above 339,999 have no TLE: use `omm`. */
  async tle(
    norad_cat_id: number,
    query: Query<'/api/v1/satellites/{norad_cat_id}/tle'> = {},
    call: CallOptions = {},
  ): Promise<string> {
    const response = await this.request(`/api/v1/satellites/${norad_cat_id}/tle`, query, call);
    const type = response.headers.get('Content-Type') ?? 'of no type';
    if (!/^text\/plain\b/i.test(type)) throw unexpected(response, `no TLE, but ${type}`);
    return response.text();
  }

  /** Passes over a place. */
  async passes(
    norad_cat_id: number,
    query: Query<'/api/v1/satellites/{norad_cat_id}/passes'>,
    call: CallOptions = {},
  ): Promise<Json<'/api/v1/satellites/{norad_cat_id}/passes'>['data']> {
    return this.#data(`/api/v1/satellites/${norad_cat_id}/passes`, query, call);
  }

  /** Iterates over the changes of an object's values, newest first, with source and confidence before and after. */
  history(
    norad_cat_id: number,
    query: Query<'/api/v1/satellites/{norad_cat_id}/history'> = {},
    call: CallOptions = {},
  ): AsyncGenerator<Row<'/api/v1/satellites/{norad_cat_id}/history'>, void, void> {
    return this.#rows(`/api/v1/satellites/${norad_cat_id}/history`, query, call);
  }

  // Lists

  /** Iterates over the objects that match the filters, page by page: summaries, or the fields that `fields` names. */
  satellites<const F extends SatelliteField>(
    query: Omit<Query<'/api/v1/satellites'>, 'fields'> & { readonly fields: readonly F[] },
    call?: CallOptions,
  ): AsyncGenerator<Fields<F>, void, void>;
  satellites(
    query?: Omit<Query<'/api/v1/satellites'>, 'fields'>,
    call?: CallOptions,
  ): AsyncGenerator<Satellite, void, void>;
  satellites(query: Params = {}, call: CallOptions = {}): AsyncGenerator<never, void, void> {
    return this.#rows('/api/v1/satellites', query, call);
  }

  /** Iterates over the results of a search, best first. */
  search(q: string, query: Omit<Query<'/api/v1/search'>, 'q'> = {}, call: CallOptions = {}) {
    return this.pages('/api/v1/search', { ...query, q }, call);
  }

  /** The objects that cross a part of the sky during an exposure, seen from a place: a circle, or four corners. */
  async fieldOfView(query: Query<'/api/v1/fov'>, call: CallOptions = {}): Promise<Json<'/api/v1/fov'>['data']> {
    return this.#data('/api/v1/fov', query, call);
  }

  /** The objects that crossed an image, by the text of its FITS header. Each position also has its pixel, `x_px` and `y_px`. */
  async fieldOfImage(
    header: string,
    query: Omit<Query<'/api/v1/fov'>, 'ra_deg' | 'dec_deg' | 'radius_deg' | 'corners'>,
    call: CallOptions = {},
  ): Promise<Json<'/api/v1/fov'>['data']> {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ header }) };
    const response = await this.request('/api/v1/fov', query, { ...init, ...call });
    return (await envelopeOf<Json<'/api/v1/fov'>>(response, { data: 'object' })).data;
  }

  /** Which objects may have made a streak, and the probability that none of them did. */
  async identify(query: Query<'/api/v1/identify'>, call: CallOptions = {}): Promise<Json<'/api/v1/identify'>['data']> {
    return this.#data('/api/v1/identify', query, call);
  }

  /** The objects that fit a light that a person saw, with reasons, and other explanations. */
  async sightings(
    query: Query<'/api/v1/sightings'>,
    call: CallOptions = {},
  ): Promise<Json<'/api/v1/sightings'>['data']> {
    return this.#data('/api/v1/sightings', query, call);
  }

  /** Iterates over predicted close approaches. From public element sets; not for operations. */
  conjunctions(query: Query<'/api/v1/conjunctions'> = {}, call: CallOptions = {}) {
    return this.pages('/api/v1/conjunctions', query, call);
  }

  /** Objects above the horizon of a place. */
  async above(query: Query<'/api/v1/above'>, call: CallOptions = {}): Promise<Json<'/api/v1/above'>['data']> {
    return this.#data('/api/v1/above', query, call);
  }

  /** One page of a list, with `meta.total` and the facts from its headers. */
  async page<P extends ListRoute>(path: P, query?: Query<P>, call: CallOptions = {}): Promise<ListPage<P>> {
    const response = await this.request(path, query, call);
    const { data, meta } = await envelopeOf<Pick<ListPage<P>, 'data' | 'meta'>>(response, pageKinds);
    return { data, meta, response: factsOf(response) };
  }

  /**
   * Iterates over `data` of every page of a list. Throws OrbweaverError with the code `release_changed` instead of mixing two releases.
   */
  pages<P extends ListRoute>(path: P, query?: Query<P>, call: CallOptions = {}): AsyncGenerator<Row<P>, void, void> {
    return this.#rows(path, query, call);
  }

  async *#rows<R>(path: string, query: Params = {}, call: CallOptions): AsyncGenerator<R, void, void> {
    const read = new Set<string>();
    let response = await this.request(path, { limit: 100, ...query }, call);
    const { release } = factsOf(response);
    while (true) {
      const page = await envelopeOf<Page<R>>(response, pageKinds);
      const next = nextOf(response, page.meta, read);
      yield* page.data;
      if (next === null) return;
      read.add(next);
      response = await this.request(next, {}, call);
      if (factsOf(response).release !== release) throw releaseChanged('between two pages');
    }
  }

  async #data<T>(path: string, query: Params, call: CallOptions): Promise<T> {
    return (await envelopeOf<{ data: T }>(await this.request(path, query, call), { data: 'object' })).data;
  }

  // Bulk

  /** Element sets of `active`, `all`, a group, or an orbit class, as columns. See `rows`. */
  async elements(set = 'active', call: CallOptions = {}): Promise<Elements> {
    return envelopeOf(await this.request(`/api/v1/elements/${encodeURIComponent(set)}`, {}, call), columnKinds);
  }

  /** The changes since a release. If the error is `release_too_old`, `body.begin` is the URL to begin from. */
  async changes(since: string, call: CallOptions = {}): Promise<Changes> {
    return envelopeOf(await this.request('/api/v1/changes', { since }, call), columnKinds);
  }

  /** The rows of one SELECT of DuckDB SQL over the tables of the release. */
  async sql(query: string, call: CallOptions = {}): Promise<Record<string, unknown>[]> {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query }) };
    const response = await this.request('/api/v1/sql', {}, { ...init, ...call });
    return (await envelopeOf<{ data: Record<string, unknown>[] }>(response, { data: 'list' })).data;
  }

  // Requests

  /**
   * The complete response of any route, or of a link of the API. Throws OrbweaverError if it is not a success. A link is followed at
   * this server: its public URL may differ, and the key must not be sent elsewhere.
   */
  async request(
    path: string,
    query: Params = {},
    init: Omit<RequestInit, 'signal'> & CallOptions = {},
  ): Promise<Response> {
    const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    const search = pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`);
    const { timeoutS, signal, ...rest } = init;
    const url = `${this.server}${pathOf(path)}${search.length > 0 ? `?${search.join('&')}` : ''}`;
    return this.#transport.send(new Request(url, { ...rest, ...(signal && { signal }) }), timeoutS);
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
