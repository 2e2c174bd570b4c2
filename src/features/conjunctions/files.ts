import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BasicType, ByteWriter, parquetWriteRows, schemaFromColumnData } from 'hyparquet-writer';
import { type ApproachColumn, approachColumns } from '../../schema/approaches/approach-columns.ts';
import { type Conjunction, type ConjunctionRun, isPassing, type RunFile } from '../../schema/approaches/conjunction.ts';
import { csvRow } from '../../schema/csv-cell.ts';
import { approachTable } from '../../schema/sql/sql-tables.ts';
import type { ApproachRows } from './rows.ts';
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

/** Writes the public files of a run, texts compressed with gzip: the approaches of objects that pass each other, by time. */
export async function writeRunFiles(
  folder: string,
  run: ConjunctionRun,
  all: ApproachRows,
): Promise<Record<string, RunFile>> {
  const passing: number[] = [];
  const keys = Object.entries(socratesFiles).map(([name, keyOf]) => ({
    name,
    keyOf,
    by: new Float64Array(all.length),
  }));
  for (let at = 0; at < all.length; at += 1) {
    const row = all.at(at);
    if (!isPassing(row)) continue;
    passing.push(at);
    for (const { keyOf, by } of keys) by[at] = keyOf(row);
  }
  const inOrder = (order: readonly number[]): Rows => ({
    length: order.length,
    *[Symbol.iterator]() {
      for (const at of order) yield all.at(at);
    },
  });
  const rows = inOrder(passing);
  const files: Record<string, RunFile> = {
    'conjunctions.json': await writeText(folder, 'conjunctions.json', jsonText(run, rows)),
    'conjunctions.csv': await writeText(folder, 'conjunctions.csv', csvText(rows)),
  };
  for (const { name, by } of keys) {
    // Ties stay in the order of time.
    const sorted = inOrder(passing.toSorted((a, b) => by[a]! - by[b]!));
    files[name] = await writeText(folder, name, socratesText(sorted));
  }
  const parquet = parquetOf(run, rows);
  await writeFile(join(folder, approachTable.file), parquet);
  const sha256 = createHash('sha256').update(parquet).digest('hex');
  return { ...files, [approachTable.file]: { bytes: parquet.length, sha256 } };
}

interface Rows extends Iterable<Conjunction> {
  readonly length: number;
}

function parquetOf(run: ConjunctionRun, rows: Iterable<Conjunction>): Uint8Array {
  function* records() {
    for (const row of rows) yield Object.fromEntries(approachColumns.map(({ name, value }) => [name, value(row)]));
  }
  const writer = new ByteWriter();
  const columns = approachColumns.map(({ name, type }) => ({ name, type: parquetTypes[type], nullable: true }));
  // The file contains the run, with its inputs and its note on the reliability of the figures.
  const kvMetadata = [{ key: 'orbweaver.run', value: JSON.stringify(run) }];
  // The writer infers types from values, which is impossible without rows.
  const schema = schemaFromColumnData({ columnData: columns.map((column) => ({ ...column, data: [] })) });
  parquetWriteRows({ writer, columns, schema, kvMetadata, rowGroupSize: GROUP_ROWS, rows: records() });
  return writer.getBytes();
}

/** Pieces of text are joined into pieces of about this many characters. */
const PIECE = 65_536;

async function writeText(folder: string, name: string, lines: Iterable<string>): Promise<RunFile> {
  const plain = { bytes: 0, hash: createHash('sha256') };
  function* pieces(): Generator<Buffer> {
    let piece = '';
    const bytes = () => {
      const buffer = Buffer.from(piece);
      plain.bytes += buffer.length;
      plain.hash.update(buffer);
      return buffer;
    };
    for (const line of lines) {
      piece += line;
      if (piece.length < PIECE) continue;
      yield bytes();
      piece = '';
    }
    yield bytes();
  }
  const file = join(folder, `${name}.gz`);
  await pipeline(Readable.from(pieces()), createGzip({ level: 6 }), createWriteStream(file));
  const packed = { bytes: 0, hash: createHash('sha256') };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    packed.bytes += chunk.length;
    packed.hash.update(chunk);
  }
  return {
    bytes: packed.bytes,
    sha256: packed.hash.digest('hex'),
    unpacked: { bytes: plain.bytes, sha256: plain.hash.digest('hex') },
  };
}

function* jsonText(run: ConjunctionRun, rows: Rows): Generator<string> {
  yield '{"data":[';
  let separator = '\n';
  for (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield `\n],"meta":${JSON.stringify({ next: null, prev: null, total: rows.length, run })}}\n`;
}

function* csvText(rows: Rows): Generator<string> {
  yield csvRow(approachColumns.map(({ name }) => name));
  for (const row of rows) yield csvRow(approachColumns.map(({ value }) => value(row)));
}

function* socratesText(rows: Rows): Generator<string> {
  yield `${socratesHeader}\n`;
  for (const row of rows) yield socratesRow(row);
}
