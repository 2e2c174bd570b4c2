import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SkyStates } from '../../orbit/observation/sky-states.ts';
import { Approaches } from './approaches.ts';
import { type FoundApproach, KNOT_SPACING_S } from './screen.ts';
import type { ScreeningPart, ScreeningWork } from './screening-thread.ts';

/** The length of one part of a run, seconds: a multiple of the knot spacing, so that parts share their knots. */
const PART_S = KNOT_SPACING_S * 120;

/** Options of a screening. */
export interface Screening extends Omit<ScreeningWork, 'orbits'> {
  readonly states: SkyStates;
  /** Length of the run, seconds. */
  readonly duration_s: number;
  readonly threads: number;
  /** Folder for finished parts; a later run with the same inputs resumes from them. */
  readonly folder: string;
  readonly onPart?: (done: number, total: number) => void;
}

/**
 * Screens part after part in worker threads. Each finished part is stored in a file, so that a run can resume after
 * being killed.
 */
export async function screenInThreads(screening: Screening): Promise<Approaches> {
  const { duration_s, folder, onPart, states, primary, threshold_km } = screening;
  await mkdir(folder, { recursive: true });
  const parts: ScreeningPart[] = [];
  for (let from = 0; from < duration_s; from += PART_S)
    parts.push({ file: join(folder, `part-${parts.length}.json`), from, to: Math.min(from + PART_S, duration_s) });
  const missing = parts.filter(({ file }) => !existsSync(file));
  let done = parts.length - missing.length;
  onPart?.(done, parts.length);
  const workers = Array.from({ length: Math.min(screening.threads, missing.length) }, () =>
    oneThread({ orbits: states.shared, primary, threshold_km }, missing, () => onPart?.(++done, parts.length)),
  );
  await Promise.all(workers);
  return new Approaches(parts.values().map(({ file }) => JSON.parse(readFileSync(file, 'utf8')) as FoundApproach[]));
}

/** Takes parts from the shared list until it is empty. */
function oneThread(work: ScreeningWork, parts: ScreeningPart[], onPart: () => void): Promise<void> {
  const worker = new Worker(new URL('./screening-thread.ts', import.meta.url), { workerData: work });
  return new Promise<void>((resolve, reject) => {
    const next = () => {
      const part = parts.shift();
      if (part) worker.postMessage(part);
      else resolve();
    };
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`a screening thread ended with code ${code}`)));
    worker.on('message', () => {
      onPart();
      next();
    });
    next();
  }).finally(() => worker.terminate());
}
