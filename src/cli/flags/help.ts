import type { Command, Option } from 'commander';
import { fromHome } from '../../config/home.ts';
import { EXIT_CODES, TraceError, usage } from '../../errors.ts';

/** What stands under every command's help: examples, then the exit codes. */
export function helpTail(command: Command, examples: readonly string[]): void {
  const codes = Object.values(EXIT_CODES).map(
    ({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`,
  );
  command.addHelpText(
    'after',
    `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}\n\nExit codes:\n${codes.join('\n')}`,
  );
}

/** A paragraph under a command's help, broken into lines as wide as the help. */
export function helpNote(command: Command, text: string): void {
  command.addHelpText('after', () => {
    const { getOutHelpWidth } = command.configureOutput();
    return `\n${wrapped(text, getOutHelpWidth?.() ?? HELP_WIDTH).join('\n')}`;
  });
}

/** Columns of the help where no terminal says how many it has, and at most. */
export const HELP_WIDTH = 110;

/** The width of the help on a terminal of so many columns, within what can be read. */
export const helpWidth = (columns: number | undefined): number =>
  columns === undefined ? HELP_WIDTH : Math.min(HELP_WIDTH, Math.max(60, columns));

/** Columns of a terminal, else those that COLUMNS says: of a pipe to a pager. */
export function columnsOf(
  stream: object,
  { COLUMNS = '' }: Readonly<Record<string, string | undefined>>,
): number | undefined {
  const { columns } = stream as { readonly columns?: number };
  return columns ?? (/^[1-9]\d{0,4}$/.test(COLUMNS) ? Number(COLUMNS) : undefined);
}

/** Flags that were renamed, by their command (decision 25). */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  check: { '--limit': '--file-limit', '--collection': '--data-collection' },
  plan: { '--limit': '--file-limit', '--collection': '--data-collection' },
  import: { '--limit': '--file-limit', '--collection': '--data-collection' },
  update: { '--limit': '--file-limit', '--collection': '--data-collection' },
  mock: { '--token': '--accept-token' },
  qrcodes: { '--format': '--image-format' },
};

/** An error about an unknown flag, with the new name of one that was renamed. */
export function withNewName(text: string, argv: readonly string[]): string {
  const old = /unknown option '(--[a-z-]+)/.exec(text)?.[1];
  if (old === undefined) return text;
  const renamed = argv.map((word) => RENAMED[word]?.[old]).find((name) => name !== undefined);
  return renamed === undefined
    ? text
    : text.replace(/\s*(\(Did you mean [^)]*\))?\s*$/, `: it is called ${renamed} now\n`);
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A flag as a command declares it. */
export type FlagLine = readonly [
  flags: string,
  /** What it means in every command that has it. */
  meaning: string,
  options?: {
    /** May be repeated. */
    readonly collect?: boolean;
    /** False for a flag whose name means something else in another command. */
    readonly variable?: boolean;
    /** What follows the meaning in the help of one command. */
    readonly detail?: string;
  },
];

const collected = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

const MEANINGS = new WeakMap<Option, { readonly meaning: string; readonly variable: string | null }>();

/** Flags, with the variable that stands for each: `--skip-invalid` is TRACE_SKIP_INVALID. */
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

/** The variable that stands for a flag; null for one that has none. */
export const variableOf = (option: Option): string | null => MEANINGS.get(option)?.variable ?? null;

/** What a flag means, without what is particular to one command. */
export const meaningOf = (option: Option): string => MEANINGS.get(option)?.meaning ?? option.description;

const nameOf = (long: string): string => `TRACE_${long.replace(/^--/, '').replace(/-/g, '_').toUpperCase()}`;

const ON = /^(1|true|yes|on)$/i;
const OFF = /^(0|false|no|off)$/i;

/** Flags that exclude each other. */
const OPPOSITES: Readonly<Record<string, string>> = { json: 'jsonLines', jsonLines: 'json' };
const isTyped = (command: Command, name: string): boolean => command.getOptionValueSource(name) === 'cli';

/** An error about a flag whose value came from a variable, with the name of the variable. */
export function blamed(error: unknown, command: Command): unknown {
  if (!(error instanceof TraceError)) return error;
  const long = /^--[a-z-]+/.exec(error.message)?.[0];
  const option = command.options.find((one) => one.long === long);
  if (!option || command.getOptionValueSource(option.attributeName()) !== 'env') return error;
  const rest = error.message.slice(long!.length).replace(/^ "/, '="');
  return new TraceError(error.exit, error.code, `${variableOf(option)}${rest}`, error.hint, error.cause);
}

/**
 * Fills flags that were not given from their variables. `0`, `false`, `no`, `off` and nothing leave a switch off.
 * Throws TraceError for anything else that is no yes: TRACE_YES=ask must not mean yes.
 */
export function applyVariables(command: Command, env: Readonly<Record<string, string | undefined>>): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const variable = variableOf(option);
    const value = variable === null ? undefined : env[variable];
    if (value === undefined || value === '' || isTyped(command, name)) continue;
    // What was typed wins over a variable that says otherwise.
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
      throw usage('flag-value', `${variable}="${value}": it takes 1 or 0.`);
    }
  }
}

const PATH = /<[^>]*\b(file|folder)\b/;
/** Arguments that are names of files, by the names that commands give them. */
const FILES: ReadonlySet<string> = new Set(['files', 'file', 'document']);

/**
 * Resolves `~/` in every path of the flags, their variables and the arguments: a shell does not expand it in quotes, in a
 * variable and behind an equals sign.
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

/** The command that was typed, as far as the words name one that is defined. */
export function commandOf(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((one) => one.name() === word);
    if (next) command = next;
  }
  return command;
}

/** Whether a command writes a report of what it sent. */
export const hasReport = (command: Command): boolean =>
  command.options.some(({ long }) => long === '--report');
