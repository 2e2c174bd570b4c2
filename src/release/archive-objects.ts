import { sqlText } from '../schema/sql/sql-text.ts';
import type { Database } from './database.ts';

/** What a file of the archive has of one object: how many element sets it adds, and between which epochs (seconds since 1970). */
export interface ObjectSets {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

interface FileObjects {
  readonly ids: Int32Array;
  readonly counts: Int32Array;
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
}

/**
 * Which objects each file of the archive has sets of: to page through the history of one object only the files of the page are read.
 * A file never changes, so that it is looked through once; a month takes 16 bytes an object.
 */
export class ArchiveObjects {
  readonly #files = new Map<string, Promise<FileObjects>>();

  /** What a file has of an object; null where that is nothing. Of a set that only ends in it, the file adds none. */
  async of(database: Database, path: string, id: number): Promise<ObjectSets | null> {
    const known = this.#files.get(path) ?? this.#read(database, path);
    const { ids, counts, firsts, lasts } = await known;
    const at = placeOf(ids, id);
    return at < 0 ? null : { count: counts[at]!, first: firsts[at]!, last: lasts[at]! };
  }

  /** Drops files that are no longer part of the archive. */
  keep(paths: ReadonlySet<string>): void {
    for (const path of this.#files.keys()) if (!paths.has(path)) this.#files.delete(path);
  }

  #read(database: Database, path: string): Promise<FileObjects> {
    const file = sqlText(path);
    // Only files of single refreshes have a set twice: as it began, and as it ended.
    const adds = /\/recent-[^/]*$/.test(path) ? 'count(*) FILTER (WHERE last_seen IS NULL)' : 'count(*)';
    const read = database.columns(
      {
        ids: ['integer', 'norad_cat_id'],
        counts: ['integer', `(${adds})::INTEGER`],
        firsts: ['integer', 'floor(epoch(min(epoch)))::INTEGER'],
        lasts: ['integer', 'ceil(epoch(max(epoch)))::INTEGER'],
      },
      `FROM read_parquet(${file}) GROUP BY norad_cat_id ORDER BY norad_cat_id`,
    );
    this.#files.set(path, read);
    read.catch(() => this.#files.delete(path));
    return read;
  }
}

/** Where a number stands among ascending ones; -1 where it does not. */
function placeOf(ids: Int32Array, id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id ? low : -1;
}

/** A file with sets of an object. */
export interface ObjectFile<T> extends ObjectSets {
  readonly file: T;
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
