import { command as advised, fileOperand } from '../advice.ts';

/** Options of a run as they were stored, by the names of their flags. */
interface KeptOptions {
  readonly files?: readonly string[];
  readonly updates?: string;
  readonly [name: string]: unknown;
}

/** Options of how a run is shown or confirmed, which do not change what it does; the environment is added separately. */
const NOT_REPEATED: ReadonlySet<string> = new Set([
  ...['env', 'json', 'jsonLines', 'dryRun', 'report', 'force', 'yes', 'yesTrust', 'input'],
  ...['files', 'updates', 'maps'],
  // They are refused for a sound ledger, and it is sound after they were applied.
  ...['newLedger', 'restoreLedger'],
]);

/** Options that an older version stored, with their present names. */
const RENAMED: Readonly<Record<string, string>> = { collection: 'dataCollection', limit: 'fileLimit' };

/** The command that repeats a run, quoted for the shell, with `more` at its end. */
export function runAgain(
  { options, environment }: { options: string; environment: string },
  ...more: readonly string[]
): string {
  const kept = JSON.parse(options) as KeptOptions;
  const { files = [], updates } = kept;
  return onFiles(wordsOf(updates), files, [...flagsOf(kept), '--env', environment, ...more]);
}

/** The flags with which a command finds the ledger of a run. */
export function placeOfRun({ options }: { options: string }): string[] {
  const { config, stateDir } = JSON.parse(options) as KeptOptions;
  return flagsOf({ config, stateDir });
}

function flagsOf(options: KeptOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (NOT_REPEATED.has(name)) return [];
    const flag = `--${(RENAMED[name] ?? name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === true) return [flag];
    return [value].flat().flatMap((one) => (typeof one === 'string' ? [flag, one] : []));
  });
}

/** In characters: a longer list of files is not printed. */
const MOST_NAMES = 4000;

/** A command with its files; the word FILES stands for too many. */
export function onFiles(
  words: readonly string[],
  files: readonly string[],
  flags: readonly string[],
): string {
  const size = files.reduce((sum, file) => sum + file.length + 1, 0);
  if (size <= MOST_NAMES) return advised(...words, ...files.map(fileOperand), ...flags);
  return `${advised(...words, 'FILES', ...flags)}, with the same ${files.length} files for FILES`;
}

/** The words of the command that imports, or that updates records of the kind with this plural. */
export const wordsOf = (updates: string | undefined): string[] =>
  updates === undefined ? ['import'] : [updates, 'update'];
