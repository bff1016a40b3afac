import type { Argument, Command, Option } from 'commander';
import { fromHome, refuseRelativeHome } from '../../config/home.ts';
import { EXIT_CODES, type Exit, flagError, TraceError } from '../../errors.ts';
import examples from '../../language/compiled/examples.js';
import { say } from '../../say.ts';
import { wrap } from '../view/wrap.ts';

/** The names of our texts in `helpTitles`, by the titles of commander that they replace. */
const TITLES: Readonly<Record<string, 'usage' | 'arguments' | 'options' | 'commands'>> = {
  'Usage:': 'usage',
  'Arguments:': 'arguments',
  'Options:': 'options',
  'Commands:': 'commands',
};

const titled = (title: string): string => {
  const name = TITLES[title];
  return name === undefined ? title : say().helpTitles[name]();
};

/** Translates the words in placeholders, such as `file` in `<file|folder|->`. Values such as `yes` remain. */
export const localise = (text: string): string =>
  text.replace(/<[^>]*>|\[[^\]]*\]/g, (placeholder) => placeholder.replace(/[a-z]+/g, localiseWord));

/** Translates a word of a placeholder, or the name of an argument, to the language of the process. */
export function localiseWord(word: string): string {
  const words: Readonly<Record<string, (() => string) | undefined>> = say().helpPlaceholders;
  return words[word]?.() ?? word;
}

/**
 * Prints what commander itself adds to the help of a command and its subcommands in the language of the process, and
 * examples at its end.
 */
export function helpTexts(command: Command): Command {
  return command
    .helpOption('-h, --help', say().helpFlags.help())
    .helpCommand('help [command]', say().helpCommands.help())
    .addHelpText('afterAll', (context) => helpTail(context.command))
    .configureHelp({
      styleTitle: titled,
      styleUsage: localise,
      styleOptionTerm: localise,
      styleSubcommandTerm: localise,
      styleArgumentTerm: localiseWord,
      // A line never ends at a no-break space, such as the one before a French colon.
      boxWrap: (text, width) =>
        text
          .split('\n')
          .flatMap((line) => wrap(line, width))
          .join('\n'),
      formatItem(term, termWidth, meaning) {
        return meaning === '' ? `  ${term}` : item(term, termWidth, meaning, this.helpWidth ?? HELP_WIDTH);
      },
      argumentDescription: ({ description: meaning, defaultValue }: Argument) =>
        defaultValue === undefined
          ? meaning
          : say().helpTitles.default({ meaning, value: JSON.stringify(defaultValue) }),
    });
}

/** Commands whose help lists all exit codes: those that read or send rows, and the program. */
const WITH_EXIT_CODES = /^(?:trace|import|check|plan|compare|watch|resume|resolve|\S+ update)$/;

/** The words of a command after `trace`: `runs show`. Those of the command `trace` are not those of the program. */
const wordsOf = (command: Command): string =>
  command.parent && (command.parent.parent || command.name() === command.parent.name())
    ? `${wordsOf(command.parent)} ${command.name()}`
    : command.name();

/** The end of the help of a command: its examples, and the exit codes or a reference to them. */
function helpTail(command: Command): string {
  const texts = say().helpTitles;
  const words = wordsOf(command);
  const all: Readonly<Record<string, string | undefined>> = examples;
  const own = JSON.parse(all[words] ?? '[]') as string[];
  const lines = own.map((line) => `  $ ${line}`).join('\n');
  const codes = Object.entries(EXIT_CODES).map(
    ([exit, { code }]) => [String(code).padStart(3), say().exitCodes[exit as Exit]()] as const,
  );
  const end = WITH_EXIT_CODES.test(words)
    ? tableText(command, texts.exitCodes(), codes)
    : noteText(command, texts.exitCodesElsewhere());
  return `\n${texts.examples()}\n${lines}\n${end}`;
}

/** The names of subcommands, such as `runs show`. */
export type Subcommand = Extract<keyof Areas['helpCommands'], `${string} ${string}`>;

/** Adds a command with the last word of `name`, its summary, and arguments with their meanings and defaults. */
export function subcommand(
  parent: Command,
  name: Subcommand,
  ...args: readonly (readonly [name: string, meaning?: string, byDefault?: string])[]
): Command {
  const command = parent.command(name.replace(/^\S+ /, '')).description(say().helpCommands[name]());
  for (const argument of args) command.argument(...argument);
  return command;
}

const widthOf = (command: Command): number => command.configureOutput().getOutHelpWidth?.() ?? HELP_WIDTH;

/** Minimum width of a meaning beside its term. If there is less room, the meaning starts on the next line. */
const MIN_MEANING = 30;
const NARROW_INDENT = ' '.repeat(6);

/** A term of a list, padded to a width, and its meaning, wrapped to the width of the help. */
function item(term: string, termWidth: number, meaning: string, width: number): string {
  const indent = termWidth + 4;
  if (width - indent >= MIN_MEANING)
    return `  ${term.padEnd(termWidth)}  ${wrap(meaning, width - indent).join(`\n${' '.repeat(indent)}`)}`;
  const lines = wrap(meaning, width - NARROW_INDENT.length);
  return [`  ${term}`, ...lines.map((line) => `${NARROW_INDENT}${line}`)].join('\n');
}

