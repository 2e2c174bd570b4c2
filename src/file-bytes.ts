import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Bytes that are read at a time, if the reader does not say how many. */
const PIECE_BYTES = 1 << 18;

/** Bytes that are hashed at a time: a tenth faster than 256 KB. */
const HASHED_BYTES = 1 << 20;

/**
 * The bytes of a file in pieces, each of `most` bytes at most. They share one buffer: a piece is valid until the next is requested. A
 * stream makes a buffer for each piece, and V8 marks its whole heap after every few megabytes of them.
 */
export async function* filePieces(path: string, most = PIECE_BYTES): AsyncGenerator<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  // One byte more than a small file has, so that its end is found at once.
  const buffer = Buffer.allocUnsafeSlow(Math.min(size + 1, most));
  for (;;) {
    const { bytesRead } = await file.read(buffer);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Counts and hashes bytes. */
export class Hashing {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  update(piece: Uint8Array): void {
    this.#hash.update(piece);
    this.#bytes += piece.length;
  }

  /** Number of bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Number of bytes, and their SHA-256 in hexadecimal. Ends the hash. */
  facts(): { bytes: number; sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Size of a file, and the SHA-256 of its bytes in hexadecimal. */
export async function fileFacts(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = new Hashing();
  for await (const piece of filePieces(path, HASHED_BYTES)) hash.update(piece);
  return hash.facts();
}

/** Replaces a file atomically, and creates its folder if there is none. With `flush`, the new one is on disk before it is visible. */
export async function replaceFile(path: string, content: string | Uint8Array, flush: boolean): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, content, { flush });
  await rename(`${path}.part`, path);
}

/** Points a symbolic link to `target`, relative to the folder of the link, atomically: it always leads to the old or to the new one. */
export async function replaceLink(path: string, target: string): Promise<void> {
  await rm(`${path}.new`, { force: true });
  await symlink(target, `${path}.new`);
  await rename(`${path}.new`, path);
}

/** Deletes every file of some folders in `place`, except for those to keep, such as `folder/name`. `before` is called for each. */
export async function removeOthers(
  place: string,
  folders: readonly string[],
  kept: ReadonlySet<string>,
  before: () => void = () => {},
): Promise<void> {
  for (const folder of folders)
    for (const name of await readdir(join(place, folder)).catch(() => []))
      if (!kept.has(`${folder}/${name}`)) {
        before();
        await rm(join(place, folder, name), { force: true });
      }
}
