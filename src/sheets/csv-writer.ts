import type { Writable } from 'node:stream';
import { guardFormulas } from './formula-text.ts';
import type { TableCell, TableColumn, TableSink } from './table-file.ts';
import { TextOut } from './text-out.ts';

/** The separator of cells, and the decimal mark of numbers. */
export interface CsvMarks {
  readonly separator: string;
  readonly decimal: string;
}

const PLAIN_MARKS: CsvMarks = { separator: ',', decimal: '.' };

export interface CsvOptions {
  /** For Excel: adds a UTF-8 byte order mark, and uses the marks that Excel in the user's language expects. */
  readonly excel?: CsvMarks;
  /** Write texts as they are, even if a spreadsheet would run them as formulas. */
  readonly raw?: boolean;
}

const END = '\r\n';
/** Texts to quote: with a character at which some program splits cells, so that no formula can start inside a cell. */
const NEEDS_QUOTES = /[",;\t|\r\n]|^\s|\s$/;
/** Texts that Excel reads as numbers: `0101` becomes 101, long codes and `12E4` become powers of ten. */
const READ_AS_NUMBER = /^(?:0\d+|\d{12,}|\d+[eE][+-]?\d+)$/;

/**
 * Writes a table as CSV (RFC 4180) in UTF-8. Numbers have no separators of thousands; booleans are true and false.
 */
export function csvSink(out: Writable, columns: readonly TableColumn[], options: CsvOptions): TableSink {
  const text = new TextOut(out);
  const { separator, decimal } = options.excel ?? PLAIN_MARKS;
  let rows = 0;
  let guardedCells = 0;
  let misread = 0;
  const byteOrderMark = options.excel === undefined ? '' : '\ufeff';
  void text.add(byteOrderMark + lineOf(columns.map(({ heading }) => heading)));

  function lineOf(row: readonly TableCell[]): string {
    let line = '';
    for (let at = 0; at < row.length; at++) {
      if (at > 0) line += separator;
      const cell = row[at];
      if (typeof cell === 'string') line += textOf(cell);
      else if (typeof cell === 'number') line += numberOf(cell);
      else if (typeof cell === 'boolean') line += String(cell);
    }
    // A row with one empty cell would be an empty line.
    return (line === '' ? '""' : line) + END;
  }

  function textOf(cell: string): string {
    const written = options.raw === true ? cell : guardFormulas(cell);
    if (written !== cell) guardedCells++;
    else if (options.excel !== undefined && READ_AS_NUMBER.test(cell)) misread++;
    return NEEDS_QUOTES.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
  }

  function numberOf(cell: number): string {
    const written = String(cell);
    return decimal === '.' ? written : written.replace('.', decimal);
  }

  return {
    writeRow(row) {
      rows++;
      return text.add(lineOf(row));
    },
    async end() {
      await text.flush();
      return { rows, guarded: guardedCells, cut: 0, plainLinks: 0, ...(misread > 0 && { misread }) };
    },
  };
}
