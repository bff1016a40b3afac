import { defineConfig } from 'vitest/config';

/**
 * The tests of one group of `scripts/mutants.ts`, which names them in TRACE_MUTATION_TESTS. They share their modules and
 * do not check advice: both would take longer than the tests.
 */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.TRACE_MUTATION_TESTS ?? '[]'),
    isolate: false,
    testTimeout: 60_000,
  },
});
