/**
 * Whether randomised tests run at full length (`npm run test:slow`); `npm test` runs a sample of each. Only tests with the
 * tag `sampled` run at full length. Those with a list of cases leave to `npm test` the cases that it runs.
 */
export const SLOW = process.env.TRACE_SLOW !== undefined;

/** Whether everything is tested: `npm run test:slow` still tests only samples of some cases. */
export const EXHAUSTIVE = process.env.TRACE_EXHAUSTIVE !== undefined;

/** The number of runs of a randomised test at full length; three times as many with TRACE_EXHAUSTIVE. */
export const full = (runs: number): number => (EXHAUSTIVE ? 3 * runs : runs);
