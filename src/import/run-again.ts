import { command as advised, fileOperand } from '../advice.ts';

/** Options of a run as they were kept, by the names of their flags. */
interface KeptOptions {
  readonly files?: readonly string[];
  readonly updates?: string;
  readonly [name: string]: unknown;
}

/** Options that say how a run is shown or confirmed, not what it does; the environment is named apart. */
const NOT_REPEATED: ReadonlySet<string> = new Set([
  ...['env', 'json', 'jsonLines', 'dryRun', 'report', 'force', 'yes', 'yesTrust', 'input'],
  ...['files', 'updates'],
  // They are refused where the ledger is sound, as it is once they were obeyed.
  ...['newLedger', 'restoreLedger'],
]);

/** Flags of runs that an older trace kept, by the names they have now. */
const RENAMED: Readonly<Record<string, string>> = { collection: 'dataCollection', limit: 'fileLimit' };

/** The command that a run was, to be pasted into a shell; `more` is put behind it. */
export function runAgain(
  { options, environment }: { options: string; environment: string },
  ...more: readonly string[]
): string {
  const kept = JSON.parse(options) as KeptOptions;
  const { files = [], updates } = kept;
  return onFiles(wordsOf(updates), files, [...flagsOf(kept), '--env', environment, ...more]);
}

/** The flags by which a command finds the ledger of a run, as the run was given them. */
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

/** More than this of file names is no line that anybody reads or pastes. */
const MOST_NAMES = 4000;

/** A command on files; so many that they would not be read are meant by one word. */
export function onFiles(
  words: readonly string[],
  files: readonly string[],
  flags: readonly string[],
): string {
  const size = files.reduce((sum, file) => sum + file.length + 1, 0);
  if (size <= MOST_NAMES) return advised(...words, ...files.map(fileOperand), ...flags);
  return `${advised(...words, 'FILES', ...flags)}, with the same ${files.length} files for FILES`;
}

/** How the command is typed that reads files, or updates records of the kind of this plural. */
export const wordsOf = (updates: string | undefined): string[] =>
  updates === undefined ? ['import'] : [updates, 'update'];
