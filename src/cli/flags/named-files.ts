import { existsSync, globSync, statSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import { fileOperand, pasted } from '../../advice.ts';
import { usage } from '../../errors.ts';
import { say } from '../../say.ts';

/** Characters that make a name a pattern. Braces do not, because shells expand them without looking at files. */
const WILDCARD = /[*?[]/;

/** Whether a file is a lock file, which Excel creates next to an open workbook: `~$batch.xlsx`. */
export const isLockFile = (file: string): boolean => basename(file).startsWith('~$');

/**
 * Expands patterns that the shell did not expand (on Windows, or in quotes) to the matching files, sorted. If a file
 * with exactly that name exists, it is not a pattern. Each file is returned once.
 *
 * @throws TraceError `file-missing` if no file matches a pattern, or if the names are parts of the name of a file
 */
export function namedFiles(names: readonly string[], cwd: string): string[] {
  refuseSplitNames(names, cwd);
  const isPattern = (name: string) => name !== '-' && WILDCARD.test(name) && !existsSync(resolve(cwd, name));
  const named = new Set(names.filter((name) => !isPattern(name)).map((name) => resolve(cwd, name)));
  return names.flatMap((name) => {
    if (!isPattern(name)) return [name];
    const files = matching(name, cwd);
    const others = files.filter((file) => !named.has(resolve(cwd, file)));
    for (const file of others) named.add(resolve(cwd, file));
    return others;
  });
}

/** Maximum number of spaces in a name of a file that the shell took for several names. */
const MOST_SPACES = 12;

/** Rejects names that together are the name of one file: without quotes, a shell splits `batch 2.xlsx` into two. */
function refuseSplitNames(names: readonly string[], cwd: string): void {
  const isThere = (name: string) => existsSync(resolve(cwd, name));
  for (const [at, name] of names.entries()) {
    if (name === '-' || isThere(name)) continue;
    for (let end = at + 2; end <= Math.min(names.length, at + MOST_SPACES + 1); end++) {
      const file = names.slice(at, end).join(' ');
      if (isThere(file))
        throw usage(
          'file-missing',
          say().sheets.noFile({ file: name }),
          say().usage.quoteFile({ file: pasted([fileOperand(file)]) }),
        );
    }
  }
}

function matching(pattern: string, cwd: string): string[] {
  const isFile = (file: string) => statSync(resolve(cwd, file), { throwIfNoEntry: false })?.isFile() === true;
  const files = globSync(pattern, { cwd }).filter((file) => isFile(file) && !isLockFile(file));
  if (files.length > 0) return files.sort();
  throw usage(
    'file-missing',
    isAbsolute(pattern) ? say().usage.noMatch({ pattern }) : say().usage.noMatchIn({ pattern, folder: cwd }),
    say().usage.noMatchHow(),
  );
}
