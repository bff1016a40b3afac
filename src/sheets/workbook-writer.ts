import type { CellStyle, Cell as LibraryCell, WriteSheet } from 'hucre/xlsx';
import { TEMPLATE_AUTHOR } from './annotate/own-names.ts';
import { columnLetters } from './cell.ts';
import { rangeText } from './cell-range.ts';
import type {
  CellMark,
  ColumnData,
  GuideLook,
  SheetData,
  WorkbookData,
  WrittenCell,
} from './workbook-data.ts';
import { packParts, unpackParts } from './workbook-parts.ts';
import { EXAMPLE_STYLE, FONT, headerLook, MARK_STYLES } from './workbook-styles.ts';

const NOTE_WIDTH = 300;
/** Maximum number of characters in a line of a note, and the height of a line in pixels. */
const NOTE_CHARACTERS = 46;
const NOTE_LINE = 18;
const ROW_PIXELS = 20;

/**
 * Adds what the library cannot write: column formats below the last row, notes as large as their text, and no warning
 * for digits stored as text.
 */
function finishWorkbook(bytes: Uint8Array, data: WorkbookData, headerHeight: number): Uint8Array {
  const parts = unpackParts(bytes);
  data.sheets.forEach((sheet, at) => {
    const name = `xl/worksheets/sheet${at + 1}.xml`;
    parts.set(
      name,
      edit(parts.get(name)!, (xml) => finishSheet(xml, sheet)),
    );
    const notes = `xl/drawings/vmlDrawing${at + 1}.vml`;
    const drawing = parts.get(notes);
    if (drawing)
      parts.set(
        notes,
        edit(drawing, (xml) => growNotes(xml, sheet, headerHeight)),
      );
  });
  return packParts(parts);
}

const edit = (part: Buffer, change: (xml: string) => string): Buffer =>
  Buffer.from(change(part.toString('utf8')), 'utf8');

function finishSheet(xml: string, sheet: SheetData): string {
  const probe = new RegExp(`<row r="${sheet.rows.length + 2}"[^>]*?(/>|>.*?</row>)(?=</sheetData>)`, 's');
  const found = probe.exec(xml)?.[0] ?? '';
  let finished = xml.replace(probe, '');
  sheet.columns.forEach((_, at) => {
    const letters = columnLetters(at);
    const style = new RegExp(`<c r="${letters}\\d+" s="(\\d+)"`).exec(found)?.[1];
    if (style === undefined) return;
    finished = finished.replace(`<col min="${at + 1}" max="${at + 1}"`, `$& style="${style}"`);
  });
  // Excel shows the buttons that fold columns only if the sheet declares the number of levels.
  if (sheet.columns.some(({ outline }) => outline))
    finished = finished.replace('<sheetFormatPr ', '$&outlineLevelCol="1" ');
  const all = `A1:${columnLetters(sheet.columns.length - 1)}${sheet.rows.length + 1}`;
  finished = finished.replace(/<dimension ref="[^"]*"\/>/, `<dimension ref="${all}"/>`);
  const quiet = `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors>`;
  return finished.replace(/(?=<legacyDrawing|<\/worksheet>)/, quiet);
}

function growNotes(xml: string, sheet: SheetData, headerHeight: number): string {
  return xml.replace(/<v:shape id=.*?<\/v:shape>/gs, (shape) => {
    const [row, at] = ['Row', 'Column'].map((name) =>
      Number(new RegExp(`<x:${name}>(\\d+)<`).exec(shape)![1]),
    ) as [number, number];
    const note = row === 0 ? sheet.columns[at]?.note : sheet.marks?.get(`${row - 1},${at}`)?.note;
    const height = linesOf(note ?? '', NOTE_CHARACTERS) * NOTE_LINE + 12;
    const [below, rest] = rowAtPixels(height, row === 0 ? Math.round((headerHeight * 4) / 3) : ROW_PIXELS);
    const right = columnAtPixels(sheet, at + 1, 15 + NOTE_WIDTH);
    const anchor = `${at + 1},15,${row},2,${right.join()},${row + below},${rest}`;
    return shape
      .replace(/width:[\d.]+pt;height:[\d.]+pt/, `width:${NOTE_WIDTH * 0.75}pt;height:${height * 0.75}pt`)
      .replace(/<x:Anchor>[^<]*</, `<x:Anchor>${anchor}<`);
  });
}

/** The column at `pixels` to the right of the left edge of `column`, and the pixels inside it. */
function columnAtPixels(sheet: SheetData, column: number, pixels: number): [number, number] {
  let rest = pixels;
  let at = column;
  for (;;) {
    const column = sheet.columns[at];
    const width = column?.outline === 'collapsed' ? 0 : (column?.width ?? 8.43) * 7 + 5;
    if (rest < width) return [at, Math.round(rest)];
    rest -= width;
    at++;
  }
}

