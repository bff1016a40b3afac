import { type AddedColumns, addedColumnsIn } from '../../sheets/annotate/skip-added.ts';
import type { SheetHandle } from '../../sheets/source.ts';

/** What an earlier annotation added to sheets that were not read now: a person hid them, or asked to skip them. */
export interface EarlierAnnotation {
  /** The columns, by the name of the sheet. */
  readonly columns: ReadonlyMap<string, AddedColumns>;
  /** The name of the sheet of results. */
  readonly result: string | null;
}

export const NOTHING_EARLIER: EarlierAnnotation = { columns: new Map(), result: null };

/** Number of first rows in which they are looked for. */
const FIRST_ROWS = 1000;

/** Looks at the beginning of each sheet. */
export async function earlierAnnotation(sheets: readonly SheetHandle[]): Promise<EarlierAnnotation> {
  const columns = new Map<string, AddedColumns>();
  let result: string | null = null;
  for (const sheet of sheets) {
    let isFound = false;
    let rows = 0;
    const batches = sheet.rows(({ code, origin: { row, column }, value }) => {
      if (code !== 'annotation-ignored') return;
      isFound = true;
      if (row === undefined || column === undefined) result ??= sheet.name;
      else columns.set(sheet.name, { headerRow: row, columns: addedColumnsIn(column, value) });
    });
    for await (const batch of batches) {
      rows += batch.length;
      if (isFound || rows >= FIRST_ROWS) break;
    }
  }
  return { columns, result };
}
