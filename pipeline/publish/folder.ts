import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Manifest } from '../../src/schema/release/manifest.ts';
import { encodings } from '../../src/schema/release/public-route.ts';
import { type Compression, compress, digest, measure, pack, packBrotli, packing, type Written } from './compress.ts';

/** A release while it is written: a folder, and what has been put in it. Compression runs while queries do. */
export class ReleaseFolder {
  readonly path: string;
  readonly #files = new Map<string, Written>();
  readonly #packed = new Map<string, Manifest['packed'][string]>();
  readonly #compression: Compression;
  #waiting: Promise<void>[] = [];

  constructor(path: string, compression: Compression = 'best') {
    this.path = path;
    this.#compression = compression;
  }

  /** Where a file of the release is, given its path below the folder. */
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

  /** A public text file that is written piece by piece, and its compressed forms. */
  async streamed(name: string, pieces: AsyncIterable<string>): Promise<void> {
    await pipeline(pieces, createWriteStream(await this.place(name)));
    await this.#add(name, 'seldom');
  }

  /** A small file for the host, not for clients: it is never compressed. */
  async plain(name: string, content: string): Promise<void> {
    await writeFile(await this.place(name), content);
    await this.#add(name, null);
  }

  /** A file that a query wrote elsewhere in the folder, between a beginning and an end; the original goes. */
  async wrapped(name: string, body: string, beginning: string, end: string): Promise<void> {
    const path = await this.place(name);
    await writeFile(path, beginning);
    await pipeline(createReadStream(body, { highWaterMark: 1 << 20 }), createWriteStream(path, { flags: 'a' }));
    await writeFile(path, end, { flag: 'a' });
    await rm(body);
    await this.#add(name, 'seldom');
  }

  /**
   * A public text file that is kept as gzip alone: in bulk, the plain bytes are most of a release, and unpacking them for
   * the few clients without gzip costs little. What is small and fetched often is kept as brotli too. Returns size and hash of the
   * plain bytes.
   */
  async packed(name: string, content: string | Buffer, { omitted = 0, brotli = false } = {}): Promise<Written> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const path = await this.place(name);
    const forms: [string, Buffer][] = [[encodings.gzip, await pack(bytes)]];
    if (brotli) forms.push([encodings.br, await packBrotli(bytes, this.#compression)]);
    for (const [ending, form] of forms) {
      await writeFile(path + ending, form);
      this.#files.set(name + ending, digest(form));
    }
    const plain = digest(bytes);
    this.#packed.set(name, { ...plain, ...(omitted > 0 && { omitted }) });
    return plain;
  }

  /** The same for a file that a query wrote elsewhere in the folder, in streams; the original goes. */
  async packedFile(name: string, body: string): Promise<Written> {
    const path = await this.place(name);
    const plain = await measure(body);
    await pipeline(createReadStream(body, { highWaterMark: 1 << 20 }), packing(), createWriteStream(`${path}.gz`));
    this.#files.set(`${name}.gz`, await measure(`${path}.gz`));
    await rm(body);
    this.#packed.set(name, plain);
    return plain;
  }

  /** A packed file under a second name. */
  async packedAlias(name: string, of: string): Promise<void> {
    this.#packed.set(name, this.#packed.get(of)!);
    for (const ending of Object.values(encodings)) {
      const facts = this.#files.get(of + ending);
      if (facts) await this.#linked(name + ending, join(this.path, of + ending), facts);
    }
  }

  /** Brings files of an earlier release into this one, if all of them are as they were when they were published. */
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

  /** Files of a release never change: on one disk two names have the same one. */
  async #linked(name: string, path: string, facts: Written): Promise<void> {
    const place = await this.place(name);
    await link(path, place).catch(() => copyFile(path, place));
    this.#files.set(name, facts);
  }

  /** A file that is there already and is its own best form. */
  async binary(name: string): Promise<void> {
    await this.#add(name, null);
  }

  /** Waits until every file is compressed and hashed. Paths are below the folder, sorted. */
  async files(): Promise<Record<string, Written>> {
    await Promise.all(this.#waiting);
    this.#waiting = [];
    return Object.fromEntries([...this.#files].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The plain bytes of what is kept compressed only. Paths are below the folder, sorted. */
  packedFiles(): Record<string, Written> {
    return Object.fromEntries([...this.#packed].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** What is known of a file that has been added and waited for. */
  written(name: string): Written | undefined {
    return this.#files.get(name);
  }

  /** How many element sets a packed file has no room for. */
  omitted(name: string): number {
    return this.#packed.get(name)?.omitted ?? 0;
  }

  async #add(name: string, fetched: 'often' | 'seldom' | null): Promise<void> {
    const work = this.#digest(name, fetched);
    // A rejection is reported by files(); until then it is not unhandled.
    work.catch(() => undefined);
    this.#waiting.push(work);
    // Two files at a time: each has three encoders, and a third file would only take memory.
    if (this.#waiting.length >= 2) await this.#waiting.shift();
  }

  async #digest(name: string, fetched: 'often' | 'seldom' | null): Promise<void> {
    const path = join(this.path, name);
    const [plain, forms] = await Promise.all([
      measure(path),
      fetched ? compress(path, fetched === 'often', this.#compression) : ({} as Record<string, Written>),
    ]);
    this.#files.set(name, plain);
    for (const [target, written] of Object.entries(forms)) this.#files.set(target.slice(this.path.length + 1), written);
  }
}
