import type { Language } from '../../language/languages.ts';
import type { ColumnHelp, ListHelp, WorkbookHelp } from '../../sheets/annotate/column-help.ts';
import { TEMPLATE_AUTHOR, TEMPLATE_SEPARATOR } from '../../sheets/annotate/own-names.ts';
import type { FamilyName } from '../family.ts';
import type { Field } from '../field.ts';
import type { KindSpec } from '../kind.ts';
import { hasManyValues, templateColumn } from './columns.ts';
import { LAST_KEY_ROW, listOf } from './lists.ts';
import { headerNote } from './note.ts';
import { TEXTS } from './text.ts';

/** A column of a workbook that a person made, and the field that it fills. */
interface OwnColumn {
  /** From 0. */
  readonly index: number;
  readonly header: string;
  readonly field: Field;
  /** The path in the body, with item numbers from 0: `composition.0.material`. */
  readonly path: string;
  /** Whether a map file says how its values are written, so that words other than those of the list are right, too. */
  readonly hasOwnWords: boolean;
  /** Whether its values are the names of records instead of their keys. */
  readonly hasNames: boolean;
}

/** A sheet of records in such a workbook. */
export interface OwnSheet {
  readonly name: string;
  readonly kind: KindSpec;
  /** From 1. */
  readonly headerRow: number;
  readonly columns: readonly OwnColumn[];
}

/** Options of the texts. `family`: columns that it requires are described as required. */
interface HelpOptions {
  readonly family: FamilyName | undefined;
  readonly language: Language;
}

/** The notes and lists of the recognised columns. Fields without a description in the contract get none. */
export function workbookHelp(sheets: readonly OwnSheet[], options: HelpOptions): WorkbookHelp {
  const { listsSheet } = TEXTS[options.language];
  return {
    sheets: sheets.map((sheet) => ({
      name: sheet.name,
      headerRow: sheet.headerRow,
      columns: sheet.columns.flatMap((column) => columnHelp(column, sheet, sheets, options) ?? []),
    })),
    // Names that are recognised as names of sheets without records.
    listSheets: [...new Set([listsSheet, 'Lists', 'Listes', 'Dropdowns', 'Values', 'Valeurs', 'Taxonomy'])],
    author: TEMPLATE_AUTHOR,
    separator: TEMPLATE_SEPARATOR,
  };
}

function columnHelp(
  column: OwnColumn,
  sheet: OwnSheet,
  sheets: readonly OwnSheet[],
  { family, language }: HelpOptions,
): ColumnHelp | undefined {
  const { index, field, path } = column;
  const { kind } = sheet;
  if (!kind.fields.includes(field)) {
    // A column with the whole composition fills several fields; other columns are not described.
    return path === 'composition' ? { column: index, note: TEXTS[language].composition } : undefined;
  }
  const item = Number(/\.(\d+)(?=\.|$)/.exec(path)?.[1] ?? 0) + 1;
  const note = headerNote(kind, templateColumn(field, item, family), family, language);
  const list = valuesOf(column, language, family) ?? keysOf(column, kind, sheets);
  return { column: index, note, ...(list && { list }) };
}

function valuesOf(
  { field, header, hasOwnWords }: OwnColumn,
  language: Language,
  family: FamilyName | undefined,
): ListHelp | undefined {
  const list = listOf(field, language, family);
  if (!list || list.values.length === 0) return undefined;
  const { name, values: texts, message } = list;
  // trace may know other words for the values, so Excel only asks whether another text is meant.
  const others = hasOwnWords || list.others === 'accept' ? 'accept' : 'ask';
  return { values: { name, texts }, title: header, others, message };
}

/** The keys in another sheet of the workbook, for a column that refers to them. */
function keysOf(
  { field, header, hasNames }: OwnColumn,
  kind: KindSpec,
  sheets: readonly OwnSheet[],
): ListHelp | undefined {
  const reference = kind.references.find(({ fields }) => fields[0] === field.path);
  if (!reference || hasManyValues(field) || hasNames) return undefined;
  const targets = sheets.filter(({ kind: { name } }) => name === reference.to);
  const [target] = targets;
  const key = target?.columns.find((one) => one.field.path === target.kind.key[0]);
  if (targets.length !== 1 || !target || !key) return undefined;
  const firstRow = target.headerRow + 1;
  const lastRow = Math.max(LAST_KEY_ROW, firstRow);
  return {
    values: { sheet: target.name, column: key.index, firstRow, lastRow },
    ...{ title: header, others: 'accept' },
  };
}
