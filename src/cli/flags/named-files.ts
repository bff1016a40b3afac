import { existsSync, globSync, statSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import { usage } from '../../errors.ts';

/** What makes a name a pattern. Braces alone do not: shells that know them expand them without looking at files. */
const WILDCARD = /[*?[]/;

/** What Excel writes beside a workbook that is open. */
const isLockFile = (file: string): boolean => basename(file).startsWith('~$');

/**
 * The files that were named, with the patterns that the shell did not expand (Windows, quotes) replaced by the files that
 * match, in order. A file that really has the name comes first; a file is read once, whatever names it.
 * @throws TraceError usage `file-missing` when no file matches a pattern.
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
    `No file matches "${pattern}"${isAbsolute(pattern) ? '' : ` in ${cwd}`}.`,
    'Check the folder and the spelling; * stands for any part of a name.',
  );
}
