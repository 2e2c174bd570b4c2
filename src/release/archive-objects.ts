import { indexOfId } from '../orbit/index-of-id.ts';
import { sqlText } from '../schema/escaped-text.ts';
import type { ArchiveIndex, ElementFile, TableFile } from '../schema/release/archive.ts';
import type { Database } from './database.ts';

interface FileObjects {
  readonly ids: Int32Array;
  readonly counts: Int32Array;
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
}

/**
 * The objects of each file of the archive: to page through the history of one object, only the files of the page are read. A
 * file never changes, so it is scanned once; a month takes 16 bytes per object.
 */
export class ArchiveObjects {
  readonly #files = new Map<string, FileObjects | Promise<FileObjects>>();

  /** The given files that have sets of an object, with their number. A set that only ends in a file is not counted. */
  async of<T extends { readonly file: string }>(
    files: readonly T[],
    id: number,
    { database, pathOf }: { readonly database: Database; readonly pathOf: (file: string) => string },
  ): Promise<ObjectFile<T>[]> {
    const known = files.map(({ file }) => this.#files.get(file) ?? this.#read(database, file, pathOf(file)));
    const all = known.some((one) => one instanceof Promise) ? await Promise.all(known) : (known as FileObjects[]);
    return files.flatMap((file, place) => {
      const { ids, counts, firsts, lasts } = all[place]!;
      const at = indexOfId(ids, id);
      return at < 0 ? [] : [{ file, count: counts[at]!, first: firsts[at]!, last: lasts[at]! }];
    });
  }

  /** Drops files that are no longer part of the archive. */
  retain(files: ReadonlySet<string>): void {
    for (const file of this.#files.keys()) if (!files.has(file)) this.#files.delete(file);
  }

  #read(database: Database, file: string, path: string): Promise<FileObjects> {
    // Only files of single refreshes have a set twice: as it began, and as it ended.
    const adds = /\/recent-[^/]*$/.test(file) ? 'count(*) FILTER (WHERE last_seen IS NULL)' : 'count(*)';
    const read = database.table<FileObjects>(
      `SELECT norad_cat_id AS ids, (${adds})::INTEGER AS counts, floor(epoch(min(epoch)))::INTEGER AS firsts,
        ceil(epoch(max(epoch)))::INTEGER AS lasts
      FROM read_parquet(${sqlText(path)}) GROUP BY norad_cat_id ORDER BY norad_cat_id`,
    );
    this.#files.set(file, read);
    read.then(
      (found) => this.#files.set(file, found),
      () => this.#files.delete(file),
    );
    return read;
  }
}

/** A file with sets of an object: how many it adds, and between which epochs (seconds since 1970). */
export interface ObjectFile<T> {
  readonly file: T;
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/**
 * The files with a page of an object's sets, newest epoch first, and how many sets of those files come before the page. Files whose
 * epochs overlap are read together: only between groups of files the order is known.
 */
export function filesOfPage<T>(
  files: readonly ObjectFile<T>[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly files: readonly T[]; readonly skip: number } {
  const groups: { files: T[]; first: number; count: number }[] = [];
  for (const { file, first, last, count } of files.toSorted((a, b) => b.last - a.last || b.first - a.first)) {
    const group = groups.at(-1);
    if (group && last >= group.first) {
      group.files.push(file);
      group.first = Math.min(group.first, first);
      group.count += count;
    } else groups.push({ files: [file], first, count });
  }
  const chosen: T[] = [];
  let [before, skip] = [0, offset];
  for (const group of groups) {
    if (before + group.count <= offset) skip = offset - before - group.count;
    else if (before < offset + limit) chosen.push(...group.files);
    before += group.count;
  }
  return { files: chosen, skip };
}

/** A file of element sets. */
export type FileOf = TableFile & Pick<ElementFile, 'month'>;

/** The files with the sets that were current at a snapshot: its month's, the sets at its start, and recent additions. */
export function filesAt({ elements, starts, recent }: ArchiveIndex, at: string): FileOf[] {
  // A month without new sets has no file: the last month that has one applies.
  const months = elements.filter(({ month }) => month <= at.slice(0, 7));
  const own = months.at(-1);
  const start = own && starts.find(({ month }) => month === own.month);
  return [...(start ? [start, own] : months), ...recent];
}

/** The files with the last sets that have an epoch up to a time before the first snapshot (milliseconds since 1970). */
export function filesBefore({ elements, starts, recent }: ArchiveIndex, at: number): FileOf[] {
  const month = new Date(at).toISOString().slice(0, 7);
  const own = elements.findLast((file) => file.month <= month);
  const start = own && starts.find((file) => file.month === own.month);
  const began = ({ first_epoch }: ElementFile) => Date.parse(first_epoch) <= at;
  const later = elements.filter((file) => began(file) && (!start || file.month >= own.month));
  return [...(start ? [start] : []), ...later, ...recent.filter(began)];
}
