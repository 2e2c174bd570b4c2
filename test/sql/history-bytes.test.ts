import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from '@uwdata/flechette';
import { expect, onTestFinished, test } from 'vitest';
import type { Transfer } from '../../src/features/sql/page/remote-files.ts';
import { RemoteParquet } from '../../src/features/sql/page/remote-parquet.ts';
import { archiveColumns } from '../../src/schema/release/archive.ts';

/** Objects in a month, and element sets of each: 1.8 per day, as measured in real data. */
const [OBJECTS, SETS] = [15_000, 54];

/** A Parquet file with a count of the bytes and requests that are read from it. */
async function openCounted(file: string) {
  const { size } = await stat(file);
  const handle = await open(file);
  onTestFinished(() => handle.close());
  const transfer: Transfer = { bytes: 0, requests: 0 };
  const parquet = new RemoteParquet(file, size, async (_url, start, end) => {
    const buffer = new ArrayBuffer(end - start);
    await handle.read(new Uint8Array(buffer), 0, end - start, start);
    transfer.bytes += end - start;
    transfer.requests += 1;
    return buffer;
  });
  return { parquet, size, transfer };
}

test('transfers less than 3% of a month of the archive for the history of one object', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-history-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'month.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const values = Object.entries(archiveColumns).map(([name, type]) => {
    if (name === 'norad_cat_id') return '(10000 + object)::INTEGER AS norad_cat_id';
    if (type === 'TIMESTAMP')
      return `TIMESTAMP '2026-08-01' + to_microseconds((item * 48000000000 + object * 7919)::BIGINT) AS ${name}`;
    if (type === 'VARCHAR') return `'name ' || object AS ${name}`;
    return `(hash(object, item, '${name}') % ${type === 'TINYINT' ? 9 : 90_000_000})::${type} AS ${name}`;
  });
  // Like the months that pipeline/archive/archive.ts writes.
  await connection.run(`COPY (SELECT ${values.join(', ')} FROM range(${OBJECTS}) o(object), range(${SETS}) i(item) ORDER BY norad_cat_id, epoch)
    TO '${file}' (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 6, ROW_GROUP_SIZE 24576)`);
  connection.closeSync();
  instance.closeSync();

  const { parquet, size, transfer } = await openCounted(file);
  // The columns of the saved query for the history of one object, and those that identify its rows.
  const columns = ['norad_cat_id', 'epoch', 'mean_motion_e8', 'inclination_e4', 'eccentricity_e8', 'bstar_digits'];
  const requested = [...columns, 'bstar_power', 'beyond', 'first_seen', 'last_seen'].map((name) => ({
    name,
    type: archiveColumns[name as keyof typeof archiveColumns],
  }));
  const parts = await parquet.columns(requested, [12_345, 12_345]);
  expect(parts.reduce((rows, part) => rows + tableFromIPC(part).numRows, 0)).toBeGreaterThanOrEqual(SETS);
  expect(transfer.requests).toBeLessThan(12);
  expect(transfer.bytes / size).toBeLessThan(0.03);
}, 60_000);

test('transfers a small file once, with its footer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-small-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'small.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT i::INTEGER AS norad_cat_id, hash(i) % 1000 AS value FROM range(1000) r(i)) TO '${file}' (FORMAT parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
  const { parquet, size, transfer } = await openCounted(file);
  for (let query = 0; query < 2; query += 1)
    expect(tableFromIPC((await parquet.columns([{ name: 'norad_cat_id', type: 'INTEGER' }], null))[0]!).numRows).toBe(
      1000,
    );
  expect(transfer).toEqual({ bytes: size, requests: 1 });
});
