import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** What a command is given besides its flags. */
export interface Session {
  readonly context: Context;
  /** Says with what the process ends; 0 when it is never called. */
  exit(code: number): void;
}

/** One file a command: it declares arguments, flags and help, and hands over to a run that fits a screen. */
export interface CommandModule {
  define(command: Command, session: Session): void;
}
