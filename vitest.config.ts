import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build.setup.ts'],
    setupFiles: ['test/advice/collect.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Many tests wait for processes and pauses: one worker more than cores keeps a machine of two busy.
    maxWorkers: Math.max(3, availableParallelism()),
  },
});
