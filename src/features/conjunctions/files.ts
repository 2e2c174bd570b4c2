import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BasicType, fileWriter, parquetWriteRows, schemaFromColumnData } from 'hyparquet-writer';
import { fileFacts, Hashing } from '../../file-bytes.ts';
import { type ApproachColumn, approachColumns } from '../../schema/approaches/approach-columns.ts';
import { type Conjunction, type ConjunctionRun, isPassing, type RunFile } from '../../schema/approaches/conjunction.ts';
import { csvRow } from '../../schema/escaped-text.ts';
import { approachTable } from '../../schema/sql/sql-tables.ts';
import { socratesFiles, socratesHeader, socratesRow } from './socrates.ts';

/** Types of Parquet by those of SQL. */
const parquetTypes = {
  VARCHAR: 'STRING',
  INTEGER: 'INT32',
  DOUBLE: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
} as const satisfies Record<ApproachColumn['type'], BasicType>;

/** Rows of a group of the Parquet file, which are in memory at the same time. */
const GROUP_ROWS = 20_000;

/**
 * Writes the public files of a run, texts compressed with gzip: the approaches of objects that pass each other, by time. Each row is made
 * once, and is in memory until its group of the Parquet file is written.
 */
export async function writeRunFiles(
  folder: string,
  run: ConjunctionRun,
  rows: Iterable<Conjunction>,
): Promise<Record<string, RunFile>> {
  const json = new PackedText(folder, 'conjunctions.json');
  const csv = new PackedText(folder, 'conjunctions.csv');
  const socrates = new Lines();
  const sorted = Object.entries(socratesFiles).map(([name, keyOf]) => ({ name, keyOf, keys: [] as number[] }));
  async function* records() {
    await json.add('{"data":[');
    await csv.add(csvRow(approachColumns.map(({ name }) => name)));
    for (const row of rows) {
      if (!isPassing(row)) continue;
      const cells = approachColumns.map(({ value }) => value(row));
      const waits = [json.add(`${socrates.length > 0 ? ',' : ''}\n${JSON.stringify(row)}`), csv.add(csvRow(cells))];
      for (const wait of waits) if (wait) await wait;
      socrates.add(socratesRow(row));
      for (const { keyOf, keys } of sorted) keys.push(keyOf(row));
      yield Object.fromEntries(approachColumns.map(({ name }, at) => [name, cells[at]]));
    }
    const meta = { next: null, prev: null, total: socrates.length, run };
    await json.add(`\n],"meta":${JSON.stringify(meta)}}\n`);
  }
  await writeParquet(join(folder, approachTable.file), run, records());
  const files: Record<string, RunFile> = { [json.name]: await json.end(), [csv.name]: await csv.end() };
  for (const { name, keys } of sorted) {
    const text = new PackedText(folder, name);
    await text.add(`${socratesHeader}\n`);
    // Ties stay in the order of time.
    for (const at of [...keys.keys()].sort((a, b) => keys[a]! - keys[b]!)) await text.add(socrates.at(at));
    files[name] = await text.end();
  }
  return { ...files, [approachTable.file]: await fileFacts(join(folder, approachTable.file)) };
}

async function writeParquet(
  file: string,
  run: ConjunctionRun,
  rows: AsyncIterable<Record<string, unknown>>,
): Promise<void> {
  const columns = approachColumns.map(({ name, type }) => ({ name, type: parquetTypes[type], nullable: true }));
  // The file contains the run, with its inputs and its note on the reliability of the figures.
  const kvMetadata = [{ key: 'orbweaver.run', value: JSON.stringify(run) }];
  // The writer infers types from values, which is impossible without rows.
  const schema = schemaFromColumnData({ columnData: columns.map((column) => ({ ...column, data: [] })) });
  await parquetWriteRows({ writer: fileWriter(file), columns, schema, kvMetadata, rowGroupSize: GROUP_ROWS, rows });
}

/** Size of a block of lines, bytes: far more than a line. */
const BLOCK = 1 << 20;

/** Lines of text in blocks, without a string for each. */
class Lines {
  readonly #blocks: Buffer[] = [];
  /** Places of the lines, counted in bytes from the start of the first block. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  get length(): number {
    return this.#ends.length;
  }

  add(line: string): void {
    const bytes = Buffer.byteLength(line);
    let start = this.#ends.at(-1) ?? 0;
    if (start + bytes > this.#blocks.length * BLOCK)
      start = (this.#blocks.push(Buffer.allocUnsafeSlow(BLOCK)) - 1) * BLOCK;
    this.#blocks.at(-1)!.write(line, start % BLOCK);
    this.#starts.push(start);
    this.#ends.push(start + bytes);
  }

  at(index: number): string {
    const [start, end] = [this.#starts[index]!, this.#ends[index]!];
    const from = start % BLOCK;
    return this.#blocks[Math.floor(start / BLOCK)]!.toString('utf8', from, from + end - start);
  }
}

/** Pieces of text are joined into pieces of about this many characters. */
const PIECE = 65_536;

/** A file that is compressed as it is written. */
class PackedText {
  readonly name: string;
  readonly #file: string;
  readonly #gzip = createGzip({ level: 6 });
  readonly #written: Promise<void>;
  readonly #unpacked = new Hashing();
  #piece = '';

  constructor(folder: string, name: string) {
    this.name = name;
    this.#file = join(folder, `${name}.gz`);
    this.#written = pipeline(this.#gzip, createWriteStream(this.#file));
    // A failure is reported by the next write, or by the end.
    this.#written.catch(() => {});
  }

  /** Returns a promise if more text has to wait. */
  add(text: string): Promise<unknown> | undefined {
    this.#piece += text;
    return this.#piece.length < PIECE ? undefined : this.#flush();
  }

  async end(): Promise<RunFile> {
    await this.#flush();
    this.#gzip.end();
    await this.#written;
    return { ...(await fileFacts(this.#file)), unpacked: this.#unpacked.facts() };
  }

  #flush(): Promise<unknown> | undefined {
    const bytes = Buffer.from(this.#piece);
    this.#piece = '';
    this.#unpacked.update(bytes);
    if (this.#gzip.write(bytes)) return;
    return Promise.race([once(this.#gzip, 'drain'), this.#written]);
  }
}
