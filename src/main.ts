import type { Command } from 'commander';
import { command } from './advice.ts';
import { nothingKnown, type Session } from './cli/command.ts';
import {
  applyVariables,
  blamed,
  columnsOf,
  commandOf,
  hasReport,
  helpTail,
  helpWidth,
  pathsFromHome,
  withNewName,
} from './cli/flags/help.ts';
import { COMMANDS } from './cli/index.ts';
import { type Context, write } from './context.ts';
import { type ErrorText, EXIT_CODES, TraceError } from './errors.ts';
import { forTerminal } from './terminal-text.ts';
import { VERSION } from './version.ts';

/** Alone they need none of what reads flags. */
const VERSION_FLAGS = new Set(['-V', '--version']);

interface Ended {
  readonly exitCode: number;
  /** Null for 0. */
  readonly error: ErrorText | null;
}

/** Runs trace once: gives the exit code. The only catch: everything expected is a sentence, anything else a bug. */
export async function run(argv: readonly string[], context: Context): Promise<number> {
  let exitCode = 0;
  let program: Command | undefined;
  const session: Session = {
    context,
    known: nothingKnown(context.now()),
    exit: (code: number) => {
      exitCode = code;
    },
  };
  try {
    if (argv.length === 1 && VERSION_FLAGS.has(argv[0]!)) {
      await write(context.stdout, `${VERSION}\n`);
      return exitCode;
    }
    program = await programFor(argv, session);
    await program.parseAsync([...argv], { from: 'user' });
    await reported(program, argv, session, { exitCode, error: null });
    return exitCode;
  } catch (error) {
    const known = program ? blamed(error, commandOf(program, argv)) : error;
    const ended = await printError(interruptOf(known, context.signal), context);
    // What was found stands, whether or not its printing came to an end; only success needs all of the output.
    const unwritable = error instanceof TraceError && error.code === 'output-unwritable';
    const code = unwritable && exitCode !== 0 ? exitCode : ended.exitCode;
    if (program && ended.error) await reported(program, argv, session, { ...ended, exitCode: code });
    return code;
  }
}

/** Declares every command by name and summary, and loads the one that `argv` names. */
async function programFor(argv: readonly string[], session: Session): Promise<Command> {
  const { context } = session;
  const { Command } = await import('commander');
  const program = new Command('trace')
    .description('Imports suppliers, packaging, products and components from spreadsheets into the service.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void context.stderr.write(text),
      outputError: (text, out) => out(safeLines(withNewName(text.replace(/^error: /, 'trace: '), argv))),
      getOutHelpWidth: () => helpWidth(columnsOf(context.stdout, context.env)),
      getErrHelpWidth: () => helpWidth(columnsOf(context.stderr, context.env)),
    })
    .showHelpAfterError('Add --help for usage.')
    .hook('preAction', async (_, action) => {
      applyVariables(action, context.env);
      pathsFromHome(action);
      if (action.getOptionValue('report') === undefined) return;
      const { dropEarlierReport } = await import('./cli/last-report.ts');
      await dropEarlierReport(action, context);
    });
  helpTail(program, [
    'trace import batch.xlsx --env sandbox',
    'trace check suppliers.csv products.csv',
    'trace template --out blank.xlsx',
  ]);
  const named = argv.find((word) => !word.startsWith('-'));
  const wanted = named === 'help' ? argv[argv.indexOf('help') + 1] : named;
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).description(summary);
    if (name === wanted) (await load()).define(command, session);
  }
  return program;
}

/** What a signal cut off has no error of its own. */
const interruptOf = (error: unknown, { aborted, reason }: AbortSignal): unknown =>
  aborted && error === reason ? new TraceError('interrupted', 'interrupted', 'Interrupted.') : error;

/** Writes the report of a command that ended without one; a command that has none loads nothing. */
async function reported(
  program: Command,
  argv: readonly string[],
  session: Session,
  ending: Ended,
): Promise<void> {
  if (session.known.reported) return;
  const command = commandOf(program, argv);
  if (ending.error === null && !hasReport(command)) return;
  const { lastReport } = await import('./cli/last-report.ts');
  await lastReport(command, argv, session, ending);
}

