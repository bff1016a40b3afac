import { mergeConfig } from 'vitest/config';
import base, { projectsOf, sourceOf, TEST_FILES } from './vitest.config.ts';

/**
 * The tests that `npm test` has a sample of, at full length: they name SLOW. With `TRACE_EXHAUSTIVE=1` also those that run
 * the binary by `runTrace`.
 */
const SAMPLED = process.env.TRACE_EXHAUSTIVE === undefined ? /\bSLOW\b/ : /\b(SLOW|runTrace)\b/;

const slow = mergeConfig(base, { test: { env: { TRACE_SLOW: '1' } } });
slow.test!.projects = projectsOf(TEST_FILES.filter((file) => SAMPLED.test(sourceOf(file))));

export default slow;
