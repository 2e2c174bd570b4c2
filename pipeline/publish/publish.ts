import { join } from 'node:path';
import { isoText } from '../../src/schema/instant-text.ts';
import { transmitterTerms } from '../../src/schema/objects/transmitter-data.ts';
import { type Manifest, releaseFormat } from '../../src/schema/release/manifest.ts';
import { ownSource } from '../../src/schema/release/source.ts';
import type { Stats } from '../../src/schema/statistics/stats.ts';
import { programHash } from '../reuse/program.ts';
import type { Store } from '../store.ts';
import { publishChanges } from './files/change-files.ts';
import { buildDataset, publishDatasets } from './files/dataset.ts';
import { buildSatcat, publishElementFiles, publishSatcat } from './files/element-files.ts';
import { publishAccuracy, publishElements, publishEvents, publishLaunches } from './files/feeds.ts';
import { publishGroups } from './files/group-files.ts';
import { publishHostFiles } from './files/host-files.ts';
import { publishDatasetIndex } from './files/index-files.ts';
import { publishOpenData } from './files/open-data-files.ts';
import { publishPictures } from './files/pictures.ts';
import { publishPopulation } from './files/population-files.ts';
import { bulkFiles, groupChangeFiles, publicFiles } from './files/public-files.ts';
import { publishReentries } from './files/reentry-files.ts';
import { publishTables } from './files/table-files.ts';
import { publishTransmitters } from './files/transmitter-files.ts';
import { ReleaseFolder } from './folder.ts';
import { writeRecordsInThread } from './records.ts';
import type { ReleaseContext, ReleaseFacts } from './release-context.ts';
import { buildSearch } from './search.ts';
import { buildSources } from './sources-table.ts';
import { buildStats } from './stats.ts';

/** The tables of a release's database besides claims and provenance, in the order in which they are read. */
const databaseTables = [
  'satellites',
  'elements',
  'launches',
  'launch_claims',
  'operators',
  'groups',
  'memberships',
  'transmitters',
  'satcat',
  'sources',
  'stats',
  'rejects',
  'country_names',
  'search',
  'reentry_predictions',
];

/** The codes of a country: SATCAT's owner codes, and its own code, which takes precedence over an equal owner code. */
const countryCodes = `
  SELECT code, country FROM (
    SELECT upper(raw) AS code, mode(value_text) AS country, 1 AS turn FROM claims
      WHERE field = 'country' AND source = 'celestrak' AND raw IS NOT NULL AND value_text IN (SELECT country FROM satellites) GROUP BY ALL
    UNION ALL SELECT DISTINCT country, country, 2 FROM satellites)
  ORDER BY turn, code`;

/**
 * The fractions of the memory limit that the build's database keeps, and that the database of the thread gets that writes the records
 * meanwhile.
 */
const MEMORY = { own: 0.7, records: 0.5 };

type WritingContext = Omit<ReleaseFacts, 'sources'> & ReleaseContext;

/** Writes all files of a release into a folder, and returns the manifest, which must be written last. */
export async function publish(store: Store, building: string, facts: ReleaseFacts): Promise<Manifest> {
  const folder = new ReleaseFolder(building, facts.compression);
  await buildSatcat(store);
  const stats = await buildStats(store, facts.now);
  const sources = await buildSources(store, facts, facts.now);
  const context = { ...facts, sources, generatedAt: isoText(facts.now) };
  await buildSearch(store);
  await database(store, await folder.place('catalog.duckdb'));
  if (facts.files === 'database') await folder.binary('catalog.duckdb');
  else await writeRecordsAndFiles(store, folder, context);
  const program = programHash();
  return {
    id: facts.id,
    format: releaseFormat,
    generated_at: context.generatedAt,
    previous: facts.previous,
    sample: facts.sample,
    ...(facts.partial && { partial: true as const }),
    ...(program && { program }),
    counts: await counts(store, stats),
    sources,
    files: await folder.files(),
    packed: folder.packedFiles(),
  };
}

