import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import duckdb from '@duckdb/node-api/package.json' with { type: 'json' };

const path = join(import.meta.dirname, 'results.json');

/** Where a figure comes from: without it no figure means anything. */
function machine() {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    duckdb: duckdb.version,
  };
}

/** Puts the results of one bench beside those of the others in results.json. */
export async function save(name: string, result: object): Promise<void> {
  const all = await saved();
  all[name] = { date: new Date().toISOString().slice(0, 10), machine: machine(), ...result };
  const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Everything that was measured so far, by name. */
export async function saved(): Promise<Record<string, Record<string, unknown>>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text);
}
