/** What a client reports while it waits. */
export type ReadEvent =
  | {
      readonly type: 'throttled';
      readonly status: number;
      readonly waitMs: number;
      /** Maximum number of open requests from now on. */
      readonly concurrency: number;
    }
  | {
      readonly type: 'retry';
      readonly what: string;
      readonly attempt: number;
      readonly waitMs: number;
      readonly reason: string;
    };
