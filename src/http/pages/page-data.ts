import type { z } from 'zod';
import { approachPages } from '../../features/conjunctions/http/page-approaches.ts';
import { eventCoverage, type Subject, subjectEvents } from '../../features/events/http/subject-events.ts';
import { pageObjects } from '../../features/field-of-view/http/sky-of.ts';
import {
  catalogSizes,
  type HistoryRange,
  historyCsv,
  objectHistory,
} from '../../features/history/http/page-history.ts';
import { conflictPage, releaseChanges } from '../../features/history/http/release-changes.ts';
import { listLaunches } from '../../features/launches/http/page-launches.ts';
import { listTransmitters } from '../../features/radio/http/page-transmitters.ts';
import { allMagnitudes } from '../../features/sky/http/catalog-objects.ts';
import { summariesOf } from '../../query/catalog.ts';
import { LEAST_PIECES } from '../../query/separation.ts';
import { publicData } from '../../release/release-document.ts';
import { type Event, FEED_DAYS } from '../../schema/changes/event.ts';
import type { Breakup } from '../../schema/objects/breakup.ts';
import type { satellite } from '../../schema/objects/satellite.ts';
import { datasetDocument } from '../../schema/release/archive.ts';
import { catalogSets, setOfGroup } from '../../schema/release/element-files.ts';
import { freshnessAt } from '../../schema/release/freshness.ts';
import type { Manifest } from '../../schema/release/manifest.ts';
import { type Encoding, encodings, type Form } from '../../schema/release/public-route.ts';
import { shortNames } from '../../schema/release/publishers.ts';
import type { Stats } from '../../schema/statistics/stats.ts';
import { removedBySearch, removedRecordFrom } from '../api/archive/removed.ts';
import { allRoutes } from '../api/openapi/openapi.ts';
import type { Resource } from '../files/public-resource.ts';
import type { CurrentRelease } from '../opened-release.ts';
import type { ServiceStatus } from '../ops/status.ts';
import type { RequestContext } from '../request-context.ts';
import { type ExportForm, exportStream } from './page-export.ts';
import { activePlaces } from './page-globe.ts';
import { groupNamed, groupsOf, membersOf, type PublishedFile } from './page-groups.ts';
import { cleanQuery, exportedIds, type ListProblem, listSatellites } from './page-list.ts';
import { objectPage, recordOf } from './page-object.ts';
import { operatorsOf } from './page-operators.ts';
import { finishedWeeks, listWeeks, readWeekPage } from './weeks/page-weeks.ts';

/** A slice of the catalog that can be downloaded whole, as `/api/v1/dataset` lists it. */
interface Dataset {
  readonly slice: string;
  readonly title: string;
  readonly rows: number;
  readonly license: string;
  readonly files: readonly PublishedFile[];
}

/** One file that a page can link to. */
export interface Download {
  /** Path with its ending, such as `/api/v1/dataset/active.csv`. */
  readonly path: string;
  /** The slice, if it is a file of a dataset; null for any other. */
  readonly slice: string | null;
  readonly form: Form;
  /** Uncompressed size, and that of the smallest coding; null if it is only sent uncompressed. */
  readonly bytes: number;
  readonly compressedBytes: number | null;
}

/** Data about this server that pages show. */
export interface PageDeps {
  readonly contact?: string | undefined;
  /** The state of the service, with the release of that manifest. */
  readonly status: (manifest: Manifest | null) => Promise<ServiceStatus>;
}

export type PageData = ReturnType<typeof pageData>;

/**
 * All data of a page, as `Astro.locals.orbweaver`. Pages open nothing themselves: Astro bundles its own copy of every
 * module.
 */
export function pageData(context: RequestContext, { contact, status }: PageDeps) {
  const { base, served } = context;
  const now = new Date(context.now);
  return {
    /** Base of absolute addresses, without a slash at its end. */
    base,
    /** The moment of the request. */
    now,
    /** URL (mailto: or a page) for contacting the operator; null if none is set. */
    contact: contact ?? null,
    /** Every route of the API. */
    routes: allRoutes,
    /** The query of a form without its empty fields. */
    cleanQuery,
    /** The release that was served when the request began; null if none is published yet. */
    release: served && pageRelease(served, now, context.refreshing, context.archive, context.approaches),
    /** The current state of the service. */
    status: () => status(served?.release.manifest ?? null),
  };
}

type Satellite = z.infer<typeof satellite>;
const sizeFields = ['norad_cat_id', 'launch_mass_kg', 'length_m', 'diameter_m', 'span_m', 'inclination_deg'] as const;

