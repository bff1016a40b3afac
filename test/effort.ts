/** Whether randomised tests run at full length (`npm run test:slow`); `npm test` runs a sample of each. */
export const SLOW = process.env.TRACE_SLOW !== undefined;
