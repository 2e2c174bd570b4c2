import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlTime } from '../../src/schema/escaped-text.ts';
import { type ArchiveIndex, archivedElements, archiveFormat } from '../../src/schema/release/archive.ts';
import { type Manifest, manifest } from '../../src/schema/release/manifest.ts';
import type { ElementSetText } from '../sources/source.ts';
import { Archive, type ArchiveOptions, emptyIndex, readArchiveIndex } from './archive.ts';
import { ElementRows, elementTable, sameContent, stagedContent, writeElements } from './element-rows.ts';
import { compact } from './merge.ts';
import { keepDataset } from './monthly-dataset.ts';
import { writeVersions } from './versions.ts';

/**
 * Refreshes are kept in separate files until there are this many (a day), then merged into their month: every request reads all of them.
 */
const MOST_RECENT = 4;

/**
 * Adds to the archive the releases that it lacks: the given one, and earlier ones that a killed process did not add. Releases serve
 * as the journal: a release becomes current atomically, is kept for nine more, and together with the archive determines every
 * byte that is written here. A release of the time of an archived one, or of an earlier time, is not added, and `warn` is called: the
 * catalog at a time is that of one release, and versions are differences from the release before.
 */
export async function archiveReleases(
  options: ArchiveOptions,
  current: string,
  warn: (text: string) => void = () => {},
): Promise<void> {
  const pending = await pendingReleases(options.home, current, await knownReleases(options));
  if (pending.length === 0) return;
  const archive = await Archive.open(options);
  try {
    await archive.tidy();
    for (const release of pending) {
      const base = baseOf(archive.index, release);
      const later = base?.snapshots.findLast(({ at, release: id }) => at >= release.generated_at && id !== null);
      if (later !== undefined)
        warn(
          `release ${release.id} is not archived: the archive has ${later.release}, of the same time or a later one. To archive this one, build it with a later --now`,
        );
      else if (base !== null) await absorb(archive, base, options.home, release);
    }
    if (archive.index.recent.length >= MOST_RECENT || spansMonths(archive)) await compact(archive);
  } finally {
    await archive.close();
  }
}

async function knownReleases({ home }: ArchiveOptions): Promise<ReadonlySet<string>> {
  const index = await readArchiveIndex(join(home, 'archive'));
  return new Set(index?.snapshots.flatMap(({ release }) => release ?? []));
}

/** The releases from a given one back to the newest archived one, oldest first, as far as they are on disk. */
async function pendingReleases(home: string, current: string, known: ReadonlySet<string>): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (let id: string | null = current; id !== null && !known.has(id); ) {
    const read: Manifest | null = await readManifest(home, id);
    if (read === null) break;
    found.unshift(read);
    id = read.previous;
  }
  return found;
}

async function readManifest(home: string, id: string): Promise<Manifest | null> {
  const text = await readFile(join(home, 'releases', id, 'manifest.json'), 'utf8').catch(() => null);
  return text === null ? null : manifest.parse(JSON.parse(text));
}

const spansMonths = ({ index }: Archive): boolean => new Set(index.recent.map(({ month }) => month)).size > 1;

/**
 * The index that a release is added to; null for a sample if the archive has real data. The first real release ends the sample's history,
 * as does the first release of another version of the sample.
 */
function baseOf(index: ArchiveIndex, { sample, previous }: Manifest): ArchiveIndex | null {
  if (index.snapshots.length === 0) return emptyIndex(sample);
  if (!index.sample) return sample ? null : index;
  return sample && previous !== null ? index : emptyIndex(sample);
}

