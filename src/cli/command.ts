import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** What every command gets besides its flags. */
export interface Session {
  readonly context: Context;
  /** Filled in as the command learns it. */
  readonly info: RunInfo;
  /** Sets the exit code of the process; the default is 0. */
  exit(code: number): void;
}

/** What a report needs if the command ends before it writes its own: see `last-report.ts`. */
export interface RunInfo {
  readonly startedAt: string;
  /** The name, null until it is known. */
  environment: string | null;
  /** The name, null until it is known. */
  interface: string | null;
  /** The run and its ledger, null until it has started. */
  run: { readonly id: string; readonly ledger: string } | null;
  /** The earlier run that this command continues, until it does: a report of a refusal names it. */
  earlier: { readonly id: string; readonly ledger: string } | null;
  /** Where its report is written if no flag names a file. */
  reportPath: string | null;
  /** Files that a report must not replace. */
  keep: readonly string[];
  /** Whether its report was written and its documents were printed. */
  reported: boolean;
}

export const noInfo = (now: Date): RunInfo => ({
  startedAt: now.toISOString(),
  environment: null,
  interface: null,
  run: null,
  earlier: null,
  reportPath: null,
  keep: [],
  reported: false,
});

/** A file in `commands/`: declares the arguments, flags and help of a command, and its action. */
export interface CommandModule {
  define(command: Command, session: Session): void;
}
