import { createHash, hash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { fileFacts } from '../../src/file-bytes.ts';
import type { FileClaims, ReadFile } from '../file-claims.ts';
import type { StagedRange, StagingTables } from '../staging-tables.ts';
import { programHash } from './program.ts';

/** Files below this size, in bytes, are read again: that takes less time than opening a database. */
const LEAST_BYTES = 500_000;

/** The options of a build that decide what is cached. */
export interface ParsedFilesOptions {
  readonly home: string;
  readonly now: Date;
  readonly warn?: (text: string) => void;
  /** Size from which what was read from a file is kept for the next build, in bytes; half a megabyte by default. */
  readonly leastParsedBytes?: number;
}

/** The contents of a `.state` file: the result of parsing one upstream file, except its rows, which are in the `.duckdb` file beside it. */
interface Kept<Shape> {
  /** SHA-256 of the database with its rows. */
  readonly sha256: string;
  /** The time of the build that read the file, ms: an earlier time may accept less of it. */
  readonly at: number;
  readonly range: StagedRange;
  readonly read: ReadFile;
  readonly shape: Shape;
}

/**
 * A cache of parsed upstream files in `<home>/parsed`, so that a build does not parse a file again that has the same bytes as in the last
 * build. Each large file has two entries: a database of its staged rows, and a state file. Its key is a hash of everything that decides the
 * result: the program, the file's name, its bytes, and those of earlier files of its source that set lookups. Entries change only in
 * `activate`, after the release has been published.
 */
export class ParsedFiles {
  readonly #folder: string;
  readonly #fresh: string;
  readonly #staging: StagingTables;
  readonly #build: ParsedFilesOptions;
  readonly #used = new Set<string>();
  /** The databases that are being written. */
  readonly #writing: Promise<void>[] = [];

  constructor(staging: StagingTables, build: ParsedFilesOptions) {
    this.#folder = join(build.home, 'parsed');
    this.#fresh = join(build.home, 'spill/parsed');
    this.#staging = staging;
    this.#build = build;
  }

  /**
   * The key of a file: `before` are the earlier files of its source that have set lookups, with their hashes. Null if nothing is kept of
   * it.
   */
  keyOf(name: string, { sha256, bytes }: { sha256: string; bytes: number }, before: readonly string[]): string | null {
    const program = programHash();
    if (program === null || bytes < (this.#build.leastParsedBytes ?? LEAST_BYTES)) return null;
    return hash('sha256', JSON.stringify([program, name, sha256, ...before]));
  }

  /** Adds the kept rows of a file to the staging tables. Returns the shape that was kept with them; null if the file must be read. */
  async take<Shape>(key: string, reading: FileClaims): Promise<Shape | null> {
    const kept = await this.#find<Shape>(key);
    if (kept === null || kept.at > this.#build.now.getTime()) return null;
    await this.#staging.addKept(join(this.#folder, `${key}.duckdb`), kept.range, reading.id);
    reading.restore(kept.read);
    this.#used.add(key);
    return kept.shape;
  }

  /** Keeps the rows of a file that has just been read, unless they depend on the time. They are written while other files are read. */
  keep(key: string, reading: FileClaims, shape: unknown): void {
    if (this.#used.has(key) || reading.dependsOnTime) return;
    this.#used.add(key);
    const [read, range] = [reading.read(), this.#staging.rangeOf(reading.begin)];
    const write = async () => {
      await mkdir(this.#fresh, { recursive: true });
      const path = join(this.#fresh, key);
      await this.#staging.writeKept(`${path}.duckdb`, range, reading.id);
      const { sha256 } = await fileFacts(`${path}.duckdb`);
      const body = serialize({ sha256, at: this.#build.now.getTime(), range, read, shape } satisfies Kept<unknown>);
      await writeFile(`${path}.state`, Buffer.concat([createHash('sha256').update(body).digest(), body]));
    };
    this.#writing.push(write().catch((error) => this.#warn(error)));
  }

  /** Waits until the rows of every file are written. Before that, the staging tables must not be changed. */
  async idle(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** Keeps the entries that this build has used, and deletes all others. */
  async activate(): Promise<void> {
    await this.#replace().catch((error) => this.#warn(error));
  }

  async #replace(): Promise<void> {
    const [kept, fresh] = [await namesIn(this.#folder), await namesIn(this.#fresh)];
    for (const name of kept)
      if (!this.#used.has(name.split('.')[0]!)) await rm(join(this.#folder, name), { force: true });
    if (fresh.length > 0) await mkdir(this.#folder, { recursive: true });
    // The state comes last: without it, a database is not used.
    for (const ending of ['.duckdb', '.state'])
      for (const name of fresh)
        if (name.endsWith(ending)) await rename(join(this.#fresh, name), join(this.#folder, name));
  }

  /** A file that is not kept is only read again. */
  #warn(error: Error): void {
    this.#build.warn?.(`what was read from files could not be kept for the next refresh: ${error.message}`);
  }

  /** Reads the state of a cached file. Null if it or its database is missing, or does not have the SHA-256 with which it was written. */
  async #find<Shape>(key: string): Promise<Kept<Shape> | null> {
    const path = join(this.#folder, key);
    try {
      const state = await readFile(`${path}.state`);
      const body = state.subarray(32);
      if (!createHash('sha256').update(body).digest().equals(state.subarray(0, 32))) return null;
      const kept = deserialize(body) as Kept<Shape>;
      const { sha256 } = await fileFacts(`${path}.duckdb`);
      return sha256 === kept.sha256 ? kept : null;
    } catch {
      return null;
    }
  }
}

/** The files of a folder, which may not exist. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
