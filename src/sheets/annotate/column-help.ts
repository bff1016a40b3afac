import { columnLetters } from '../cell.ts';
import { type CellRange, rangeText } from '../cell-range.ts';
import type { Input } from '../input.ts';
import type { Limits } from '../source.ts';
import type { ListedEntry } from '../xlsx/archive.ts';
import type { OutFile } from './archive-copy.ts';
import { moveToVisibleCells } from './merged-marks.ts';
import { freeSheetName, withHiddenSheet } from './package-parts.ts';
import type { SheetEditor } from './sheet-scanner.ts';
import { surveyTail } from './sheet-survey.ts';
import { withLegacyDrawing } from './sheet-writer.ts';
import { type RawXml, rawText } from './tags.ts';
import { type Validation, validatedIn, withValidations } from './validations.ts';
import { type NotedSheet, WorkbookCopy } from './workbook-copy.ts';

/** The note and the dropdown that a column gets. */
export interface ColumnHelp {
  /** From 0. */
  readonly column: number;
  /** The note on its header. */
  readonly note: string;
  readonly list?: ListHelp;
}

/** The dropdown of a column. `values`: named texts, or a range of cells in the workbook. */
export interface ListHelp extends Pick<Validation, 'others' | 'title' | 'message'> {
  readonly values: { readonly name: string; readonly texts: readonly string[] } | CellRange;
}

export interface SheetHelp {
  readonly name: string;
  /** From 1. */
  readonly headerRow: number;
  readonly columns: readonly ColumnHelp[];
}

/** The notes and dropdowns that are added to a workbook that a person made. */
export interface WorkbookHelp {
  readonly sheets: readonly SheetHelp[];
  /** Possible names of the hidden sheet with the values of dropdowns. The first one that no sheet has is used. */
  readonly listSheets: readonly string[];
  /** The author of the notes, and the line that is written before and after the text of each. */
  readonly author: string;
  readonly separator: string;
}

/** The number of notes and dropdowns that a sheet got, and the columns, from 0, that could not get one. */
export interface AddedHelp {
  readonly sheet: string;
  readonly notes: number;
  readonly lists: number;
  /** Columns without a new dropdown, because a person gave them a validation. */
  readonly withRule: readonly number[];
  /** Columns without a new note, because their header has a threaded comment. */
  readonly withThread: readonly number[];
}

interface HelpedSheet extends NotedSheet {
  readonly help: SheetHelp;
}

/**
 * Writes a copy of a workbook (.xlsx, .xlsm) with notes on headers and dropdowns for columns to `out`. Cells, notes and
 * validations of the workbook stay. Parts of the archive that do not change are copied without being decompressed.
 *
 * @throws Damage if the workbook cannot be edited
 */
export async function withColumnHelp(
  input: Input,
  limits: Limits,
  help: WorkbookHelp,
  out: OutFile,
): Promise<AddedHelp[]> {
  const copy = await WorkbookCopy.open(input, limits, out);
  const taken = new Set(copy.listed.map(({ name }) => name.toLowerCase()));
  const listSheet =
    help.listSheets.find((name) => !taken.has(name.toLowerCase())) ??
    freeSheetName(help.listSheets[0]!, copy.listed);
  const lists = new ListSheet(listSheet);
  const sheets: HelpedSheet[] = [];
  for (const sheet of help.sheets) {
    const part = copy.partOf(sheet.name);
    if (part === undefined || !copy.archive.has(part) || sheet.columns.length === 0) continue;
    sheets.push({ ...(await copy.openSheet(part, help)), help: sheet });
  }
  const added: AddedHelp[] = [];
  await copy.copyEntries(sheets, copy.notedParts(sheets), async (sheet, entry) => {
    added.push(await writeSheet(copy, sheet, entry, lists));
  });
  if (lists.size > 0) {
    const part = copy.freeName('xl/worksheets/sheet', '.xml');
    copy.set(part, lists.xml(copy.main));
    const relation = copy.addPart(part, 'worksheet');
    copy.set(copy.part, withHiddenSheet(copy.workbook, listSheet, relation, copy.relationsNamespace));
  }
  await copy.end();
  return help.sheets.flatMap(({ name }) => added.find(({ sheet }) => sheet === name) ?? []);
}

async function writeSheet(
  copy: WorkbookCopy,
  sheet: HelpedSheet,
  entry: ListedEntry,
  lists: ListSheet,
): Promise<AddedHelp> {
  const { help, notes } = sheet;
  const { name, headerRow, columns } = help;
  const result = { sheet: name, notes: 0, lists: 0, withRule: [] as number[], withThread: [] as number[] };
  let prefix = '';
  const editor: SheetEditor = {
    head(xml, own) {
      prefix = own;
      return xml;
    },
    row: (xml) => xml,
    tail(xml) {
      const { merges, legacyDrawing } = surveyTail(xml);
      const cells = columns.map(({ column, note }) => ({ column, note, severity: 'notice' as const }));
      for (const { row, cells: noted } of moveToVisibleCells(
        () => [{ row: headerRow, cells, values: null }],
        merges,
      ))
        for (const { column, note } of noted)
          if (notes.add({ row, column, text: note })) result.notes++;
          else result.withThread.push(column);
      const isValidated = validatedIn(xml);
      const validations: Validation[] = [];
      for (const { column, list } of columns) {
        if (!list) continue;
        if (isValidated(column, headerRow)) result.withRule.push(column);
        else validations.push({ ...list, column, firstRow: headerRow + 1, values: lists.rangeOf(list) });
      }
      result.lists = validations.length;
      const drawing = copy.newDrawing(sheet, legacyDrawing);
      const tail = withValidations(xml, prefix, validations);
      return drawing === undefined ? tail : withLegacyDrawing(tail, prefix, drawing, copy.relationsNamespace);
    },
  };
  await copy.writeEdited(sheet.part, entry, editor);
  await copy.writeNotes(sheet);
  return result;
}

/** The hidden sheet with the values of dropdowns, one list in each column. It has no headers, so that trace skips it. */
class ListSheet {
  readonly #name: string;
  readonly #lists = new Map<string, readonly string[]>();

  constructor(name: string) {
    this.#name = name;
  }

  get size(): number {
    return this.#lists.size;
  }

  /** The range with the values of a dropdown. Named texts are added to the sheet. */
  rangeOf({ values }: ListHelp): string {
    if ('sheet' in values) return rangeText(values);
    const { name, texts } = values;
    if (!this.#lists.has(name)) this.#lists.set(name, texts);
    const column = [...this.#lists.keys()].indexOf(name);
    return rangeText({ sheet: this.#name, column, firstRow: 1, lastRow: texts.length });
  }

  xml(main: string): RawXml {
    const lists = [...this.#lists.values()];
    const length = Math.max(...lists.map((list) => list.length));
    const rows = Array.from({ length }, (_, at) => {
      const cells = lists.map((list, column) =>
        list[at] === undefined
          ? ''
          : `<c r="${columnLetters(column)}${at + 1}" t="inlineStr"><is><t xml:space="preserve">${rawText(list[at])}</t></is></c>`,
      );
      return `<row r="${at + 1}">${cells.join('')}</row>`;
    });
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${lists.length}" width="32" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData></worksheet>`;
  }
}
