import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allRoutes } from '../api/openapi.ts';
import type { RouteFacts } from '../api/route.ts';
import type { Conflict, Decayed, Launch } from '../query/page-catalog.ts';
import type { Plots } from '../query/page-plots.ts';
import type { Event } from '../schema/event.ts';
import type { Manifest } from '../schema/manifest.ts';
import { type Encoding, encodings, type Form } from '../schema/public-route.ts';
import { nextAsked } from '../schema/refresh-times.ts';
import type { Stats } from '../schema/stats.ts';
import { baseOf } from './base-address.ts';
import type { Exchange } from './exchange.ts';
import { changesOf } from './page-changes.ts';
import { type ExportForm, exportStream } from './page-export.ts';
import { type ActivePlaces, activePlaces } from './page-globe.ts';
import { cleanQuery, exportedIds, type ListProblem, listSatellites, type SatelliteList } from './page-list.ts';
import { type ObjectPage, type ObjectRecord, objectPage, recordOf } from './page-object.ts';
import { type Operators, operatorsOf } from './page-operators.ts';
import { type Summary, summariesOf } from './page-summary.ts';
import type { Resource } from './representation.ts';
import type { Served } from './served.ts';
import type { ServiceStatus } from './status.ts';

/** A slice of the catalog that can be downloaded whole, as `/api/v1/dataset` lists it. */
interface Dataset {
  readonly slice: string;
  readonly title: string;
  readonly rows: number;
  readonly license: string;
  readonly files: readonly {
    readonly format: Form;
    readonly media_type: string;
    readonly url: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

/** One file that a page can link to. */
export interface Download {
  /** Path with its ending, such as `/api/v1/dataset/active.csv`. */
  readonly path: string;
  readonly form: Form;
  /** Its size as it is, and in the smallest coding it is sent in; null where it is only sent as it is. */
  readonly bytes: number;
  readonly compressedBytes: number | null;
}

/** What pages may know of the release that their request began with. Every method throws CatalogError where its files cannot be read. */
interface PageRelease extends Pick<Manifest, 'id' | 'generated_at' | 'sample' | 'counts' | 'sources'> {
  /** Every public file, and how large it comes. */
  downloads(): Download[];
  newestEvents(limit: number): Promise<Event[]>;
  /** A page of `/satellites`, by its query string. */
  satellites(query: string): Promise<SatelliteList | ListProblem>;
  /** Everything that such a query finds, as one file. */
  exported(query: string, form: ExportForm): Promise<ReadableStream<Uint8Array> | ListProblem>;
  /** The first objects that a search finds, best first. */
  found(q: string, limit: number): Promise<Summary[]>;
  object(id: number): Promise<ObjectPage | null>;
  record(id: number): ObjectRecord | null;
  summaries(ids: Iterable<number>): Summary[];
  operators(): Promise<Operators>;
  /** Catalogue numbers of what an operator has, or of its payloads alone, the newest launch first. */
  operatedBy(slug: string, payloadsOnly: boolean): Promise<Int32Array>;
  /** Catalogue numbers of the active objects of an operator, by number. */
  activeOf(slug: string): Promise<Int32Array>;
  launches(): Promise<readonly Launch[]>;
  /** Catalogue numbers of what a launch put up. */
  launched(launchId: string): Promise<Int32Array>;
  conflicts(): Promise<readonly Conflict[]>;
  decayed(): Promise<Decayed>;
  /** Events of the 30 days before the release, newest first. */
  events(): Promise<readonly Event[]>;
  /** Catalogue numbers and the time of their last change, by number, some of them. */
  changes(offset: number, limit: number): Promise<readonly (readonly [id: number, time: string])[]>;
  countryNames(): Promise<ReadonlyMap<string, string>>;
  stats(): Promise<Stats>;
  /** What the plots of `/stats` are drawn from. */
  plots(): Promise<Plots>;
  /** Where the active objects were when the release was made. */
  activePlaces(): Promise<ActivePlaces>;
  datasets(): Promise<readonly Dataset[]>;
}

/** Everything a page is given, as `Astro.locals.orbweaver`. Pages open nothing themselves: Astro would give them doors of their own. */
export interface PageData {
  readonly requestId: string;
  /** Base of absolute addresses, without a slash at its end. */
  readonly base: string;
  /** The moment of the request. */
  readonly now: Date;
  /** Where whoever runs this server is reached, as an address; null where no one is named. */
  readonly contact: string | null;
  /** Every route of the API. */
  readonly routes: readonly Pick<RouteFacts, 'id' | 'path' | 'summary' | 'access'>[];
  /** The query of a form without the fields that nobody filled in. */
  readonly cleanQuery: typeof cleanQuery;
  /** Null where nothing is published yet. */
  readonly release: PageRelease | null;
  /** How the service is now. */
  status(): Promise<ServiceStatus>;
}

/** What pages are told of this server. */
export interface PageWorld {
  readonly publicUrl: string | undefined;
  readonly now: () => number;
  readonly contact?: string | undefined;
  /** How the service is, with the release of that manifest. */
  readonly status: (manifest: Manifest | null) => Promise<ServiceStatus>;
}

/** Gathers what the page of this request is given. */
export function pageData(exchange: Exchange, { publicUrl, contact, status, ...clock }: PageWorld): PageData {
  const { id, request, served } = exchange;
  const now = new Date(clock.now());
  return {
    requestId: id,
    base: baseOf(request, publicUrl),
    now,
    contact: contact ?? null,
    routes: allRoutes,
    cleanQuery,
    release: served && pageRelease(served, exchange, now),
    status: () => status(served?.release.manifest ?? null),
  };
}

const feedDays = 30;

function pageRelease({ release, catalog, resources }: Served, { response }: Exchange, now: Date): PageRelease {
  const { id, generated_at, sample, counts, sources } = release.manifest;
  const since = new Date(Date.parse(generated_at) - feedDays * 86_400_000).toISOString();
  return {
    id,
    generated_at,
    sample,
    counts,
    sources: sources.map((source) => ({ ...source, next_refresh_at: nextAsked(source, now) })),
    // No `get`: what a getter of one object keeps alive, the garbage collector takes back only when it goes through all.
    downloads: () => downloads(resources),
    newestEvents: (limit) => catalog.newestEvents(limit),
    satellites: (query) => listSatellites(catalog, query),
    async exported(query, form) {
      const found = await exportedIds(catalog, query);
      if (!found.ok) return found;
      return exportStream(
        { catalog, response, release: id, sources: sources.map(({ slug }) => slug) },
        found.ids,
        form,
      );
    },
    found: async (q, limit) => summariesOf(catalog, (await catalog.search(q, {})).ids.subarray(0, limit)),
    object: (number) => objectPage(catalog, number, { now, release: generated_at }),
    record: (number) => recordOf(catalog, number),
    summaries: (ids) => summariesOf(catalog, ids),
    operators: () => operatorsOf(catalog),
    operatedBy: (operator, payloadsOnly) =>
      catalog.list(
        { operator, object_class: payloadsOnly ? 'PAYLOAD' : undefined },
        { by: 'launch_date', descending: true },
      ),
    activeOf: (operator) => catalog.list({ operator, active: true }, { by: 'norad_cat_id', descending: false }),
    launches: () => catalog.pages.launches(),
    launched: (launchId) => catalog.pages.launched(launchId),
    conflicts: () => catalog.pages.conflicts(),
    decayed: () => catalog.pages.decayed(),
    events: () => catalog.pages.eventsSince(since),
    changes: (offset, limit) => changesOf(catalog, offset, limit),
    countryNames: () => catalog.pages.countryNames(),
    stats: async () => JSON.parse(await catalog.stats()) as Stats,
    plots: () => catalog.pages.plots(generated_at),
    activePlaces: () => activePlaces(release.folder, generated_at),
    async datasets() {
      const text = await readFile(join(release.folder, 'public/api/v1/dataset.json'), 'utf8');
      return (JSON.parse(text) as { data: Dataset[] }).data;
    },
  };
}

function downloads(resources: ReadonlyMap<string, Resource>): Download[] {
  const found: Download[] = [];
  for (const [path, resource] of resources) {
    for (const [form, codings] of resource.forms) {
      const sizes = (Object.keys(encodings) as Encoding[]).flatMap((coding) => codings[coding]?.bytes ?? []);
      if (!codings.identity) continue;
      const compressedBytes = sizes.length > 0 ? Math.min(...sizes) : null;
      found.push({ path: `${path}.${form}`, form, bytes: codings.identity.bytes, compressedBytes });
    }
  }
  return found;
}
