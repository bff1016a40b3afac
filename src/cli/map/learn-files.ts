import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { command as advised } from '../../advice.ts';
import { usage } from '../../errors.ts';
import { History } from '../../ledger/history.ts';
import type { Ledger, RunRow } from '../../ledger/ledger.ts';
import { isPipe } from '../../pipe.ts';
import { say } from '../../say.ts';
import { hashFile } from '../../sheets/bytes.ts';

export interface FilesWanted {
  readonly cwd: string;
  /** Flags that a suggested command repeats. */
  readonly flags: readonly string[];
}

/**
 * The files of a run, if all of them still have the content that the run read.
 *
 * @throws TraceError `learn-files`
 */
export async function filesOfRun(
  ledger: Ledger,
  { run, id }: RunRow,
  { cwd, flags }: FilesWanted,
): Promise<string[]> {
  const files = new History(ledger, run).files();
  const hint = say().mapping.nameFiles({
    command: advised('map', say().placeholders.file(), '--learn', id, ...flags),
  });
  if (files.length === 0) throw usage('learn-files', say().mapping.runWithoutFiles({ run: id }), hint);
  for (const { path, sha256 } of files) {
    const hash = await hashOf(resolve(cwd, path));
    if (hash === sha256) continue;
    const { fileGone, fileChanged } = say().mapping;
    throw usage('learn-files', (hash === null ? fileGone : fileChanged)({ file: path, run: id }), hint);
  }
  return files.map(({ path }) => path);
}

/** The SHA-256 of a file; null if it cannot be read. */
async function hashOf(path: string): Promise<string | null> {
  try {
    isPipe(path, { pipes: false });
    await using file = await open(path);
    return await hashFile(file);
  } catch {
    return null;
  }
}
