import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { slow } from './test/projects/slow.ts';
import { keepFreedMemory } from './test/projects/worker-memory.ts';

// Tests start about a hundred Node processes: they share one compile cache.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node-compile');
Object.assign(process.env, keepFreedMemory);

const slowFiles = slow.map((name) => (name.endsWith('/') ? `test/${name}**/*.test.ts` : `test/${name}.test.ts`));

const rank = ({ moduleId }: TestSpecification) => {
  const place = slow.findIndex((name) =>
    moduleId.includes(name.endsWith('/') ? `/test/${name}` : `/test/${name}.test.ts`),
  );
  return place === -1 ? slow.length : place;
};

/** Starts the slowest files first, so that no worker is still running one at the end, and deals them to shards in that order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard as { index: number; count: number };
    return files
      .toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId))
      .filter((_, place) => place % count === index - 1);
  }
}

const shared = {
  // A worker loads each module once, not once per file: that was half of the processor time of the fast tests.
  isolate: false,
  setupFiles: ['test/projects/child-memory.ts'],
  // The machine is shared: a test that takes one second alone can take many next to a build.
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ['test/shared-sample.ts', 'test/projects/closing-line.ts'],
    sequence: { sequencer: LongestFirst },
    // On two cores, a third worker takes a tenth more processor time for the same files, and makes the run longer.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Projects do not take over the mode, which `npm run docs:update` sets.
    projects: [
      {
        mode,
        test: {
          ...shared,
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: slowFiles,
          setupFiles: [...shared.setupFiles, 'test/projects/cpu-limit.ts'],
        },
      },
      { mode, test: { ...shared, name: 'slow', include: slowFiles } },
    ],
  },
}));
