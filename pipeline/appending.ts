import { type DuckDBAppender, DuckDBDataChunk, type DuckDBType } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';

/** Number of rows in one of DuckDB's chunks. */
const CHUNK_ROWS = 2048;

export type Cell = string | number | boolean | null;

/**
 * Appends rows in chunks of DuckDB's own size. Columns are collected in DuckDB's layout, numbers with a validity bit for each value:
 * the API's own way to write a chunk creates big integers for every absent value, which took as long as everything else.
 */
export class Appending {
  readonly #appender: DuckDBAppender;
  readonly #types: readonly duckdb.LogicalType[];
  readonly #columns: readonly (Numbers | Texts)[];
  #size = 0;

  constructor(appender: DuckDBAppender, types: readonly DuckDBType[]) {
    this.#appender = appender;
    this.#types = types.map((type) => type.toLogicalType().logical_type);
    this.#columns = types.map((type) => {
      const name = type.toString();
      return name === 'VARCHAR' ? new Texts() : new Numbers(arrays[name as keyof typeof arrays]);
    });
  }

  /** One row, in the order of the table's columns. */
  push(row: readonly Cell[]): void {
    for (let index = 0; index < row.length; index++) this.#columns[index]!.set(this.#size, row[index]!);
    if (++this.#size === CHUNK_ROWS) this.#write();
  }

  /** Makes every row pushed so far visible to queries. */
  flush(): void {
    this.#write();
    this.#appender.flushSync();
  }

  close(): void {
    this.flush();
    this.#appender.closeSync();
  }

  #write(): void {
    if (this.#size === 0) return;
    const chunk = duckdb.create_data_chunk(this.#types);
    for (const [index, column] of this.#columns.entries())
      column.write(duckdb.data_chunk_get_vector(chunk, index), this.#size);
    duckdb.data_chunk_set_size(chunk, this.#size);
    this.#appender.appendDataChunk(new DuckDBDataChunk(chunk));
    this.#size = 0;
  }
}

/** DuckDB's storage types of numbers and flags. */
const arrays = { INTEGER: Int32Array, TINYINT: Int8Array, DOUBLE: Float64Array, BOOLEAN: Uint8Array };

/** Validity mask of a chunk: a bit for each value, in DuckDB's layout. */
class Present {
  readonly #bits = new Uint8Array(CHUNK_ROWS / 8).fill(0xff);
  #all = true;

  absent(at: number): void {
    this.#bits[at >> 3]! &= ~(1 << (at & 7));
    this.#all = false;
  }

  write(vector: duckdb.Vector): void {
    if (this.#all) return;
    duckdb.vector_ensure_validity_writable(vector);
    duckdb.copy_data_to_vector_validity(vector, 0, this.#bits.buffer, 0, this.#bits.length);
    this.#bits.fill(0xff);
    this.#all = true;
  }
}

class Numbers {
  readonly #values: InstanceType<(typeof arrays)[keyof typeof arrays]>;
  readonly #present = new Present();

  constructor(Values: (typeof arrays)[keyof typeof arrays]) {
    this.#values = new Values(CHUNK_ROWS);
  }

  set(at: number, value: Cell): void {
    if (value === null) this.#present.absent(at);
    else this.#values[at] = value as number;
  }

  write(vector: duckdb.Vector, rows: number): void {
    const { buffer, BYTES_PER_ELEMENT } = this.#values;
    duckdb.copy_data_to_vector(vector, 0, buffer as ArrayBuffer, 0, rows * BYTES_PER_ELEMENT);
    this.#present.write(vector);
  }
}

class Texts {
  readonly #values = new Array<string | null>(CHUNK_ROWS).fill(null);
  readonly #present = new Present();

  set(at: number, value: Cell): void {
    this.#values[at] = value as string | null;
    if (value === null) this.#present.absent(at);
  }

  write(vector: duckdb.Vector, rows: number): void {
    for (let at = 0; at < rows; at++) {
      const value = this.#values[at];
      if (value != null) duckdb.vector_assign_string_element(vector, at, value);
    }
    this.#present.write(vector);
  }
}
