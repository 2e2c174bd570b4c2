import { basename } from 'node:path';
import { sqlText, sqlTime } from '../../src/schema/escaped-text.ts';
import { groupDefinitions, groupFile } from '../../src/schema/objects/group.ts';
import { type ArchiveFile, type ArchiveSnapshot, contentColumns } from '../../src/schema/release/archive.ts';
import { BrokenFile } from '../formats/rows.ts';
import { Archive, type ArchiveOptions } from './archive.ts';
import { contentHash, ElementRows, elementTable, stagedContent } from './element-rows.ts';
import { type ImportFile, importFiles } from './import-files.ts';
import { type Merged, mergeElements } from './merge.ts';
import { countReject, newCounts, readSets, type SetCounts } from './read-sets.ts';

/** The result of an import. */
export interface Imported {
  readonly files: number;
  readonly snapshots: number;
  /** Rows that were element sets, duplicates included. */
  readonly read: number;
  /** Distinct sets that were new to the archive. */
  added: number;
  /** Distinct sets that the archive already had. */
  known: number;
  readonly rejected: Readonly<Record<string, number>>;
  /** Lines (of JSON, items; of XML, messages): each is in exactly one of these counts. */
  readonly parts: Readonly<SetCounts['parts']>;
  /** Files that could not be read, with the reasons. */
  readonly problems: readonly { readonly file: string; readonly problem: string }[];
}

interface Came {
  readonly id: number;
  readonly file: ImportFile;
}

/** Number of sets that are merged together: bounds memory, whatever the size of the import. */
const SETS_TOGETHER = 1_500_000;

/**
 * Imports files of element sets. Files in folders named by time, as the pipeline stores snapshots, show which sets were current when: if
 * a snapshot lacks a file, that of the previous snapshot applies. For all other files it is unknown when their sets were current.
 * Idempotent.
 */
export async function importElements(
  options: ArchiveOptions & { progress(step: string): void },
  paths: readonly string[],
): Promise<Imported> {
  const archive = await Archive.open(options);
  try {
    await archive.tidy();
    const files = await importFiles(paths, archive.path('.work/import'));
    const reading = new Reading(archive, files, options.progress);
    return await reading.all();
  } finally {
    await archive.close();
  }
}

class Reading {
  readonly #archive: Archive;
  readonly #files: readonly ImportFile[];
  readonly #progress: (step: string) => void;
  readonly #counts = newCounts();
  readonly #problems: { file: string; problem: string }[] = [];
  readonly #times: string[] = [];
  /** For each of these times, the groups whose file was in the snapshot. */
  readonly #groups: string[][] = [];
  /** For each file name, the file that is current at the snapshot being read. */
  #current = new Map<string, Came>();
  #rows: ElementRows | null = null;
  #staged = 0;
  #read = 0;
  #added = 0;
  #known = 0;

  constructor(archive: Archive, files: readonly ImportFile[], progress: (step: string) => void) {
    this.#archive = archive;
    this.#files = files;
    this.#progress = progress;
  }

