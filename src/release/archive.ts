import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import {
  type ArchiveIndex,
  type ArchiveSnapshot,
  archivedElements,
  archiveFiles,
  archiveIndex,
  type ElementFile,
  groupsField,
  newestFirst,
  orbitFields,
  readsArchive,
  statsField,
} from '../schema/archive.ts';
import { claim } from '../schema/claim.ts';
import { sqlTexts } from '../schema/sql/sql-text.ts';
import { ArchiveObjects, filesOfPage, type ObjectFile } from './archive-objects.ts';
import { type ArchivedSet, newestFirstOf, newestOfEach, readable, type SetColumns, setsOf } from './archived-sets.ts';
import { CatalogError, Database, type Parameters } from './database.ts';

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

/** A value as it was at a time: JSON text, or null, and what was known of it; `sources` with commas between. */
export interface PastValue {
  readonly field: string;
  readonly value: string | null;
  readonly confidence: string | null;
  readonly rule: string | null;
  readonly sources: string | null;
  readonly uncertain: boolean | null;
  readonly note: string | null;
}

/** A claim as it was at a time. */
export type PastClaim = z.infer<typeof claim>;

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

/** How many objects the catalog had at a time (ISO 8601 UTC). */
export interface CatalogSize {
  readonly at: string;
  readonly objects: number;
  readonly on_orbit: number;
  readonly active: number;
}

const instant = (column: string) => `strftime(${column}, '%Y-%m-%dT%H:%M:%SZ')`;

