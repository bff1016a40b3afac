import { availableParallelism } from 'node:os';
import { mergeConfig } from 'vitest/config';
import base, { projectsOf, sourceOf, TEST_FILES } from './vitest.config.ts';

const withText = (pattern: RegExp) => TEST_FILES.filter((file) => pattern.test(sourceOf(file)));

const TAGGED = withText(/'sampled'/);
const untagged = withText(/\bSLOW\b/).filter((file) => !TAGGED.includes(file));
if (untagged.length > 0)
  throw new Error(
    `${untagged.join(', ')}: SLOW is used, but no test is tagged, so \`npm run test:slow\` leaves it out. Add { tags: ['sampled'] } to the tests that depend on SLOW.`,
  );

// These tests wait for processes more than others: a fourth worker has the cores that they leave.
const slow = mergeConfig(base, {
  test: { env: { TRACE_SLOW: '1' }, maxWorkers: Math.max(4, availableParallelism()) },
});

/**
 * The tests with the tag `sampled`, at full length. With `TRACE_EXHAUSTIVE=1` all tests of their files, and of those that
 * run the binary by `runTrace`.
 */
if (process.env.TRACE_EXHAUSTIVE === undefined) {
  slow.test!.projects = projectsOf(TAGGED);
  slow.test!.tagsFilter = ['sampled'];
} else slow.test!.projects = projectsOf(withText(/'sampled'|\brunTrace\b/));

export default slow;
