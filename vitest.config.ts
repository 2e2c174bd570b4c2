import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/shared-sample.ts',
    // Files wait for browsers, processes and disks: two at once on the smallest machine too.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The machine is shared: what takes a second alone may take many beside a build.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
