import type { Severity } from '../../findings/finding.ts';
import type { PlanSummary } from '../../send/plan/plan.ts';
import type { PushEvent } from '../../send/push/event.ts';
import type { Totals } from '../../send/push/outcome.ts';

/** The commands that emit events of a run. */
export type RunCommand = 'import' | 'update' | 'resume' | 'resolve' | 'check' | 'plan';

/** An event of a run, from its first file to its verdict. Listeners in `cli/view/` show it. */
export type RunEvent =
  | {
      readonly type: 'run-started';
      readonly run: string;
      readonly command: RunCommand;
      readonly environment: string;
      readonly origin: string | null;
    }
  /** The shared memory went back to an earlier state, so it got what this machine knows. `memory`: host and database. */
  | { readonly type: 'memory-restored'; readonly memory: string }
  | {
      readonly type: 'file-opened';
      readonly file: string;
      readonly description: string;
      readonly sheets: number;
    }
  | {
      readonly type: 'sheet-started';
      readonly file: string;
      readonly sheet: string;
      readonly kind: string;
      /** The row of its headers. */
      readonly headerRow: number;
    }
  /** Emitted several times while a sheet is read, and once at its end. */
  | {
      readonly type: 'rows-read';
      readonly file: string;
      readonly sheet: string;
      readonly rows: number;
      readonly done: boolean;
    }
  | {
      readonly type: 'checked';
      readonly records: number;
      readonly findings: Readonly<Record<Severity, number>>;
    }
  /** `invalid`: nothing is sent because the input has errors. */
  | { readonly type: 'planned'; readonly plan: PlanSummary; readonly invalid?: true }
  | PushEvent
  | Verdict;

/** The last event of a run. */
export interface Verdict {
  readonly type: 'verdict';
  readonly exitCode: number;
  readonly totals: Totals;
  /** One sentence: what happened. */
  readonly text: string;
  /** The next command to type; null if there is nothing to do. */
  readonly next: string | null;
}
