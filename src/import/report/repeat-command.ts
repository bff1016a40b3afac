import { command as advised, fileOperand } from '../../advice.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { numberText, say } from '../../say.ts';

/** Options of a run as they were stored, by the names of their flags. */
interface StoredOptions {
  readonly files?: readonly string[];
  readonly updates?: string;
  readonly [name: string]: unknown;
}

/**
 * Options that do not change the effect of a run, such as output and confirmation. The environment is added
 * separately.
 */
const NOT_REPEATED: ReadonlySet<string> = new Set([
  ...['env', 'json', 'jsonLines', 'dryRun', 'report', 'annotate', 'force', 'yes', 'yesTrust', 'input'],
  ...['files', 'updates', 'maps', 'quiet', 'logFile', 'logLevel', 'notify'],
  // A repeated command does not need these: the run has replaced the damaged ledger, and they are refused for an
  // undamaged one.
  ...['newLedger', 'restoreLedger'],
]);

/** Current names of options that older versions stored. */
const NEW_NAMES: Readonly<Record<string, string>> = { collection: 'dataCollection', limit: 'fileLimit' };

/** The command that repeats a run, quoted for the shell, followed by `more`. */
export function repeatCommand(
  { options, environment }: { options: string; environment: string },
  ...more: readonly string[]
): string {
  const kept = JSON.parse(options) as StoredOptions;
  const { files = [], updates } = kept;
  return commandWithFiles(importWords(updates), files, [...flagsOf(kept), '--env', environment, ...more]);
}

/** The flags that locate the ledger of a run. */
export function placeFlagsOfRun({ options }: { options: string }): string[] {
  const { config, stateDir } = JSON.parse(options) as StoredOptions;
  return flagsOf({ config, stateDir });
}

function flagsOf(options: StoredOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (NOT_REPEATED.has(name)) return [];
    const flag = `--${(NEW_NAMES[name] ?? name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === true) return [flag];
    return [value].flat().flatMap((one) => (typeof one === 'string' ? [flag, one] : []));
  });
}

/** Maximum length of the printed file names, in characters. */
const MAX_FILE_CHARACTERS = 4000;

/** A command with its files, or with the placeholder FILES if there are too many. */
export function commandWithFiles(
  words: readonly string[],
  files: readonly string[],
  flags: readonly string[],
): string {
  const size = files.reduce((sum, file) => sum + file.length + 1, 0);
  if (size <= MAX_FILE_CHARACTERS) return advised(...words, ...files.map(fileOperand), ...flags);
  return say().verdict.sameFiles({
    command: advised(...words, say().placeholders.files(), ...flags),
    number: numberText(files.length),
  });
}

/** The words of the command: `import`, or the update command for the kind with this plural. */
export const importWords = (updates: string | undefined): string[] =>
  updates === undefined ? ['import'] : [updates, 'update'];

/** Advice on how to change a record that was not created by trace. */
export const updateAdvice = (kind: KindSpec): string =>
  say().staged.updateAdvice({ command: advised(kind.plural, 'update', say().placeholders.file()) });
