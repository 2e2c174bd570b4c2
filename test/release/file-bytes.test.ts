import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileFacts, filePieces } from '../../src/file-bytes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orbweaver-file-bytes-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Bytes that differ from place to place. */
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) % 256));

test.each([0, 1, 262_143, 262_144, 262_145, 700_001])('reads each of %i bytes once, in order', async (length) => {
  const path = join(folder, String(length));
  const bytes = bytesOf(length);
  await writeFile(path, bytes);
  const read: Buffer[] = [];
  // A copy: the next piece is in the same buffer.
  for await (const piece of filePieces(path)) read.push(Buffer.from(piece));
  expect(Buffer.concat(read).equals(bytes)).toBe(true);
  expect(await fileFacts(path)).toEqual({
    bytes: length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
});

test('pieces share one buffer', async () => {
  const path = join(folder, 'long');
  await writeFile(path, bytesOf(600_000));
  const buffers = new Set<ArrayBufferLike>();
  for await (const piece of filePieces(path)) buffers.add(piece.buffer);
  expect(buffers.size).toBe(1);
});

test('a file that does not exist is an error with its code', async () => {
  await expect(fileFacts(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});
