import type { Command } from 'commander';
import { command } from './advice.ts';
import { type CommandEnding, noInfo, type Session } from './cli/command.ts';
import {
  applyVariables,
  commandOf,
  hasReport,
  helpTexts,
  helpWidth,
  namingVariable,
  pathsFromHome,
} from './cli/flags/help.ts';
import { COMMANDS } from './cli/index.ts';
import { type Context, columnsOf, write } from './context.ts';
import { EXIT_CODES, TraceError, usage } from './errors.ts';
import { expectedError, withInterrupt } from './expected-error.ts';
import { LANG_FLAG, LANGUAGES, languageOf } from './language/languages.ts';
import { orText, say, useLanguage } from './say.ts';
import { forTerminal } from './terminal-text.ts';
import { VERSION } from './version.ts';

/** The code of commander for help that was printed because a command needs a subcommand. */
const HELP_SHOWN = 'commander.help';

/** These flags are handled before commander is loaded. */
const VERSION_FLAGS = new Set(['-V', '--version']);

/**
 * Runs trace and returns the exit code. All errors are caught here: a TraceError is printed as a message, any other
 * error as a bug.
 */
export async function run(
  argv: readonly string[],
  context: Context,
  info = noInfo(context.now()),
): Promise<number> {
  let exitCode = 0;
  let program: Command | undefined;
  const session: Session = {
    context,
    info,
    exit: (code: number) => {
      exitCode = code;
    },
    run,
  };
  try {
    if (argv.length === 1 && VERSION_FLAGS.has(argv[0]!)) {
      await write(context.stdout, `${VERSION}\n`);
      return exitCode;
    }
    const { language, byFlag, words, unknown } = languageOf(argv, context.env);
    await useLanguage(language, byFlag);
    if (unknown)
      throw usage(
        'flag-value',
        say().usage.language(unknown),
        say().usage.languages({ names: orText(LANGUAGES) }),
      );
    program = await programFor(words, session);
    await program.parseAsync([...words], { from: 'user' });
    await writeMissingReport(program, argv, session, { exitCode, error: null });
    await session.info.job?.end({ exitCode, error: null });
    return exitCode;
  } catch (error) {
    const known = program ? namingVariable(error, commandOf(program, argv)) : error;
    const ended = await printError(withInterrupt(known, context.signal), argv, context);
    // A failed write to an output changes the exit code only if the command succeeded.
    const unwritable = error instanceof TraceError && error.code === 'output-unwritable';
    const code = unwritable && exitCode !== 0 ? exitCode : ended.exitCode;
    if (!program || !ended.error) return code;
    const ending = { ...ended, exitCode: code };
    await writeMissingReport(program, argv, session, ending);
    const { endJob } = await import('./cli/run/job.ts');
    await endJob(commandOf(program, argv), session, ending);
    return code;
  }
}

/** Declares all commands with their summaries, and loads the one that `argv` names. */
async function programFor(argv: readonly string[], session: Session): Promise<Command> {
  const { context } = session;
  const { Command } = await import('commander');
  const program = helpTexts(new Command('trace'))
    .description(say().helpCommands.trace())
    .version(VERSION, '-V, --version', say().helpFlags.version())
    .option(`${LANG_FLAG} <${LANGUAGES.join('|')}>`, say().helpFlags.lang())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void context.stdout.write(text),
      writeErr: (text) => void context.stderr.write(text),
      // Errors are printed by `printError`.
      outputError: () => {},
      getOutHelpWidth: () => helpWidth(columnsOf(context.stdout, context.env)),
      getErrHelpWidth: () => helpWidth(columnsOf(context.stderr, context.env)),
    })
    .hook('preAction', async (_, action) => {
      applyVariables(action, context.env);
      pathsFromHome(action);
      if (action.getOptionValue('report') === undefined) return;
      const { dropEarlierReport } = await import('./cli/run/last-report.ts');
      await dropEarlierReport(action, context);
    });
  const firstWord = argv.find((word) => !word.startsWith('-'));
  const chosen = firstWord === 'help' ? argv[argv.indexOf('help') + 1] : firstWord;
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).description(summary);
    if (name === chosen) (await load()).define(command, session);
  }
  return program;
}

/** Writes the report of a command that ended without one. */
async function writeMissingReport(
  program: Command,
  argv: readonly string[],
  session: Session,
  ending: CommandEnding,
): Promise<void> {
  if (session.info.reported) return;
  const command = commandOf(program, argv);
  if (ending.error === null && !hasReport(command)) return;
  const { lastReport } = await import('./cli/run/last-report.ts');
  await lastReport(command, argv, session, ending);
}