/** The methods throw CatalogError if the release's files cannot be read. */
function pageRelease(
  served: CurrentRelease,
  now: Date,
  refreshing: RequestContext['refreshing'],
  archive: RequestContext['archive'],
  approaches: RequestContext['approaches'],
) {
  const { release, catalog, resources } = served;
  const { list, countries, upcomingReentries, reentryEnds, reentryScores, accuracy, population } = catalog;
  const { id, generated_at, sample, counts, sources } = release.manifest;
  const since = new Date(Date.parse(generated_at) - FEED_DAYS * 86_400_000).toISOString();
  return {
    ...catalog.pages,
    list,
    countries,
    upcomingReentries,
    reentryEnds,
    reentryScores,
    accuracy,
    population,
    id,
    generated_at,
    sample,
    counts,
    sources,
    /** The sources with their current freshness. */
    async sourcesNow() {
      const known = await refreshing();
      return sources.map((source) => ({ ...source, ...freshnessAt(source, known, now) }));
    },
    /** Every public file, with its size. */
    downloads: () => downloads(resources),
    /** Sets of elements that have files of their own, with their numbers of objects; none in older releases. */
    elementSets: () => elementSets(release.folder, resources),
    /** A page of `/satellites`, by its query string. */
    satellites: (query: string) => listSatellites(catalog, query),
    /** All results of such a query, as one file. */
    async exported(query: string, form: ExportForm): Promise<ReadableStream<Uint8Array> | ListProblem> {
      const found = await exportedIds(catalog, query);
      if (!found.ok) return found;
      const { ids, undated } = found;
      return exportStream({ catalog, release: id, sources: sources.map(({ slug }) => slug), undated }, ids, form);
    },
    /** The first objects that a search finds, best first. */
    found: async (q: string, limit: number) =>
      summariesOf(catalog, (await catalog.search(q, {})).ids.subarray(0, limit)),
    /** How many pieces make a break-up. */
    leastPieces: LEAST_PIECES,
    breakups: () => catalog.breakups(),
    debrisOrigins: () => catalog.debrisOrigins(),
    /** Some pieces of a break-up. */
    pieces: async (breakup: Breakup, offset: number, limit: number) =>
      summariesOf(catalog, (await catalog.pieces(breakup)).subarray(offset, offset + limit)),
    approaches: approachPages(approaches, catalog),
    /** A page of `/launches`, by its query string. */
    launchList: (query: string) => listLaunches(catalog, query),
    /** A page of `/transmitters`, by its query string. */
    transmitters: (query: string) => listTransmitters(catalog, query),
    /** The page of an object; with its last record if no catalog lists it any more, null if none ever did. */
    async object(number: number) {
      const removed = catalog.has(number) ? null : await removedRecordFrom({ archive }, served, number);
      return objectPage(catalog, number, { archive, now, release: generated_at, removed });
    },
    /** The object that a search for a catalog number means, if no catalog lists it any more; null for any other search. */
    removedBySearch: (q: string | undefined) => removedBySearch({ archive }, served, q),
    /** A picture of an object, stored in the release; null if it has none. */
    picture: served.pictureOf,
    /** The orbit of an object over time, as far as the archive goes. */
    history: (number: number, range: HistoryRange) => objectHistory(archive, number, range, now.getTime()),
    historyCsv: (number: number, said: Parameters<typeof historyCsv>[2]) => historyCsv(archive, number, said),
    /** Names of the publishers whose values some fields of the record have, over all objects. */
    async sourcesOf(fields: readonly string[]) {
      const known = await catalog.pages.fieldSources();
      const slugs = new Set(fields.flatMap((field) => known.get(field) ?? []));
      return [...shortNames].flatMap(([slug, name]) => (slugs.has(slug) ? [name] : []));
    },
    record: (number: number) => recordOf(catalog, number),
    /** Mass and size of some objects, and the inclination of their orbits. */
    sizes: async (ids: readonly number[]) =>
      (await catalog.fields(ids, sizeFields)).map(
        (text) => JSON.parse(text) as Pick<Satellite, (typeof sizeFields)[number]>,
      ),
    summaries: (ids: Iterable<number>) => summariesOf(catalog, ids),
    operators: () => operatorsOf(catalog),
    /** Every group with its element files, in the order of `/api/v1/groups`. */
    groups: () => groupsOf(release.folder),
    /** The group with these words as its slug or title. */
    groupNamed: (words: string) => groupNamed(release.folder, words),
    /** Some members of a group by catalog number, under the names that the group gives them. */
    members: (group: string, offset: number, limit: number) => membersOf(catalog, group, offset, limit),
    /** Events of the 30 days before the release, in the order of `/api/v1/events`. */
    events: () => catalog.pages.eventsSince(since),
    /** The newest events and the name of an object, an operator, a group or a launch; null if it does not exist. */
    subjectEvents: (subject: Subject, id: string, most: number) =>
      subjectEvents(catalog, release.folder, subject, id, most),
    /** The changes of a release, of the newest if `id` is null; null if they are not known. */
    releaseChanges: (id: string | null) => releaseChanges(served, id),
    /** The weeks since the first release, newest first. */
    weeks: () => listWeeks(served, archive),
    /** A week by its name, `2026-W34`; null if it is not one since the first release. */
    week: (name: string) => readWeekPage(served, archive, name),
    /** The conflicts that began or ended with the releases whose comparisons are kept. */
    conflictChanges: () => conflictPage(served, archive),
    /** The newest weeks that are over. */
    finishedWeeks: (most: number) => finishedWeeks(served, archive, most),
    /** Months whose events are kept, `2026-08`, newest first. */
    eventMonths: () =>
      [...resources.values()]
        .flatMap(({ route, name }) => (route.path === '/api/v1/events/{month}' ? [name] : []))
        .sort()
        .reverse(),
    /** The part that releases have seen of the last 30 days (`recent`), of a month, or of the time since the first release (`all`). */
    eventCoverage: (of: string) => eventCoverage(archive, generated_at, of === 'recent' ? FEED_DAYS : of),
    /** The events of such a month, newest first. */
    eventsOf: (month: string) => publicData<readonly Event[]>(release.folder, `events/${month}`),
    stats: async () => JSON.parse(await catalog.stats()) as Stats,
    /** Data of the plots on `/stats`. */
    plots: async () => ({
      ...(await catalog.pages.plots(generated_at)),
      releases: await catalogSizes(archive, release.manifest),
      population: await catalog.population(),
    }),
    /** The datasets of months that are kept for good, newest first, and how to cite each. */
    async monthlyDatasets(base: string) {
      const index = await archive.index();
      return index?.datasets.map((one) => datasetDocument(index, one, base).data).reverse() ?? [];
    },
    /** Brightness at 1,000 km, half lit, of everything that has elements and a known size, by catalog number. */
    magnitudes: () => allMagnitudes(catalog),
    /** Everything that a streak is compared with. */
    identifiable: () => pageObjects(catalog),
    /** Positions of the active objects at the time of the release. */
    activePlaces: () => activePlaces(release.folder, generated_at, catalog.reentryEnds),
    datasets: () => publicData<readonly Dataset[]>(release.folder, 'dataset'),
  };
}

