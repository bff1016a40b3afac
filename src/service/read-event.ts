/** What a reader reports while it waits. */
export type ReadEvent =
  | {
      readonly type: 'throttled';
      readonly status: number;
      readonly waitMs: number;
      /** Requests in flight at most, from now on. */
      readonly concurrency: number;
    }
  | {
      readonly type: 'retry';
      readonly what: string;
      readonly attempt: number;
      readonly waitMs: number;
      readonly reason: string;
    };
