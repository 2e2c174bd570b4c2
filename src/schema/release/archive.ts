import { z } from 'zod';
import { sqlText, sqlTexts } from '../escaped-text.ts';
import { parsedJson } from '../json-text.ts';

/** The format of the archive's files, as major.minor: a reader takes every minor version of its own major one. */
export const archiveFormat = '1.4';

/** The folders of the archive that have its files. */
export const archiveFolders = ['elements', 'values', 'claims', 'groups', 'datasets', 'objects'] as const;

/**
 * A file of the archive: its path below the archive's folder. A file never changes; changed content gets a new name.
 */
const archiveFile = z.object({
  file: z
    .string()
    .regex(
      /^((elements|values|claims|datasets|groups)\/[\w.-]+\.parquet|datasets\/[\w.-]+\.csv\.gz|objects\/[\w.-]+\.sqlite)$/,
    ),
  bytes: z.int().positive(),
  sha256: z.string().length(64),
  rows: z.int().nonnegative(),
});
export type ArchiveFile = z.infer<typeof archiveFile>;

/**
 * A Parquet file, and its rows by object once more in SQLite, for queries about one object: Parquet has to decode
 * 24,576 rows to read one. Absent until the next refresh if an earlier version wrote the file.
 */
const tableFile = archiveFile.extend({ by_object: archiveFile.optional() });
export type TableFile = z.infer<typeof tableFile>;

const instant = z.iso.datetime();

/** Element sets: those of a month, or those that one refresh has added to it. */
const elementFile = tableFile.extend({
  /** The month in which the sets were first seen (UTC), or of their epoch if that is not known. */
  month: z.string().regex(/^\d{4}-\d\d$/),
  /** The range of their epochs. */
  first_epoch: instant,
  last_epoch: instant,
  /** Number of sets without an end: they were current when the file was written. */
  open: z.int().nonnegative(),
});
export type ElementFile = z.infer<typeof elementFile>;

/** The sets with which a month begins: the current ones, or before the first snapshot the last one of each object. */
const startFile = tableFile.extend({ month: z.string().regex(/^\d{4}-\d\d$/) });
export type StartFile = z.infer<typeof startFile>;

/** The dataset of a month: every object as the first release of the month had it. It is kept for good, to be cited. */
const monthlyDataset = z.object({
  month: z.string().regex(/^\d{4}-\d\d$/),
  release: z.string(),
  at: instant,
  /** Packed by gzip; `unpacked` has the size and hash of its content. */
  csv: archiveFile.extend({ unpacked: archiveFile.pick({ bytes: true, sha256: true }) }),
  parquet: archiveFile,
  /** The attributions that the sources of the release request. */
  attributions: z.array(z.string()),
});
export type MonthlyDataset = z.infer<typeof monthlyDataset>;

/** The catalog at one time: a release, or a snapshot that was imported. */
const snapshot = z.object({
  at: instant,
  /** Null for an imported snapshot. */
  release: z.string().nullable(),
  /** Objects that had elements. */
  objects: z.int().nonnegative(),
  /** Whether every upstream file was as new as it should be; null if unknown. */
  complete: z.boolean().nullable(),
  /** Groups whose list of members had been fetched; absent if that is not known. */
  groups: z.array(z.string()).optional(),
  /** When the release was rolled back; absent if it was not. */
  rolled_back_at: instant.optional(),
});
export type ArchiveSnapshot = z.infer<typeof snapshot>;

/** `archive/index.json`: it is replaced in one step, and a file that it does not name is not part of the archive. */
export const archiveIndex = z.object({
  format: z.string().regex(/^[1-9]\d*\.\d+$/),
  /** Whether the archive is the history of the embedded sample. */
  sample: z.boolean(),
  /** Oldest first. */
  snapshots: z.array(snapshot),
  /** A file a month, oldest first. */
  elements: z.array(elementFile),
  /**
   * The sets with which each month but the first begins: together with the month's own file, they cover any time in the
   * month.
   */
  starts: z.array(startFile).default([]),
  /** Sets that refreshes have added since the months were last written, oldest first. */
  recent: z.array(elementFile),
  /** Versions of values and of claims, oldest first. */
  values: z.array(tableFile),
  claims: z.array(tableFile),
  /** The members of groups in imported snapshots, one file an import; releases have theirs in `values`. */
  groups: z.array(archiveFile).default([]),
  /** Oldest first. */
  datasets: z.array(monthlyDataset).default([]),
  /** Files of the previous index; deleted by the next write, so that running reads can finish. */
  retired: z.array(z.string()),
});
export type ArchiveIndex = z.infer<typeof archiveIndex>;