function downloads(resources: ReadonlyMap<string, Resource>): Download[] {
  const found: Download[] = [];
  for (const [path, resource] of resources) {
    for (const [form, codings] of resource.forms) {
      const sizes = (Object.keys(encodings) as Encoding[]).flatMap((coding) => codings[coding]?.bytes ?? []);
      if (!codings.identity) continue;
      const compressedBytes = sizes.length > 0 ? Math.min(...sizes) : null;
      const slice = resource.route.path === '/api/v1/dataset/{slice}' ? resource.name : null;
      found.push({ path: `${path}.${form}`, slice, form, bytes: codings.identity.bytes, compressedBytes });
    }
  }
  return found;
}

/** A set of elements that the globe can show. */
interface ElementSet {
  readonly slug: string;
  readonly title: string;
  readonly kind: 'kind' | 'group';
  readonly objects: number;
}

async function elementSets(folder: string, resources: ReadonlyMap<string, Resource>): Promise<ElementSet[]> {
  const has = (slug: string) => resources.has(`/api/v1/elements/${slug}`);
  const byClass = Object.entries(catalogSets).flatMap(([slug, { by, title }]) =>
    by === 'object_class' ? [[slug, title] as const] : [],
  );
  const kinds = [['all', 'Everything with an orbit'] as const, ...byClass]
    .filter(([slug]) => has(slug))
    .map(([slug, title]): ElementSet => ({ slug, title, kind: 'kind', objects: 0 }));
  const groups = (await groupsOf(folder))
    .map(
      ({ slug, title, with_elements }): ElementSet => ({
        slug: setOfGroup(slug),
        title,
        kind: 'group',
        objects: with_elements,
      }),
    )
    .filter(({ slug, objects }) => slug !== 'active' && objects > 0 && has(slug));
  return [...kinds, ...groups];
}
