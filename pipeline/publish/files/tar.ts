/** A text file in an archive. */
export interface ArchivedFile {
  readonly path: string;
  readonly content: string;
}

const BLOCK = 512;

/**
 * A tar archive (POSIX ustar) of small text files, all of one time (milliseconds): the same files are the same bytes. Throws RangeError for
 * a path of more than 100 bytes.
 */
export function tar(files: readonly ArchivedFile[], time: number): Buffer {
  const parts = files.flatMap(({ path, content }) => {
    const body = Buffer.from(content);
    return [header(path, body.length, time), body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function header(path: string, bytes: number, time: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new RangeError(`a path of more than 100 bytes: ${path}`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  block.write(path, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(bytes, 124, 12);
  octal(Math.floor(time / 1000), 136, 12);
  block.write('0', 156);
  block.write('ustar\x0000', 257, 'latin1');
  // The checksum counts its own field as eight spaces.
  block.write('        ', 148);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}
