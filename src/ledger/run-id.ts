import { randomBytes } from 'node:crypto';

/** A new id for a run that starts at this time: `20260102-030405-ab12`. */
export const newRunId = (startedAt: string): string =>
  `${startedAt.slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}-${randomBytes(2).toString('hex')}`;
