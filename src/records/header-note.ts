import type { FindingCode } from '../findings/catalogue.ts';

/** Reports a problem with a header. Without an index, the problem concerns the whole header row. */
export type HeaderNote = (
  code: FindingCode,
  message: string,
  about: { index?: number; value?: string; field?: string; suggestion?: string },
) => void;
