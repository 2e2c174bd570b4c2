import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import { type ApproachColumn, approachColumns } from '../../schema/approaches/approach-columns.ts';
import { type Conjunction, type ConjunctionRun, isPassing, type RunFile } from '../../schema/approaches/conjunction.ts';
import { csvRow } from '../../schema/csv-cell.ts';
import { socratesFiles, socratesHeader, socratesRow } from './socrates.ts';

/** Types of Parquet by those of SQL. */
const parquetTypes = {
  VARCHAR: 'STRING',
  INTEGER: 'INT32',
  DOUBLE: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
} as const satisfies Record<ApproachColumn['type'], BasicType>;

/** Writes the public files of a run, texts compressed with gzip: the approaches of objects that pass each other. */
export async function writeRunFiles(
  folder: string,
  run: ConjunctionRun,
  all: readonly Conjunction[],
): Promise<Record<string, RunFile>> {
  const rows = all.filter(isPassing);
  const files: Record<string, RunFile> = {
    'conjunctions.json': await writeText(folder, 'conjunctions.json', jsonText(run, rows)),
    'conjunctions.csv': await writeText(folder, 'conjunctions.csv', csvText(rows)),
  };
  for (const [name, order] of Object.entries(socratesFiles)) {
    const sorted = rows.toSorted((a, b) => order(a, b) || a.tca.localeCompare(b.tca));
    files[name] = await writeText(folder, name, socratesText(sorted));
  }
  const columnData = approachColumns.map(({ name, type, value }) => ({
    name,
    type: parquetTypes[type],
    nullable: true,
    data: rows.map(value),
  }));
  // The run is in the file itself, with its inputs and what its figures are worth.
  const kvMetadata = [{ key: 'orbweaver.run', value: JSON.stringify(run) }];
  const parquet = new Uint8Array(parquetWriteBuffer({ columnData, kvMetadata }));
  await writeFile(join(folder, 'conjunctions.parquet'), parquet);
  const sha256 = createHash('sha256').update(parquet).digest('hex');
  return { ...files, 'conjunctions.parquet': { bytes: parquet.length, sha256 } };
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

function* jsonText(run: ConjunctionRun, rows: readonly Conjunction[]): Generator<string> {
  yield '{"data":[';
  for (const [at, row] of rows.entries()) yield `${at === 0 ? '' : ','}\n${JSON.stringify(row)}`;
  yield `\n],"meta":${JSON.stringify({ next: null, prev: null, total: rows.length, run })}}\n`;
}

function* csvText(rows: readonly Conjunction[]): Generator<string> {
  yield csvRow(approachColumns.map(({ name }) => name));
  for (const row of rows) yield csvRow(approachColumns.map(({ value }) => value(row)));
}

function* socratesText(rows: readonly Conjunction[]): Generator<string> {
  yield `${socratesHeader}\n`;
  for (const row of rows) yield socratesRow(row);
}
