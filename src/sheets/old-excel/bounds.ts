/** Limits of the process that reads old workbooks. */
export interface Bounds {
  /** Resident memory of the process, in megabytes. */
  readonly megabytes: number;
  readonly seconds: number;
}

export const BOUNDS: Bounds = { megabytes: 512, seconds: 60 };

/** What the process writes on standard error before it ends itself because of its memory. */
export const MEMORY_MARK = 'trace: over the memory limit';
