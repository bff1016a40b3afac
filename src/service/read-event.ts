/** What a reader tells while it waits. */
export type ReadEvent =
  | {
      readonly type: 'throttled';
      readonly status: number;
      readonly waitMs: number;
      /** Requests that may be out at once from now on. */
      readonly concurrency: number;
    }
  | {
      readonly type: 'retry';
      readonly what: string;
      readonly attempt: number;
      readonly waitMs: number;
      readonly reason: string;
    };
