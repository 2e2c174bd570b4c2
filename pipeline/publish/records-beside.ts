import { Worker } from 'node:worker_threads';
import type { ClaimSource } from './record-text.ts';

/** What the thread is told: the folder of a release whose database is whole, and who its claims are from. */
export interface RecordsTask {
  readonly folder: string;
  readonly sources: readonly ClaimSource[];
  /** The release's time. */
  readonly generatedAt: string;
}

/**
 * Writes the records of a release in a thread of their own: packing and hashing 1.2 GB of answers takes as long as all other
 * files together. The thread reads the release's `catalog.duckdb`, which nobody may be writing.
 */
export async function writeRecordsBeside(task: RecordsTask): Promise<void> {
  const worker = new Worker(new URL('./records-thread.ts', import.meta.url), { workerData: task });
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`the thread that writes records ended with ${code}`));
    });
  });
}
