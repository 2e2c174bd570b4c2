import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The machine is shared: what takes a second alone may take ten beside a build.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