/** The row at `pixels` below the top of the sheet, and the pixels inside it. */
function rowAtPixels(pixels: number, header: number): [number, number] {
  if (pixels < header) return [0, pixels];
  const rest = pixels - header;
  return [1 + Math.floor(rest / ROW_PIXELS), rest % ROW_PIXELS];
}

/** Heights in points in a guide: of the title, of a heading, of a line of text, and of the space around a text. */
const TITLE_HEIGHT = 36;
const HEADING_HEIGHT = 32;
const LINE_HEIGHT = 15;
const PADDING = 6;
const INK = '1B5E20';

const TOP: NonNullable<CellStyle['alignment']> = { vertical: 'top', wrapText: true };
const TITLE: CellStyle = {
  font: { ...FONT, size: 18, bold: true, color: { rgb: INK } },
  alignment: { vertical: 'center' },
};
const HEADING: CellStyle = {
  font: { ...FONT, size: 13, bold: true, color: { rgb: INK } },
  alignment: { vertical: 'bottom' },
};
const TEXT: CellStyle = { font: FONT, alignment: TOP };

/** A guide for the person who fills in the workbook: a title, and rows with a topic and a text. */
function guideSheet(sheet: SheetData, looks: readonly GuideLook[]): WriteSheet {
  const widths = sheet.columns.map(({ width = 20 }) => width);
  // A line has more characters than its width, which is in digits: most characters are narrower.
  const [topics = 0, texts = 0] = widths.map((width) => width * 1.05);
  const rows = sheet.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  const cells = new Map<string, Partial<LibraryCell>>([['0,0', { style: TITLE }]]);
  const rowDefs = new Map([[0, { height: TITLE_HEIGHT }]]);
  looks.forEach((look, at) => {
    cells.set(`${at + 1},0`, { style: styleOf(look) });
    cells.set(`${at + 1},1`, { style: TEXT });
    const [topic = '', text = ''] = rows[at]!;
    const lines =
      look === 'wide'
        ? linesOf(topic, topics + texts)
        : Math.max(linesOf(topic, topics), linesOf(text, texts));
    rowDefs.set(at + 1, { height: look === 'heading' ? HEADING_HEIGHT : lines * LINE_HEIGHT + PADDING });
  });
  const over = looks.flatMap((look, at) => (look === 'wide' ? [at + 1] : []));
  return {
    name: sheet.name,
    columns: widths.map((width) => ({ width })),
    // finishWorkbook removes the last row.
    rows: [sheet.columns.map(({ header }) => header), ...rows, widths.map(() => null)],
    cells,
    rowDefs,
    merges: over.map((row) => ({ startRow: row, startCol: 0, endRow: row, endCol: widths.length - 1 })),
    view: { showGridLines: false },
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
  };
}

function styleOf(look: GuideLook): CellStyle {
  switch (look) {
    case 'heading':
      return HEADING;
    case 'wide':
      return TEXT;
    case 'topic':
      return { ...TEXT, font: { ...FONT, bold: true } };
    case 'example':
      return { ...EXAMPLE_STYLE, alignment: TOP };
    case 'open':
    case 'known':
      return { ...MARK_STYLES[look], alignment: TOP };
    default:
      return { ...headerLook(look), alignment: TOP };
  }
}

/** The number of lines of a text if a line has this many characters. */
const linesOf = (text: string, characters: number): number =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / characters)), 0);

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
      const mark = sheet.marks?.get(`${rowAt},${at}`);
      const written = writtenCell(cell, sheet.columns[at], example, mark);
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
    ...(sheet.hidden
      ? {}
      : { autoFilter: { range: `A1:${width}${sheet.marks ? sheet.rows.length + 1 : 1}` } }),
    dataValidations: sheet.columns.flatMap(dropdown),
    pageSetup: { orientation: 'landscape' },
  };
}

/** The columns, and one more if the last ones are folded: the button that unfolds them is above the column after them. */
function libraryColumns(columns: readonly ColumnData[]): NonNullable<WriteSheet['columns']> {
  const isFolded = (at: number) => columns[at]?.outline === 'collapsed';
  const all = columns.map((column, at) => ({
    width: column.width ?? DEFAULT_WIDTH,
    ...(column.format ? { style: { numFmt: FORMATS[column.format] } } : {}),
    ...(column.hidden ? { hidden: true } : {}),
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

function writtenCell(
  cell: WrittenCell,
  column: ColumnData | undefined,
  example: boolean,
  mark?: CellMark,
): Written {
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
    ...(mark ? MARK_STYLES[mark.look] : {}),
  };
  const comment = mark?.note && { comment: { author: TEMPLATE_AUTHOR, text: mark.note } };
  if (formula !== undefined) return { value, override: { formula, style } };
  return example || mark || typeof cell === 'object'
    ? { value, override: { value, style, ...comment } }
    : { value };
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
