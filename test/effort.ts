/** Whether tests that search for faults search long (`npm run test:slow`); `npm test` has a sample of each. */
export const SLOW = process.env.TRACE_SLOW !== undefined;
