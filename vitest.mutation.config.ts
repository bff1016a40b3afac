import { defineConfig } from 'vitest/config';

/** The tests of one group of `scripts/mutants.ts`: it names them in TRACE_MUTATION_TESTS. The advice is not checked: that takes seconds a file. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.TRACE_MUTATION_TESTS ?? '[]'),
    isolate: false,
    testTimeout: 60_000,
  },
});
