import { basename } from 'node:path';
import type { FamilyName } from '../../contract/family.ts';
import type { Field } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import { type TemplateColumn, templateColumn } from '../../contract/template/columns.ts';
import { DropdownLists } from '../../contract/template/lists.ts';
import { columnHeader, sheetName } from '../../contract/template/names.ts';
import { headerNote } from '../../contract/template/note.ts';
import { exampleCell } from '../../contract/template/template.ts';
import { TEXTS } from '../../contract/template/text.ts';
import { cellText } from '../../recognise/text.ts';
import type { Column } from '../../records/record.ts';
import { language, say } from '../../say.ts';
import { type Cell, columnAt } from '../../sheets/cell.ts';
import type {
  CellMark,
  ColumnData,
  GuideLook,
  SheetData,
  WorkbookData,
  WrittenCell,
} from '../../sheets/workbook-data.ts';
import { columnFor, otherUnitOf } from './answer-value.ts';
import { headerCell, rowCell } from './form-key.ts';
import { itemIn } from './open-cells.ts';
import type { RecordRow } from './record-rows.ts';

/** A row of a form. */
export interface FormRow extends RecordRow {
  /** What is asked about the cells of columns, by their letters. */
  readonly open: ReadonlyMap<string, readonly string[]>;
}

/** What all forms of an input share. */
export interface FormContext {
  readonly family: FamilyName | undefined;
  /** The SHA-256 of each source file. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Hints of the guide of templates that are also about forms: notes, lists, dates and several values. */
const HINTS = [0, 1, 4, 5];
const WIDTHS = { least: 14, most: 40 };

/** A workbook that asks for the open cells of some rows, in the language of the process. `name`: whom it is for. */
export function formWorkbook(name: string, rows: readonly FormRow[], context: FormContext): WorkbookData {
  const lists = new DropdownLists(language(), context.family);
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const sheets = [...byKind].map(([kind, own]) => kindSheet(kind, own, lists, context));
  return { title: say().form.title({ name }), sheets: [guide(name), ...sheets, lists.sheet()] };
}

function guide(name: string): SheetData {
  const { guideSheet, guide: template } = TEXTS[language()];
  const text = say().form;
  const rows: (readonly [look: GuideLook, topic: string, text?: string])[] = [
    ['wide', text.fill()],
    ['wide', text.rest()],
    ['wide', text.send()],
    ['heading', template.colours],
    ['open', text.open(), text.openMeaning()],
    ['known', text.known(), text.knownMeaning()],
    ['example', template.colour.example[0], text.exampleMeaning()],
    ['heading', template.hints],
    ...HINTS.map((at) => ['topic', ...template.hint[at]!] as const),
  ];
  return {
    name: guideSheet,
    columns: [
      { header: text.title({ name }), width: 30 },
      { header: '', width: 95 },
    ],
    rows: rows.map(([, topic, meaning]) => [topic, meaning ?? null]),
    guide: rows.map(([look]) => look),
  };
}

/** A column of a form: that of a field, or of cells of the source that belong to no field. */
interface FormColumn {
  /** The body path, or the letters. */
  readonly path: string;
  readonly template: TemplateColumn | undefined;
  readonly header: string;
}

function kindSheet(
  kind: KindSpec,
  rows: readonly FormRow[],
  lists: DropdownLists,
  { family, hashes }: FormContext,
): SheetData {
  const columns = columnsOf(kind, rows, family);
  const marks = new Map<string, CellMark>();
  const cells = rows.map((row, rowAt) => {
    const asked: Record<string, string> = {};
    const shown = columns.map(({ path }, at): WrittenCell => {
      const index = columnFor(path, row) ?? -1;
      const own = row.cells[index] ?? null;
      const cell = own ?? row.first[index] ?? null;
      const notes = notesOf(row, index);
      marks.set(`${rowAt + 1},${at}`, notes ? { look: 'open', note: notes.join('\n\n') } : { look: 'known' });
      if (notes) asked[path] = cellText(own);
      return shownCell(row, path, notes ? own : cell);
    });
    const { key, at, file, sheet, row: number } = row;
    const place = { at, file: basename(file), sheet, row: number };
    return [...shown, rowCell({ kind: kind.name, key, ...place, cells: asked })];
  });
  const header = headerCell({
    columns: Object.fromEntries(columns.map(({ header: text, path }) => [text, path])),
    files: Object.fromEntries([...hashes].map(([file, hash]) => [basename(file), hash])),
  });
  const example = columns.map(({ template }) =>
    template?.item === 1 ? exampleCell(kind, template, template.field.example, language()) : null,
  );
  return {
    name: sheetName(kind, language()),
    columns: [
      ...columns.map((column) => columnData(kind, column, lists, family)),
      { header, format: 'text', hidden: true },
    ],
    rows: [[...example, null], ...cells],
    exampleRows: 1,
    marks,
    frozenColumns: columns.filter(({ template }) => template && kind.key.includes(template.field.path))
      .length,
  };
}

const notesOf = ({ open }: FormRow, index: number): readonly string[] | undefined =>
  [...open].find(([letters]) => columnAt(letters) === index)?.[1];

/** The columns of the sheet of a kind: the key, then the others in the order of the source. */
function columnsOf(kind: KindSpec, rows: readonly FormRow[], family: FamilyName | undefined): FormColumn[] {
  const open = new Set<string>();
  const fields = new Map<string, Column>();
  for (const { columns, open: letters } of rows) {
    for (const column of columns) if (!fields.has(column.path)) fields.set(column.path, column);
    for (const one of letters.keys()) open.add(columns.find((column) => column.letters === one)?.path ?? one);
  }
  const groups = new Set([...open].flatMap((path) => groupOf(path) ?? []));
  const rank = ({ field }: Column) => (kind.key.includes(field.path) ? kind.key.indexOf(field.path) : 99);
  const shown = [...fields.values()]
    .filter(({ path, field }) => open.has(path) || isContext(kind, field) || groups.has(groupOf(path) ?? ''))
    .sort((one, other) => rank(one) - rank(other));
  const taken = new Map<string, number>();
  return [...shown, ...[...open].filter((path) => !fields.has(path))].map((column) => {
    const path = typeof column === 'string' ? column : column.path;
    const template =
      typeof column === 'string' ? undefined : templateColumn(column.field, itemIn(path), family);
    const text = template ? columnHeader(kind, template, language()) : say().form.column({ letters: path });
    const count = (taken.get(text) ?? 0) + 1;
    taken.set(text, count);
    return { path, template, header: count === 1 ? text : `${text} (${count})` };
  });
}

/** Whether a field says which record a row is. */
const isContext = (kind: KindSpec, { path, required }: Field): boolean =>
  kind.key.includes(path) ||
  path === 'name' ||
  (required === 'always' && !path.includes('.') && path !== 'projectType' && path !== kind.batchField);

/** The array item or object that has a path: `certifications.0`. */
const groupOf = (path: string): string | undefined => /^(.+)\.[^.]+$/.exec(path)?.[1];

/** A value of the source as a form shows it: errors and formulas without a result are blank, and other units are added. */
function shownCell({ columns, cells }: FormRow, path: string, cell: Cell): WrittenCell {
  const column = columns.find((one) => one.path === path);
  const unit = cell !== null && column && otherUnitOf(column, cells);
  if (unit && (typeof cell === 'number' || (typeof cell === 'string' && /\d$/.test(cell.trim()))))
    return `${cellText(cell)} ${unit}`;
  if (typeof cell !== 'object' || cell === null) return cell;
  if (cell.type === 'error' || cell.type === 'uncached') return null;
  return cell.type === 'padded' || cell.type === 'time' ? cell.text : cell;
}

function columnData(
  kind: KindSpec,
  { header, template }: FormColumn,
  lists: DropdownLists,
  family: FamilyName | undefined,
): ColumnData {
  const width = Math.min(WIDTHS.most, Math.max(WIDTHS.least, Math.ceil(header.length / 2) + 9));
  if (!template) return { header, width, format: 'text', headerStyle: 'group' };
  const { type } = template.field.value;
  const format = type === 'date' ? 'date' : type === 'number' ? undefined : 'text';
  const dropdown = lists.dropdownOf(template);
  return {
    ...{ header, width, note: headerNote(kind, template, family, language()) },
    headerStyle: template.required ? 'required' : 'optional',
    ...(format && { format }),
    ...(dropdown && { dropdown }),
  };
}
