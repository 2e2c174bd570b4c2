import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A temporary folder for this run, to which the first test file that needs the sample, or an archive of real files, writes it for all. */
    sharedSample: string;
  }
}

/** Runs once per run, whichever files are tested. */
export default async function setup({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-sample-'));
  provide('sharedSample', folder);
  return () => rm(folder, { recursive: true, force: true });
}