/** Prints an error on stderr. Returns the exit code and the error for JSON output; the error is null after --help. */
async function printError(error: unknown, argv: readonly string[], context: Context): Promise<CommandEnding> {
  const { CommanderError } = await import('commander');
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return { exitCode: 0, error: null };
    const { commandLineError } = await import('./cli/flags/command-line.ts');
    const message = commandLineError(error.message.replace(/^error: /, ''), argv);
    const hint = say().commandLine.seeHelp();
    // The help of a command without a subcommand was printed as it is.
    if (error.code !== HELP_SHOWN)
      await write(
        context.stderr,
        `${safeLines(`trace: ${message}`)}
${hint}
`,
      );
    return {
      exitCode: EXIT_CODES.usage.code,
      error: { code: 'arguments', message: message.replaceAll('\n', ' '), hint },
    };
  }
  const expected = await expectedError(error);
  if (expected instanceof TraceError) {
    // Not truncated, because a hint may contain a command to paste.
    const hint = expected.hint ? ` ${forTerminal(expected.hint, Number.POSITIVE_INFINITY)}` : '';
    const { terminalWidth, wrapIndented } = await import('./cli/view/wrap.ts');
    const width = terminalWidth(context.stderr);
    const lines = `trace: ${forTerminal(expected.message, 2000)}${hint}`.split('\n');
    await write(context.stderr, `${lines.flatMap((line) => wrapIndented(line, width)).join('\n')}\n`);
    const { code, message, hint: next = null, exit } = expected;
    return { exitCode: EXIT_CODES[exit].code, error: { code, message, hint: next } };
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await write(context.stderr, `${say().ending.bug({ version: VERSION })}\n${safeLines(stack)}\n`);
  const message = error instanceof Error ? error.message : String(error);
  return { exitCode: EXIT_CODES.bug.code, error: { code: 'bug', message, hint: say().ending.bugHow() } };
}

/** Makes each line safe for a terminal. */
const safeLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => forTerminal(line, 1000))
    .join('\n');

/** Signals that stop the process. Windows sends SIGHUP when a console is closed. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Time to write the report after a second signal, in milliseconds. */
const FORCED_MS = 3000;

/** Runs trace in the real process, with its streams, signals and exit code. */
export async function main(): Promise<void> {
  const stop = new AbortController();
  const forced = new AbortController();
  const received: NodeJS.Signals[] = [];
  // Safe at any time: open requests are already stored as in doubt.
  const exitNow = () => process.exit(EXIT_CODES.interrupted.code);
  const exitWithoutReport = () => {
    process.stderr.write(`trace: ${say().ending.unreported({ command: command('runs', 'report') })}\n`);
    exitNow();
  };
  let ended = false;
  const onSignal = (signal: NodeJS.Signals) => {
    // All output is written, so the process can exit at once with the exit code that is already set.
    if (ended) process.exit();
    // A closed terminal causes two SIGHUPs: one from the shell and one from the system.
    if (signal === 'SIGHUP' && received.includes(signal)) return;
    const times = received.push(signal);
    if (times === 1) stop.abort();
    else if (times > 2) exitNow();
    else {
      setTimeout(exitWithoutReport, FORCED_MS).unref();
      forced.abort();
    }
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  // A worker that stops or vanishes stops its imports: its end of the channel closes.
  process.on('disconnect', () => stop.abort());
  process.channel?.unref();
  const opened = new Set<string>();
  const open = <Name extends 'stdin' | 'stdout' | 'stderr'>(name: Name): NodeJS.Process[Name] => {
    // Errors are handled where a stream is used. Without a listener, a closed terminal or pipe would crash the process.
    if (!opened.has(name)) process[name].on('error', () => {});
    opened.add(name);
    return process[name];
  };
  process.exitCode = await run(process.argv.slice(2), {
    // A getter, because Node opens each stream at its first use, which takes longer than printing the version.
    get stdin() {
      return open('stdin');
    },
    get stdout() {
      return open('stdout');
    },
    get stderr() {
      return open('stderr');
    },
    get isTTY() {
      return open('stderr').isTTY === true;
    },
    get canAnswer() {
      return open('stderr').isTTY === true && open('stdin').isTTY === true;
    },
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    signal: stop.signal,
    forced: forced.signal,
  });
  ended = true;
  // Standard input that is still read would keep the process alive. A terminal stays open for the next program.
  if (!opened.has('stdin')) return;
  if (process.stdin.isTTY) process.stdin.unref();
  else process.stdin.destroy();
}
