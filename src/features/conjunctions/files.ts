import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type BasicType, parquetWriteBuffer } from 'hyparquet-writer';
import { csvRow } from '../../schema/csv-cell.ts';
import type { Conjunction, ConjunctionRun } from './conjunction.ts';
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

/** Writes the public files of a run, each text also compressed with gzip. */
export async function writeRunFiles(folder: string, run: ConjunctionRun, rows: readonly Conjunction[]): Promise<void> {
  await writeText(folder, 'conjunctions.json', jsonText(run, rows));
  await writeText(folder, 'conjunctions.csv', csvText(rows));
  for (const [name, order] of Object.entries(socratesFiles)) {
    const encounters = rows.toSorted((a, b) => order(a, b) || a.tca.localeCompare(b.tca));
    await writeText(folder, name, socratesText(encounters));
  }
  const columnData = conjunctionColumns.map(({ name, type, value }) => ({
    name,
    type,
    nullable: true,
    data: rows.map(value),
  }));
  await writeFile(join(folder, 'conjunctions.parquet'), new Uint8Array(parquetWriteBuffer({ columnData })));
}

/** Pieces of text are joined into pieces of about this many characters. */
const PIECE = 65_536;

async function writeText(folder: string, name: string, lines: Iterable<string>): Promise<void> {
  function* pieces(): Generator<string> {
    let piece = '';
    for (const line of lines) {
      piece += line;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    yield piece;
  }
  await pipeline(Readable.from(pieces()), createGzip({ level: 6 }), createWriteStream(join(folder, `${name}.gz`)));
}

function* jsonText(run: ConjunctionRun, rows: readonly Conjunction[]): Generator<string> {
  yield '{"data":[';
  for (const [at, row] of rows.entries()) yield `${at === 0 ? '' : ','}\n${JSON.stringify(row)}`;
  yield `\n],"meta":${JSON.stringify({ next: null, prev: null, ...run })}}\n`;
}

function* csvText(rows: readonly Conjunction[]): Generator<string> {
  yield csvRow(conjunctionColumns.map(({ name }) => name));
  for (const row of rows) yield csvRow(conjunctionColumns.map(({ value }) => value(row)));
}

function* socratesText(rows: readonly Conjunction[]): Generator<string> {
  yield `${socratesHeader}\n`;
  for (const row of rows) yield socratesRow(row);
}