/** The archive of a home folder. Each call looks for a new index: a refresh or an import may have added to it. */
export class ArchiveReader {
  readonly #folder: string;
  #database: Promise<Database> | null = null;
  readonly #objects = new ArchiveObjects();
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
    this.#objects.keep(new Set(archiveFiles(parsed.data).map(({ file }) => this.path(file))));
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
    const conditions = [
      `norad_cat_id = ${Math.trunc(id)}`,
      ...(from === undefined ? [] : [`epoch >= ${timestamp(from)}`]),
      ...(to === undefined ? [] : [`epoch <= ${timestamp(to)}`]),
    ];
    return this.#query({ total: 0, sets: [] }, async (database, index) => {
      const files = (await this.#filesOf(database, index, id)).filter(
        ({ first, last }) => (from === undefined || last * 1000 >= from) && (to === undefined || first * 1000 <= to),
      );
      const ranged = from !== undefined || to !== undefined;
      const total = files.reduce((sum, { count }) => sum + count, 0);
      const page = ranged
        ? { files: files.map(({ file }) => file), skip: offset }
        : filesOfPage(files, { offset, limit });
      if (page.files.length === 0) return { total, sets: [] };
      // Sorted here: an order in SQL takes longer than to read what one object has.
      const rows = this.#union(page.files, conditions.join(' AND '));
      const columns = await database.table<SetColumns>(`${readable} FROM (${rows})`);
      const order = newestFirstOf(columns);
      return {
        total: ranged ? order.length : total,
        sets: setsOf({ columns, order: order.slice(page.skip, page.skip + limit) }),
      };
    });
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
    const one = id === undefined ? '' : `norad_cat_id = ${Math.trunc(id)} AND `;
    const time = timestamp(snapshot ? Date.parse(snapshot.at) : at);
    return this.#query([], async (database, index) => {
      const files = snapshot ? filesAt(index, snapshot.at) : filesBefore(index, at);
      const held = id === undefined ? files : await this.#holding(database, files, id);
      if (held.length === 0) return [];
      // A row that has not ended is looked at after rows are made one: what was added later may say when it ended.
      const lasts = `(last_seen IS NULL OR last_seen >= ${time})`;
      const query = snapshot
        ? `FROM (${this.#union(held, `${one}first_seen <= ${time}`, lasts)}) a WHERE ${lasts}`
        : `FROM (${this.#union(held, `${one}epoch <= ${time}`)}) a
            QUALIFY row_number() OVER (PARTITION BY norad_cat_id ORDER BY ${newestFirst}) = 1`;
      return setsOf(newestOfEach(await database.table<SetColumns>(`${readable} ${query}`)));
    });
  }

  /** The first or last known element set of each requested object, by catalog number. */
  async outermost(wanted: ObjectSelection, which: 'first' | 'last'): Promise<readonly ArchivedSet[]> {
    if (wanted.norad_cat_id?.length === 0) return [];
    const { condition, values } = conditionOf(wanted);
    const order = which === 'first' ? 'a.epoch, a.first_seen NULLS LAST, a.source' : newestFirst;
    return this.#query([], async (database, index) => {
      const all = [...index.elements, ...index.recent];
      const one = wanted.norad_cat_id?.length === 1 ? wanted.norad_cat_id[0]! : null;
      const files = one === null ? all : await this.#holding(database, all, one);
      if (files.length === 0) return [];
      const columns = await database.table<SetColumns>(
        `${readable} FROM (${this.#union(files, condition)}) a
          QUALIFY row_number() OVER (PARTITION BY norad_cat_id ORDER BY ${order}) = 1 ORDER BY norad_cat_id`,
        values,
      );
      return setsOf({ columns });
    });
  }

  /** How the values of an object changed, newest first; the first release says nothing of changes but for objects that came later. */
  async changes(id: number, field: string | undefined): Promise<readonly ValueChange[]> {
    return this.#query([], async (database, { values, snapshots }) => {
      const start = snapshots.find(({ release }) => release !== null)?.at.replace('Z', '');
      if (values.length === 0 || start === undefined) return [];
      return database.rows<ValueChange>(
        `SELECT ${instant('release_at')} AS at, field, before, value AS after, confidence_before, confidence AS confidence_after, sources
          FROM (SELECT *, lag(value) OVER w AS before, lag(confidence) OVER w AS confidence_before
            FROM read_parquet([${this.#list(values.map(({ file }) => file))}]) WHERE norad_cat_id = $id
            WINDOW w AS (PARTITION BY field ORDER BY release_at))
          WHERE release_at > TIMESTAMP '${start}' AND field <> '${groupsField}'
            AND (value IS NOT NULL OR before IS NOT NULL OR field NOT IN (${sqlTexts(orbitFields)})) ${field === undefined ? '' : 'AND field = $field'}
          ORDER BY release_at DESC, field`,
        field === undefined ? { id } : { id, field },
      );
    });
  }

  /** How many objects the catalog had by the last release of each day, oldest first. Releases that were taken back are left out. */
  async catalogSizes(): Promise<readonly CatalogSize[]> {
    return this.#query([], async (database, { values, snapshots }) => {
      if (values.length === 0) return [];
      const gone = snapshots.filter(({ rolled_back_at }) => rolled_back_at !== undefined);
      const kept = gone.map(({ at }) => ` AND release_at <> TIMESTAMP '${at.replace('Z', '')}'`).join('');
      const count = (name: string) => `(value->>'${name}')::INTEGER AS ${name}`;
      return database.rows<CatalogSize>(
        `SELECT ${instant('release_at')} AS at, ${['objects', 'on_orbit', 'active'].map(count).join(', ')}
          FROM read_parquet([${this.#list(values.map(({ file }) => file))}])
          WHERE norad_cat_id = 0 AND field = '${statsField}' AND value IS NOT NULL${kept}
          QUALIFY row_number() OVER (PARTITION BY release_at::DATE ORDER BY release_at DESC) = 1 ORDER BY release_at`,
      );
    });
  }

  /** The files of value versions, oldest first, and the folder that they lie in; null where there are none. */
  async valueFiles(): Promise<{ folder: string; files: readonly string[] } | null> {
    const index = await this.index();
    if (!index || index.values.length === 0) return null;
    return { folder: this.#folder, files: index.values.map(({ file }) => this.path(file)) };
  }

  /** The newest versions of the values of an object at a time of a release (ISO 8601 UTC); 0 is the catalog as a whole. */
  async values(id: number, at: string): Promise<readonly PastValue[]> {
    return this.#query([], async (database, { values }) => {
      if (values.length === 0) return [];
      return database.rows<PastValue>(
        `SELECT field, value, confidence, rule, sources, uncertain, note FROM read_parquet([${this.#list(values.map(({ file }) => file))}])
          WHERE norad_cat_id = $id AND release_at <= $at::TIMESTAMP
          QUALIFY row_number() OVER (PARTITION BY field ORDER BY release_at DESC) = 1`,
        { id, at: at.replace('Z', '') },
      );
    });
  }

  /** When a value of an object last changed up to a time of a release, both ISO 8601 UTC; null where it has none. */
  async lastChange(id: number, at: string): Promise<string | null> {
    return this.#query(null, async (database, { values }) => {
      if (values.length === 0) return null;
      const [row] = await database.rows<{ at: string | null }>(
        `SELECT ${instant('max(release_at)')} AS at FROM read_parquet([${this.#list(values.map(({ file }) => file))}])
          WHERE norad_cat_id = $id AND release_at <= $at::TIMESTAMP`,
        { id, at: at.replace('Z', '') },
      );
      return row?.at ?? null;
    });
  }

  /** The claims about an object that held at a time of a release, as the catalog has them. */
  async claims(id: number, at: string): Promise<readonly PastClaim[]> {
    return this.#query([], async (database, { claims }) => {
      if (claims.length === 0) return [];
      const { observed_at, ...names } = claim.shape;
      const kept = Object.keys(names).join(', ');
      return database.rows<PastClaim>(
        `SELECT ${kept}, ${instant('max(observed_at)')} AS observed_at FROM read_parquet([${this.#list(claims.map(({ file }) => file))}])
          WHERE norad_cat_id = $id AND release_at <= $at::TIMESTAMP GROUP BY ${kept} HAVING sum(if(withdrawn, -1, 1)) > 0`,
        { id, at: at.replace('Z', '') },
      );
    });
  }

  close(): void {
    void this.#database?.then((database) => database.close());
    this.#database = null;
  }

  /** The element sets of some files as SQL; `unlessRecent` is a second condition for what refreshes have not just added. */
  #union(files: readonly FileOf[], where: string, unlessRecent = 'true'): string {
    const [recent, months] = [true, false].map((wanted) =>
      files.filter(({ file }) => isRecent(file) === wanted).map(({ file }) => this.path(file)),
    );
    return archivedElements(months!, recent!, where, unlessRecent);
  }

  /** Every file of the archive that has sets of an object. */
  async #filesOf(database: Database, { elements, recent }: ArchiveIndex, id: number): Promise<ObjectFile<FileOf>[]> {
    const files: FileOf[] = [...elements, ...recent];
    const found = await Promise.all(files.map(({ file }) => this.#objects.of(database, this.path(file), id)));
    return files.flatMap((file, at) => (found[at] ? [{ file, ...found[at] }] : []));
  }

  /** Those of some files that have sets of an object: to read a file that has none takes as long as one that has. */
  async #holding(database: Database, files: readonly FileOf[], id: number): Promise<FileOf[]> {
    const found = await Promise.all(files.map(({ file }) => this.#objects.of(database, this.path(file), id)));
    return files.filter((_file, at) => found[at] !== null);
  }

  #list(files: readonly string[]): string {
    return sqlTexts(files.map((file) => this.path(file)));
  }

  /** Queries the archive; once more if a file is gone because the index was replaced meanwhile. `none` where there is no archive. */
  async #query<T>(none: T, read: (database: Database, index: ArchiveIndex) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const index = await this.index();
      if (!index) return none;
      this.#database ??= Database.overFolder(this.#folder, this.#timed);
      try {
        return await read(await this.#database, index);
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

/** A file of element sets. */
type FileOf = Pick<ElementFile, 'file' | 'month'>;

const isRecent = (file: string): boolean => file.startsWith('elements/recent-');

/** The files that say what was current at a snapshot: its month's, what the month began with, and what refreshes have added. */
function filesAt({ elements, starts, recent }: ArchiveIndex, at: string): FileOf[] {
  // A month in which no set was seen first has no file: then it is as the last one that has.
  const months = elements.filter(({ month }) => month <= at.slice(0, 7));
  const own = months.at(-1);
  const start = own && starts.find(({ month }) => month === own.month);
  return [...(start ? [start, own] : months), ...recent];
}

/** The files with the last sets that have an epoch up to a time before the first snapshot (milliseconds since 1970). */
function filesBefore({ elements, starts, recent }: ArchiveIndex, at: number): FileOf[] {
  const month = new Date(at).toISOString().slice(0, 7);
  const own = elements.findLast((file) => file.month <= month);
  const start = own && starts.find((file) => file.month === own.month);
  const began = ({ first_epoch }: ElementFile) => Date.parse(first_epoch) <= at;
  const later = elements.filter((file) => began(file) && (!start || file.month >= own.month));
  return [...(start ? [start] : []), ...later, ...recent.filter(began)];
}
