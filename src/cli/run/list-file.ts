import type { FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import { writeFileWhole } from '../../drafts.ts';
import { flagError, TraceError, usage } from '../../errors.ts';
import { unwritable } from '../../read/export/own-files.ts';
import { say } from '../../say.ts';
import { csvSink } from '../../sheets/csv-writer.ts';
import type { TableCell } from '../../sheets/table-file.ts';
import type { TableSheet } from '../../sheets/table-workbook.ts';

/**
 * Refuses a path that is not that of a list.
 *
 * @throws TraceError `flag-value`
 */
export function requireListPath(path: string, flag: `--${string}` = '--out'): void {
  if (!/\.(csv|xlsx)$/i.test(path)) throw flagError(say().runs.undoFormat({ flag, path }));
}

/**
 * Writes a list as CSV or as a workbook, in one step, readable only by its owner.
 *
 * @throws TraceError `flag-value` for another extension; `export-exists` without `force`; `export-unwritable`
 */
export async function writeList(
  path: string,
  sheet: TableSheet,
  rows: Iterable<readonly TableCell[]>,
  force: boolean,
): Promise<void> {
  const extension = extname(path).toLowerCase();
  requireListPath(path);
  const fill = async (file: FileHandle): Promise<void> => {
    const stream = file.createWriteStream({ autoClose: false });
    if (extension === '.csv') {
      const sink = csvSink(stream, sheet.columns, {});
      for (const row of rows) await sink.writeRow(row);
      await sink.end();
      return;
    }
    const { workbookSink } = await import('../../sheets/table-workbook.ts');
    const book = await workbookSink(stream, [sheet], { title: 'trace' });
    try {
      for (const row of rows) await book.sheets[0]!.writeRow(row);
      await book.end();
    } finally {
      await book.close();
    }
  };
  await writeOutput(path, force, fill);
}

/**
 * Writes a file that a person named, in one step, readable only by its owner. Returns the result of `fill`.
 *
 * @throws TraceError `export-exists` without `force`; `export-unwritable`
 */
export const writeOutput = <Result>(
  path: string,
  force: boolean,
  fill: (file: FileHandle) => Promise<Result>,
): Promise<Result> =>
  writeFileWhole(path, { replace: force }, fill).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof TraceError) throw error;
    if (error.code === 'EEXIST')
      throw usage('export-exists', say().template.exists({ path }), say().exports.existsHow());
    throw unwritable(path, error);
  });
