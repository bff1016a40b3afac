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
import { knownValues } from '../list.ts';
import { isMany, type TemplateColumn, templateColumns } from './columns.ts';
import { type Example, exampleRows } from './example-rows.ts';
import { DropdownLists, keysOf } from './lists.ts';
import { headerNote } from './note.ts';

/**
 * A blank workbook with a sheet for each kind: column names with notes, dropdowns from a hidden sheet, and example rows
 * that refer to each other. Required columns are marked: with a family, the columns that it requires. `place`: flags to
 * repeat in commands, which select the environment with the contract.
 */
export function templateWorkbook(
  interfaceName: InterfaceName,
  kinds: readonly KindSpec[],
  family?: FamilyName,
  place: readonly string[] = [],
): WorkbookData {
  const where = [...(interfaceName === 'v2' ? [] : ['--interface', interfaceName]), ...place];
  const lists = new DropdownLists(where);
  const sheets = kinds.map((kind) => kindSheet(kind, kinds, lists, family));
  const title = `trace ${interfaceName}: ${kinds.map((kind) => kind.plural).join(', ')}`;
  return { title, sheets: [...sheets, lists.sheet()] };
}

/** The name of a kind's sheet in a template. */
export const sheetName = ({ plural }: KindSpec): string =>
  plural[0]!.toUpperCase() + plural.slice(1).replaceAll('-', ' ');

function kindSheet(
  kind: KindSpec,
  kinds: readonly KindSpec[],
  lists: DropdownLists,
  family: FamilyName | undefined,
): SheetData {
  const columns = templateColumns(kind, family);
  const dropdown = columns.map(
    (column) => lists.dropdownOf(column) ?? namedKeys(kind, column, kinds, family),
  );
  const common: Example = family ? { projectType: projectTypeOf(family, {}) ?? family } : {};
  const rows = exampleRows(kind, columns).map((row): Example => ({ ...row, ...common }));
  return {
    name: sheetName(kind),
    columns: columns.map((column, at) =>
      columnData(column, at, {
        dropdown: dropdown[at],
        examples: rows.map((row) => row[column.header]),
        family,
        where: lists.where,
      }),
    ),
    rows: rows.map((row) => columns.map((column) => exampleCell(column, row[column.header]))),
    exampleRows: rows.length,
  };
}

function exampleCell({ field }: TemplateColumn, value: string | number | boolean | undefined): WrittenCell {
  if (value === undefined) return null;
  if (field.value.type !== 'date' || typeof value !== 'string') return value;
  return { type: 'date', serial: serialOfIso(value, false)!, iso: value };
}

/** A dropdown of the keys in another sheet of the workbook, for a column that refers to them. */
function namedKeys(
  kind: KindSpec,
  { field }: TemplateColumn,
  kinds: readonly KindSpec[],
  family: FamilyName | undefined,
): Dropdown | undefined {
  if (isMany(field)) return undefined;
  const reference = kind.references.find(({ fields }) => fields[0] === field.path);
  const target = kinds.find((candidate) => candidate.name === reference?.to);
  return target && keysOf(sheetName(target), target, templateColumns(target, family));
}

function columnData(
  column: TemplateColumn,
  at: number,
  {
    dropdown,
    examples,
    family,
    where,
  }: {
    dropdown: Dropdown | undefined;
    examples: Example[string][];
    family: FamilyName | undefined;
    where: readonly string[];
  },
): ColumnData {
  const { type } = column.field.value;
  const format = type === 'date' ? 'date' : type === 'number' ? undefined : 'text';
  const note = headerNote(column, family, where);
  const longest = Math.max(...examples.map((example) => String(example ?? '').length + 2), listWidth(column));
  return {
    header: column.header,
    width: Math.min(44, Math.max(14, column.header.length + 4, longest)),
    note: at === 0 ? `Delete the grey example rows before the import.\n\n${note}` : note,
    ...(format ? { format } : {}),
    headerStyle: column.required ? 'required' : 'optional',
    ...(dropdown ? { dropdown } : {}),
  };
}

/** The width that the values of a list need: a dropdown is as wide as its column. */
function listWidth({ field: { value } }: TemplateColumn): number {
  return value.type === 'choice' ? Math.max(...knownValues(value.list).map(({ length }) => length)) : 0;
}
