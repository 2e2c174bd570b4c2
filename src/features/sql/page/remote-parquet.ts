import {
  bool,
  type Column,
  columnFromArray,
  type DataType,
  float64,
  int8,
  int32,
  int64,
  list,
  tableFromColumns,
  tableToIPC,
  utf8,
} from '@uwdata/flechette';
import { decompress } from 'fzstd';
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetScan } from 'hyparquet';

/** Reads bytes of a file; both ends count as in `slice`. */
export type ReadBytes = (url: string, start: number, end: number) => Promise<ArrayBuffer>;

/** Bytes fetched from the end of a file to find the length of the footer: most footers fit completely. */
const FOOTER_BYTES = 64 * 1024;
/** Chunks of columns that lie no further apart are fetched as one. */
const GAP_BYTES = 32 * 1024;
const MAX_FETCH_BYTES = 4 * 2 ** 20;

/** The Arrow type of a DuckDB type. Days and microseconds are integers: SQL makes dates and times of them, without rounding. */
const types: Readonly<Record<string, () => DataType>> = {
  BOOLEAN: bool,
  TINYINT: int8,
  INTEGER: int32,
  BIGINT: int64,
  DOUBLE: float64,
  DATE: int32,
  TIMESTAMP: int64,
  VARCHAR: utf8,
  'VARCHAR[]': () => list(utf8()),
};

/** The SQL expression that restores a column to its DuckDB type. */
export function restored(name: string, type: string): string {
  if (type === 'DATE') return `DATE '1970-01-01' + "${name}" AS "${name}"`;
  if (type === 'TIMESTAMP') return `make_timestamp("${name}") AS "${name}"`;
  return `"${name}"`;
}

const parsers = {
  timestampFromMicroseconds: (value: bigint) => value,
  dateFromDays: (value: number) => value,
};
const compressors = { ZSTD: (bytes: Uint8Array, length: number) => decompress(bytes, new Uint8Array(length)) };

/** A Parquet file at a URL. Reads only the parts that a query needs. */
export class RemoteParquet {
  readonly #url: string;
  readonly #read: ReadBytes;
  /** Size of the whole file. */
  readonly bytes: number;
  #opened: Promise<{ readonly metadata: FileMetaData; readonly tail: Fetched }> | null = null;

  constructor(url: string, bytes: number, read: ReadBytes) {
    this.#url = url;
    this.bytes = bytes;
    this.#read = read;
  }

  /** Reads columns of the parts of the file in which `norad_cat_id` may lie in a range: an Arrow IPC stream for each part. */
  async columns(
    wanted: readonly { readonly name: string; readonly type: string }[],
    numbers: readonly [number, number] | null,
  ): Promise<Uint8Array[]> {
    const { metadata, tail } = await this.#open();
    // A run of an earlier version lacks some columns.
    const inFile = new Set(metadata.schema.map(({ name }) => name));
    const names = wanted.map(({ name }) => name).filter((name) => inFile.has(name));
    const options = {
      metadata,
      columns: names,
      compressors,
      parsers,
      useOffsetIndex: false,
      ...(numbers && { pruningFilter: { norad_cat_id: { $gte: numbers[0], $lte: numbers[1] } } }),
    };
    const { ranges } = await parquetScan({ ...options, file: this.#file([tail]) });
    const file = this.#file([tail, ...(await this.#fetch(metadata, tail, names, ranges))]);
    const scan = await parquetScan({ ...options, file });
    const parts: Uint8Array[] = [];
    for (const range of ranges) {
      const columns = await Promise.all(
        wanted.map(async ({ name, type }): Promise<[string, Column<unknown>]> => {
          const values = inFile.has(name)
            ? await scan.readColumn({ column: name, ...range })
            : new Array(range.rowEnd - range.rowStart).fill(null);
          return [name, columnFromArray(values as unknown[], types[type]!())];
        }),
      );
      parts.push(tableToIPC(tableFromColumns(columns), {})!);
    }
    return parts;
  }

  /** Reads the end of the file once: its footer, and also rows if the file is small. */
  #open() {
    this.#opened ??= (async () => {
      const start = Math.max(0, this.bytes - FOOTER_BYTES);
      const tail = { start, end: this.bytes, bytes: await this.#read(this.#url, start, this.bytes) };
      const metadata = await parquetMetadataAsync(this.#file([tail]), { initialFetchSize: FOOTER_BYTES });
      return { metadata, tail };
    })();
    this.#opened.catch(() => {
      this.#opened = null;
    });
    return this.#opened;
  }

  /** The file as an AsyncBuffer for hyparquet: bytes already fetched come from memory, others from the network. */
  #file(fetched: readonly Fetched[]): AsyncBuffer {
    return {
      byteLength: this.bytes,
      slice: (start, end = this.bytes) => {
        const from = start < 0 ? this.bytes + start : start;
        const whole = fetched.find((one) => one.start <= from && end <= one.end);
        if (whole) return whole.bytes.slice(from - whole.start, end - whole.start);
        return this.#read(this.#url, from, end);
      },
    };
  }

  /** Fetches the chunks of some columns that are not in the end of the file; neighboring chunks in one request. */
  async #fetch(
    metadata: FileMetaData,
    tail: Fetched,
    names: readonly string[],
    ranges: readonly { readonly rowStart: number; readonly rowEnd: number }[],
  ): Promise<Fetched[]> {
    const spans: { start: number; end: number }[] = [];
    let first = 0;
    for (const group of metadata.row_groups) {
      const next = first + Number(group.num_rows);
      const isWanted = ranges.some(({ rowStart, rowEnd }) => rowStart < next && rowEnd > first);
      first = next;
      if (!isWanted) continue;
      for (const { meta_data: chunk } of group.columns) {
        if (!chunk || !names.includes(chunk.path_in_schema[0]!)) continue;
        const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
        if (start < tail.start) spans.push({ start, end: start + Number(chunk.total_compressed_size) });
      }
    }
    spans.sort((a, b) => a.start - b.start);
    const merged: { start: number; end: number }[] = [];
    for (const span of spans) {
      const last = merged.at(-1);
      if (last && span.start - last.end <= GAP_BYTES && span.end - last.start <= MAX_FETCH_BYTES)
        last.end = Math.max(last.end, span.end);
      else merged.push({ ...span });
    }
    return Promise.all(
      merged.map(async ({ start, end }) => ({ start, end, bytes: await this.#read(this.#url, start, end) })),
    );
  }
}

interface Fetched {
  readonly start: number;
  readonly end: number;
  readonly bytes: ArrayBuffer;
}
