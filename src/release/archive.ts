import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElementSet } from '../orbit/element-set.ts';
import { type ElementTexts, type PackedElements, unpackElements } from '../orbit/packed-elements.ts';
import {
  type ArchiveIndex,
  type ArchiveSnapshot,
  archivedElements,
  archiveIndex,
  type ElementFile,
  readsArchive,
} from '../schema/archive.ts';
import { CatalogError, Database, type Parameters } from './database.ts';

/** An element set of the archive. Times are ISO 8601 UTC; null where the archive does not know them. */
export interface ArchivedSet extends ElementSet {
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly source: string | null;
}

/** A page of the element sets of an object, and how many there are. */
export interface ElementPage {
  readonly total: number;
  readonly sets: readonly ArchivedSet[];
}

/** What the archive has of the catalog at a time. */
export interface Coverage {
  /** The snapshot that was the newest then; null before the first one: then element sets are all that is known. */
  readonly snapshot: ArchiveSnapshot | null;
  /** The one after it; null where there is none. */
  readonly next: ArchiveSnapshot | null;
  /** How many snapshots there are up to it. */
  readonly snapshots: number;
}

/** A change of a field between two releases; values are JSON texts. */
export interface ValueChange {
  readonly at: string;
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly confidence_before: string | null;
  readonly confidence_after: string | null;
  readonly sources: string | null;
}

type Row = Omit<ArchivedSet, keyof ElementTexts> & PackedElements;

const instant = (column: string, fraction: string) =>
  `strftime(${column}, '%Y-%m-%dT%H:%M:%S${fraction}') AS ${column}`;
const readable = `SELECT * REPLACE (${instant('epoch', '.%f')}, ${instant('first_seen', 'Z')}, ${instant('last_seen', 'Z')})`;
const newest = 'a.epoch DESC, a.first_seen DESC NULLS LAST, a.source';

/** The archive of a home folder, read anew on each call: a refresh or an import may have added to it. */
export class ArchiveReader {
  readonly #folder: string;
  #database: Promise<Database> | null = null;
  #read: { readonly stamp: string; readonly index: ArchiveIndex } | null = null;
  readonly #timed: ((seconds: number) => void) | undefined;

  constructor(home: string, timed?: (seconds: number) => void) {
    this.#folder = join(home, 'archive');
    this.#timed = timed;
  }

  /** What there is; null where there is no archive, or none that this version can read. */
  async index(): Promise<ArchiveIndex | null> {
    const path = join(this.#folder, 'index.json');
    const found = await stat(path).catch(() => null);
    if (!found) return null;
    const stamp = `${found.ino} ${found.mtimeMs} ${found.size}`;
    if (this.#read?.stamp === stamp) return this.#read.index;
    const parsed = archiveIndex.safeParse(jsonOf(await readFile(path, 'utf8').catch(() => '')));
    if (!parsed.success || !readsArchive(parsed.data.format)) return null;
    this.#read = { stamp, index: parsed.data };
    return parsed.data;
  }

  /** Absolute path of a file of the archive. */
  path(file: string): string {
    return join(this.#folder, file);
  }

  /** The element sets of an object whose epochs lie in a range (milliseconds since 1970, both ends in it), newest first. */
  async elements(
    id: number,
    { from, to, limit, offset }: { from?: number; to?: number; limit: number; offset: number },
  ): Promise<ElementPage> {
    const where = [
      'norad_cat_id = $id',
      ...(from === undefined ? [] : [`epoch >= ${timestamp(from)}`]),
      ...(to === undefined ? [] : [`epoch <= ${timestamp(to)}`]),
    ].join(' AND ');
    const inRange = ({ first_epoch, last_epoch }: ElementFile) =>
      (from === undefined || Date.parse(last_epoch) >= from) && (to === undefined || Date.parse(first_epoch) <= to);
    const rows = await this.#rows<Row & { total: number }>(
      (index) => `${readable}, count(*) OVER ()::INTEGER AS total FROM (${this.#sets(index, inRange, where)}) a
        ORDER BY ${newest} LIMIT ${limit} OFFSET ${offset}`,
      { id },
    );
    const total =
      rows[0]?.total ??
      (offset === 0 ? 0 : (await this.elements(id, { ...range(from, to), limit: 1, offset: 0 })).total);
    return { total, sets: rows.map(setOf) };
  }

  /** The catalog at a time (milliseconds since 1970). Rolled-back releases are excluded. */
  async coverage(at: number): Promise<Coverage> {
    const snapshots = ((await this.index())?.snapshots ?? []).filter(
      ({ rolled_back_at }) => rolled_back_at === undefined,
    );
    const count = snapshots.findLastIndex((one) => Date.parse(one.at) <= at) + 1;
    return { snapshot: snapshots[count - 1] ?? null, next: snapshots[count] ?? null, snapshots: count };
  }

  /**
   * The element sets of the catalog at a time, one for each object that had one, by catalog number: those of the newest snapshot then.
   * Before the first one, of each object the last with an epoch up to then. `id` selects one object.
   */
  async asOf(at: number, id?: number): Promise<readonly ArchivedSet[]> {
    const { snapshot } = await this.coverage(at);
    const one = id === undefined ? '' : 'norad_cat_id = $id AND ';
    const values = id === undefined ? {} : { id };
    const time = timestamp(snapshot ? Date.parse(snapshot.at) : at);
    // A row that has ended is looked at after rows are made one: what was added later says when it ended.
    const began = snapshot ? `first_seen <= ${time}` : `epoch <= ${time}`;
    const lasts = snapshot ? `(last_seen IS NULL OR last_seen >= ${time})` : 'true';
    const inTime = ({ month, first_epoch }: ElementFile) =>
      snapshot ? month <= snapshot.at.slice(0, 7) : Date.parse(first_epoch) <= at;
    const rows = await this.#rows<Row>(
      (index) => `${readable} FROM (${this.#sets(index, inTime, `${one}${began}`)}) a WHERE ${lasts}
        QUALIFY row_number() OVER (PARTITION BY norad_cat_id ORDER BY ${newest}) = 1 ORDER BY norad_cat_id`,
      values,
    );
    return rows.map(setOf);
  }

  /** The first or last known element set of each requested object, by catalog number. */
  async outermost(wanted: ObjectSelection, which: 'first' | 'last'): Promise<readonly ArchivedSet[]> {
    if (wanted.norad_cat_id?.length === 0) return [];
    const { condition, values } = conditionOf(wanted);
    const order = which === 'first' ? 'a.epoch, a.first_seen NULLS LAST, a.source' : newest;
    const rows = await this.#rows<Row>(
      (index) => `${readable} FROM (${this.#sets(index, () => true, condition)}) a
        QUALIFY row_number() OVER (PARTITION BY norad_cat_id ORDER BY ${order}) = 1 ORDER BY norad_cat_id`,
      values,
    );
    return rows.map(setOf);
  }

