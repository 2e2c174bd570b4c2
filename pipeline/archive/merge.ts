import { sqlTexts } from '../../src/schema/escaped-text.ts';
import {
  type ArchiveFile,
  type ArchiveIndex,
  archiveColumns,
  archivedElements,
  type ElementFile,
  newestFirst,
  type StartFile,
} from '../../src/schema/release/archive.ts';
import { Archive, type ArchiveOptions } from './archive.ts';
import { contentHash, elementOrder, elementTable, monthOf, numberHash, writeElements } from './element-rows.ts';

/** The result of a merge: sets that were new to the archive, and sets that it already had. */
export interface Merged {
  readonly added: number;
  readonly known: number;
}

const columns = Object.keys(archiveColumns).join(', ');

/** The content of an index of the archive, without what `commit` sets: the format, and the files that the new index no longer names. */
type Index = Omit<ArchiveIndex, 'format' | 'retired'>;

/**
 * Commits an index with the element sets of a table, and those that refreshes have added, merged into the months that they belong to. If
 * the archive has a set already, the times during which it was current are united; two times without a snapshot between them become one.
 * A set without seen-times is dropped if the same set is already known. Merging the same rows again changes no byte.
 */
export async function mergeElements(archive: Archive, table: string, index: Index): Promise<Merged> {
  const { store } = archive;
  const { snapshots } = index;
  await store.run(`CREATE OR REPLACE TABLE merge_months AS
    SELECT DISTINCT ${monthOf} AS month FROM ${table}`);
  const recent = index.recent.map(({ file }) => archive.path(file));
  if (recent.length > 0)
    await store.run(`INSERT INTO merge_months SELECT DISTINCT ${monthOf} FROM (${archivedElements([], recent)})`);
  const [range] = await store.rows<{ first: string | null; last: string | null }>(
    `SELECT strftime(min(epoch), '%Y-%m-%dT%H:%M:%S.%fZ') AS first, strftime(max(epoch), '%Y-%m-%dT%H:%M:%S.%fZ') AS last FROM ${table}`,
  );
  const wanted = new Set((await store.rows<{ month: string }>('FROM merge_months')).map(({ month }) => month));
  const overlaps = ({ first_epoch, last_epoch }: ElementFile) =>
    range?.first != null && first_epoch <= range.last! && last_epoch >= range.first;
  const loaded = index.elements.filter((file) => wanted.has(file.month) || overlaps(file));
  await store.run(
    `CREATE OR REPLACE TABLE existing AS ${archivedElements(
      loaded.map(({ file }) => archive.path(file)),
      recent,
    )}`,
  );

  const counted = await count(archive, table);
  await store.run(`CREATE OR REPLACE TABLE snapshot_times (seen_at TIMESTAMP, place INTEGER)`);
  if (snapshots.length > 0)
    await store.run(
      `INSERT INTO snapshot_times VALUES ${snapshots.map(({ at }, place) => `('${at.replace('Z', '')}', ${place})`).join(', ')}`,
    );
  await store.run(`CREATE OR REPLACE TABLE merged AS
    WITH every AS (SELECT ${columns}, 0 AS newer FROM existing UNION ALL SELECT ${columns}, 1 FROM ${table}),
    timed AS (SELECT e.*, ${contentHash} AS content, f.place AS first_place, coalesce(l.place, if(last_seen IS NULL, 2147483647, NULL)) AS last_place
      FROM every e LEFT JOIN snapshot_times f ON f.seen_at = e.first_seen LEFT JOIN snapshot_times l ON l.seen_at = e.last_seen WHERE first_seen IS NOT NULL),
    runs AS (SELECT *, coalesce(max(last_place) OVER before, -2) < first_place - 1 AS begins FROM timed
      WINDOW before AS (PARTITION BY norad_cat_id, epoch, content ORDER BY first_place, newer, last_place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)),
    numbered AS (SELECT *, sum(begins::INTEGER) OVER (PARTITION BY norad_cat_id, epoch, content ORDER BY first_place, newer, last_place) AS run FROM runs),
    united AS (SELECT ${Object.keys(archiveColumns)
      .map((name) => {
        if (name === 'norad_cat_id' || name === 'epoch') return name;
        if (name === 'first_seen') return 'min(first_seen) AS first_seen';
        if (name === 'last_seen') return 'if(max(last_place) = 2147483647, NULL, max(last_seen)) AS last_seen';
        if (name === 'source') return 'arg_min(source, first_place * 2 + newer) AS source';
        return `any_value(${name}) AS ${name}`;
      })
      .join(', ')} FROM numbered GROUP BY norad_cat_id, epoch, content, run),
    untimed AS (SELECT *, ${numberHash} AS numbers FROM every WHERE first_seen IS NULL
      QUALIFY row_number() OVER (PARTITION BY norad_cat_id, epoch, numbers ORDER BY newer, object_name, source) = 1)
    SELECT ${columns} FROM united UNION ALL
    SELECT ${columns} FROM untimed u ANTI JOIN (SELECT norad_cat_id, epoch, ${numberHash} AS numbers FROM united) t USING (norad_cat_id, epoch, numbers)`);

  const months = await writeMonths(archive, 'merged');
  const rewritten = new Set(loaded.map(({ month }) => month));
  const elements = [...index.elements.filter(({ month }) => !rewritten.has(month)), ...months].sort(byMonth);
  const changed = [...rewritten, ...months.map(({ month }) => month)].sort()[0];
  const starts = await writeStarts(archive, elements, changed, snapshots[0]?.at.slice(0, 7));
  await archive.commit({ ...index, elements, starts, recent: [] });
  for (const name of ['merge_months', 'existing', 'merged', 'snapshot_times'])
    await store.run(`DROP TABLE IF EXISTS ${name}`);
  return counted;
}