/** Appends a table of terms and their meanings to the help of a command, wrapped to the width of the help. */
export const helpTable = (command: Command, title: string, rows: readonly HelpRow[]): Command =>
  command.addHelpText('after', () => tableText(command, title, rows));

type HelpRow = readonly [term: string, meaning: string];

function tableText(command: Command, title: string, rows: readonly HelpRow[]): string {
  const termWidth = Math.max(...rows.map(([term]) => term.length));
  const width = widthOf(command);
  const heading = wrap(say().helpTitles.title({ title }), width).join('\n');
  return `\n${heading}\n${rows.map(([term, meaning]) => item(term, termWidth, meaning, width)).join('\n')}`;
}

/** Appends a paragraph to the help of a command, wrapped to the width of the help. */
export const helpNote = (command: Command, text: string): Command =>
  command.addHelpText('after', () => noteText(command, text));

const noteText = (command: Command, text: string): string => `\n${wrap(text, widthOf(command)).join('\n')}`;

/** Maximum width of the help. Also its width if the width of the terminal is unknown. */
export const HELP_WIDTH = 110;

/** The width of the help on a terminal with this many columns: at least 60. */
export const helpWidth = (columns: number | undefined): number =>
  columns === undefined ? HELP_WIDTH : Math.min(HELP_WIDTH, Math.max(60, columns));

/** The names of the texts of an area of the language files that have no placeholders. */
type TextName<Area extends Record<keyof Area, (values: never) => string>> = {
  [Name in keyof Area]: Area[Name] extends () => string ? Name : never;
}[keyof Area];

type Areas = ReturnType<typeof say>;

/**
 * What a flag does: the name of its text in the area `helpFlags` of the files of the languages, or a function for a
 * text with placeholders. The text is looked up when a command declares the flag, in the language of the process.
 */
type FlagMeaning = TextName<Areas['helpFlags']> | (() => string);

/** Text added to the meaning of a flag in the help of one command: a name in `helpDetails`, or a function. */
export type FlagDetail = TextName<Areas['helpDetails']> | (() => string);

/** A flag, as a command declares it. */
export type FlagLine = readonly [
  flags: string,
  /** What the flag does, in the same words for every command. */
  meaning: FlagMeaning,
  options?: {
    /** Whether the flag may be given several times. */
    readonly collect?: boolean;
    /** False if no variable sets the flag, because the flag has another meaning in another command. */
    readonly variable?: boolean;
    readonly detail?: FlagDetail;
  },
];

type Camel<Words extends string> = Words extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Words;

/** The name under which commander stores the value of a flag. */
type NameOf<Text extends string> = Text extends `--no-${infer Name}`
  ? Camel<Name>
  : Text extends `--${infer Name} ${string}`
    ? Camel<Name>
    : Text extends `--${infer Name}`
      ? Camel<Name>
      : never;

type ValueOf<Line> = Line extends readonly [`${string} <${string}`, unknown, { readonly collect: true }]
  ? readonly string[]
  : Line extends readonly [`${string} <${string}`, ...unknown[]]
    ? string
    : boolean;

/** The values of the flags of a command, by the names under which commander stores them. */
export type OptionsOf<Lines extends readonly FlagLine[]> = {
  readonly [Line in Lines[number] as NameOf<Line[0]>]?: ValueOf<Line>;
};

const collected = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

const MEANINGS = new WeakMap<Option, { readonly meaning: string; readonly variable: string | null }>();

/** Adds flags to a command, each with a variable, such as TRACE_SKIP_INVALID for `--skip-invalid`. */
export function flags(command: Command, list: readonly FlagLine[]): void {
  const { helpFlags, helpDetails } = say();
  for (const [text, named, { collect = false, variable = true, detail } = {}] of list) {
    const option = command.createOption(text, '');
    const name = variable ? nameOf(option.long!) : null;
    const meaning = typeof named === 'function' ? named() : helpFlags[named]();
    const more = detail === undefined ? '' : typeof detail === 'function' ? detail() : helpDetails[detail]();
    option.description = `${meaning}${more}${name === null ? '' : ` [${name}]`}`;
    if (collect) option.argParser(collected);
    MEANINGS.set(option, { meaning, variable: name });
    command.addOption(option);
  }
}

/** The variable that sets a flag, or null. */
export const variableOf = (option: Option): string | null => MEANINGS.get(option)?.variable ?? null;

/** The meaning of a flag, without the text that a single command appends. */
export const meaningOf = (option: Option): string => MEANINGS.get(option)?.meaning ?? option.description;

const nameOf = (long: string): string => `TRACE_${long.replace(/^--/, '').replace(/-/g, '_').toUpperCase()}`;

const ON = /^(1|true|yes|on)$/i;
const OFF = /^(0|false|no|off)$/i;