/** Prints what went wrong on stderr. Returns the exit code and the error for JSON; no error when help was asked for. */
async function printError(error: unknown, context: Context): Promise<Ended> {
  const { CommanderError } = await import('commander');
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return { exitCode: 0, error: null };
    const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
    const hint = 'Add --help for usage.';
    return { exitCode: EXIT_CODES.usage.code, error: { code: 'arguments', message, hint } };
  }
  const expected = await expectedOf(error);
  if (expected instanceof TraceError) {
    // A hint may name a command to paste, which is of no use when it is cut.
    const hint = expected.hint ? ` ${forTerminal(expected.hint, Number.POSITIVE_INFINITY)}` : '';
    await write(context.stderr, `trace: ${forTerminal(expected.message, 2000)}${hint}\n`);
    const { code, message, hint: next = null, exit } = expected;
    return { exitCode: EXIT_CODES[exit].code, error: { code, message, hint: next } };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await write(
    context.stderr,
    `trace ${VERSION}: this is a bug in trace. Please report it with what follows.\n${safeLines(stack)}\n`,
  );
  const message = error instanceof Error ? error.message : String(error);
  return { exitCode: EXIT_CODES.bug.code, error: { code: 'bug', message, hint: 'Please report it.' } };
}

/** What the system refuses for reasons of its own: no code of ours is at fault. */
const SYSTEM = new Set(['EIO', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM', 'EROFS', 'ENOENT']);

/** A disk that fills or fails is no bug, whichever statement or file finds out. */
async function expectedOf(error: unknown): Promise<unknown> {
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ledger-damaged') {
    const { DamagedLedger } = await import('./ledger/errors.ts');
    const { withWays } = await import('./import/ledger-state.ts');
    return error instanceof DamagedLedger ? withWays(error) : error;
  }
  if (syscall !== undefined && SYSTEM.has(code ?? ''))
    return new TraceError(
      'usage',
      'system',
      `The system refused what trace needs: ${message}.`,
      'Check the disk, the rights and that the folder is still there, then run again.',
    );
  if (code !== 'ERR_SQLITE_ERROR') return error;
  const { ledgerError } = await import('./ledger/errors.ts');
  return ledgerError(error, 'ledger.db');
}

/** What was typed, or what broke, may hold anything. */
const safeLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => forTerminal(line, 1000))
    .join('\n');

/** Signals that ask the process to end. Windows sends SIGHUP when a console is closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** After a second signal, the time to write the report (ms). */
const FORCED_MS = 3000;

/** The real process: its streams, its signals, its exit code. */
export async function main(): Promise<void> {
  const stop = new AbortController();
  const forced = new AbortController();
  const received: NodeJS.Signals[] = [];
  // The ledger is safe at every moment: what is out is known to be in doubt.
  const leave = () => process.exit(EXIT_CODES.interrupted.code);
  const leaveUnwritten = () => {
    process.stderr.write(
      `trace: Interrupted before all was written. ${command('runs', 'report')} writes the report again.\n`,
    );
    leave();
  };
  let ended = false;
  const onSignal = (signal: NodeJS.Signals) => {
    // All is done and written: the exit code stands.
    if (ended) process.exit();
    // The shell and the system each say that the terminal is gone.
    if (signal === 'SIGHUP' && received.includes(signal)) return;
    const times = received.push(signal);
    if (times === 1) stop.abort();
    else if (times > 2) leave();
    else {
      setTimeout(leaveUnwritten, FORCED_MS).unref();
      forced.abort();
    }
  };
  for (const signal of ENDING) process.on(signal, onSignal);
  for (const stream of [process.stdin, process.stdout, process.stderr]) {
    // Whoever reads or writes learns of it as well; a terminal or a reader that has gone away is no failure of ours.
    stream.on('error', () => {});
  }
  process.exitCode = await run(process.argv.slice(2), {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    isTTY: process.stderr.isTTY === true,
    canAnswer: process.stderr.isTTY === true && process.stdin.isTTY === true,
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    signal: stop.signal,
    forced: forced.signal,
  });
  ended = true;
  // Standard input may be a pipe that nobody closes.
  if (!process.stdin.isTTY) process.stdin.destroy();
}
