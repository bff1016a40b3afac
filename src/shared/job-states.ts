/** `dead-letter`: no attempt follows, a person must see it. */
export const JOB_STATES = ['waiting', 'active', 'retry', 'done', 'dead-letter', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];
