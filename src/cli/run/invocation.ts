import type { Command } from 'commander';

/**
 * Flags that are not repeated in the next command: they say how a run is printed, confirmed or approved, not what it
 * does.
 */
const NOT_REPEATED = [
  '--env',
  '--json',
  '--json-lines',
  '--dry-run',
  '--force',
  '--annotate',
  '--out',
  '--restore-ledger',
  '--new-ledger',
  '--yes',
  '--no-input',
  '--yes-trust',
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
  const flags = command.options.flatMap((option) => {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== 'cli' || [...NOT_REPEATED, ...own].includes(option.long!))
      return [];
    const values = [command.getOptionValue(name) as string | string[] | true].flat();
    return values.flatMap((value) => (value === true ? [option.long!] : [option.long!, value]));
  });
  return { files, flags };
}
