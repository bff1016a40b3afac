import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** What a command is given besides its flags. */
export interface Session {
  readonly context: Context;
  /** What the command has reported about itself so far. */
  readonly info: RunInfo;
  /** Says with what the process ends; 0 when it is never called. */
  exit(code: number): void;
}

/** What is known of what a command sends, for the report of an exit that comes before its own: see `last-report.ts`. */
export interface RunInfo {
  readonly startedAt: string;
  /** Names; null until they are known. */
  environment: string | null;
  interface: string | null;
  /** The run, once there is one, and its ledger. */
  run: { readonly id: string; readonly ledger: string } | null;
  /** Where its report goes, when no flag says so. */
  reportPath: string | null;
  /** Files that no report may replace. */
  keep: readonly string[];
  /** Its report is written and its documents are printed. */
  reported: boolean;
}

export const noInfo = (now: Date): RunInfo => ({
  startedAt: now.toISOString(),
  environment: null,
  interface: null,
  run: null,
  reportPath: null,
  keep: [],
  reported: false,
});

/** One file a command: it declares arguments, flags and help, and hands over to a run that fits a screen. */
export interface CommandModule {
  define(command: Command, session: Session): void;
}
