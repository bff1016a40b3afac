import type { Command } from 'commander';
import type { Context } from '../context.ts';
import type { ErrorText } from '../errors.ts';
import type { RunEvent } from '../import/report/run-event.ts';

/** What a command receives besides its flags. */
export interface Session {
  readonly context: Context;
  /** The known facts about this execution; the command adds more as it runs. */
  readonly info: RunInfo;
  /** Sets the exit code of the process; the default is 0. */
  exit(code: number): void;
  /** Runs another command, like `trace ...argv`. Returns its exit code; its errors are printed. Fills in `info`. */
  run(argv: readonly string[], context: Context, info: RunInfo): Promise<number>;
}

/** How a command ended. */
export interface CommandEnding {
  readonly exitCode: number;
  /** Null if the exit code is 0, or if the verdict of a run says it all. */
  readonly error: ErrorText | null;
}

/** What follows a run for people who do not watch it, such as its log. Neither function throws. */
export interface Job {
  on(event: RunEvent): void;
  /** Notes what went wrong, for notifications. */
  cause(texts: readonly string[]): void;
  end(ending: CommandEnding): Promise<void>;
}

/** The path of an input as a text may name it, before and after it is moved. */
export type Move = readonly [from: string, to: string];

/**
 * What is known about the execution of a command. If the command fails early, its report is built from these facts: see
 * `run/last-report.ts`.
 */
export interface RunInfo {
  readonly startedAt: string;
  /** The name of the environment; null until it is known. */
  environment: string | null;
  /** The name of the interface, `v2` or `v3`; null until it is known. */
  interface: string | null;
  /** The run and its ledger; null until the run has started. */
  run: { readonly id: string; readonly ledger: string } | null;
  /**
   * The earlier run that this command resumes or settles: the report names it if the command fails before it changes
   * that run.
   */
  earlier: { readonly id: string; readonly ledger: string } | null;
  /** The path of the report if no flag names a file. */
  reportPath: string | null;
  /** Files that a report must not replace. */
  keep: readonly string[];
  /** Whether the report was written and all JSON was printed. */
  reported: boolean;
  /** Null if nothing follows the run, or before it begins. */
  job: Job | null;
  /** Where the input will be after a run with this exit code; empty if it stays, null if the run is repeated without a person. */
  movesAfter(exitCode: number): readonly Move[] | null;
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
  job: null,
  movesAfter: () => [],
});

/** A file in `commands/`: declares the arguments, flags and help of a command, and its action. */
export interface CommandModule {
  define(command: Command, session: Session): void;
}

/**
 * Flags that are not repeated in the next command: they set how a run is printed, confirmed or approved, not what the
 * run does.
 */
const NOT_REPEATED = [
  ...['--env', '--json', '--json-lines', '--quiet', '--log-file', '--log-level'],
  ...['--notify', '--dry-run', '--force', '--annotate', '--out'],
  ...['--restore-ledger', '--new-ledger', '--yes', '--no-input', '--yes-trust'],
];

/** The files and flags of a command line, for the next command to repeat. The environment is added later. */
export interface Invocation {
  readonly files: readonly string[];
  /** Each element is one word. */
  readonly flags: readonly string[];
}

/** @param own flags that only this command has, so that the next one does not repeat them */
export function invocationOf(
  files: readonly string[],
  command: Command,
  own: readonly string[] = [],
): Invocation {
  return { files, flags: typedFlags(command, [...NOT_REPEATED, ...own]) };
}

type FlagValue = string | readonly string[] | true;

/** The flags of a command line and their values, as words; with `env`, also those of variables. */
export const typedFlags = (
  command: Command,
  except: readonly string[],
  sources: readonly string[] = ['cli'],
): string[] =>
  command.options.flatMap((option) => {
    const name = option.attributeName();
    if (!sources.includes(`${command.getOptionValueSource(name)}`) || except.includes(option.long!))
      return [];
    return wordsOf(option.long!, command.getOptionValue(name) as FlagValue);
  });

const wordsOf = (long: string, value: FlagValue): string[] =>
  [value].flat().flatMap((one) => (one === true ? [long] : [long, one]));

/** The invocation of a command that has these flags, by the names that the command gets. */
export function invocationWith(
  files: readonly string[],
  flags: Readonly<Record<string, FlagValue>>,
): Invocation {
  const words = Object.entries(flags).flatMap(([name, value]) => {
    const long = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return NOT_REPEATED.includes(long) ? [] : wordsOf(long, value);
  });
  return { files, flags: words };
}
