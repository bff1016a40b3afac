import type { Row } from '../../sheets/cell.ts';
import { type ReadContext, type ReadResult, untilInterrupted } from './read-context.ts';
import { joinFirstRows } from './recognise-first.ts';
import { SheetTables, type TableToRead } from './sheet-tables.ts';

/** The number of data rows of a sheet, of skipped example rows of a template, and whether it has errors. */
interface SheetRead {
  readonly rows: number;
  readonly examples: number;
  readonly faulty: boolean;
}

/** Recognises the tables of a sheet, each from its first rows, then checks and stages their rows as a stream. */
export async function readSheet(
  context: ReadContext,
  tables: readonly TableToRead[],
  result: ReadResult,
): Promise<SheetRead> {
  const { source, sheet } = tables[0]!;
  const reading = new SheetTables(context, tables, result);
  const progress = (done: boolean) =>
    context.emit({ type: 'rows-read', file: source.file, sheet: sheet.name, rows: reading.rows, done });
  const addAll = (rows: readonly Row[]) => reading.add(rows, () => progress(false));
  /** Rows that wait until the first rows of a table are complete. */
  let waiting: readonly Row[] = [];
  for await (const batch of joinFirstRows(untilInterrupted(context, sheet.rows(reading.report)))) {
    if (context.signal.aborted || reading.isOfResults) break;
    const rows = waiting.length === 0 ? batch : [...waiting, ...batch];
    const isReady = await reading.begin(rows);
    waiting = isReady ? [] : rows;
    if (isReady) addAll(rows);
    if (reading.isStopped) break;
  }
  if (!context.signal.aborted) {
    await reading.begin(waiting, true);
    addAll(waiting);
    await reading.finish();
    progress(true);
  }
  return reading;
}
