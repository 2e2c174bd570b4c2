import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** An empty folder of this run, where the first test file that needs it publishes the sample for all. */
    sharedSample: string;
  }
}

/** Set up once a run, whatever files are run. */
export default async function setup({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-sample-'));
  provide('sharedSample', folder);
  return () => rm(folder, { recursive: true, force: true });
}
