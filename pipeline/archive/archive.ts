import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFacts, removeOthers } from '../../src/file-bytes.ts';
import { isSgp4Sql } from '../../src/orbit/element-orbit.ts';
import { sqlText } from '../../src/schema/escaped-text.ts';
import {
  type ArchiveFile,
  type ArchiveIndex,
  archivedElements,
  archiveFiles,
  archiveFolders,
  archiveFormat,
  archiveIndex,
  damagedIndex,
  type ElementFile,
  parsedIndex,
  readsArchive,
} from '../../src/schema/release/archive.ts';
import { UserError } from '../../src/user-error.ts';
import { Store, type StoreLimits } from '../store.ts';
import { writeObjectRows } from './object-rows.ts';

/** How to open the archive. */
export interface ArchiveOptions {
  /** ORBWEAVER_HOME, locked by the caller. */
  readonly home: string;
  readonly limits: Omit<StoreLimits, 'temp'>;
  /** Called with its name before each step that changes files on disk: tests kill the process there. */
  readonly step?: (name: string) => void;
}

/** The archive can't be read; the message says why. */
class BrokenArchive extends UserError {
  override readonly name = 'BrokenArchive';
}

type Folder = (typeof archiveFolders)[number];

/**
 * The archive of a home folder, open for writing: immutable files, and an index that lists them. A change writes new files first, then
 * replaces the index atomically: if the process ends at any point, the archive is in its old or its new state.
 */
export class Archive {
  readonly folder: string;
  readonly store: Store;
  readonly #step: (name: string) => void;
  #index: ArchiveIndex;

  private constructor(folder: string, store: Store, index: ArchiveIndex, { step }: ArchiveOptions) {
    this.folder = folder;
    this.store = store;
    this.#index = index;
    this.#step = step ?? (() => {});
  }

  /** Opens the archive; starts an empty one if there is none. Throws BrokenArchive. */
  static async open(options: ArchiveOptions): Promise<Archive> {
    const folder = join(options.home, 'archive');
    const index = (await readArchiveIndex(folder)) ?? emptyIndex(false);
    for (const name of archiveFolders) await mkdir(join(folder, name), { recursive: true });
    const work = join(folder, '.work');
    await rm(work, { recursive: true, force: true });
    const store = await Store.open({ ...options.limits, temp: work });
    return new Archive(folder, store, index, options);
  }

  /** Opens an existing archive. Throws BrokenArchive; throws UserError, and creates no files, if there is none. */
  static async openExisting(options: ArchiveOptions): Promise<Archive> {
    const folder = join(options.home, 'archive');
    if (!(await readArchiveIndex(folder)))
      throw new UserError(`there is no archive in ${folder}: a refresh begins one, as does npm run archive -- import`);
    return Archive.open(options);
  }

