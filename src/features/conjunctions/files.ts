import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import { csvRow } from '../../schema/csv-cell.ts';
import { type Conjunction, type ConjunctionRun, isPassing, type RunFile } from './conjunction.ts';
import { socratesFiles, socratesHeader, socratesRow } from './socrates.ts';

/** A flat column of CSV and Parquet. */
interface Column {
  readonly name: string;
  readonly type: BasicType;
  readonly value: (row: Conjunction) => string | number | boolean | null;
}

const partyColumns = (number: 1 | 2, party: (row: Conjunction) => Conjunction['first']): Column[] => [
  { name: `norad_cat_id_${number}`, type: 'INT32', value: (row) => party(row).norad_cat_id },
  { name: `name_${number}`, type: 'STRING', value: (row) => party(row).name },
  { name: `object_class_${number}`, type: 'STRING', value: (row) => party(row).object_class },
  { name: `active_${number}`, type: 'BOOLEAN', value: (row) => party(row).active },
  { name: `operator_slug_${number}`, type: 'STRING', value: (row) => party(row).operator_slug },
  { name: `elements_epoch_${number}`, type: 'STRING', value: (row) => party(row).elements_epoch },
  { name: `age_days_${number}`, type: 'DOUBLE', value: (row) => party(row).age_days },
  ...(['radial', 'in_track', 'cross_track'] as const).map(
    (axis, at): Column => ({
      name: `sigma_${axis}_km_${number}`,
      type: 'DOUBLE',
      value: (row) => party(row).sigma_km?.[at] ?? null,
    }),
  ),
  { name: `radius_m_${number}`, type: 'DOUBLE', value: (row) => party(row).radius_m },
  { name: `radius_basis_${number}`, type: 'STRING', value: (row) => party(row).radius_basis },
];

/** The columns of CSV and Parquet. */
const conjunctionColumns: readonly Column[] = [
  { name: 'id', type: 'STRING', value: (row) => row.id },
  { name: 'tca', type: 'STRING', value: (row) => row.tca },
  { name: 'range_km', type: 'DOUBLE', value: (row) => row.range_km },
  { name: 'relative_speed_km_s', type: 'DOUBLE', value: (row) => row.relative_speed_km_s },
  { name: 'radial_km', type: 'DOUBLE', value: (row) => row.radial_km },
  { name: 'in_track_km', type: 'DOUBLE', value: (row) => row.in_track_km },
  { name: 'cross_track_km', type: 'DOUBLE', value: (row) => row.cross_track_km },
  { name: 'kind', type: 'STRING', value: (row) => row.kind },
  { name: 'max_probability', type: 'DOUBLE', value: (row) => row.max_probability },
  { name: 'dilution_km', type: 'DOUBLE', value: (row) => row.dilution_km },
  { name: 'probability', type: 'DOUBLE', value: (row) => row.probability },
  ...partyColumns(1, (row) => row.first),
  ...partyColumns(2, (row) => row.second),
];

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
  const columnData = conjunctionColumns.map(({ name, type, value }) => ({
    name,
    type,
    nullable: true,
    data: rows.map(value),
  }));
  const parquet = new Uint8Array(parquetWriteBuffer({ columnData }));
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
  yield csvRow(conjunctionColumns.map(({ name }) => name));
  for (const row of rows) yield csvRow(conjunctionColumns.map(({ value }) => value(row)));
}

function* socratesText(rows: readonly Conjunction[]): Generator<string> {
  yield `${socratesHeader}\n`;
  for (const row of rows) yield socratesRow(row);
}
