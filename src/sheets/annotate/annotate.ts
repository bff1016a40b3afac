import { columnLetters } from '../cell.ts';
import type { Input } from '../input.ts';
import type { Limits } from '../source.ts';
import type { ListedEntry } from '../xlsx/archive.ts';
import type { OutFile } from './archive-copy.ts';
import { type WiderFilter, withFilterNames } from './filters.ts';
import type { Annotation, ResultLine, SheetMarks, Unmarked } from './marks.ts';
import { moveToVisibleCells } from './merged-marks.ts';
import { AUTHOR, NOTE_SEPARATOR, RESULT_SHEET } from './own-names.ts';
import { freeSheetName, withActiveSheet, withFirstSheet, withoutSelection } from './package-parts.ts';
import { surveySheet } from './sheet-survey.ts';
import { SheetWriter } from './sheet-writer.ts';
import { EMPTY_STYLES } from './style-lists.ts';
import { BookStyles, type OwnStyle } from './styles.ts';
import { type RawXml, rawText } from './tags.ts';
import { type NotedSheet, WorkbookCopy } from './workbook-copy.ts';

/** Maximum number of links in the sheet of results; spreadsheet programs allow 65,530 in a sheet. */
const MOST_LINKS = 60_000;
/** Layout of the sheet of results: widths of columns in characters, heights of rows and lines in points. */
const WIDTHS = [18, 30, 22, 60, 70];
const HEIGHTS: Readonly<Record<string, number>> = { title: 26, header: 20 };
const LINE = 15;
const MOST_LINES = 27;

