import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { elementArrays } from '../orbit/formats/element-columns.ts';
import { sqlTexts, sqlTime } from '../schema/escaped-text.ts';
import {
  type ArchiveIndex,
  type ArchiveSnapshot,
  archivedElements,
  archiveFiles,
  type ElementFile,
  newestFirst,
  parsedIndex,
  readsArchive,
  statsField,
  type TableFile,
} from '../schema/release/archive.ts';
import { ArchiveObjects, type FileOf, filesAt, filesBefore, filesOfPage } from './archive-objects.ts';
import {
  type ArchivedSet,
  arraysOfSets,
  type CatalogPart,
  columnsOfObject,
  eachOnce,
  isIn,
  newestFirstOf,
  readable,
  type SetColumns,
  setsOf,
} from './archived-sets.ts';
import {
  changesAfter,
  heldAt,
  lastListed,
  newestUpTo,
  type PastClaim,
  type ReleaseSnapshot,
  type ValueChange,
  type ValueVersion,
} from './archived-values.ts';
import { CatalogError, CatalogTimeout, Database, type Parameters } from './database.ts';
import { ObjectRows, type RowColumns, rowsInParquet } from './object-rows.ts';

/** A page of the element sets of an object, and how many there are. */
export interface ElementPage {
  readonly total: number;
  readonly sets: readonly ArchivedSet[];
  /** The epochs of all sets in the range, or of the page without a range; milliseconds since 1970, newest first. */
  readonly epochs: readonly number[];
}

/** The archive's coverage of the catalog at a time. */
export interface Coverage {
  /** The snapshot that was the newest then; null before the first one, when only element sets exist. */
  readonly snapshot: ArchiveSnapshot | null;
  /** The next snapshot; null if there is none. */
  readonly next: ArchiveSnapshot | null;
  /** Number of snapshots up to `snapshot`. */
  readonly snapshots: number;
}

/** How many objects the catalog had at a time (ISO 8601 UTC). */
export interface CatalogSize {
  readonly at: string;
  readonly objects: number;
  readonly on_orbit: number;
  readonly active: number;
}

