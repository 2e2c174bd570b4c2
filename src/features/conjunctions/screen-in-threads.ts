import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SkyStates } from '../../orbit/sky-states.ts';
import { type FoundApproach, KNOT_SPACING_S, mergeApproaches } from './screen.ts';
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
export async function screenInThreads(screening: Screening): Promise<FoundApproach[]> {
  const { duration_s, folder, onPart } = screening;
  await mkdir(folder, { recursive: true });
  const parts: ScreeningPart[] = [];
  for (let from = 0; from < duration_s; from += PART_S)
    parts.push({ part: parts.length, from, to: Math.min(from + PART_S, duration_s) });
  const results: (FoundApproach[] | undefined)[] = await Promise.all(parts.map(({ part }) => readPart(folder, part)));
  const missing = parts.filter(({ part }) => results[part] === undefined);
  let done = parts.length - missing.length;
  onPart?.(done, parts.length);
  const { states, primary, threshold_km } = screening;
  const workers = Array.from({ length: Math.min(screening.threads, missing.length) }, () =>
    oneThread({ orbits: states.shared, primary, threshold_km }, missing, async (part, approaches) => {
      await writePart(folder, part, approaches);
      results[part] = approaches;
      done += 1;
      onPart?.(done, parts.length);
    }),
  );
  await Promise.all(workers);
  return mergeApproaches(results as FoundApproach[][]);
}

/** Takes parts from the shared list until it is empty. */
function oneThread(
  work: ScreeningWork,
  parts: ScreeningPart[],
  onResult: (part: number, approaches: FoundApproach[]) => Promise<void>,
): Promise<void> {
  const worker = new Worker(new URL('./screening-thread.ts', import.meta.url), { workerData: work });
  return new Promise<void>((resolve, reject) => {
    const next = () => {
      const part = parts.shift();
      if (part) worker.postMessage(part);
      else resolve();
    };
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`a screening thread ended with code ${code}`)));
    worker.on('message', ({ part, approaches }: { part: number; approaches: FoundApproach[] }) => {
      onResult(part, approaches).then(next, reject);
    });
    next();
  }).finally(() => worker.terminate());
}

const partFile = (folder: string, part: number): string => join(folder, `part-${part}.json`);

async function readPart(folder: string, part: number): Promise<FoundApproach[] | undefined> {
  const text = await readFile(partFile(folder, part), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as FoundApproach[]);
}

async function writePart(folder: string, part: number, approaches: readonly FoundApproach[]): Promise<void> {
  const file = partFile(folder, part);
  await writeFile(`${file}.tmp`, JSON.stringify(approaches));
  await rename(`${file}.tmp`, file);
}
