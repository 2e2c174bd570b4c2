import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { copySampleFiles } from './sample-files.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * A temporary folder for this run, with the files of the sample in `sample`. The first test file that needs a release of it, or an archive
     * of real files, writes it there for all.
     */
    sharedSample: string;
  }
}

/** Runs once per run, whichever files are tested. */
export default async function setup({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'orbweaver-sample-'));
  await copySampleFiles(join(folder, 'sample'));
  provide('sharedSample', folder);
  return () => rm(folder, { recursive: true, force: true });
}
