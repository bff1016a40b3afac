import { columnAt } from '../cell.ts';
import type { Archive } from '../xlsx/archive.ts';
import { lastColumnOf, type SheetEditor, scanSheet } from './sheet-scanner.ts';
import { attribute, prefixedAttribute, type RawXml, tailTags } from './tags.ts';

/** Merged cells: 1-based rows and 0-based columns. */
export interface MergedRange {
  readonly first: { readonly row: number; readonly column: number };
  readonly last: { readonly row: number; readonly column: number };
}

/** Facts about a sheet that must be known before its first row is written. */
export interface SheetSurvey {
  /** The last column with a cell, from 0; -1 if there are none. */
  readonly lastColumn: number;
  readonly merges: readonly MergedRange[];
  /** The id of the relation to the drawing of its notes. */
  readonly legacyDrawing: string | undefined;
  /** Whether it has conditional formats. */
  readonly hasConditional: boolean;
}

/** Reads the facts about a sheet. */
export async function surveySheet(archive: Archive, part: string): Promise<SheetSurvey> {
  const survey = {
    lastColumn: -1,
    merges: [] as MergedRange[],
    legacyDrawing: undefined as string | undefined,
    hasConditional: false,
  };
  let prefix = '';
  const editor: SheetEditor = {
    head(xml, own) {
      prefix = own;
      return xml;
    },
    row(xml) {
      const last = lastColumnOf(xml, prefix);
      if (last > survey.lastColumn) survey.lastColumn = last;
      return xml;
    },
    tail(xml) {
      Object.assign(survey, surveyTail(xml));
      return '';
    },
  };
  await scanSheet(archive, part, editor);
  return survey;
}

/** The facts in the tail of a sheet, which is the XML after its rows. */
export function surveyTail(tail: RawXml): Omit<SheetSurvey, 'lastColumn'> {
  const merges: MergedRange[] = [];
  let legacyDrawing: string | undefined;
  let hasConditional = false;
  for (const { name, depth, kind, text } of tailTags(tail)) {
    if (kind === 'close') continue;
    if (depth === 1 && name === 'conditionalFormatting') hasConditional = true;
    if (depth === 1 && name === 'legacyDrawing') legacyDrawing = prefixedAttribute(text, 'id');
    if (depth === 2 && name === 'mergeCell') merges.push(...rangesOf(attribute(text, 'ref')));
  }
  return { merges, legacyDrawing, hasConditional };
}

/** Parses a range such as `D2:D4`; empty for a single cell, or for any other text. */
export function rangesOf(ref: RawXml | undefined): MergedRange[] {
  const [, from, top, to, bottom] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref ?? '') ?? [];
  if (from === undefined) return [];
  const cell = (letters: string, row: string) => ({ row: Number(row), column: columnAt(letters) });
  return [{ first: cell(from, top!), last: cell(to!, bottom!) }];
}
