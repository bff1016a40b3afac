import { flag } from '../advice.ts';
import { TraceError } from '../errors.ts';
import type { Finding } from '../findings/finding.ts';
import { nearestSentence } from '../nearest.ts';
import type { InputSettings } from './input.ts';
import type { ReadResult } from './reading.ts';
import { headerKey, headerList } from './records/header-list.ts';

/**
 * Refuses a name of `--sheet` that no sheet and no file has: a misspelled one would let a sheet be read as another kind,
 * or sent although it was to be skipped.
 * @throws TraceError usage `sheet-missing`.
 */
export function refuseUnusedNames({ sheets }: InputSettings, names: ReadonlySet<string>): void {
  for (const [name, kind] of sheets) {
    if (isNamed(name, names)) continue;
    throw new TraceError(
      'usage',
      'sheet-missing',
      `${flag('--sheet', `${name}=${kind}`)}: no sheet and no file is called so.${nearestSentence(name, names)}`,
      `There are: ${[...names].slice(0, 20).join(', ')}.`,
    );
  }
}

const isNamed = (name: string, names: ReadonlySet<string>): boolean =>
  names.has(name) || [...names].some((one) => one.trim() === name.trim());

/** Reports flags that had no effect. */
export function* unusedFlags(
  { ignore, extra, files }: InputSettings,
  { ignored, headers }: ReadResult,
): Iterable<Finding> {
  const origin = { file: files.join(', ') };
  for (const name of ignore?.flagged ?? []) {
    if (ignored.has(headerKey(name))) continue;
    const message = `${flag('--ignore-columns', headerList([name]))}: no column is called so`;
    yield { code: 'flag-unused', severity: 'warning', origin, message };
  }
  for (const name of extra?.flagged ?? []) {
    if (headers.has(headerKey(name))) continue;
    const message = `${flag('--extra-columns', headerList([name]))}: no column is called so`;
    yield { code: 'flag-unused', severity: 'warning', origin, message };
  }
}