  get index(): ArchiveIndex {
    return this.#index;
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  /** Writes the rows of a query, in its order, as a Parquet file whose name contains its hash. */
  async write(folder: Folder, label: string, query: string): Promise<ArchiveFile> {
    this.#step(`write ${folder}`);
    const part = this.path(`${folder}/${label}.part`);
    await this.store.run(
      `COPY (${query}) TO ${sqlText(part)} (FORMAT parquet, PARQUET_VERSION V2, COMPRESSION zstd, COMPRESSION_LEVEL 6, ROW_GROUP_SIZE 24576)`,
    );
    const [row] = await this.store.rows<{ rows: number }>(
      `SELECT count(*)::INTEGER AS rows FROM read_parquet(${sqlText(part)})`,
    );
    return { ...(await this.#named(folder, label, 'parquet', await fileFacts(part))), rows: row!.rows };
  }

  /** Flushes a file that was written as `label.part` to disk, and renames it to its final name. */
  async #named(folder: Folder, label: string, ending: string, facts: Pick<ArchiveFile, 'bytes' | 'sha256'>) {
    const part = this.path(`${folder}/${label}.part`);
    const handle = await open(part, 'r+');
    await handle.sync();
    await handle.close();
    const file = `${folder}/${label}-${facts.sha256.slice(0, 16)}.${ending}`;
    this.#step(`name ${folder}`);
    await rename(part, this.path(file));
    return { file, ...facts };
  }

  /**
   * The index, with a file of rows by object for each Parquet file. Missing ones are written two at a time: the rows of one are
   * compressed while those of the other are collected.
   */
  async #withObjects(index: ArchiveIndex): Promise<ArchiveIndex> {
    const lists = ['elements', 'starts', 'recent', 'values', 'claims'] as const;
    const known = new Map(lists.flatMap((list) => this.#index[list]).map(({ file, by_object }) => [file, by_object]));
    for (const { file, by_object } of lists.flatMap((list) => index[list])) if (by_object) known.set(file, by_object);
    const missing = lists
      .flatMap((list) => index[list])
      .filter(({ file }) => !known.get(file))
      .values();
    const writing = ['objects-1', 'objects-2'].map(async (temp) => {
      // One thread, so that row order is deterministic: the same rows make the same file.
      const store = await Store.open({ memory: '250MB', threads: 1, temp: this.path(`.work/${temp}`) });
      try {
        for (const { file } of missing) known.set(file, await this.#writeObjects(store, file));
      } finally {
        store.close();
      }
    });
    for (const end of await Promise.allSettled(writing)) if (end.status === 'rejected') throw end.reason;
    for (const list of lists)
      Object.assign(index, { [list]: index[list].map((one) => ({ ...one, by_object: known.get(one.file) })) });
    return index;
  }

  async #writeObjects(store: Store, file: string): Promise<ArchiveFile> {
    const label = file.replace('/', '-').replace(/-[0-9a-f]{16}\.parquet$/, '');
    this.#step('write objects');
    const part = this.path(`objects/${label}.part`);
    const rows = await writeObjectRows(store, this.path(file), part);
    return { ...(await this.#named('objects', label, 'sqlite', await fileFacts(part))), rows };
  }

  /** Copies a file of a release into the archive. Null if it is missing or differs from the release's manifest. */
  async copy(
    folder: Folder,
    { label, ending, from }: { readonly label: string; readonly ending: string; readonly from: string },
    { bytes, sha256 }: Pick<ArchiveFile, 'bytes' | 'sha256'>,
  ): Promise<Pick<ArchiveFile, 'file' | 'bytes' | 'sha256'> | null> {
    if (!existsSync(from)) return null;
    this.#step(`write ${folder}`);
    const part = this.path(`${folder}/${label}.part`);
    await copyFile(from, part, constants.COPYFILE_FICLONE);
    const facts = await fileFacts(part);
    if (facts.bytes !== bytes || facts.sha256 !== sha256) return null;
    return this.#named(folder, label, ending, facts);
  }

  /** Replaces the index atomically. Files that only the old index lists are deleted at the next change. */
  async commit(change: Partial<Omit<ArchiveIndex, 'format' | 'retired'>>): Promise<void> {
    const next = await this.#withObjects({ ...this.#index, ...change, format: archiveFormat });
    const named = new Set(filesOf(next));
    next.retired = filesOf(this.#index).filter((file) => !named.has(file));
    this.#step('commit');
    const path = this.path('index.json');
    await writeFile(`${path}.part`, `${JSON.stringify(archiveIndex.parse(next))}\n`, { flush: true });
    for (const folder of archiveFolders) await flushFolder(this.path(folder));
    this.#step('replace index');
    await rename(`${path}.part`, path);
    await flushFolder(this.folder);
    this.#index = next;
    this.#step('committed');
  }

  /** Deletes every file that neither this index nor the previous one lists. */
  async tidy(): Promise<void> {
    const kept = new Set([...filesOf(this.#index), ...this.#index.retired]);
    await removeOthers(this.folder, archiveFolders, kept, () => this.#step('tidy'));
  }

  async close(): Promise<void> {
    this.store.close();
    await rm(this.path('.work'), { recursive: true, force: true });
    await rm(this.path('index.json.part'), { force: true });
  }
}

const filesOf = (index: ArchiveIndex): string[] => archiveFiles(index).map(({ file }) => file);

export const emptyIndex = (sample: boolean): ArchiveIndex => ({
  format: archiveFormat,
  sample,
  snapshots: [],
  elements: [],
  starts: [],
  recent: [],
  values: [],
  claims: [],
  groups: [],
  datasets: [],
  retired: [],
});

/** The index of the archive in a folder; null if there is none. Throws BrokenArchive. */
export async function readArchiveIndex(folder: string): Promise<ArchiveIndex | null> {
  const path = join(folder, 'index.json');
  if (!existsSync(path)) return null;
  const text = await readFile(path, 'utf8');
  const read = parsedIndex(text);
  if (read === null) throw new BrokenArchive(damagedIndex);
  if (!readsArchive(read.format))
    throw new BrokenArchive(`the archive is of format ${read.format}, and this version reads ${archiveFormat}`);
  return read;
}

/** Flushes a folder's entries to disk. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/**
 * The months of the archive that have epochs after a time, and SQL for their rows; none if there is no archive. Sets that SGP4 does not
 * propagate are left out: their mean elements are those of another theory.
 */
export async function setsSince(
  home: string,
  since: number,
): Promise<{ readonly months: readonly ElementFile[]; readonly rows: string }> {
  const folder = join(home, 'archive');
  const index = await readArchiveIndex(folder).catch(() => null);
  const months = (index?.elements ?? []).filter(({ last_epoch }) => Date.parse(last_epoch) >= since);
  const path = ({ file }: { readonly file: string }) => join(folder, file);
  return { months, rows: archivedElements(months.map(path), (index?.recent ?? []).map(path), isSgp4Sql()) };
}

/** In SQL, the numbers of an archived set that SGP4 needs, as doubles. Rows with `beyond` have more digits than these. */
export const sgp4NumbersSql = `mean_motion_e8 / 1e8 AS mean_motion, eccentricity_e8 / 1e8 AS eccentricity,
    inclination_e4 / 1e4 AS inclination, ra_of_asc_node_e4 / 1e4 AS ra_of_asc_node, arg_of_pericenter_e4 / 1e4 AS arg_of_pericenter,
    mean_anomaly_e4 / 1e4 AS mean_anomaly, bstar_digits * pow(10, bstar_power) AS bstar`;

/**
 * The times of the releases before this build, milliseconds since 1970, oldest first; without an archive, only that of the previous one.
 */
export async function releaseTimes({
  home,
  sample,
  previous,
}: {
  readonly home: string;
  readonly sample: boolean;
  readonly previous: string | null;
}): Promise<number[]> {
  const index = await readArchiveIndex(join(home, 'archive')).catch(() => null);
  const archived = index?.sample === sample ? index.snapshots : [];
  const times = archived.flatMap(({ at, release }) => (release === null ? [] : Date.parse(at)));
  const last = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(previous ?? '');
  if (last) times.push(Date.parse(`${last.slice(1, 4).join('-')}T${last.slice(4, 7).join(':')}Z`));
  return [...new Set(times)].sort((a, b) => a - b);
}