/** The index in the text of its file; null if it is damaged. Its format may be of another version: see `readsArchive`. */
export const parsedIndex = (text: string): ArchiveIndex | null => archiveIndex.safeParse(parsedJson(text)).data ?? null;

/** The error message for an index that cannot be read: what happened, and how to restore the index. */
export const damagedIndex =
  'archive/index.json is damaged: put it back from a backup or a mirror; nothing is written into the archive until then';

/** Every file that an index names. */
export const archiveFiles = ({
  elements,
  starts,
  recent,
  values,
  claims,
  groups,
  datasets,
}: ArchiveIndex): ArchiveFile[] => [
  ...[...elements, ...starts, ...recent, ...values, ...claims].flatMap(({ by_object, ...file }: TableFile) =>
    by_object ? [file, by_object] : [file],
  ),
  ...groups,
  ...datasets.flatMap(({ csv, parquet }) => [csv, parquet]),
];

/** Whether this version reads archives of a format. */
export const readsArchive = (format: string): boolean => format.split('.')[0] === archiveFormat.split('.')[0];

/** The columns of an archived element set, by name: its SQL type. Numbers are integers, so that every digit is kept. */
export const archiveColumns = {
  norad_cat_id: 'INTEGER',
  epoch: 'TIMESTAMP',
  mean_motion_e8: 'INTEGER',
  eccentricity_e8: 'INTEGER',
  inclination_e4: 'INTEGER',
  ra_of_asc_node_e4: 'INTEGER',
  arg_of_pericenter_e4: 'INTEGER',
  mean_anomaly_e4: 'INTEGER',
  bstar_digits: 'INTEGER',
  bstar_power: 'TINYINT',
  mean_motion_dot_e8: 'INTEGER',
  mean_motion_ddot_digits: 'INTEGER',
  mean_motion_ddot_power: 'TINYINT',
  ephemeris_type: 'TINYINT',
  element_set_no: 'INTEGER',
  rev_at_epoch: 'INTEGER',
  classification_type: 'VARCHAR',
  object_name: 'VARCHAR',
  object_id: 'VARCHAR',
  beyond: 'VARCHAR',
  first_seen: 'TIMESTAMP',
  last_seen: 'TIMESTAMP',
  source: 'VARCHAR',
} as const;

/** The order of an object's sets, newest first, in SQL over `a`. */
export const newestFirst = 'a.epoch DESC, a.first_seen DESC NULLS LAST, a.source';

/** The columns that make two element sets the same one. */
export const contentColumns = (Object.keys(archiveColumns) as (keyof typeof archiveColumns)[]).filter(
  (name) => !['first_seen', 'last_seen', 'source'].includes(name),
);

/**
 * The element sets of some files as SQL, each once. `recent` files repeat a set that has ended, and that row replaces
 * its earlier one. A set is identified by its object and the time it was first seen. `unlessRecent` is a second
 * condition for those of `months`.
 */
export function archivedElements(
  months: readonly string[],
  recent: readonly string[],
  condition = 'true',
  unlessRecent = 'true',
): string {
  const names = Object.keys(archiveColumns).join(', ');
  // Contains the condition, so that a query has the same parameters whatever files there are.
  const empty = `FROM (SELECT ${Object.entries(archiveColumns)
    .map(([name, type]) => `NULL::${type} AS ${name}`)
    .join(', ')}) WHERE false AND (${condition})`;
  const base =
    months.length > 0
      ? `SELECT ${names} FROM read_parquet([${sqlTexts(months)}]) WHERE ${condition} AND ${unlessRecent}`
      : empty;
  if (recent.length === 0) return base;
  const added = `SELECT ${names} FROM read_parquet([${sqlTexts(recent)}]) WHERE ${condition}
    QUALIFY row_number() OVER (PARTITION BY norad_cat_id, first_seen ORDER BY last_seen NULLS LAST) = 1`;
  return `WITH added AS MATERIALIZED (${added})
    FROM (${base}) b ANTI JOIN added a ON a.norad_cat_id = b.norad_cat_id AND a.first_seen = b.first_seen
    UNION ALL FROM added`;
}

/** Fields of a record that follow from the elements, if an object has some: they are not archived separately. */
export const orbitFields = [
  'period_min',
  'inclination_deg',
  'apogee_km',
  'perigee_km',
  'eccentricity',
  'geo_longitude_deg',
  'elements_epoch',
] as const;

/**
 * Names of value versions that are not fields of `satellites`: the groups of an object and, under the number 0, the
 * statistics of the catalog.
 */
export const groupsField = 'groups';
export const statsField = 'stats';

/** The path of a month of element sets. */
export const archivePath = (month: string): string => `/api/v1/archive/elements/${month}.parquet`;

