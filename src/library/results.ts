import type { CheckDocument, PlanDocument, RunReport } from './documents.ts';

/**
 * A call of trace: await its result, or iterate over its events while it works. The events begin with the first
 * iteration; after the last one, an iteration throws the error of the call.
 */
export interface Call<Event, Result> extends Promise<Result>, AsyncIterable<Event> {}

/** How a call ended. */
export interface Ended {
  /** The exit code of the command that does the same; 0 if all is done. */
  exitCode: number;
  /** What happened, in one sentence, and the next command to type; null if there is nothing to do. */
  verdict: { readonly text: string; readonly next: string | null };
}

/** What `trace check --json` prints, and how the check ended. */
export interface CheckResult extends CheckDocument, Ended {}

/** What `trace plan --json` prints, and how the plan ended. */
export interface PlanResult extends PlanDocument, Ended {}

/** The report of a run, as `trace import --json` prints it. */
export interface ImportResult extends RunReport {
  /** Warnings about the connection, the token and the state folder. */
  readonly warnings: readonly string[];
}

/** Something that an export could not read. */
export interface ExportProblem {
  /** The id of the study; empty if unknown. */
  readonly id: string;
  readonly productRef: string;
  /** The status code of the response; null without one. */
  readonly status: number | null;
  readonly error: string;
  readonly advice: string;
  /** Whether another export may succeed. */
  readonly canRetry?: true;
}

export interface ExportResult extends Ended {
  /** Number of records that were written. */
  readonly records: number;
  /** Number of records that did not change since the last export, with `changedSinceLast`. */
  readonly unchanged: number;
  /** The paths that were written; none for a stream. */
  readonly files: readonly string[];
  readonly problems: readonly ExportProblem[];
}

/** The nouns of the records of an export, in English. */
interface Nouns {
  readonly one: string;
  readonly many: string;
}

/** What an export reports while it works. */
export type ExportEvent =
  | {
      readonly type: 'export-started';
      readonly nouns: Nouns;
      readonly environment: string;
      readonly origin: string | null;
    }
  /** An earlier call was interrupted. The records that it fetched are used again. */
  | { readonly type: 'resumed'; readonly startedAt: string; readonly fetched: number }
  | { readonly type: 'listing'; readonly nouns: Nouns; readonly listed: number }
  | { readonly type: 'listed'; readonly total: number }
  | { readonly type: 'fetched'; readonly done: number; readonly total: number }
  | { readonly type: 'problem'; readonly nouns: Nouns; readonly problem: ExportProblem }
  | { readonly type: 'writing'; readonly rows: number }
  /** A sentence for a person, such as a warning. */
  | { readonly type: 'note'; readonly text: string }
  | {
      readonly type: 'throttled';
      readonly status: number;
      readonly waitMs: number;
      readonly concurrency: number;
    }
  | {
      readonly type: 'retry';
      readonly what: string;
      readonly attempt: number;
      readonly waitMs: number;
      readonly reason: string;
    };