  /** How the values of an object changed, newest first; the first release says nothing of changes but for objects that came later. */
  async changes(id: number, field: string | undefined): Promise<readonly ValueChange[]> {
    return this.#rows<ValueChange>(
      ({ values, snapshots }) => {
        const start = snapshots.find(({ release }) => release !== null)?.at.replace('Z', '');
        if (values.length === 0 || start === undefined) return null;
        return `SELECT ${instant('release_at', 'Z').replace('AS release_at', 'AS at')}, field, before, value AS after, confidence_before, confidence AS confidence_after, sources
          FROM (SELECT *, lag(value) OVER w AS before, lag(confidence) OVER w AS confidence_before
            FROM read_parquet([${this.#list(values.map(({ file }) => file))}]) WHERE norad_cat_id = $id
            WINDOW w AS (PARTITION BY field ORDER BY release_at))
          WHERE release_at > TIMESTAMP '${start}' ${field === undefined ? '' : 'AND field = $field'}
          ORDER BY release_at DESC, field`;
      },
      field === undefined ? { id } : { id, field },
    );
  }

  close(): void {
    void this.#database?.then((database) => database.close());
    this.#database = null;
  }

  #sets({ elements, recent }: ArchiveIndex, wanted: (file: ElementFile) => boolean, where: string): string {
    const paths = (files: readonly ElementFile[]) => files.map(({ file }) => this.path(file));
    // Recent files say of older sets when they ended: all of them are read.
    return archivedElements(paths(elements.filter(wanted)), paths(recent), where);
  }

  #list(files: readonly string[]): string {
    return files.map((file) => `'${this.path(file).replaceAll("'", "''")}'`).join(', ');
  }

  /** Asks the archive. Where a file has gone meanwhile, because another index is there, once more. */
  async #rows<T>(sql: (index: ArchiveIndex) => string | null, values: Parameters): Promise<T[]> {
    for (let attempt = 1; ; attempt++) {
      const index = await this.index();
      const query = index && sql(index);
      if (!query) return [];
      this.#database ??= Database.overFolder(this.#folder, this.#timed);
      try {
        return await (await this.#database).rows<T>(query, values);
      } catch (error) {
        if (!(error instanceof CatalogError) || attempt === 2) throw error;
      }
    }
  }
}

/** The value of a JSON text; undefined where it is none. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A time (milliseconds since 1970) in SQL: as a constant it says which parts of a file need not be read. */
const timestamp = (time: number) => `make_timestamp(${Math.trunc(time)}000)`;

/** Objects by number, by the beginning of their designator, or by a part of a name. */
export interface ObjectSelection {
  readonly norad_cat_id?: readonly number[];
  readonly designator?: string;
  /** Whether the designator is a whole one. */
  readonly whole?: boolean;
  readonly part?: string;
}

function conditionOf({ norad_cat_id, designator, whole, part }: ObjectSelection): {
  condition: string;
  values: Parameters;
} {
  if (norad_cat_id) return { condition: `norad_cat_id IN (${norad_cat_id.map(Math.trunc).join(', ')})`, values: {} };
  if (designator !== undefined)
    return {
      condition: whole ? 'object_id = $text' : 'starts_with(object_id, $text)',
      values: { text: designator },
    };
  return { condition: 'contains(upper(object_name), upper($text))', values: { text: part ?? '' } };
}

const range = (from: number | undefined, to: number | undefined) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

function setOf(row: Row): ArchivedSet {
  const { norad_cat_id, object_name, object_id, epoch, ephemeris_type, classification_type } = row;
  const { element_set_no, rev_at_epoch, first_seen, last_seen, source } = row;
  return {
    ...{ norad_cat_id, object_name, object_id, epoch, ephemeris_type, classification_type },
    ...{ element_set_no, rev_at_epoch, ...unpackElements(row), first_seen, last_seen, source },
  };
}