  async all(): Promise<Imported> {
    await this.#archive.store.run(
      'CREATE TABLE states (snapshot INTEGER, file INTEGER, rank INTEGER, slug VARCHAR); CREATE TABLE sources (file INTEGER, source VARCHAR)',
    );
    const snapshots = Map.groupBy(this.#files, ({ at }) => at);
    let done = 0;
    for (const [at, files] of snapshots) {
      const came: Came[] = [];
      for (const file of files) {
        done++;
        const one = { id: done, file };
        this.#progress(`reading ${done} of ${this.#files.length}: ${file.shown}`);
        if (await this.#readFile(one)) came.push(one);
        // Files without a time don't depend on each other, and can be merged separately.
        if (at === null && this.#staged >= SETS_TOGETHER) await this.#merge();
      }
      if (at !== null && came.length > 0) await this.#addSnapshot(at, came);
      if (this.#staged >= SETS_TOGETHER) await this.#merge();
    }
    if (this.#rows) await this.#merge();
    return {
      files: this.#files.length,
      snapshots: this.#times.length,
      read: this.#read,
      added: this.#added,
      known: this.#known,
      rejected: this.#counts.rejected,
      parts: this.#counts.parts,
      problems: this.#problems,
    };
  }

  async #readFile({ id, file }: Came): Promise<boolean> {
    this.#rows ??= await ElementRows.create(this.#archive.store, 'came');
    const rows = this.#rows;
    const before = this.#staged;
    try {
      await file.read((path) =>
        readSets(path, {
          set: (number, set, lines) => {
            rows.add(id, number, set);
            this.#staged++;
            this.#read++;
            this.#counts.parts.sets += lines;
          },
          reject: (rejected) => countReject(this.#counts, rejected),
          skipped: (kind, lines) => {
            this.#counts.parts[kind] += lines;
          },
        }),
      );
    } catch (error) {
      if (!(error instanceof BrokenFile)) throw error;
      this.#problems.push({ file: file.shown, problem: error.message });
    }
    await this.#archive.store.run('INSERT INTO sources VALUES ($file, $source)', {
      file: id,
      source: basename(file.name),
    });
    return this.#staged > before;
  }

  /** Adds the files of a snapshot, and earlier files for those that it lacks. The file of active objects ranks first. */
  async #addSnapshot(at: string, came: readonly Came[]): Promise<void> {
    for (const one of came) this.#current.set(one.file.name, one);
    const place = this.#times.push(at) - 1;
    const ranked = [...this.#current].sort(([a], [b]) => (order(a) < order(b) ? -1 : 1));
    const slugs = ranked.map(([name]) => listOf(name));
    this.#groups.push(groupDefinitions.map(({ slug }) => slug).filter((slug) => slugs.includes(slug)));
    const rows = ranked
      .map(
        ([, { id }], rank) =>
          `(${place}, ${id}, ${rank}, ${slugs[rank] === undefined ? 'NULL' : sqlText(slugs[rank])})`,
      )
      .join(', ');
    await this.#archive.store.run(`INSERT INTO states VALUES ${rows}`);
  }

  /** Merges the sets read so far. Current files stay staged, as the next snapshot may lack them. */
  async #merge(): Promise<void> {
    const { store, index } = this.#archive;
    this.#progress(`merging ${this.#staged} element sets`);
    this.#rows!.close();
    this.#rows = null;
    const times = this.#times.map((at, place) => `(${place}, ${sqlTime(at)})`).join(', ');
    await store.run(
      `CREATE OR REPLACE TABLE times AS FROM (VALUES ${times || '(-1, NULL::TIMESTAMP)'}) t(place, seen_at)`,
    );
    await store.run(`CREATE OR REPLACE TABLE content AS SELECT file, ${stagedContent} FROM came`);
    await store.run(`CREATE OR REPLACE TABLE chosen AS
      SELECT s.snapshot, c.*, ${contentHash} AS content FROM states s JOIN content c USING (file)
      QUALIFY row_number() OVER (PARTITION BY s.snapshot, norad_cat_id ORDER BY epoch DESC, rank, content) = 1`);
    const columns = 'norad_cat_id, epoch, content';
    const values = contentColumns
      .filter((name) => name !== 'norad_cat_id' && name !== 'epoch')
      .map((name) => `any_value(${name}) AS ${name}`)
      .join(', ');
    await store.run(`CREATE OR REPLACE TABLE incoming (${elementTable})`);
    await store.run(`INSERT INTO incoming BY NAME
      SELECT c.* EXCLUDE (content, run, first, last, file), f.seen_at AS first_seen, l.seen_at AS last_seen, o.source
      FROM (SELECT ${columns}, run, ${values}, arg_min(file, snapshot) AS file, min(snapshot) AS first, max(snapshot) AS last
        FROM (SELECT *, snapshot - row_number() OVER (PARTITION BY ${columns} ORDER BY snapshot) AS run FROM chosen)
        GROUP BY ${columns}, run) c
      JOIN times f ON f.place = c.first JOIN times l ON l.place = c.last JOIN sources o USING (file)`);
    // Every set read, even if it was never the newest of its object; the merge drops those that are already archived.
    await store.run(`INSERT INTO incoming BY NAME
      SELECT c.* EXCLUDE (content, file), o.source
      FROM (SELECT ${columns}, ${values}, min(file) AS file FROM (SELECT *, ${contentHash} AS content FROM content) GROUP BY ${columns}) c
      JOIN sources o USING (file)`);
    const groups = await this.#writeGroups();
    const counts = await store.rows<{ snapshot: number; objects: number }>(
      'SELECT snapshot, count(*)::INTEGER AS objects FROM chosen GROUP BY snapshot ORDER BY snapshot',
    );
    const known = new Set(index.snapshots.map(({ at }) => at));
    const snapshots: ArchiveSnapshot[] = counts
      .filter(({ snapshot }) => !known.has(this.#times[snapshot]!))
      .map(({ snapshot, objects }) => ({
        at: this.#times[snapshot]!,
        release: null,
        objects,
        complete: null,
        groups: this.#groups[snapshot]!,
      }));
    const merged: Merged = await mergeElements(this.#archive, 'incoming', {
      ...index,
      snapshots: [...index.snapshots, ...snapshots].sort((a, b) => (a.at < b.at ? -1 : 1)),
      groups,
    });
    await this.#archive.tidy();
    this.#added += merged.added;
    this.#known += merged.known;
    const kept = [...this.#current.values()].map(({ id }) => id);
    await store.run(`CREATE OR REPLACE TABLE kept AS FROM came WHERE file IN (${[-1, ...kept].join(', ')})`);
    await store.run('DROP TABLE came; DELETE FROM states');
    for (const table of ['content', 'chosen', 'incoming', 'times']) await store.run(`DROP TABLE ${table}`);
    this.#rows = await ElementRows.create(store, 'came');
    await store.run('INSERT INTO came FROM kept; DROP TABLE kept');
    this.#staged = 0;
  }

  /** Writes the members of the groups of each snapshot that was read, one row per object and uninterrupted time. Returns all such files. */
  async #writeGroups(): Promise<ArchiveFile[]> {
    const known = this.#archive.index.groups;
    const listed = `SELECT DISTINCT slug, norad_cat_id, snapshot FROM states JOIN came USING (file) WHERE slug IS NOT NULL`;
    const rows = `SELECT slug, norad_cat_id, f.seen_at AS first_seen, l.seen_at AS last_seen
      FROM (SELECT slug, norad_cat_id, min(snapshot) AS first, max(snapshot) AS last
        FROM (SELECT *, snapshot - row_number() OVER (PARTITION BY slug, norad_cat_id ORDER BY snapshot) AS run FROM (${listed}))
        GROUP BY slug, norad_cat_id, run)
      JOIN times f ON f.place = first JOIN times l ON l.place = last`;
    const [{ count } = { count: 0 }] = await this.#archive.store.rows<{ count: number }>(
      `SELECT count(*)::INTEGER AS count FROM (${rows})`,
    );
    if (count === 0) return known;
    const written = await this.#archive.write('groups', 'imported', `${rows} ORDER BY ALL`);
    return known.some(({ file }) => file === written.file) ? known : [...known, written];
  }
}

/** The list of active objects. It is no group, but a set of elements and a file like theirs. */
const ACTIVE = 'active';

/** The group, or `active`, whose members a file lists, by its name; undefined for any other file. */
function listOf(name: string): string | undefined {
  const file = name.replace(/\..*/, '').toLowerCase();
  return [ACTIVE, ...groupDefinitions.map(({ slug }) => slug)].find((slug) => groupFile(slug) === file);
}

const order = (name: string): string => `${listOf(name) === ACTIVE ? 0 : 1} ${name}`;
