import { createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Manifest } from '../../src/schema/release/manifest.ts';
import { encodings } from '../../src/schema/release/public-route.ts';
import {
  type Compression,
  compress,
  digest,
  digestPieces,
  measure,
  pack,
  packBrotli,
  packFile,
  packPieces,
  type Written,
} from './compress.ts';

/**
 * Number of files that are compressed concurrently: each has three encoders, and a third file would only use more
 * memory.
 */
const MOST_AT_ONCE = 2;

/** A release while it is written: a folder, and its files. Compression runs concurrently with queries. */
export class ReleaseFolder {
  readonly path: string;
  readonly #files = new Map<string, Written>();
  readonly #packed = new Map<string, Manifest['packed'][string]>();
  readonly #compression: Compression;
  /** Files that are being compressed and hashed, and those that failed. */
  readonly #working = new Set<Promise<void>>();

  constructor(path: string, compression: Compression = 'best') {
    this.path = path;
    this.#compression = compression;
  }

  /** Path of a file of the release, given its path below the folder. */
  async place(name: string): Promise<string> {
    const path = join(this.path, name);
    await mkdir(dirname(path), { recursive: true });
    return path;
  }

  /** A public text file and its compressed forms. */
  async text(name: string, content: string, fetched: 'often' | 'seldom' = 'seldom'): Promise<void> {
    await writeFile(await this.place(name), content);
    await this.#add(name, fetched);
  }

  /** A public text file that is written in pieces, and its compressed forms. */
  async streamed(name: string, pieces: AsyncIterable<string>): Promise<void> {
    await pipeline(pieces, createWriteStream(await this.place(name)));
    await this.#add(name, 'seldom');
  }

  /** A small file for the host, not for clients: it is never compressed. */
  async plain(name: string, content: string): Promise<void> {
    await writeFile(await this.place(name), content);
    await this.binary(name);
  }

  /** A public text file that a query wrote, and its compressed forms. */
  async existing(name: string): Promise<void> {
    await this.#add(name, 'seldom');
  }

  /**
   * A public text file that is stored only as gzip: for bulk files, the plain bytes are most of a release, and unpacking them for
   * the few clients without gzip costs little. `brotli`: for small files that are often fetched, a brotli form too. `alias`: a second
   * name of the file. Returns size and hash of the plain bytes.
   */
  async packed(
    name: string,
    content: string | Buffer,
    { omitted = 0, brotli = false, alias }: { omitted?: number; brotli?: boolean; alias?: string } = {},
  ): Promise<Written> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const path = await this.place(name);
    const plain = digest(bytes);
    for (const one of [name, alias])
      if (one !== undefined) this.#packed.set(one, { ...plain, ...(omitted > 0 && { omitted }) });
    await this.#inBackground(async () => {
      const forms: [string, Buffer][] = [[encodings.gzip, await pack(bytes)]];
      if (brotli) forms.push([encodings.br, await packBrotli(bytes, this.#compression)]);
      for (const [ending, form] of forms) {
        const written = digest(form);
        await writeFile(path + ending, form);
        this.#files.set(name + ending, written);
        if (alias !== undefined) await this.#linked(alias + ending, path + ending, written);
      }
    });
    return plain;
  }

  /** The same for a text that is too long to be in memory twice. `pieces` is called again for each pass over it. */
  async packedPieces(name: string, pieces: () => Iterable<string>, omitted: number): Promise<Written> {
    const path = await this.place(name);
    const plain = digestPieces(pieces());
    this.#packed.set(name, { ...plain, ...(omitted > 0 && { omitted }) });
    await this.#inBackground(async () => {
      this.#files.set(`${name}${encodings.gzip}`, await packPieces(pieces(), plain.bytes, path + encodings.gzip));
    });
    return plain;
  }

  /** The same for a file that a query wrote elsewhere in the folder, in streams; the original is deleted. */
  async packedFile(name: string, body: string): Promise<Written> {
    const path = await this.place(name);
    const plain = await measure(body);
    this.#packed.set(name, plain);
    await this.#inBackground(async () => {
      this.#files.set(`${name}.gz`, await packFile(body, `${path}.gz`));
      await rm(body);
    });
    return plain;
  }

  /** Adds files of an earlier release to this one if all of them are unchanged since their publication. Returns whether they are. */
  async takeOver(from: string, names: readonly string[], { files, packed }: Manifest): Promise<boolean> {
    for (const name of names) {
      const found = await measure(join(from, name)).catch(() => null);
      if (found === null || found.sha256 !== files[name]?.sha256) return false;
    }
    for (const name of names) {
      await this.#linked(name, join(from, name), files[name]!);
      const plain = name.replace(/\.(br|zst|gz)$/, '');
      if (packed[plain]) this.#packed.set(plain, packed[plain]);
    }
    return true;
  }

  /** Adds a file by hard link: files of a release never change. On another disk, the file is copied. */
  async #linked(name: string, path: string, facts: Written): Promise<void> {
    const place = await this.place(name);
    await link(path, place).catch(() => copyFile(path, place));
    this.#files.set(name, facts);
  }

  /** Adds an existing file that is not compressed. Returns its size and hash. */
  async binary(name: string): Promise<Written> {
    const written = await measure(join(this.path, name));
    this.#files.set(name, written);
    return written;
  }

  /** Waits until every file is compressed and hashed. Paths are below the folder, sorted. */
  async files(): Promise<Record<string, Written>> {
    await Promise.all(this.#working);
    return Object.fromEntries([...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Waits until all work has ended, whether it failed or not. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#working);
  }

  /** The plain bytes of files that are stored only compressed. Paths are below the folder, sorted. */
  packedFiles(): Record<string, Written> {
    return Object.fromEntries([...this.#packed].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Size and hash of a file that has been added and waited for. */
  written(name: string): Written | undefined {
    return this.#files.get(name);
  }

  /** Number of element sets that a packed file omits because its form cannot hold them. */
  omitted(name: string): number {
    return this.#packed.get(name)?.omitted ?? 0;
  }

  #add(name: string, fetched: 'often' | 'seldom'): Promise<void> {
    return this.#inBackground(() => this.#digest(name, fetched));
  }

  /** Starts work on a file as soon as fewer than `MOST_AT_ONCE` files are in progress. If the work fails, `files` rejects. */
  async #inBackground(begin: () => Promise<void>): Promise<void> {
    while (this.#working.size >= MOST_AT_ONCE) await Promise.race(this.#working);
    const work = begin().then(() => void this.#working.delete(work));
    // Prevents an unhandled rejection until `files` waits for the work.
    work.catch(() => undefined);
    this.#working.add(work);
  }

  async #digest(name: string, fetched: 'often' | 'seldom'): Promise<void> {
    const written = await compress(join(this.path, name), fetched === 'often', this.#compression);
    for (const [path, facts] of Object.entries(written)) this.#files.set(path.slice(this.path.length + 1), facts);
  }
}