/** Adds one release. */
async function absorb(archive: Archive, base: ArchiveIndex, home: string, release: Manifest): Promise<void> {
  const { store } = archive;
  await store.attach(join(home, 'releases', release.id, 'catalog.duckdb'), 'release');
  try {
    const at = release.generated_at;
    const before = base.snapshots.findLast(({ release: id }) => id !== null)?.at;
    const objects = await readElements(archive);
    const open = archivedElements(
      base.elements.filter(({ open: count }) => count > 0).map(({ file }) => archive.path(file)),
      base.recent.map(({ file }) => archive.path(file)),
      'first_seen IS NOT NULL',
    );
    await store.run(`CREATE OR REPLACE TABLE was AS FROM (${open}) WHERE last_seen IS NULL`);
    await store.run(`CREATE OR REPLACE TABLE fresh (${elementTable})`);
    await store.run(`INSERT INTO fresh BY NAME
      SELECT n.*, ${sqlTime(at)} AS first_seen, NULL::TIMESTAMP AS last_seen FROM current_sets n
        ANTI JOIN was w ON w.norad_cat_id = n.norad_cat_id AND w.epoch = n.epoch AND ${sameContent('w', 'n')}`);
    if (before !== undefined)
      await store.run(`INSERT INTO fresh BY NAME
        SELECT w.* REPLACE (${sqlTime(before)} AS last_seen) FROM was w
          ANTI JOIN current_sets n ON w.norad_cat_id = n.norad_cat_id AND w.epoch = n.epoch AND ${sameContent('w', 'n')}`);
    const [{ rows } = { rows: 0 }] = await store.rows<{ rows: number }>('SELECT count(*)::INTEGER AS rows FROM fresh');
    const label = `recent-${release.id.slice(0, 16)}`;
    const month = release.generated_at.slice(0, 7);
    const recent = rows > 0 ? [await writeElements(archive, label, month, 'fresh')] : [];
    const groups = await listedGroups(archive);
    const hasBefore = await attachBefore(archive, base, home, release);
    const versions = await writeVersions(archive, base, release, hasBefore);
    const index = {
      ...base,
      snapshots: [
        // Imported element sets of the same time stay, as sets of this release.
        ...base.snapshots.filter(({ at: time }) => time !== release.generated_at),
        {
          at: release.generated_at,
          release: release.id,
          objects,
          complete: release.sources.every(({ status }) => status === 'fresh'),
          ...(groups && { groups }),
        },
      ].sort((a, b) => (a.at < b.at ? -1 : 1)),
      recent: [...base.recent, ...recent],
      values: [...base.values, ...versions.values],
      claims: [...base.claims, ...versions.claims],
      datasets: await keepDataset(archive, base, home, release),
    };
    // Sets that were imported for this time or a later one would be there twice until they are merged.
    if (base.snapshots.some(({ at: time, release: id }) => id === null && time >= release.generated_at))
      await compact(archive, index);
    else await archive.commit(index);
  } finally {
    for (const table of ['was', 'fresh', 'current_rows', 'current_sets'])
      await store.run(`DROP TABLE IF EXISTS ${table}`);
    await store.run('DETACH release');
    await store.run('DETACH DATABASE IF EXISTS before');
  }
}

/** The groups of the attached release whose list of members had been fetched; null if the release predates groups. */
async function listedGroups({ store }: Archive): Promise<string[] | null> {
  const tables = await store.rows(
    "SELECT table_name FROM duckdb_tables() WHERE database_name = 'release' AND table_name = 'groups'",
  );
  if (tables.length === 0) return null;
  const rows = await store.rows<{ slug: string }>("SELECT slug FROM release.groups WHERE membership = 'listed'");
  return rows.map(({ slug }) => slug);
}

/**
 * Attaches the previous release as `before` if the archive has the same content: it is the newest one there, written by this version,
 * and still on disk in the same format. Returns whether it was attached.
 */
async function attachBefore(archive: Archive, base: ArchiveIndex, home: string, release: Manifest): Promise<boolean> {
  const { previous, format } = release;
  const newest = base.snapshots.findLast(({ release: id }) => id !== null)?.release;
  if (previous === null || newest !== previous || base.format !== archiveFormat) return false;
  const before = await readManifest(home, previous);
  if (before?.format !== format) return false;
  await archive.store.attach(join(home, 'releases', previous, 'catalog.duckdb'), 'before');
  return true;
}

/** Reads the element sets of a release into `current_sets`, each with its source file. Returns how many objects have one. */
async function readElements({ store }: Archive): Promise<number> {
  const rows = await ElementRows.create(store, 'current_rows');
  const sets = await store.rows<ElementSetText & { norad_cat_id: number }>('FROM release.elements');
  for (const { norad_cat_id, ...set } of sets) rows.add(0, norad_cat_id, set);
  rows.close();
  await store.run(`CREATE OR REPLACE TABLE current_sets AS SELECT ${stagedContent}, s.source
    FROM current_rows LEFT JOIN (SELECT norad_cat_id, any_value(split_part(source_record, ' ', 1)) AS source FROM release.claims
      WHERE field = 'elements_epoch' AND selected GROUP BY ALL) s USING (norad_cat_id)`);
  return sets.length;
}
