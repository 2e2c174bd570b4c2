import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFacts, replaceFile } from '../src/file-bytes.ts';
import {
  type Receipt,
  releaseIndex,
  type Snapshot,
  type SnapshotIndex,
  snapshotIndex,
} from '../src/schema/release/snapshot.ts';

export type { Receipt, Snapshot, SnapshotIndex };

/**
 * Snapshots on disk: `<home>/snapshots/<source>/<sha256>-<file>`, never changed; an index of the last good ones, one of those that
 * were downloaded and are not part of a build yet, one of those that are held aside, and one for each release.
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

  /** Path of a snapshot's bytes. */
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

  /** New files that were not used, although they are in their format: an operator may accept them. */
  async held(): Promise<SnapshotIndex> {
    return (await readIndex(join(this.#home, 'held.json'))) ?? {};
  }

  async hold(held: SnapshotIndex): Promise<void> {
    await replaceFile(join(this.#home, 'held.json'), `${JSON.stringify(held, null, 1)}\n`, true);
  }

  /** The damage to a snapshot's bytes, as text; null if they are unchanged. */
  async damage(key: string, known: Pick<Snapshot, 'sha256'>): Promise<string | null> {
    const found = await fileFacts(this.path(key, known)).catch((error: NodeJS.ErrnoException) => {
      // If this machine lacks open files or memory, the snapshot may be intact.
      if (/^(EMFILE|ENFILE|ENOMEM|EAGAIN)$/.test(error.code ?? '')) throw error;
      return error.code ?? 'unreadable';
    });
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
    const { sha256, bytes } = await fileFacts(file);
    const kept: Snapshot = { sha256, bytes, rows: null, columns: [], fetched_at: fetchedAt.toISOString() };
    if (receipt) kept.receipt = receipt;
    const target = this.path(key, kept);
    await mkdir(join(target, '..'), { recursive: true });
    await copyFile(file, `${target}.part`);
    await rename(`${target}.part`, target);
    return kept;
  }

  /** Makes these the last good snapshots, and records that a release was built from them, for a rollback to it. */
  async accept(good: SnapshotIndex, release: string): Promise<void> {
    const text = `${JSON.stringify(good, null, 1)}\n`;
    await replaceFile(join(this.#home, releaseIndex(release)), text, true);
    await replaceFile(join(this.#home, 'index.json'), text, true);
  }

  /** Deletes all snapshots except the last good ones, those of these releases, those that wait for a build, and those held aside. */
  async tidy(releases: readonly string[]): Promise<void> {
    await mkdir(this.#home, { recursive: true });
    const ofReleases = new Set(releases.map(releaseIndex));
    const entries = await readdir(this.#home, { withFileTypes: true });
    const indexes = [await this.index(), await this.arrived(), await this.held()];
    for (const { name } of entries)
      if (ofReleases.has(name)) indexes.push((await readIndex(join(this.#home, name))) ?? {});
    const kept = new Set(indexes.flatMap((one) => Object.entries(one).map(([key, snap]) => this.path(key, snap))));
    for (const entry of entries) {
      const isOld = /^release-.*\.json$/.test(entry.name) && !ofReleases.has(entry.name);
      if (isOld || entry.name.endsWith('.part')) await rm(join(this.#home, entry.name), { force: true });
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
    return snapshotIndex.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
