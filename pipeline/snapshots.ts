import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
});
export type Snapshot = z.infer<typeof snapshot>;

const index = z.record(z.string(), snapshot);

/** The last good snapshot of every file, as `<source>/<file>`. */
export type SnapshotIndex = z.infer<typeof index>;

/** Snapshots on disk: `<home>/snapshots/<source>/<sha256>-<file>`, never changed, and an index of the last good ones. */
export class Snapshots {
  readonly #home: string;

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
    const text = await readFile(join(this.#home, 'index.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '{}';
      throw error;
    });
    return index.parse(JSON.parse(text));
  }

  /** Keeps a file as a snapshot. It becomes the last good one only when a release has been made from it. */
  async keep(key: string, file: string, fetchedAt: Date): Promise<Snapshot> {
    const { sha256, bytes } = await digest(file);
    const kept = { sha256, bytes, rows: null, columns: [], fetched_at: fetchedAt.toISOString() };
    const target = this.path(key, kept);
    await mkdir(join(target, '..'), { recursive: true });
    await copyFile(file, `${target}.part`);
    await rename(`${target}.part`, target);
    return kept;
  }

  /** Makes these the last good snapshots. */
  async accept(good: SnapshotIndex): Promise<void> {
    await mkdir(this.#home, { recursive: true });
    const target = join(this.#home, 'index.json');
    await writeFile(`${target}.part`, `${JSON.stringify(good, null, 1)}\n`);
    await rename(`${target}.part`, target);
  }

  /** Takes away the bytes of all but the last good snapshots. */
  async tidy(): Promise<void> {
    await mkdir(this.#home, { recursive: true });
    const kept = new Set(Object.entries(await this.index()).map(([key, one]) => this.path(key, one)));
    for (const entry of await readdir(this.#home, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      for (const name of await readdir(join(this.#home, entry.name))) {
        const path = join(this.#home, entry.name, name);
        if (!kept.has(path)) await rm(path, { force: true });
      }
    }
  }
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