/** Flags that exclude each other. */
const EXCLUDED_FLAGS: Readonly<Record<string, string>> = { json: 'jsonLines', jsonLines: 'json' };
const isTyped = (command: Command, name: string): boolean => command.getOptionValueSource(name) === 'cli';

/** Adds the name of the variable to an error about a flag whose value came from a variable. */
export function namingVariable(error: unknown, command: Command): unknown {
  if (!(error instanceof TraceError)) return error;
  const long = /^--[a-z-]+/.exec(error.message)?.[0];
  const option = command.options.find((one) => one.long === long);
  if (!option || command.getOptionValueSource(option.attributeName()) !== 'env') return error;
  const rest = error.message.slice(long!.length).replace(/^ "/, '="');
  return new TraceError(error.exit, error.code, `${variableOf(option)}${rest}`, error.hint, error.cause);
}

/**
 * Sets flags that were not typed from their variables. `0`, `false`, `no`, `off` and an empty value leave a switch off.
 *
 * @throws TraceError `flag-value` if the value of a switch means neither yes nor no, such as TRACE_YES=ask
 */
export function applyVariables(command: Command, env: Readonly<Record<string, string | undefined>>): void {
  refuseRelativeHome(env);
  for (const option of command.options) {
    const name = option.attributeName();
    const variable = variableOf(option);
    const value = variable === null ? undefined : env[variable];
    if (value === undefined || value === '' || isTyped(command, name)) continue;
    // A flag on the command line wins over the variable of its opposite.
    if (EXCLUDED_FLAGS[name] !== undefined && isTyped(command, EXCLUDED_FLAGS[name])) continue;
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
      throw flagError(say().usage.switch({ variable: variable!, value }));
    }
  }
}

const PATH = /<[^>]*\b(file|folder)\b/;
/** Whether the value of a flag is a path. */
export const isPathFlag = ({ flags: text }: Option): boolean => PATH.test(text);
/** The names of arguments that are paths. */
export const PATH_ARGUMENTS: ReadonlySet<string> = new Set(['files', 'file', 'folder', 'document']);

/**
 * Expands `~/` in the paths of flags, variables and arguments: shells do not expand it in quotes, in variables or after
 * an equals sign.
 */
export function pathsFromHome(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const value: unknown = command.getOptionValue(name);
    if (typeof value !== 'string' || !isPathFlag(option)) continue;
    command.setOptionValueWithSource(name, fromHome(value), command.getOptionValueSource(name));
  }
  const expanded = (value: unknown) => (typeof value === 'string' ? fromHome(value) : value);
  command.processedArgs = command.processedArgs.map((value: unknown, at) => {
    const argument = command.registeredArguments[at];
    if (!argument || !PATH_ARGUMENTS.has(argument.name())) return value;
    return Array.isArray(value) ? value.map(expanded) : expanded(value);
  });
}

/** The command that a command line selects: `runs show` for `runs show 42 --json`. */
export function commandOf(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((one) => one.name() === word);
    if (next) command = next;
  }
  return command;
}

/** Whether a command writes a report: not `schedule print`, which prints the flag for another command. */
export const hasReport = (command: Command): boolean =>
  command.name() !== 'print' && command.options.some(({ long }) => long === '--report');

/**
 * Flags of several commands. A flag and its variable mean the same in every command. A flag with another meaning has
 * another name, or no variable: see `docs/decisions/0025-one-variable-one-meaning.md`.
 */
const SHARED = {
  config: ['--config <file>', 'config'],
  dryRun: ['--dry-run', 'dryRun'],
  encoding: ['--encoding <name>', 'encoding'],
  env: ['--env <name>', 'env'],
  family: ['--family <name>', 'family'],
  /** Each command appends the name of what it overwrites. */
  force: ['--force', 'force'],
  fresh: ['--fresh', 'fresh'],
  interface: ['--interface <name>', 'interface'],
  json: ['--json', 'json'],
  limit: ['--limit <number>', 'limit'],
  quiet: ['--quiet', 'quiet'],
  resume: ['--resume', 'resume'],
  search: ['--search <text>', 'search'],
  skipInvalid: ['--skip-invalid', 'skipInvalid'],
  sortBy: ['--sort-by <field>', 'sortBy'],
  stateDir: ['--state-dir <folder>', 'stateDir'],
} as const satisfies Record<string, FlagLine>;

/** A shared flag for one command. `detail` is appended to its meaning: a default, or what the command does with it. */
export function shared<Name extends keyof typeof SHARED>(name: Name, detail?: FlagDetail) {
  const [text, meaning]: readonly [(typeof SHARED)[Name][0], FlagLine[1]] = SHARED[name];
  return [text, meaning, detail === undefined ? {} : { detail }] as const;
}

/** The shared flag with this long name, such as `--search`; undefined if there is none. */
export function sharedNamed(long: string, detail: FlagDetail): FlagLine | undefined {
  const found = Object.values<FlagLine>(SHARED).find(([text]) => text.split(' ')[0] === long);
  return found && [found[0], found[1], { detail }];
}