/** The path of a file with a refresh's additions since the months were last written; deleted when they are written again. */
export const recentPath = ({ file }: Pick<ArchiveFile, 'file'>): string => `/api/v1/archive/${file}`;

/** The content of `/api/v1/archive`: the months that can be downloaded, and the archive's coverage. */
export function archiveDocument(index: ArchiveIndex) {
  const { snapshots, elements, recent, datasets } = index;
  return {
    data: elements.map(({ month, rows, bytes, sha256, first_epoch, last_epoch }) => ({
      ...{ month, element_sets: rows, bytes, sha256, first_epoch, last_epoch },
      url: archivePath(month),
    })),
    meta: {
      next: null,
      prev: null,
      snapshots: snapshots.length,
      first_snapshot: snapshots[0]?.at ?? null,
      last_snapshot: snapshots.at(-1)?.at ?? null,
      first_release: snapshots.find(({ release }) => release !== null)?.release ?? null,
      pending: recent.reduce((sum, { rows }) => sum + rows, 0),
      recent: recent.map((file) => ({
        url: recentPath(file),
        element_sets: file.rows,
        bytes: file.bytes,
        sha256: file.sha256,
      })),
      datasets: datasets.map((one) => ({
        ...{ month: one.month, release: one.release, rolled_back_at: rolledBackAt(index, one) },
        url: datasetPath(one.month),
      })),
    },
  };
}

/** The path of the dataset of a month; with an ending that of one of its files. */
export const datasetPath = (month: string): string => `/api/v1/dataset/all/${month}`;

/** When the release of a dataset was rolled back; null if it was not. */
const rolledBackAt = ({ snapshots }: Pick<ArchiveIndex, 'snapshots'>, { release }: MonthlyDataset): string | null =>
  snapshots.find((snapshot) => snapshot.release === release)?.rolled_back_at ?? null;

/** The content of `/api/v1/dataset/all/{month}`: its files with their hashes, and how to cite it. `base` begins its URL. */
export function datasetDocument(index: Pick<ArchiveIndex, 'snapshots'>, dataset: MonthlyDataset, base: string) {
  const { month, release, at, csv, parquet, attributions } = dataset;
  const rolled_back_at = rolledBackAt(index, dataset);
  const url = `${base}${datasetPath(month)}`;
  const title = `Orbweaver: catalog of everything in orbit, ${month}`;
  const file = (format: 'csv' | 'parquet', { bytes, sha256 }: Pick<ArchiveFile, 'bytes' | 'sha256'>) => ({
    ...{ format, url: `${datasetPath(month)}.${format}`, bytes, sha256 },
  });
  const year = at.slice(0, 4);
  const which = `Release ${release}${rolled_back_at ? ` (rolled back ${rolled_back_at.slice(0, 10)})` : ''}, SHA-256 of the CSV ${csv.unpacked.sha256}`;
  return {
    data: {
      ...{ month, release, rolled_back_at, generated_at: at, objects: parquet.rows, license: 'ODbL-1.0', attributions },
      files: [file('csv', csv.unpacked), file('parquet', parquet)],
      citation: `Orbweaver (${year}). ${title} [Data set]. ${which}. ${url}`,
      bibtex: `@misc{orbweaver-${month},\n  author = {{Orbweaver}},\n  title = {${title}},\n  year = {${year}},\n  howpublished = {\\url{${url}}},\n  note = {${which}}\n}`,
    },
  };
}

/** A column of a Parquet file. */
export interface FileColumn {
  readonly name: string;
  readonly type: string;
}

/** In SQL, the columns of a Parquet file but the catalog number. */
export const columnsOfFile = (path: string): string =>
  `SELECT column_name AS name, column_type AS type FROM (DESCRIBE FROM read_parquet(${sqlText(path)})) WHERE name <> 'norad_cat_id'`;

/** In SQL, the rows of each object of a Parquet file as JSON: an array for each column, in the order of the columns. */
export function rowsByObject(path: string, columns: readonly FileColumn[], condition = 'true'): string {
  // A text for each column: lists need ten times the memory.
  const arrays = columns.map(({ name, type }) => {
    const value = type === 'TIMESTAMP' ? `epoch_us(${name})` : name;
    return `'[' || string_agg(coalesce(to_json(${value})::VARCHAR, 'null'), ',') || ']'`;
  });
  return `SELECT norad_cat_id, concat('[', concat_ws(',', ${arrays.join(', ')}), ']') AS rows FROM read_parquet(${sqlText(path)})
    WHERE ${condition} GROUP BY norad_cat_id ORDER BY norad_cat_id`;
}
