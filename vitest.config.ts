import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Tests start about a hundred Node processes: they share one compile cache.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node-compile');

/** The slowest folders and files. They start first, so that no worker is still running one at the end. */
const slowest = [
  'pipeline/real-files',
  'browser/accessible',
  'deploy/container',
  'archive/series',
  'fetch/live',
  'security/poisoned-files',
  'pipeline/release/fallback',
  'pipeline/release/kill',
  'archive/element-deltas',
  'api/release-switch',
  'browser/account',
  'browser/passes',
  'chaos/',
  'pipeline/release/terminal',
  'browser/',
  'cli/',
  'deploy/',
  'fetch/',
  'pipeline/',
  'orbit/reentry-backtest',
  'server/refresh-child',
  'server/follow',
  'clients/stellarium',
  'mirror/',
];
const rank = ({ moduleId }: TestSpecification) => {
  const found = slowest.findIndex((name) => moduleId.includes(`/test/${name}`));
  return found === -1 ? slowest.length : found;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/shared-sample.ts',
    sequence: { sequencer: LongestFirst },
    // Test files wait for browsers, processes, and disks a third of the time: three workers, even on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // The machine is shared: a test that takes one second alone can take many next to a build.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
