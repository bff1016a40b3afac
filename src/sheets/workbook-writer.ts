import type { CellStyle, Cell as LibraryCell, WriteSheet } from 'hucre/xlsx';
import { TEMPLATE_AUTHOR } from './annotate/own-names.ts';
import { columnLetters } from './cell.ts';
import { rangeText } from './cell-range.ts';
import type { ColumnData, SheetData, WorkbookData, WrittenCell } from './workbook-data.ts';
import { finishWorkbook } from './workbook-finish.ts';
import { guideSheet } from './workbook-guide.ts';
import { EXAMPLE_STYLE, FONT, headerLook } from './workbook-styles.ts';

/** Last row with dropdowns. No template is expected to get more rows. */
const LAST_ROW = 20_000;
const HEADER_HEIGHT = 34;
const DEFAULT_WIDTH = 16;
const FORMATS = { text: '@', date: 'yyyy-mm-dd' } as const;

/**
 * Writes an .xlsx workbook with a frozen header, filter, notes, dropdowns and formats. The same data gives the same
 * bytes. A text such as `#N/A` becomes that error, as in a spreadsheet.
 */
export async function writeWorkbook(data: WorkbookData): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  const epoch = new Date('2026-01-01T00:00:00Z');
  const bytes = await writeXlsx({
    sheets: data.sheets.map((sheet) => (sheet.guide ? guideSheet(sheet, sheet.guide) : librarySheet(sheet))),
    defaultFont: { name: 'Calibri', size: 11 },
    properties: { title: data.title, creator: 'trace', created: epoch, modified: epoch },
  });
  return finishWorkbook(bytes, data, HEADER_HEIGHT);
}

function librarySheet(sheet: SheetData): WriteSheet {
  const cells = new Map<string, Partial<LibraryCell>>();
  sheet.columns.forEach((column, at) => {
    cells.set(`0,${at}`, {
      style: headerStyle(column),
      ...(column.note === undefined ? {} : { comment: { author: TEMPLATE_AUTHOR, text: column.note } }),
    });
  });
  const rows = sheet.rows.map((row, rowAt) =>
    row.map((cell, at) => {
      const example = rowAt < (sheet.exampleRows ?? 0);
      const written = writtenCell(cell, sheet.columns[at], example);
      if (written.override) cells.set(`${rowAt + 1},${at}`, written.override);
      return written.value;
    }),
  );
  // finishWorkbook reads the style of each column from this extra row, and removes the row.
  rows.push(sheet.columns.map(() => null));
  const width = columnLetters(sheet.columns.length - 1);
  return {
    name: sheet.name,
    hidden: sheet.hidden ?? false,
    columns: libraryColumns(sheet.columns),
    rows: [sheet.columns.map((column) => column.header), ...rows],
    cells,
    freezePane: { rows: 1, ...(sheet.frozenColumns ? { columns: sheet.frozenColumns } : {}) },
    rowDefs: new Map([[0, { height: HEADER_HEIGHT }]]),
    ...(sheet.hidden ? {} : { autoFilter: { range: `A1:${width}1` } }),
    dataValidations: sheet.columns.flatMap(dropdown),
    pageSetup: { orientation: 'landscape' },
  };
}

/** The columns, and one more if the last ones are folded: the button that unfolds columns is above the next one. */
function libraryColumns(columns: readonly ColumnData[]): NonNullable<WriteSheet['columns']> {
  const isFolded = (at: number) => columns[at]?.outline === 'collapsed';
  const all = columns.map((column, at) => ({
    width: column.width ?? DEFAULT_WIDTH,
    ...(column.format ? { style: { numFmt: FORMATS[column.format] } } : {}),
    ...(column.outline ? { outlineLevel: 1, hidden: isFolded(at) } : {}),
    ...(column.outline === undefined && isFolded(at - 1) ? { collapsed: true } : {}),
  }));
  return isFolded(columns.length - 1) ? [...all, { width: DEFAULT_WIDTH, collapsed: true }] : all;
}

function headerStyle({ headerStyle: style }: ColumnData): CellStyle {
  return style
    ? headerLook(style)
    : { font: { ...FONT, bold: true }, alignment: { vertical: 'center', wrapText: true } };
}

interface Written {
  readonly value: string | number | boolean | null;
  readonly override?: Partial<LibraryCell>;
}

function writtenCell(cell: WrittenCell, column: ColumnData | undefined, example: boolean): Written {
  let format: string | undefined = column?.format && FORMATS[column.format];
  let value: Written['value'];
  let formula: string | undefined;
  if (cell === null || typeof cell !== 'object') value = cell;
  else if (cell.type === 'error') value = cell.code;
  else if (cell.type === 'formula' || cell.type === 'uncached') {
    value = null;
    formula = cell.type === 'formula' ? cell.formula : 'NA()';
  } else if (cell.type === 'date') {
    value = cell.serial;
    format = FORMATS.date;
  } else {
    value = cell.value;
    format = cell.type === 'percent' ? '0%' : '0'.repeat(cell.text.length);
  }
  const style: CellStyle = {
    ...(format === undefined ? {} : { numFmt: format }),
    ...(example ? EXAMPLE_STYLE : {}),
  };
  if (formula !== undefined) return { value, override: { formula, style } };
  return example || typeof cell === 'object' ? { value, override: { value, style } } : { value };
}

function dropdown(column: ColumnData, at: number): NonNullable<WriteSheet['dataValidations']> {
  const dropdown = column.dropdown;
  if (!dropdown) return [];
  const letters = columnLetters(at);
  return [
    {
      type: 'list',
      formula1: rangeText(dropdown),
      range: `${letters}2:${letters}${LAST_ROW}`,
      allowBlank: true,
      ...(dropdown.others === 'accept'
        ? {}
        : {
            showErrorMessage: true,
            errorStyle: dropdown.others === 'reject' ? 'stop' : 'warning',
            errorTitle: column.header.slice(0, 32),
            errorMessage: (dropdown.message ?? '').slice(0, 225),
          }),
    },
  ];
}