/** The XML of the sheet of results. */
function resultSheet(lines: Iterable<ResultLine>, styles: BookStyles, main: string): RawXml {
  const links: RawXml[] = [];
  const rows: RawXml[] = [];
  for (const line of lines) {
    const row = rows.length + 1;
    const cells = line.map(({ text, style, link }, at) => {
      const ref = `${columnLetters(at)}${row}`;
      if (text === '') return '';
      if (link && links.length < MOST_LINKS) {
        const location = `'${link.sheet.replaceAll("'", "''")}'!${link.cell}`;
        links.push(`<hyperlink ref="${ref}" location="${rawText(location)}" display="${rawText(text)}"/>`);
      }
      const own: OwnStyle = link ? 'link' : (style ?? 'wrap');
      const value = rawText(text.slice(0, 32_000));
      return `<c r="${ref}" s="${styles.style(own)}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
    });
    rows.push(`<row r="${row}" ht="${heightOf(line)}" customHeight="1">${cells.join('')}</row>`);
  }
  const columns = WIDTHS.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  ).join('');
  const hyperlinks = links.length === 0 ? '' : `<hyperlinks>${links.join('')}</hyperlinks>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetPr><tabColor rgb="FF1B5E20"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView showGridLines="0" tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns}</cols><sheetData>${rows.join('')}</sheetData>${hyperlinks}<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToHeight="0"/></worksheet>`;
}

/** The height of a row in points. Spreadsheet programs do not compute the height of wrapped texts when they open a file. */
function heightOf(line: ResultLine): number {
  const own = HEIGHTS[line[0]?.style ?? ''];
  if (own !== undefined) return own;
  const lines = line.map(({ text, style }, at) =>
    style === 'small' || style === 'plain' ? 1 : Math.ceil(text.length / WIDTHS[at]!),
  );
  return LINE * Math.min(MOST_LINES, Math.max(1, ...lines));
}

/** Maximum number of notes in a sheet; more would slow spreadsheet programs. Further marked cells get only a colour. */
const MOST_NOTES = 5000;

const NOTE_STYLE = { author: AUTHOR, separator: NOTE_SEPARATOR };

/**
 * Writes a copy of a workbook (.xlsx, .xlsm) with colours, notes and columns to `out`. Parts of the archive that do not
 * change are copied without being decompressed.
 *
 * @throws Damage if the workbook cannot be annotated
 */
export async function annotateWorkbook(
  input: Input,
  limits: Limits,
  annotation: Annotation,
  out: OutFile,
): Promise<Unmarked> {
  const copy = await WorkbookCopy.open(input, limits, out);
  return new WorkbookAnnotator(copy, annotation).write();
}

interface AnnotatedSheet extends NotedSheet {
  readonly marks: SheetMarks;
}

class WorkbookAnnotator {
  private readonly copy: WorkbookCopy;
  private readonly annotation: Annotation;
  private unmarkedNotes = 0;
  private hasConditional = false;
  /** The filters that now include the added columns, by the number of the sheet, from 0. */
  private readonly filters = new Map<number, WiderFilter>();

  constructor(copy: WorkbookCopy, annotation: Annotation) {
    this.copy = copy;
    this.annotation = annotation;
  }

  async write(): Promise<Unmarked> {
    const { copy, annotation } = this;
    const { archive, main } = copy;
    const stylesPart = copy.related.find(({ kind }) => kind === 'styles')?.target;
    const stylesXml = stylesPart === undefined ? undefined : await copy.existing(stylesPart);
    const earlier = copy.partOf(annotation.earlierResult);
    const isAgain = earlier !== undefined || annotation.sheets.some(({ added }) => added !== null);
    const styles = new BookStyles(stylesXml ?? EMPTY_STYLES(main), isAgain);
    const sheets: AnnotatedSheet[] = [];
    for (const marks of annotation.sheets) {
      const target = copy.partOf(marks.name);
      if (target === undefined || !archive.has(target)) continue;
      sheets.push({ ...(await copy.openSheet(target, NOTE_STYLE)), marks });
    }
    if (earlier !== undefined || annotation.earlierColumns.size > 0)
      sheets.push(...(await this.others(sheets, earlier)));
    const result = earlier ?? copy.freeName('xl/worksheets/sheet', '.xml');
    const waiting = [...copy.notedParts(sheets), stylesPart ?? '', result];
    const write = (sheet: AnnotatedSheet, entry: ListedEntry) => this.writeSheet(sheet, entry, styles);
    await copy.copyEntries(sheets, waiting, write, withoutSelection);
    const unmarked = { notes: this.unmarkedNotes, hasConditional: this.hasConditional };
    copy.set(result, resultSheet(annotation.result(unmarked), styles, main));
    const workbook = withFilterNames(copy.workbook, this.filters);
    if (earlier === undefined) {
      const id = copy.addPart(result, 'worksheet');
      const name = freeSheetName(RESULT_SHEET, copy.listed);
      copy.set(copy.part, withFirstSheet(workbook, name, id, copy.relationsNamespace));
    } else {
      const at = copy.listed.findIndex((sheet) => copy.partOf(sheet.name) === earlier);
      copy.set(copy.part, withActiveSheet(workbook, at));
    }
    const ownStyles = stylesPart ?? copy.freeName('xl/styles', '.xml');
    copy.set(ownStyles, styles.part());
    if (stylesPart === undefined) copy.addPart(ownStyles, 'styles');
    else if (stylesXml === undefined) copy.addType(ownStyles, 'styles');
    await copy.end();
    return unmarked;
  }

  /** Sheets that have notes or columns of an earlier annotation but get no marks now, for example because they are hidden. */
  private async others(
    sheets: readonly AnnotatedSheet[],
    earlier: string | undefined,
  ): Promise<AnnotatedSheet[]> {
    const { copy, annotation } = this;
    const known = new Set([...sheets.map(({ part }) => part), earlier]);
    const others: AnnotatedSheet[] = [];
    for (const { name } of copy.listed) {
      const part = copy.partOf(name);
      if (part === undefined || known.has(part) || !copy.isWorksheet(part)) continue;
      const sheet = await copy.openSheet(part, NOTE_STYLE);
      const marks = { name, headerRow: null, added: null, headers: [], rows: () => [] };
      if (sheet.notes.changed || annotation.earlierColumns.has(name)) others.push({ ...sheet, marks });
    }
    return others;
  }

  /** Copies a sheet with its marks, piece by piece, and then writes the parts of its notes. */
  private async writeSheet(sheet: AnnotatedSheet, entry: ListedEntry, styles: BookStyles): Promise<void> {
    const { copy, annotation } = this;
    const { marks, notes } = sheet;
    const survey = await surveySheet(copy.archive, sheet.part);
    let count = 0;
    const writer = new SheetWriter(
      {
        marks: moveToVisibleCells(() => marks.rows(), survey.merges),
        headerRow: marks.headerRow,
        headers: marks.headers,
        columns: columnsFor(marks.headers, marks.added, survey.lastColumn + 1),
        relations: copy.relationsNamespace,
        hasOldFills: marks.added !== null || styles.hasMarks,
        earlierColumns: marks.headerRow === null ? annotation.earlierColumns.get(marks.name) : undefined,
        onWiderFilter: (filter) => {
          this.filters.set(
            copy.listed.findIndex(({ name }) => name === marks.name),
            filter,
          );
        },
        drawing: () => copy.newDrawing(sheet, survey.legacyDrawing),
        onMark: (row, { column, severity, note }) => {
          this.hasConditional ||= survey.hasConditional;
          if (count >= MOST_NOTES || !notes.add({ row, column, severity, text: note })) this.unmarkedNotes++;
          else count++;
        },
      },
      styles,
    );
    try {
      await copy.writeEdited(sheet.part, entry, writer);
    } finally {
      writer.close();
    }
    await copy.writeNotes(sheet);
  }
}

/** The column of each header: that of an earlier annotation if there is one, else a new column, `free` or later. */
function columnsFor(
  headers: readonly string[],
  added: readonly (number | null)[] | null,
  free: number,
): number[] {
  let next = free;
  return headers.map((_, at) => added?.[at] ?? next++);
}
