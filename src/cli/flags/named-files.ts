import { existsSync, globSync, statSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import { usage } from '../../errors.ts';
import { say } from '../../say.ts';

/** Characters that make a name a pattern. Braces do not, because shells expand them without looking at files. */
const WILDCARD = /[*?[]/;

/** Whether a file is a lock file, which Excel creates next to an open workbook: `~$batch.xlsx`. */
const isLockFile = (file: string): boolean => basename(file).startsWith('~$');

/**
 * Expands patterns that the shell did not expand (on Windows, or in quotes) to the matching files, sorted. If a file
 * with exactly that name exists, it is not a pattern. Each file is returned once.
 *
 * @throws TraceError `file-missing` if no file matches a pattern
 */
export function namedFiles(names: readonly string[], cwd: string): string[] {
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