/** The archive of a home folder. Each call checks for a new index: a refresh or an import may have written one. */
export class ArchiveReader {
  readonly #folder: string;
  #database: Promise<Database> | null = null;
  readonly #objects = new ArchiveObjects();
  readonly #objectRows = new ObjectRows();
  #read: {
    readonly stamp: string;
    readonly index: ArchiveIndex;
    /** The snapshots that were not rolled back, and their times, milliseconds since 1970: ten years have 15,000. */
    readonly snapshots: readonly ArchiveSnapshot[];
    readonly times: readonly number[];
  } | null = null;
  readonly #timed: ((seconds: number) => void) | undefined;

  constructor(home: string, timed?: (seconds: number) => void) {
    this.#folder = join(home, 'archive');
    this.#timed = timed;
  }

  /** The index; null if there is no archive, or none that this version can read. */
  async index(): Promise<ArchiveIndex | null> {
    const path = join(this.#folder, 'index.json');
    // Synchronous: the thread pool would cost 20 times as much, and every request about the past does this.
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return null;
    const stamp = `${found.ino} ${found.mtimeMs} ${found.size}`;
    if (this.#read?.stamp === stamp) return this.#read.index;
    const index = parsedIndex(await readFile(path, 'utf8').catch(() => ''));
    if (index === null || !readsArchive(index.format)) return null;
    const snapshots = index.snapshots.filter(({ rolled_back_at }) => rolled_back_at === undefined);
    this.#read = { stamp, index, snapshots, times: snapshots.map(({ at }) => Date.parse(at)) };
    const files = archiveFiles(index).map(({ file }) => file);
    this.#objects.retain(new Set(files));
    this.#objectRows.retain(new Set(files.map((file) => this.path(file))));
    return index;
  }

  /** The absolute path of a file in the archive. */
  path(file: string): string {
    return join(this.#folder, file);
  }

  /** The element sets of an object whose epochs lie in a range (milliseconds since 1970, both ends included), newest first. */
  async elements(
    id: number,
    { from, to, limit, offset }: { from?: number; to?: number; limit: number; offset: number },
  ): Promise<ElementPage> {
    return this.#query({ total: 0, sets: [], epochs: [] }, async (database, index) => {
      const every: FileOf[] = [...index.elements, ...index.recent];
      const pathOf = (file: string) => this.path(file);
      const files = (await this.#objects.of(every, id, { database, pathOf })).filter(
        ({ first, last }) => (from === undefined || last * 1000 >= from) && (to === undefined || first * 1000 <= to),
      );
      const ranged = from !== undefined || to !== undefined;
      const total = files.reduce((sum, { count }) => sum + count, 0);
      const page = ranged
        ? { files: files.map(({ file }) => file), skip: offset }
        : filesOfPage(files, { offset, limit });
      if (page.files.length === 0) return { total, sets: [], epochs: [] };
      const { columns, rows } = await this.#setsOf(database, page.files, id);
      const [least, most] = [(from ?? Number.NEGATIVE_INFINITY) * 1000, (to ?? Number.POSITIVE_INFINITY) * 1000];
      const inRange = rows.filter((row) => columns.epoch[row]! >= least && columns.epoch[row]! <= most);
      const all = newestFirstOf(columns, inRange);
      const order = all.slice(page.skip, page.skip + limit);
      return {
        total: ranged ? all.length : total,
        sets: setsOf({ columns, order }),
        epochs: (ranged ? all : order).map((row) => columns.epoch[row]! / 1000),
      };
    });
  }

  /** The catalog at a time (milliseconds since 1970). Rolled-back releases are excluded. */
  async coverage(at: number): Promise<Coverage> {
    const { snapshots, times } = ((await this.index()) && this.#read) || { snapshots: [], times: [] };
    const count = times.findLastIndex((time) => time <= at) + 1;
    return { snapshot: snapshots[count - 1] ?? null, next: snapshots[count] ?? null, snapshots: count };
  }

  /**
   * The element sets of the catalog at a time, one per object that had any, by catalog number: those of the newest snapshot then.
   * Before the first one, the last set of each object with an epoch up to then. `of` selects one object, or a part of the catalog.
   */
  async asOf(at: number, of: number | CatalogPart = {}): Promise<readonly ArchivedSet[]> {
    if (typeof of !== 'number')
      return this.#catalogAsOf(at, of, [], async (database, rows) =>
        setsOf({ columns: await database.table<SetColumns>(`${readable} ${rows}`) }),
      );
    const { snapshot } = await this.coverage(at);
    return this.#query([], async (database, index) => {
      const files = snapshot ? filesAt(index, snapshot.at) : filesBefore(index, at);
      const { columns, rows } = await this.#setsOf(database, files, of);
      const current = rows.filter(
        snapshot ? currentAt(columns, Date.parse(snapshot.at)) : (row) => columns.epoch[row]! <= at * 1000,
      );
      return setsOf({ columns, order: newestFirstOf(columns, current).slice(0, 1) });
    });
  }

  /**
   * The lists of an imported snapshot (its time, ISO 8601 UTC): the catalog numbers of the members of each group, and of `active`. An
   * earlier version imported none.
   */
  async importedLists(at: string): Promise<ReadonlyMap<string, readonly number[]>> {
    return this.#query(new Map(), async (database, { groups }) => {
      if (groups.length === 0) return new Map();
      const time = timestampOf(Date.parse(at));
      const rows = await database.rows<{ slug: string; members: string }>(
        `SELECT slug, to_json(list(DISTINCT norad_cat_id)) AS members
          FROM read_parquet([${sqlTexts(groups.map(({ file }) => this.path(file)))}])
          WHERE first_seen <= ${time} AND last_seen >= ${time} GROUP BY slug ORDER BY slug`,
      );
      return new Map(rows.map(({ slug, members }) => [slug, JSON.parse(members) as number[]]));
    });
  }

  /** The sets as the JSON arrays of a document, and their number. DuckDB serializes them, which is faster than reading values. */
  elementArrays(at: number, part: CatalogPart): Promise<{ count: number; arrays: string }> {
    const none = { count: 0, arrays: elementArrays([]) };
    return this.#catalogAsOf(at, part, none, async (database, rows) => {
      const query = `SELECT count(*)::INTEGER AS count, ${arraysOfSets} AS arrays FROM (SELECT * ${rows})`;
      return (await database.rows<{ count: number; arrays: string }>(query))[0]!;
    });
  }

  /** True if `asOf` returns an element set for at least one object at a time (milliseconds since 1970). */
  async hasElements(at: number): Promise<boolean> {
    const found = this.#catalogAsOf(at, {}, [], (database, rows) => database.rows(`SELECT 1 ${rows} LIMIT 1`));
    return (await found).length > 0;
  }

  /** Reads the catalog at a time, or a part of it: `read` gets its rows as SQL, in order. Returns `none` if there is no archive. */
  async #catalogAsOf<T>(
    at: number,
    part: CatalogPart,
    none: T,
    read: (database: Database, rows: string) => Promise<T>,
  ): Promise<T> {
    const { snapshot } = await this.coverage(at);
    const time = timestampOf(snapshot ? Date.parse(snapshot.at) : at);
    // An open row is filtered after deduplication: a row that was added later may have its end.
    const lasts = snapshot ? `(last_seen IS NULL OR last_seen >= ${time})` : 'true';
    return this.#query(none, async (database, index) => {
      const files = snapshot ? filesAt(index, snapshot.at) : filesBefore(index, at);
      return read(
        database,
        `FROM (FROM (${this.#union(files, `${snapshot ? 'first_seen' : 'epoch'} <= ${time}`, lasts)}) a WHERE ${lasts}
          QUALIFY row_number() OVER (PARTITION BY norad_cat_id ORDER BY ${newestFirst}) = 1)
          WHERE ${isIn(part)} ORDER BY norad_cat_id`,
      );
    });
  }

  /**
   * Of each object, the element set that was known at a time and whose epoch is nearest to another one (milliseconds since 1970), by
   * catalog number: no more than 90 days from it.
   */
  async nearest(epoch: number, known: number): Promise<readonly ArchivedSet[]> {
    const reach = 90 * 86_400_000;
    const near = ({ first_epoch, last_epoch }: ElementFile) =>
      Date.parse(first_epoch) <= epoch + reach && Date.parse(last_epoch) >= epoch - reach;
    const [from, to] = [timestampOf(epoch - reach), timestampOf(epoch + reach)];
    return this.#query([], async (database, index) => {
      const files = [...index.elements, ...index.recent].filter(near);
      if (files.length === 0) return [];
      const where = `epoch BETWEEN ${from} AND ${to} AND coalesce(first_seen, epoch) <= ${timestampOf(known)}`;
      const columns = await database.table<SetColumns>(
        `${readable} FROM (SELECT unnest(arg_min(a, (abs(epoch_us(a.epoch) - ${Math.trunc(epoch)}000), -epoch_us(a.first_seen), a.source)))
          FROM (${this.#union(files, where)}) a GROUP BY norad_cat_id) ORDER BY norad_cat_id`,
      );
      return setsOf({ columns });
    });
  }

  /** The first or last known element set of each requested object, by catalog number. */
  async outermost(of: ObjectSelection, which: 'first' | 'last'): Promise<readonly ArchivedSet[]> {
    return this.#query([], async (database, index) => {
      const files = [...index.elements, ...index.recent];
      if (typeof of === 'number') {
        const { columns, rows } = await this.#setsOf(database, files, of);
        const newest = newestFirstOf(columns, rows);
        return setsOf({ columns, order: which === 'last' ? newest.slice(0, 1) : newest.slice(-1) });
      }
      // A row with null sorts last. `arg_min` keeps one row per object and, unlike a window, doesn't sort.
      const order =
        which === 'first' ? 'a.epoch, a.first_seen, a.source' : '-epoch_us(a.epoch), -epoch_us(a.first_seen), a.source';
      const columns = await database.table<SetColumns>(
        `${readable} FROM (SELECT unnest(arg_min(a, (${order}))) FROM (${this.#union(files, of.where)}) a
          GROUP BY norad_cat_id) ORDER BY norad_cat_id`,
        of.values,
      );
      return setsOf({ columns });
    });
  }

  /** How the values of an object changed, newest first; the first release counts as a change only for objects added later. */
  async changes(id: number, field: string | undefined): Promise<readonly ValueChange[]> {
    return this.#query([], async (database, { values, snapshots }) => {
      const first = snapshots.find(({ release }) => release !== null)?.at;
      if (first === undefined) return [];
      const changes = changesAfter(first, await this.#rowsOf<ValueVersion>(database, values, id));
      return field === undefined ? changes : changes.filter((one) => one.field === field);
    });
  }

  /** How many objects the catalog had by the last release of each day, oldest first. Rolled-back releases are excluded. */
  async catalogSizes(): Promise<readonly CatalogSize[]> {
    return this.#query([], async (database, { values, snapshots }) => {
      if (values.length === 0) return [];
      const gone = snapshots.filter(({ rolled_back_at }) => rolled_back_at !== undefined);
      const kept = gone.map(({ at }) => ` AND release_at <> ${sqlTime(at)}`).join('');
      const count = (name: string) => `(value->>'${name}')::INTEGER AS ${name}`;
      return database.rows<CatalogSize>(
        `SELECT strftime(release_at, '%Y-%m-%dT%H:%M:%SZ') AS at, ${['objects', 'on_orbit', 'active'].map(count).join(', ')}
          FROM read_parquet([${sqlTexts(values.map(({ file }) => this.path(file)))}])
          WHERE norad_cat_id = 0 AND field = '${statsField}' AND value IS NOT NULL${kept}
          QUALIFY row_number() OVER (PARTITION BY release_at::DATE ORDER BY release_at DESC) = 1 ORDER BY release_at`,
      );
    });
  }

  /** The files of value versions, oldest first, and their folder; null if there are none. */
  async valueFiles(): Promise<{ folder: string; files: readonly string[] } | null> {
    const index = await this.index();
    if (!index || index.values.length === 0) return null;
    return { folder: this.#folder, files: index.values.map(({ file }) => this.path(file)) };
  }

  /** The newest versions of the values of an object at a time of a release (ISO 8601 UTC); 0 is the catalog as a whole. */
  async values(id: number, at: string): Promise<readonly ValueVersion[]> {
    return this.#query([], async (database, { values }) => newestUpTo(at, await this.#rowsOf(database, values, id)));
  }

  /** The claims about an object that held at a time of a release, as the catalog has them. */
  async claims(id: number, at: string): Promise<readonly PastClaim[]> {
    return this.#query([], async (database, { claims }) => heldAt(at, id, await this.#rowsOf(database, claims, id)));
  }

  /** The snapshot of the last release that listed an object, if that of a time (ISO 8601 UTC) does not; null if none did. */
  async lastListed(id: number, at: string): Promise<ReleaseSnapshot | null> {
    return this.#query(null, async (database, { values }) =>
      lastListed(at, await this.#rowsOf(database, values, id), this.#read?.snapshots ?? []),
    );
  }

  close(): void {
    this.#objectRows.close();
    void this.#database?.then((database) => database.close());
    this.#database = null;
  }

  /** The element sets of some files as SQL; `unlessRecent` is a second condition for files other than recent ones. */
  #union(files: readonly FileOf[], where: string, unlessRecent = 'true'): string {
    const [recent, months] = [true, false].map((wanted) =>
      files.filter(({ file }) => isRecent(file) === wanted).map(({ file }) => this.path(file)),
    );
    return archivedElements(months!, recent!, where, unlessRecent);
  }

  /** The element sets of an object in some files as columns, and the rows that remain after deduplication. */
  async #setsOf(database: Database, files: readonly TableFile[], id: number) {
    const [recent, months] = [true, false].map((wanted) => files.filter(({ file }) => isRecent(file) === wanted));
    const [before, added] = [
      await this.#columnsOf(database, months!, id),
      await this.#columnsOf(database, recent!, id),
    ];
    const columns = columnsOfObject(id, [...before, ...added]);
    const rows = before.reduce((sum, file) => sum + file.epoch!.length, 0);
    return { columns, rows: eachOnce(columns, rows) };
  }

  /** The rows of an object in some files. */
  async #rowsOf<Row>(database: Database, files: readonly TableFile[], id: number): Promise<Row[]> {
    const found = await this.#columnsOf(database, files, id);
    return found.flatMap((columns) => {
      const [names, values] = [Object.keys(columns), Object.values(columns)];
      return values[0]!.map((_, row) => Object.fromEntries(names.map((name, at) => [name, values[at]![row]])) as Row);
    });
  }

  /** The rows of an object as columns, for each file that has any. */
  async #columnsOf(database: Database, files: readonly TableFile[], id: number): Promise<RowColumns[]> {
    const found: RowColumns[] = [];
    for (const { file, by_object } of files) {
      const rows = by_object
        ? this.#objectRows.of(this.path(by_object.file), id)
        : await rowsInParquet(database, this.path(file), id);
      if (rows) found.push(rows);
    }
    return found;
  }

  /** Queries the archive; retries once, because a replaced index may have deleted a file. `none` if there is no archive. */
  async #query<T>(none: T, read: (database: Database, index: ArchiveIndex) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const index = await this.index();
      if (!index) return none;
      this.#database ??= Database.overFolder(this.#folder, this.#timed);
      try {
        return await read(await this.#database, index);
      } catch (error) {
        if (!(error instanceof CatalogError) || error instanceof CatalogTimeout || attempt === 2) throw error;
      }
    }
  }
}

/** Whether a row was current at the time of a snapshot (milliseconds since 1970). */
function currentAt({ first_seen, last_seen }: SetColumns, at: number): (row: number) => boolean {
  const time = at * 1000;
  return (row) => first_seen[row]! >= 0 && first_seen[row]! <= time && (last_seen[row]! < 0 || last_seen[row]! >= time);
}

/** A time (milliseconds since 1970) in SQL: as a constant, it lets DuckDB skip parts of a file. */
const timestampOf = (time: number) => `make_timestamp(${Math.trunc(time)}000)`;

/** One object by its number, or several by an SQL condition on the columns of archived sets. */
export type ObjectSelection = number | { readonly where: string; readonly values: Parameters };

const isRecent = (file: string): boolean => file.startsWith('elements/recent-');
