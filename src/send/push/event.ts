import type { Outcome, Totals } from './outcome.ts';

/** A record that is sent or read again after a wait. */
interface RepeatedRequest {
  readonly kind: string;
  readonly key: string;
  readonly attempt: number;
  readonly waitMs: number;
  readonly reason: string;
}

/** The events that the engine emits while it works. The engine never prints; listeners in `cli/view/` do. */
export type PushEvent =
  | {
      readonly type: 'wave-started';
      readonly wave: number;
      readonly kinds: readonly string[];
      readonly total: number;
    }
  | {
      readonly type: 'row';
      readonly wave: number;
      readonly kind: string;
      /** The parts of the key, joined by ` / `. */
      readonly key: string;
      readonly outcome: Outcome;
      /** Messages from the service and from trace. */
      readonly messages: readonly string[];
    }
  | ({ readonly type: 'retry' } & RepeatedRequest)
  /** The response to a create was lost: the record is read back. */
  | ({ readonly type: 'reading-back' } & RepeatedRequest)
  | {
      readonly type: 'throttled';
      readonly waitMs: number;
      readonly status: number;
      readonly concurrency: number;
    }
  /** The number of requests at a time that the service can use is lower than the allowed one. */
  | {
      readonly type: 'concurrency-found';
      readonly concurrency: number;
      readonly because: 'throttled' | 'slower';
      readonly latencyMs: number | null;
    }
  | { readonly type: 'settling'; readonly ms: number; readonly after: readonly string[] }
  | {
      readonly type: 'wave-finished';
      readonly wave: number;
      readonly kinds: readonly string[];
      readonly totals: Totals;
    }
  | { readonly type: 'stopping'; readonly reason: string };