/** Commits an index (default: the archive's own) with the sets and versions that refreshes have added merged into their months. */
export async function compact(archive: Archive, index: Index = archive.index): Promise<void> {
  const versions = {
    values: await mergeVersions(archive, index, 'values'),
    claims: await mergeVersions(archive, index, 'claims'),
  };
  const fewer = versions.values.length < index.values.length || versions.claims.length < index.claims.length;
  if (index.recent.length > 0) {
    await archive.store.run(`CREATE OR REPLACE TABLE nothing (${elementTable})`);
    await mergeElements(archive, 'nothing', { ...index, ...versions });
  } else if (fewer || index !== archive.index) await archive.commit({ ...index, ...versions });
  else return;
  await archive.tidy();
}

/** Merges the versions of each month into one file. The first file stays separate: it is a whole catalog, one value per field. */
async function mergeVersions(archive: Archive, index: Index, folder: 'values' | 'claims'): Promise<ArchiveFile[]> {
  const [first, ...later] = index[folder];
  const merged: ArchiveFile[] = first ? [first] : [];
  for (const [month, files] of Map.groupBy(later, monthOfVersions)) {
    const paths = sqlTexts(files.map(({ file }) => archive.path(file)));
    const [only] = files;
    merged.push(
      files.length === 1 ? only! : await archive.write(folder, month, `FROM read_parquet([${paths}]) ORDER BY ALL`),
    );
  }
  return merged;
}

/**
 * The month of a file of versions, by its name: `values/20260822T140000Z-….parquet` of a release, `values/2026-08-….parquet` of a month.
 */
function monthOfVersions({ file }: ArchiveFile): string {
  const [, year, month] = /\/(\d{4})-?(\d\d)/.exec(file)!;
  return `${year}-${month}`;
}

/** Merges the sets that refreshes have added in the archive of a home folder. */
export async function compactArchive(options: ArchiveOptions): Promise<void> {
  const archive = await Archive.openExisting(options);
  try {
    await archive.tidy();
    await compact(archive);
  } finally {
    await archive.close();
  }
}

/** Writes a file for each month that a table has sets of. */
async function writeMonths(archive: Archive, table: string): Promise<ElementFile[]> {
  const months = await archive.store.rows<{ month: string }>(
    `SELECT DISTINCT ${monthOf} AS month FROM ${table} ORDER BY month`,
  );
  const files: ElementFile[] = [];
  for (const { month } of months)
    files.push(await writeElements(archive, month, month, `(FROM ${table} WHERE ${monthOf} = '${month}')`));
  return files;
}

/**
 * Rewrites the sets at the beginning of each month but the first, from the first changed month on. After the month of the first
 * snapshot, these are the sets that were current at some time since the month began; before, the last set of each object until then.
 */
export async function writeStarts(
  archive: Archive,
  elements: readonly ElementFile[],
  changed: string | undefined,
  firstSnapshot: string | undefined,
): Promise<StartFile[]> {
  const starts: StartFile[] = [];
  for (const [at, before] of elements.slice(0, -1).entries()) {
    const { month } = elements[at + 1]!;
    const known = archive.index.starts.find((start) => start.month === month);
    if (known && starts.length === at && (changed === undefined || month <= changed)) {
      starts.push(known);
      continue;
    }
    const files = [before, ...starts.slice(-1)].map(({ file }) => archive.path(file));
    const rows = `(${archivedElements(files, [])})`;
    const query =
      firstSnapshot !== undefined && month > firstSnapshot
        ? `FROM ${rows} WHERE first_seen IS NOT NULL AND (last_seen IS NULL OR last_seen >= TIMESTAMP '${month}-01')`
        : `FROM ${rows} a QUALIFY row_number() OVER (PARTITION BY norad_cat_id ORDER BY ${newestFirst}) = 1`;
    const written = await archive.write(
      'elements',
      `start-${month}`,
      `SELECT ${columns} ${query} ORDER BY ${elementOrder}`,
    );
    starts.push({ ...written, month });
  }
  return starts;
}

const byMonth = (a: ElementFile, b: ElementFile) => (a.month < b.month ? -1 : 1);

/** How many distinct sets of a table the archive already has, compared by their numbers only. */
async function count(archive: Archive, table: string): Promise<Merged> {
  const [row] = await archive.store.rows<{ sets: number; added: number }>(`
    WITH came AS (SELECT DISTINCT norad_cat_id, epoch, ${numberHash} AS numbers FROM ${table}),
    there AS (SELECT DISTINCT norad_cat_id, epoch, ${numberHash} AS numbers FROM existing)
    SELECT (SELECT count(*) FROM came)::INTEGER AS sets, (SELECT count(*) FROM came ANTI JOIN there USING (norad_cat_id, epoch, numbers))::INTEGER AS added`);
  return { added: row!.added, known: row!.sets - row!.added };
}
