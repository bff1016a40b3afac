import type { Command, Option } from 'commander';
import { fromHome } from '../../config/home.ts';
import { EXIT_CODES, TraceError, usage } from '../../errors.ts';
import { wrap } from '../view/wrap.ts';

/** Appends the examples and the exit codes to the help of a command. */
export function helpTail(command: Command, examples: readonly string[]): void {
  const codes = Object.values(EXIT_CODES).map(
    ({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`,
  );
  command.addHelpText(
    'after',
    `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}\n\nExit codes:\n${codes.join('\n')}`,
  );
}

/** Appends a paragraph to the help of a command, wrapped at the width of the help. */
export function helpNote(command: Command, text: string): void {
  command.addHelpText('after', () => {
    const { getOutHelpWidth } = command.configureOutput();
    return `\n${wrap(text, getOutHelpWidth?.() ?? HELP_WIDTH).join('\n')}`;
  });
}

/** The greatest width of the help, also used where the width of the terminal is not known. */
export const HELP_WIDTH = 110;

/** The width of the help on a terminal with this many columns: at least 60. */
export const helpWidth = (columns: number | undefined): number =>
  columns === undefined ? HELP_WIDTH : Math.min(HELP_WIDTH, Math.max(60, columns));

/** Columns of the terminal behind a stream; for a pipe, such as to a pager, the variable COLUMNS. */
export function columnsOf(
  stream: object,
  { COLUMNS = '' }: Readonly<Record<string, string | undefined>>,
): number | undefined {
  const { columns } = stream as { readonly columns?: number };
  return columns ?? (/^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : undefined);
}

/** New names of renamed flags by command (decision 25). */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  check: { '--limit': '--file-limit', '--collection': '--data-collection' },
  plan: { '--limit': '--file-limit', '--collection': '--data-collection' },
  import: { '--limit': '--file-limit', '--collection': '--data-collection' },
  update: { '--limit': '--file-limit', '--collection': '--data-collection' },
  mock: { '--token': '--accept-token' },
  qrcodes: { '--format': '--image-format' },
};

/** Adds the new name to the error about a flag that was renamed. */
export function withNewName(text: string, argv: readonly string[]): string {
  const old = /unknown option '(--[a-z-]+)/.exec(text)?.[1];
  if (old === undefined) return text;
  const renamed = argv.map((word) => RENAMED[word]?.[old]).find((name) => name !== undefined);
  return renamed === undefined
    ? text
    : text.replace(/\s*(\(Did you mean [^)]*\))?\s*$/, `: it is now called ${renamed}\n`);
}

/** A flag as a command declares it. */
export type FlagLine = readonly [
  flags: string,
  /** Its meaning in every command. */
  meaning: string,
  options?: {
    /** May be repeated. */
    readonly collect?: boolean;
    /** False for a flag whose name has another meaning in another command. */
    readonly variable?: boolean;
    /** Appended to the meaning in the help of one command. */
    readonly detail?: string;
  },
];

const collected = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

const MEANINGS = new WeakMap<Option, { readonly meaning: string; readonly variable: string | null }>();

/** Adds flags to a command, each with its variable: TRACE_SKIP_INVALID for `--skip-invalid`. */
export function flags(command: Command, list: readonly FlagLine[]): void {
  for (const [text, meaning, { collect = false, variable = true, detail = '' } = {}] of list) {
    const option = command.createOption(text, '');
    const name = variable ? nameOf(option.long!) : null;
    option.description = `${meaning}${detail}${name === null ? '' : ` [${name}]`}`;
    if (collect) option.argParser(collected);
    MEANINGS.set(option, { meaning, variable: name });
    command.addOption(option);
  }
}

/** The variable of a flag, or null. */
export const variableOf = (option: Option): string | null => MEANINGS.get(option)?.variable ?? null;

/** The meaning of a flag without the detail of one command. */
export const meaningOf = (option: Option): string => MEANINGS.get(option)?.meaning ?? option.description;

const nameOf = (long: string): string => `TRACE_${long.replace(/^--/, '').replace(/-/g, '_').toUpperCase()}`;

const ON = /^(1|true|yes|on)$/i;
const OFF = /^(0|false|no|off)$/i;

/** Flags that exclude each other. */
const OPPOSITES: Readonly<Record<string, string>> = { json: 'jsonLines', jsonLines: 'json' };
const isTyped = (command: Command, name: string): boolean => command.getOptionValueSource(name) === 'cli';

/** Names the variable instead of the flag in an error about a value that came from a variable. */
export function namingVariable(error: unknown, command: Command): unknown {
  if (!(error instanceof TraceError)) return error;
  const long = /^--[a-z-]+/.exec(error.message)?.[0];
  const option = command.options.find((one) => one.long === long);
  if (!option || command.getOptionValueSource(option.attributeName()) !== 'env') return error;
  const rest = error.message.slice(long!.length).replace(/^ "/, '="');
  return new TraceError(error.exit, error.code, `${variableOf(option)}${rest}`, error.hint, error.cause);
}

/**
 * Sets flags that were not given from their variables. `0`, `false`, `no`, `off` and an empty value leave a switch off.
 * @throws TraceError `flag-value` for a switch with any other value that is not yes: TRACE_YES=ask must not mean yes.
 */
export function applyVariables(command: Command, env: Readonly<Record<string, string | undefined>>): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const variable = variableOf(option);
    const value = variable === null ? undefined : env[variable];
    if (value === undefined || value === '' || isTyped(command, name)) continue;
    // A flag on the command line wins over the variable of its opposite.
    if (OPPOSITES[name] !== undefined && isTyped(command, OPPOSITES[name])) continue;
    if (option.required || option.optional) {
      const parsed = option.parseArg
        ? value
            .split(',')
            .reduce<unknown>((before, part) => option.parseArg!(part.trim(), before as never), undefined)
        : value;
      command.setOptionValueWithSource(name, parsed, 'env');
    } else if (ON.test(value)) {
      command.setOptionValueWithSource(name, !option.negate, 'env');
    } else if (!OFF.test(value)) {
      throw usage('flag-value', `${variable}="${value}" is not valid: use 1 or 0.`);
    }
  }
}

const PATH = /<[^>]*\b(file|folder)\b/;
/** Names of arguments that are files. */
const FILES: ReadonlySet<string> = new Set(['files', 'file', 'document']);

/**
 * Expands `~/` in the paths of flags, variables and arguments: a shell does not expand it in quotes, in variables and
 * after an equals sign.
 */
export function pathsFromHome(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const value: unknown = command.getOptionValue(name);
    if (typeof value !== 'string' || !PATH.test(option.flags)) continue;
    command.setOptionValueWithSource(name, fromHome(value), command.getOptionValueSource(name));
  }
  const expanded = (value: unknown) => (typeof value === 'string' ? fromHome(value) : value);
  command.processedArgs = command.processedArgs.map((value: unknown, at) => {
    const argument = command.registeredArguments[at];
    if (!argument || !FILES.has(argument.name())) return value;
    return Array.isArray(value) ? value.map(expanded) : expanded(value);
  });
}

/** The command that the words name, as far as it is defined. */
export function commandOf(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((one) => one.name() === word);
    if (next) command = next;
  }
  return command;
}

/** Whether a command writes a report. */
export const hasReport = (command: Command): boolean =>
  command.options.some(({ long }) => long === '--report');
