import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** One upstream file as it came, kept as it was. */
const snapshot = z.object({
  sha256: z.string(),
  bytes: z.int(),
  /** Rows that could be read; null until it has been read once. */
  rows: z.int().nullable(),
  /** The columns that it has, of those that its source knows; none until it has been read once. */
  columns: z.array(z.string()).default([]),
  fetched_at: z.iso.datetime(),
  /** What its publisher said with it; absent for a file that a person gave. */
  receipt: z
    .object({
      url: z.string(),
      status: z.int(),
      /** For the next request: the publisher then answers only if it has something else. */
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
 * of those that have come over the network and were in no build yet.
 */
export class Snapshots {
  readonly #home: string;
  /** One write at a time: publishers are asked side by side. */
  #awaiting: Promise<void> = Promise.resolve();

  constructor(home: string) {
    this.#home = join(home, 'snapshots');
  }

  /** Where a snapshot's bytes are. */
  path(key: string, { sha256 }: Pick<Snapshot, 'sha256'>): string {
    const [source, file] = key.split('/') as [string, string];
    return join(this.#home, source, `${sha256}-${file}`);
  }

  /** The last good snapshots; none on a new machine. */
  async index(): Promise<SnapshotIndex> {
    return index.parse(await readJson(join(this.#home, 'index.json')));
  }

  /** What has come and waits for a build: a refresh that was killed need not ask for it again. */
  async arrived(): Promise<SnapshotIndex> {
    return index.parse(await readJson(join(this.#home, 'arrived.json')));
  }

  /** Remembers what has come and waits for a build. */
  await(arrived: SnapshotIndex): Promise<void> {
    const text = `${JSON.stringify(arrived, null, 1)}\n`;
    const before = this.#awaiting.catch(() => undefined);
    this.#awaiting = before.then(() => replaceFile(join(this.#home, 'arrived.json'), text, true));
    return this.#awaiting;
  }

  /** Keeps a file as a snapshot. It becomes the last good one only when a release has been made from it. */
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

  /** Takes away the bytes of all but the last good snapshots and those that wait for a build. */
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

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text);
}

/** Puts a file in the place of another in one step; with `flush`, it is on the disk before it is seen. */
export async function replaceFile(path: string, text: string, flush: boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, text, { flush });
  await rename(`${path}.part`, path);
}

async function digest(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
