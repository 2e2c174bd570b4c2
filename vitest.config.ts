import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/shared-sample.ts',
    // Files wait for browsers, processes and disks: two at once on the smallest machine too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The machine is shared: what takes a second alone may take ten beside a build.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