/** Writes `records.sqlite`, and meanwhile every public file. */
async function writeRecordsAndFiles(store: Store, folder: ReleaseFolder, context: WritingContext): Promise<void> {
  const satcat = context.read.find(({ input }) => input.key === 'celestrak/satcat.csv');
  const satcatPath = satcat ? context.pathOf(satcat) : null;
  const memory = await store.shareMemory(MEMORY.own, MEMORY.records);
  await both(
    writeRecordsInThread({
      folder: folder.path,
      temp: join(context.home, 'spill', 'records'),
      memory,
      facts: { sources: [...context.sources, ownSource], generatedAt: context.generatedAt },
      reusable: context.reusable,
    }),
    publishSatcat(folder, satcatPath)
      .then(() => writeFiles(store, folder, context))
      .finally(() => folder.idle()),
  );
  await folder.binary('records.sqlite');
}

/** Waits for both, even if one fails: none may still be writing into the folder when it is removed. */
async function both(one: Promise<void>, other: Promise<void>): Promise<void> {
  for (const ended of await Promise.allSettled([one, other])) if (ended.status === 'rejected') throw ended.reason;
}

/** The hash of the database, and every public file. */
async function writeFiles(store: Store, folder: ReleaseFolder, context: WritingContext): Promise<void> {
  await folder.binary('catalog.duckdb');
  const tables = [
    ...(await publishTables(store, folder)),
    ...(await publishTransmitters(store, folder, transmitterTerms, context)),
    ...(await publishOpenData(store, folder, context.sources, context.reusable)),
  ];
  if (!context.sample) await publishPictures(store, folder, context.home);
  await publishElements(store, folder, context);
  const sets = await publishElementFiles(store, folder, context);
  await publishGroups(store, folder, sets, context);
  await publishLaunches(store, folder);
  await publishPopulation(store, folder, context);
  await publishAccuracy(folder, context, context.accuracy);
  await publishReentries(store, folder, context);
  await publishEvents(store, folder, context);
  const changes = await publishChanges(store, folder, context);
  await buildDataset(store);
  const rows = await publishDatasets(store, folder, {
    generated_at: context.generatedAt,
    release: context.id,
    license: 'ODbL-1.0',
    sources: context.sources.map(({ slug, license, attribution }) => ({ slug, license, attribution })),
  });
  await folder.files();
  await publishDatasetIndex(folder, { rows, tables, sets }, context);
  const months = await store.rows<{ month: string }>(
    "SELECT DISTINCT strftime(listed_at, '%Y-%m') AS month FROM events ORDER BY month",
  );
  const files = [
    ...publicFiles(
      months.map((row) => row.month),
      changes.releases,
    ),
    ...bulkFiles(sets, folder.written('public/pub/satcat.csv.gz') !== undefined),
  ];
  await publishHostFiles(folder, [...files, ...groupChangeFiles(changes.groups)], context);
  await folder.files();
}

/**
 * Writes the rest of the release's database, which already has the claims and provenance, and reattaches it as read-only.
 */
async function database(store: Store, path: string): Promise<void> {
  for (const table of databaseTables) await store.run(`CREATE TABLE release.${table} AS FROM ${table}`);
  await store.run(
    'CREATE TABLE release.events AS FROM events ORDER BY listed_at DESC, occurred_at DESC, type, norad_cat_id, id',
  );
  await store.run(`CREATE TABLE release.country_codes AS ${countryCodes}`);
  await store.run('CHECKPOINT release');
  await store.run('DETACH release');
  await store.attach(path, 'release');
}

async function counts(store: Store, stats: Stats): Promise<Manifest['counts']> {
  const names = ['claims', 'elements', 'launches', 'operators', 'events', 'rejects'] as const;
  const [row] = await store.rows<Record<(typeof names)[number], number>>(
    `SELECT ${names.map((name) => `(SELECT count(*)::INTEGER FROM ${name}) AS ${name}`).join(', ')}`,
  );
  return {
    satellites: stats.objects,
    active: stats.active,
    on_orbit: stats.on_orbit,
    decayed: stats.objects - stats.on_orbit,
    conflicts: stats.conflicts.fields,
    ...row!,
  };
}
