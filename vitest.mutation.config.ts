import { defineConfig } from 'vitest/config';
// It also sets the locale.
import base from './vitest.config.ts';

/**
 * The tests of one group of `scripts/mutants.ts`, which names them in TRACE_MUTATION_TESTS. Advice is not checked: that
 * would take longer than the tests. Modules are not shared: the country reader remembers texts from one mutant to the next.
 */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.TRACE_MUTATION_TESTS ?? '[]'),
    tags: base.test!.tags!,
    testTimeout: 60_000,
  },
});
