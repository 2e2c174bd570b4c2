import { type FileHandle, open } from 'node:fs/promises';

/** A text file: a prefix, rows, a suffix. */
export interface RowsFile {
  readonly path: string;
  readonly prefix: string;
  readonly suffix: string;
}

/** The format of the rows of a text file. */
export interface RowsForm {
  /** The bytes between two rows. */
  readonly between: string;
  /** If true, as in CSV, `between` inside a pair of quotation marks is a part of a cell, and does not end the row. */
  readonly quoted: boolean;
}

/** Size of the blocks that are read and written, in bytes. A longer row gets a larger one. */
const BLOCK_BYTES = 1 << 18;

const QUOTE = '"'.charCodeAt(0);

/**
 * Writes at most 16 files that each have some of the rows of another: rows are copied instead of made again. `membership` has a number for
 * each row of `all`, in its order: its bit n is 1 if the row belongs to file n.
 */
export async function writeSlices(
  all: RowsFile,
  slices: readonly RowsFile[],
  membership: Uint16Array,
  form: RowsForm,
): Promise<void> {
  await using source = await open(all.path);
  const between = Buffer.from(form.between);
  const files: SliceFile[] = [];
  try {
    for (const { path, prefix } of slices) files.push(new SliceFile(await open(path, 'w'), prefix, between));
    let row = 0;
    for await (const rows of rowsOf(source, all, between, form.quoted))
      for (const bytes of rows) {
        const bits = membership[row++] ?? 0;
        for (const [at, file] of files.entries()) if ((bits >> at) & 1 && file.add(bytes)) await file.flush();
      }
    if (row !== membership.length) throw new Error(`${all.path} has ${row} rows instead of ${membership.length}`);
    for (const [at, { suffix }] of slices.entries()) await files[at]!.end(suffix);
  } finally {
    for (const file of files) await file.close();
  }
}

/** The rows of a file, several at a time. They are valid until the next are requested. */
async function* rowsOf(
  file: FileHandle,
  { prefix, suffix }: RowsFile,
  between: Buffer,
  quoted: boolean,
): AsyncGenerator<Buffer[]> {
  let position = Buffer.byteLength(prefix);
  const end = (await file.stat()).size - Buffer.byteLength(suffix);
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let held = 0;
  while (position < end) {
    if (held === block.length) {
      const larger = Buffer.allocUnsafeSlow(2 * block.length);
      block.copy(larger);
      block = larger;
    }
    const { bytesRead } = await file.read(block, held, Math.min(block.length - held, end - position), position);
    if (bytesRead === 0) throw new Error('a file has been cut off while it was read');
    position += bytesRead;
    held += bytesRead;
    const bytes = block.subarray(0, held);
    const rows: Buffer[] = [];
    let from = 0;
    for (let to = endOf(bytes, from, between, quoted); to >= 0; to = endOf(bytes, from, between, quoted)) {
      rows.push(bytes.subarray(from, to));
      from = to + between.length;
    }
    if (position === end) rows.push(bytes.subarray(from));
    yield rows;
    block.copyWithin(0, from, held);
    held -= from;
  }
}

/** Returns the offset of the end of the row that begins at the offset `from`; -1 if the row is longer than these bytes. */
function endOf(bytes: Buffer, from: number, between: Buffer, quoted: boolean): number {
  let isOpen = false;
  let counted = from;
  for (let to = bytes.indexOf(between, from); to >= 0; to = bytes.indexOf(between, to + between.length)) {
    if (!quoted) return to;
    // Searches up to `to` only: the next quotation mark can be many rows away.
    const cells = bytes.subarray(counted, to);
    for (let at = cells.indexOf(QUOTE); at >= 0; at = cells.indexOf(QUOTE, at + 1)) isOpen = !isOpen;
    if (!isOpen) return to;
    counted = to;
  }
  return -1;
}

/** A file that is written row by row. */
class SliceFile {
  readonly #file: FileHandle;
  readonly #between: Buffer;
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #held = 0;
  #isFirst = true;

  constructor(file: FileHandle, prefix: string, between: Buffer) {
    this.#file = file;
    this.#between = between;
    this.#hold(Buffer.from(prefix));
  }

  /** Adds a row. Returns whether the block is full, and must be flushed. */
  add(row: Buffer): boolean {
    if (!this.#isFirst) this.#hold(this.#between);
    this.#isFirst = false;
    this.#hold(row);
    return this.#held >= BLOCK_BYTES;
  }

  async flush(): Promise<void> {
    await this.#file.writeFile(this.#block.subarray(0, this.#held));
    this.#held = 0;
  }

  async end(suffix: string): Promise<void> {
    this.#hold(Buffer.from(suffix));
    await this.flush();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #hold(bytes: Buffer): void {
    const needed = this.#held + bytes.length;
    if (needed > this.#block.length) {
      const larger = Buffer.allocUnsafeSlow(2 * needed);
      this.#block.copy(larger, 0, 0, this.#held);
      this.#block = larger;
    }
    bytes.copy(this.#block, this.#held);
    this.#held = needed;
  }
}
