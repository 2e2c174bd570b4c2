import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** One upstream file, stored as it was received. */
const snapshot = z.object({
  sha256: z.string(),
  bytes: z.int(),
  /** Rows that could be read; null until it has been read once. */
  rows: z.int().nullable(),
  /** Those of its source's columns that it has; empty until it has been read once. */
  columns: z.array(z.string()).default([]),
  fetched_at: z.iso.datetime(),
  /** Metadata of the publisher's response; absent for a file that a person provided. */
  receipt: z
    .object({
      url: z.string(),
      status: z.int(),
      /** For the next request: the publisher then sends the file only if it has changed. */
      etag: z.string().nullable(),
      last_modified: z.string().nullable(),
    })
    .optional(),
});
export type Snapshot = z.infer<typeof snapshot>;
export type Receipt = NonNullable<Snapshot['receipt']>;

const index = z.record(z.string(), snapshot);

/** The last good snapshot of every file, as `<source>/<file>`. */
export type SnapshotIndex = z.infer<typeof index>;

/**
 * Snapshots on disk: `<home>/snapshots/<source>/<sha256>-<file>`, never changed; an index of the last good ones, and one
 * of those that were downloaded and are not part of a build yet.
 */
export class Snapshots {
  readonly #home: string;
  /** One write at a time: publishers are fetched concurrently. */
  #awaiting: Promise<void> = Promise.resolve();

  readonly #warn: (text: string) => void;

  constructor(home: string, warn: (text: string) => void = () => {}) {
    this.#home = join(home, 'snapshots');
    this.#warn = warn;
  }

  /** Where a snapshot's bytes are. */
  path(key: string, { sha256 }: Pick<Snapshot, 'sha256'>): string {
    const [source, file] = key.split('/') as [string, string];
    return join(this.#home, source, `${sha256}-${file}`);
  }

  /** The last good snapshots; none on a new machine. A damaged index is rebuilt from the files on disk. */
  async index(): Promise<SnapshotIndex> {
    const read = await readIndex(join(this.#home, 'index.json'));
    if (read !== null) return read;
    const found = await this.#found(await this.arrived());
    this.#warn(
      `snapshots/index.json is damaged: ${Object.keys(found).length} snapshots on disk are used as the last good ones`,
    );
    return found;
  }

  /** Files that were downloaded and wait for a build: after a killed refresh, the next one does not fetch them again. */
  async arrived(): Promise<SnapshotIndex> {
    const read = await readIndex(join(this.#home, 'arrived.json'));
    if (read === null) this.#warn('snapshots/arrived.json is damaged: files that waited for a build are fetched again');
    return read ?? {};
  }

  /** The damage to a snapshot's bytes, as text; null if they are unchanged. */
  async damage(key: string, known: Pick<Snapshot, 'sha256'>): Promise<string | null> {
    const found = await digest(this.path(key, known)).catch(
      (error: NodeJS.ErrnoException) => error.code ?? 'unreadable',
    );
    if (typeof found === 'string') return found === 'ENOENT' ? 'is missing' : `cannot be read (${found})`;
    return found.sha256 === known.sha256 ? null : 'differs from the file that was downloaded';
  }

  /** The newest intact snapshot of each file, without those that wait for a build. */
  async #found(waiting: SnapshotIndex): Promise<SnapshotIndex> {
    const found: SnapshotIndex = {};
    const sources = await readdir(this.#home, { withFileTypes: true });
    for (const source of sources.filter((entry) => entry.isDirectory()).map(({ name }) => name))
      for (const name of await readdir(join(this.#home, source))) {
        const [, sha256, file] = /^([0-9a-f]{64})-(.+)$/.exec(name) ?? [];
        const key = `${source}/${file}`;
        if (sha256 === undefined || waiting[key]?.sha256 === sha256 || (await this.damage(key, { sha256 })) !== null)
          continue;
        const { size: bytes, mtime } = await stat(join(this.#home, source, name));
        const one: Snapshot = { sha256, bytes, rows: null, columns: [], fetched_at: mtime.toISOString() };
        if (!found[key] || found[key].fetched_at < one.fetched_at) found[key] = one;
      }
    return found;
  }

  /** Records which files were downloaded and wait for a build. */
  await(arrived: SnapshotIndex): Promise<void> {
    const text = `${JSON.stringify(arrived, null, 1)}\n`;
    const before = this.#awaiting.catch(() => undefined);
    this.#awaiting = before.then(() => replaceFile(join(this.#home, 'arrived.json'), text, true));
    return this.#awaiting;
  }

  /** Stores a file as a snapshot. It becomes the last good one only after a release is built from it. */
  async keep(key: string, file: string, fetchedAt: Date, receipt?: Receipt): Promise<Snapshot> {
    const { sha256, bytes } = await digest(file);
    const kept: Snapshot = { sha256, bytes, rows: null, columns: [], fetched_at: fetchedAt.toISOString() };
    if (receipt) kept.receipt = receipt;
    const target = this.path(key, kept);
    await mkdir(join(target, '..'), { recursive: true });
    await copyFile(file, `${target}.part`);
    await rename(`${target}.part`, target);
    return kept;
  }

  /** Makes these the last good snapshots. */
  async accept(good: SnapshotIndex): Promise<void> {
    await replaceFile(join(this.#home, 'index.json'), `${JSON.stringify(good, null, 1)}\n`, true);
  }

  /** Deletes all snapshots except the last good ones and those that wait for a build. */
  async tidy(): Promise<void> {
    await mkdir(this.#home, { recursive: true });
    const indexed = [...Object.entries(await this.index()), ...Object.entries(await this.arrived())];
    const kept = new Set(indexed.map(([key, one]) => this.path(key, one)));
    for (const entry of await readdir(this.#home, { withFileTypes: true })) {
      if (entry.name.endsWith('.part')) await rm(join(this.#home, entry.name), { force: true });
      if (!entry.isDirectory()) continue;
      for (const name of await readdir(join(this.#home, entry.name))) {
        const path = join(this.#home, entry.name, name);
        if (!kept.has(path)) await rm(path, { force: true });
      }
    }
  }
}

/** An index of snapshots; empty if there is none yet, null if it is damaged. */
async function readIndex(path: string): Promise<SnapshotIndex | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return index.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Replaces a file atomically; with `flush`, the new one is on disk before it is visible. */
export async function replaceFile(path: string, content: string | Uint8Array, flush: boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, content, { flush });
  await rename(`${path}.part`, path);
}

async function digest(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
