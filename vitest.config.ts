import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests start a hundred processes of ours: each would compile the same modules again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node-compile');

/** What takes longest, by folder or file: it begins first, so that no worker is left alone with it at the end. */
const longest = [
  'pipeline/kill',
  'chaos/',
  'fetch/live',
  'pipeline/fallback',
  'browser/',
  'deploy/',
  'api/release-switch',
];
const place = ({ moduleId }: TestSpecification) => {
  const found = longest.findIndex((name) => moduleId.includes(`/test/${name}`));
  return found === -1 ? longest.length : found;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/shared-sample.ts',
    sequence: { sequencer: LongestFirst },
    // Files wait for browsers, processes and disks: two at once on the smallest machine too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The machine is shared: what takes a second alone may take many beside a build.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
