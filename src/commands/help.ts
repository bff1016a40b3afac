import type { Command } from 'commander';
import { EXIT_CODES, TraceError } from '../errors.ts';

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

/** Flags, with the variable that stands for each: `--skip-invalid` is TRACE_SKIP_INVALID. */
export function flags(
  command: Command,
  list: readonly (readonly [flags: string, description: string, options?: { collect?: boolean }])[],
): void {
  for (const [text, description, options] of list) {
    const option = command.createOption(text, '');
    option.description = `${description} [${variableOf(option.long!)}]`;
    if (options?.collect)
      option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
    command.addOption(option);
  }
}

export function variableOf(long: string): string {
  return `TRACE_${long.replace(/^--/, '').replace(/-/g, '_').toUpperCase()}`;
}

const ON = /^(1|true|yes|on)$/i;
const OFF = /^(0|false|no|off)$/i;

/**
 * Fills flags that were not given from their variables. `0`, `false`, `no`, `off` and nothing leave a switch off.
 * Throws TraceError for anything else that is no yes: TRACE_YES=ask must not mean yes.
 */
export function applyVariables(command: Command, env: Readonly<Record<string, string | undefined>>): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const value = env[variableOf(option.long!)];
    if (value === undefined || value === '' || command.getOptionValueSource(name) === 'cli') continue;
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
      throw new TraceError('usage', 'flag-value', `${variableOf(option.long!)}="${value}": it takes 1 or 0.`);
    }
  }
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
