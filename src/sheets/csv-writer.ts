import type { Writable } from 'node:stream';
import { guarded } from './formula-guard.ts';
import type { TableCell, TableColumn, TableSink } from './table-file.ts';
import { TextOut } from './text-out.ts';

export interface CsvOptions {
  /** For that Excel: a mark of UTF-8; `fr` also `;` between cells and the comma in numbers. */
  readonly excel?: 'fr' | 'en';
  /** Texts go as they are, also those that a spreadsheet would run. */
  readonly raw?: boolean;
}

const END = '\r\n';
/** Whatever may part cells somewhere is quoted, so that no cell is cut in two where a formula begins. */
const QUOTED = /[",;\t|\r\n]|^\s|\s$/;
/** Texts that Excel reads as numbers: `0101` becomes 101, long codes and `12E4` become powers of ten. */
const MISREAD = /^(?:0\d+|\d{12,}|\d+[eE][+-]?\d+)$/;

/** A table as CSV (RFC 4180) in UTF-8. Numbers are never changed but for `excel: fr`; booleans are true and false. */
export function csvSink(out: Writable, columns: readonly TableColumn[], options: CsvOptions): TableSink {
  const text = new TextOut(out);
  const parted = options.excel === 'fr' ? ';' : ',';
  let rows = 0;
  let safe = 0;
  let misread = 0;
  const first = options.excel === undefined ? '' : '\ufeff';
  void text.add(first + lineOf(columns.map(({ heading }) => heading)));

  function lineOf(row: readonly TableCell[]): string {
    let line = '';
    for (let at = 0; at < row.length; at++) {
      if (at > 0) line += parted;
      const cell = row[at];
      if (typeof cell === 'string') line += textOf(cell);
      else if (typeof cell === 'number') line += numberOf(cell);
      else if (typeof cell === 'boolean') line += String(cell);
    }
    // a row of one empty cell would be no row
    return (line === '' ? '""' : line) + END;
  }

  function textOf(cell: string): string {
    const written = options.raw === true ? cell : guarded(cell);
    if (written !== cell) safe++;
    else if (options.excel !== undefined && MISREAD.test(cell)) misread++;
    return QUOTED.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
  }

  function numberOf(cell: number): string {
    const written = String(cell);
    return parted === ';' ? written.replace('.', ',') : written;
  }

  return {
    writeRow(row) {
      rows++;
      return text.add(lineOf(row));
    },
    async end() {
      await text.flush();
      return { rows, guarded: safe, cut: 0, plainLinks: 0, ...(misread > 0 && { misread }) };
    },
  };
}
