import type { Input } from '../input.ts';
import type { Limits } from '../source.ts';
import type { ListedEntry } from '../xlsx/archive.ts';
import type { OutFile } from './archive-copy.ts';
import { type WiderFilter, withFilterNames } from './filters.ts';
import type { Annotation, SheetMarks, Unmarked } from './marks.ts';
import { moveToVisibleCells } from './merged-marks.ts';
import { AUTHOR, NOTE_SEPARATOR, RESULT_SHEET } from './own-names.ts';
import { questionSheet, resultSheet } from './own-sheets.ts';
import {
  freeSheetName,
  sheetsIn,
  withActiveSheet,
  withFirstSheet,
  withoutSelection,
} from './package-parts.ts';
import { surveySheet } from './sheet-survey.ts';
import { SheetWriter } from './sheet-writer.ts';
import { EMPTY_STYLES } from './style-lists.ts';
import { BookStyles } from './styles.ts';
import { type NotedSheet, WorkbookCopy } from './workbook-copy.ts';

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
    const earlierQuestions = copy.partOf(annotation.earlierQuestions);
    if (earlier !== undefined || annotation.earlierColumns.size > 0)
      sheets.push(...(await this.others(sheets, [earlier, earlierQuestions])));
    const result = earlier ?? copy.freeName('xl/worksheets/sheet', '.xml');
    const waiting = [...copy.notedParts(sheets), stylesPart ?? '', result, earlierQuestions ?? ''];
    const write = (sheet: AnnotatedSheet, entry: ListedEntry) => this.writeSheet(sheet, entry, styles);
    await copy.copyEntries(sheets, waiting, write, withoutSelection);
    const unmarked = { notes: this.unmarkedNotes, hasConditional: this.hasConditional };
    copy.set(result, resultSheet(annotation.result(unmarked), styles, main));
    let workbook = withFilterNames(copy.workbook, this.filters);
    if (annotation.questions) {
      const part = earlierQuestions ?? copy.freeName('xl/worksheets/sheet', '.xml');
      copy.set(part, questionSheet(annotation.questions, styles, main));
      if (earlierQuestions === undefined) {
        const name = freeSheetName(annotation.questions.name, copy.listed);
        workbook = withFirstSheet(workbook, name, copy.addPart(part, 'worksheet'), copy.relationsNamespace);
      }
    }
    if (earlier === undefined) {
      const id = copy.addPart(result, 'worksheet');
      const name = freeSheetName(RESULT_SHEET, copy.listed);
      copy.set(copy.part, withFirstSheet(workbook, name, id, copy.relationsNamespace));
    } else {
      const at = sheetsIn(workbook).findIndex(({ name }) => name === annotation.earlierResult);
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
    own: readonly (string | undefined)[],
  ): Promise<AnnotatedSheet[]> {
    const { copy, annotation } = this;
    const known = new Set([...sheets.map(({ part }) => part), ...own]);
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
