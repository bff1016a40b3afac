/**
 * Whether randomised tests run at full length (`npm run test:slow`); `npm test` runs a sample of each. A test with a list
 * of cases leaves to `npm test` those that it runs.
 */
export const SLOW = process.env.TRACE_SLOW !== undefined;

/** Everything that `npm run test:slow` still has a sample of. */
export const EXHAUSTIVE = process.env.TRACE_EXHAUSTIVE !== undefined;
