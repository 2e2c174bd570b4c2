import {
  bool,
  columnFromArray,
  type DataType,
  dateDay,
  float64,
  int32,
  int64,
  list,
  TimeUnit,
  tableFromColumns,
  tableToIPC,
  timestamp,
  utf8,
} from '@uwdata/flechette';
import type { ColumnKind, ResultData } from './result-data.ts';

const types: Readonly<Record<ColumnKind, () => DataType>> = {
  boolean: bool,
  integer: int32,
  bigint: int64,
  double: float64,
  date: () => dateDay(),
  timestamp: () => timestamp(TimeUnit.MICROSECOND),
  text: utf8,
  list: () => list(utf8()),
  nested: utf8,
};

/** A whole number that fits no 64 bits makes its column one of doubles. */
const beyond64 = (values: readonly unknown[]) =>
  values.some((value) => typeof value === 'string' && BigInt.asIntN(64, BigInt(value)) !== BigInt(value));

/** A result as an Arrow IPC stream. Lists are of text, other nested values are JSON text, times are UTC. */
export function arrowFile(data: readonly ResultData[]): Uint8Array {
  const columns = data.map(({ name, kind, values }) => {
    if (kind === 'bigint' && beyond64(values))
      return [name, columnFromArray(values.map(numberOrNull), float64())] as const;
    return [
      name,
      columnFromArray(
        values.map((value) => arrowValue(value, kind)),
        types[kind](),
      ),
    ] as const;
  });
  return tableToIPC(tableFromColumns(columns as unknown as Parameters<typeof tableFromColumns>[0]), {})!;
}

const numberOrNull = (value: unknown) => (value === null ? null : Number(value));

function arrowValue(value: ResultData['values'][number], kind: ColumnKind): unknown {
  if (value === null) return null;
  if (kind === 'bigint') return BigInt(value as string | number);
  if (kind === 'date' || kind === 'timestamp') {
    const time = Date.parse(String(value));
    return Number.isNaN(time) ? null : time;
  }
  if (kind === 'list')
    return (value as unknown[]).map((one) => (one === null || typeof one === 'string' ? one : JSON.stringify(one)));
  return kind === 'nested' ? JSON.stringify(value) : value;
}
