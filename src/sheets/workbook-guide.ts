import type { CellStyle, Cell as LibraryCell, WriteSheet } from 'hucre/xlsx';
import type { GuideLook, SheetData } from './workbook-data.ts';
import { EXAMPLE_STYLE, FONT, headerLook } from './workbook-styles.ts';

/** Height of rows in points: of the title, of a heading, of a line of text, and the space around it. */
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

/** A sheet of text for the person who fills in the workbook: a title, and rows with a topic and a text. */
export function guideSheet(sheet: SheetData, looks: readonly GuideLook[]): WriteSheet {
  const widths = sheet.columns.map(({ width = 20 }) => width);
  const all = widths.reduce((sum, width) => sum + width, 0);
  const rows = sheet.rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  const cells = new Map<string, Partial<LibraryCell>>([['0,0', { style: TITLE }]]);
  const rowDefs = new Map([[0, { height: TITLE_HEIGHT }]]);
  looks.forEach((look, at) => {
    cells.set(`${at + 1},0`, { style: styleOf(look) });
    cells.set(`${at + 1},1`, { style: TEXT });
    const [topic = '', text = ''] = rows[at]!;
    const lines =
      look === 'wide' ? linesOf(topic, all) : Math.max(linesOf(topic, widths[0]!), linesOf(text, widths[1]!));
    rowDefs.set(at + 1, { height: look === 'heading' ? HEADING_HEIGHT : lines * LINE_HEIGHT + PADDING });
  });
  const over = looks.flatMap((look, at) => (look === 'wide' ? [at + 1] : []));
  return {
    name: sheet.name,
    columns: widths.map((width) => ({ width })),
    // The last row is the one that finishWorkbook removes.
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
    default:
      return { ...headerLook(look), alignment: TOP };
  }
}

/** The number of lines of a text in a column of a width, in characters. */
const linesOf = (text: string, width: number): number =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / (width * 1.05))), 0);
