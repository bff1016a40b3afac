import { columnLetters } from './cell.ts';
import type { SheetData, WorkbookData } from './workbook-data.ts';
import { packParts, unpackParts } from './workbook-parts.ts';

const NOTE_WIDTH = 300;
/** Characters per line, and pixels per line, in the font of a note. */
const NOTE_CHARACTERS = 46;
const NOTE_LINE = 18;
const ROW_PIXELS = 20;

/**
 * Adds what the library cannot write: column formats below the last row, notes as large as their text, and no warning
 * for digits stored as text.
 */
export function finishWorkbook(bytes: Uint8Array, data: WorkbookData, headerHeight: number): Uint8Array {
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
  // Excel shows the buttons of folded columns only if the sheet names their levels.
  if (sheet.columns.some(({ outline }) => outline))
    finished = finished.replace('<sheetFormatPr ', '$&outlineLevelCol="1" ');
  const all = `A1:${columnLetters(sheet.columns.length - 1)}${sheet.rows.length + 1}`;
  finished = finished.replace(/<dimension ref="[^"]*"\/>/, `<dimension ref="${all}"/>`);
  const quiet = `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors>`;
  return finished.replace(/(?=<legacyDrawing|<\/worksheet>)/, quiet);
}

function growNotes(xml: string, sheet: SheetData, headerHeight: number): string {
  return xml.replace(/<v:shape id=.*?<\/v:shape>/gs, (shape) => {
    const at = Number(/<x:Column>(\d+)</.exec(shape)![1]);
    const height = linesOf(sheet.columns[at]?.note ?? '') * NOTE_LINE + 12;
    const bottom = down(height, Math.round((headerHeight * 4) / 3));
    const right = across(sheet, at + 1, 15 + NOTE_WIDTH);
    const anchor = `${at + 1},15,0,2,${right.join()},${bottom.join()}`;
    return shape
      .replace(/width:[\d.]+pt;height:[\d.]+pt/, `width:${NOTE_WIDTH * 0.75}pt;height:${height * 0.75}pt`)
      .replace(/<x:Anchor>[^<]*</, `<x:Anchor>${anchor}<`);
  });
}

function linesOf(note: string): number {
  return note
    .split('\n')
    .reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / NOTE_CHARACTERS)), 0);
}

/** The column at `pixels` to the right of the left edge of `column`, and the pixels inside it. */
function across(sheet: SheetData, column: number, pixels: number): [number, number] {
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
function down(pixels: number, header: number): [number, number] {
  if (pixels < header) return [0, pixels];
  const rest = pixels - header;
  return [1 + Math.floor(rest / ROW_PIXELS), rest % ROW_PIXELS];
}
