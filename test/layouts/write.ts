import { utils, write } from 'xlsx';
import type { Grid, GridCell } from './grid.ts';

export type Format = 'xlsx' | 'biff8' | 'ods' | 'xlml' | 'html';

/** The name of a file of the format, as systems name their exports. */
export const fileName = (format: Format): string =>
  ({ xlsx: 'batch.xlsx', biff8: 'batch.xls', ods: 'batch.ods', xlml: 'batch.xml', html: 'batch.xls' })[
    format
  ];

/** Writes sheets in a format. A page has a table for each. */
export function writeGrids(grids: readonly Grid[], format: Format): Uint8Array {
  if (format === 'html') return Buffer.from(page(grids));
  const book = utils.book_new();
  for (const { name, rows, merges = [], hidden = [] } of grids) {
    const sheet = utils.aoa_to_sheet(rows.map((row) => row.map((cell) => cell ?? undefined)));
    sheet['!merges'] = merges.map(([row, column, lastRow, lastColumn]) => ({
      s: { r: row, c: column },
      e: { r: lastRow, c: lastColumn },
    }));
    if (hidden.length > 0) {
      const all: { hidden?: boolean }[] = rows.map(() => ({}));
      for (const row of hidden) all[row] = { hidden: true };
      sheet['!rows'] = all;
    }
    utils.book_append_sheet(book, sheet, name);
  }
  return new Uint8Array(write(book, { bookType: format, type: 'buffer', bookSST: true }) as Buffer);
}

const page = (grids: readonly Grid[]): string =>
  `<html><head><meta charset="utf-8"></head><body>${grids.map(table).join('<br>')}</body></html>`;

function table({ rows, merges = [], hidden = [] }: Grid): string {
  const covered = new Set<string>();
  const spans = new Map<string, string>();
  for (const [row, column, lastRow, lastColumn] of merges) {
    for (let at = row; at <= lastRow; at++)
      for (let index = column; index <= lastColumn; index++) covered.add(`${at},${index}`);
    covered.delete(`${row},${column}`);
    spans.set(`${row},${column}`, ` rowspan="${lastRow - row + 1}" colspan="${lastColumn - column + 1}"`);
  }
  const width = Math.max(...rows.map(({ length }) => length));
  const lines = rows.map((row, at) => {
    const cells = Array.from({ length: width }, (_, index) => {
      const place = `${at},${index}`;
      return covered.has(place) ? '' : `<td${spans.get(place) ?? ''}>${escaped(row[index] ?? null)}</td>`;
    });
    return `<tr${hidden.includes(at) ? ' style="display:none"' : ''}>${cells.join('')}</tr>`;
  });
  return `<table border="1">${lines.join('\n')}</table>`;
}

const escaped = (cell: GridCell): string =>
  cell === null ? '' : String(cell).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
