import { DEFAULT_LANGUAGE, type Language } from '../../language/languages.ts';
import type {
  ColumnData,
  Dropdown,
  SheetData,
  WorkbookData,
  WrittenCell,
} from '../../sheets/workbook-data.ts';
import { serialOfIso } from '../../sheets/xlsx/date-serial.ts';
import { type FamilyName, projectTypeOf } from '../family.ts';
import type { InterfaceName, KindSpec } from '../kind.ts';
import { exampleMark, exampleText } from '../labels.ts';
import { knownValues } from '../list.ts';
import { hasManyValues, isWithin, outlineOf, type TemplateColumn, templateColumns } from './columns.ts';
import { countryLabel } from './countries.ts';
import { type Example, exampleRows } from './example-rows.ts';
import { guideSheet } from './guide.ts';
import { DropdownLists, LAST_KEY_ROW } from './lists.ts';
import { columnHeader, sheetName } from './names.ts';
import { headerNote } from './note.ts';
import { TEXTS } from './text.ts';

/** Width of columns in characters. */
const LEAST_WIDTH = 14;
const MOST_WIDTH = 44;

/** Options of a template. `family`: columns that it requires are marked. `language`: that of the texts, default English. */
export interface TemplateOptions {
  readonly family?: FamilyName | undefined;
  readonly language?: Language;
}

interface Template {
  readonly kinds: readonly KindSpec[];
  readonly family: FamilyName | undefined;
  readonly language: Language;
  readonly lists: DropdownLists;
}

/**
 * A blank workbook with a guide, and a sheet for each kind: labels with notes, dropdowns from a hidden sheet, and
 * example rows that refer to each other and are never imported. Required columns are marked.
 */
export function templateWorkbook(
  interfaceName: InterfaceName,
  kinds: readonly KindSpec[],
  { family, language = DEFAULT_LANGUAGE }: TemplateOptions = {},
): WorkbookData {
  const lists = new DropdownLists(language, family);
  const sheets = kinds.map((kind) => kindSheet(kind, { kinds, family, language, lists }));
  const title = `trace ${interfaceName} – ${kinds.map((kind) => sheetName(kind, language)).join(', ')}`;
  return { title, sheets: [guideSheet(kinds, family, language), ...sheets, lists.sheet()] };
}

function kindSheet(kind: KindSpec, template: Template): SheetData {
  const { family, language, lists } = template;
  const columns = templateColumns(kind, family);
  const common: Example = family ? { projectType: projectTypeOf(family, {}) ?? family } : {};
  const rows = exampleRows(kind, columns)
    .map((row): Example => ({ ...row, ...common }))
    .map((row) => columns.map((column) => exampleCell(kind, column, row[column.header], language)));
  return {
    name: sheetName(kind, language),
    columns: columns.map((column, at) =>
      columnData(kind, column, {
        dropdown: lists.dropdownOf(column) ?? namedKeys(kind, column, template),
        examples: rows.map((row) => row[at]!),
        template,
      }),
    ),
    rows,
    exampleRows: rows.length,
    frozenColumns: kind.key.length,
  };
}

/** An example as a person who uses the template writes it. */
export function exampleCell(
  kind: KindSpec,
  { field }: TemplateColumn,
  value: Example[string],
  language: Language,
): WrittenCell {
  if (value === undefined) return null;
  if (field.path === kind.key[0]) return `${exampleMark(language)} ${value}`;
  const { type } = field.value;
  if (type === 'country') return countryLabel(String(value), language);
  if (type === 'boolean' || type === 'flag') {
    const { yes, no } = TEXTS[language];
    return value === true || value === 'yes' ? yes : no;
  }
  if (typeof value !== 'string') return value;
  if (type === 'text') return exampleText(value, language);
  if (type !== 'date') return value;
  return { type: 'date', serial: serialOfIso(value, false)!, iso: value };
}

/** A dropdown of the keys in another sheet of the workbook, without its example rows, for a column that refers to them. */
function namedKeys(
  kind: KindSpec,
  { field }: TemplateColumn,
  { kinds, family, language }: Template,
): Dropdown | undefined {
  if (hasManyValues(field)) return undefined;
  const reference = kind.references.find(({ fields }) => fields[0] === field.path);
  const target = kinds.find((candidate) => candidate.name === reference?.to);
  if (!target) return undefined;
  const columns = templateColumns(target, family);
  return {
    sheet: sheetName(target, language),
    column: columns.findIndex((column) => column.field.path === target.key[0]),
    firstRow: 2 + exampleRows(target, columns).length,
    lastRow: LAST_KEY_ROW,
    others: 'accept',
  };
}

function columnData(
  kind: KindSpec,
  column: TemplateColumn,
  {
    dropdown,
    examples,
    template: { family, language },
  }: { dropdown: Dropdown | undefined; examples: readonly WrittenCell[]; template: Template },
): ColumnData {
  const { type } = column.field.value;
  const format = type === 'date' ? 'date' : type === 'number' ? undefined : 'text';
  const header = columnHeader(kind, column, language);
  const outline = outlineOf(kind, column);
  return {
    header,
    width: widthOf(column, header, examples),
    note: headerNote(kind, column, family, language),
    ...(format ? { format } : {}),
    headerStyle: column.required ? 'required' : isWithin(column) ? 'group' : 'optional',
    ...(outline ? { outline } : {}),
    ...(dropdown ? { dropdown } : {}),
  };
}

/** The width of a column: its header has two lines, and a dropdown is as wide as its column. */
function widthOf(
  { field: { value } }: TemplateColumn,
  header: string,
  examples: readonly WrittenCell[],
): number {
  const values = value.type === 'choice' ? knownValues(value.list) : [];
  const texts = [...values, ...examples.map((cell) => (typeof cell === 'object' ? '' : String(cell)))];
  const word = Math.max(
    ...header
      .replace(' *', '**')
      .split(' ')
      .map(({ length }) => length),
  );
  const longest = Math.max(
    ...texts.map(({ length }) => length + 2),
    word + 5,
    Math.ceil(header.length / 2) + 7,
  );
  return Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, longest));
}
