import { flag } from '../advice.ts';
import { columnPath } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { cleanCell, quoted } from '../recognise/text.ts';
import { say } from '../say.ts';
import { columnLetters, type Row } from '../sheets/cell.ts';
import { inferColumnFormat, withSheetOrder } from './column-format.ts';
import { collide, columnText, headerPath, numberedPath, zeroBasedArrays } from './column-paths.ts';
import { extraColumn, Forms, isReadOnly } from './extra-columns.ts';
import { headerList } from './header-list.ts';
import type { HeaderNote } from './header-note.ts';
import { isHarmlessRemark } from './header-remark.ts';
import { headerKey, headersOf, type Meaning } from './headers.ts';
import { fillsOf } from './mapped-columns.ts';
import { noteMissing } from './missing-fields.ts';
import type {
  Column,
  Fill,
  Layout,
  MappedFormat,
  ReadOptions,
  UnmappedColumn,
  UsedColumn,
} from './record.ts';

/** Maximum number of columns with a hint: a sheet with thousands of unknown columns is not meant for trace. */
const MOST_HINTS = 200;

/** The columns of a sheet, as its header row defines them. */
export interface MappedColumns {
  readonly columns: Column[];
  readonly unmapped: UnmappedColumn[];
  readonly used: UsedColumn[];
  readonly width: number;
  readonly fills?: readonly Fill[];
  readonly layout?: Layout;
}

/**
 * Maps the header row to the columns that fill a body. Also lists the other columns: unknown, without a header, or
 * ignored. A column that repeats another one is dropped with a finding. For open bodies, unknown columns are sent,
 * with a notice, if the user requests them.
 */
export function mapColumns(
  kind: KindSpec,
  headerRow: Row,
  below: readonly Row[],
  options: ReadOptions,
  note: HeaderNote,
): MappedColumns {
  // A blank cell at the end of the header row is a column without a header. Values to the right of the header row are
  // handled separately.
  const width = headerRow.cells.length;
  const found: { index: number; meaning: Meaning }[] = [];
  const unknown: number[] = [];
  const unmapped: UnmappedColumn[] = [];
  const used: UsedColumn[] = [];
  const { mapping } = options;
  const headers = mapping?.headers(headerRow);
  const addUnmapped = (index: number, ignored: UnmappedColumn['ignored'], near?: string) => {
    const header = cleanCell(headerRow.cells[index]);
    const line = ignored === null && headers ? { line: headers.headerLine(index) } : {};
    unmapped.push({
      index,
      letters: columnLetters(index),
      header,
      ignored,
      ...(near ? { near } : {}),
      ...line,
    });
  };
  for (let index = 0; index < width; index++) {
    const header = cleanCell(headerRow.cells[index]);
    const meaning = headers
      ? headers.meaning(index)
      : header === ''
        ? undefined
        : headersOf(kind).meaning(header);
    if (meaning === 'key') used.push({ index, letters: columnLetters(index), header });
    else if (header !== '' && options.ignore?.names.has(headerKey(header))) addUnmapped(index, 'name');
    else if (/^trace_/i.test(header)) addUnmapped(index, 'trace');
    else if (meaning === 'ignore') addUnmapped(index, 'map');
    else if (meaning) found.push({ index, meaning });
    else unknown.push(index);
  }

  const taken = new Set(found.map(({ meaning }) => meaning.field));
  const extra: Column[] = [];
  for (const [at, index] of unknown.entries()) {
    const header = cleanCell(headerRow.cells[index]);
    const column =
      kind.openBody && options.extra?.has(headerKey(header))
        ? extraColumn(headerRow.cells[index], index)
        : undefined;
    if (!column && kind.openBody && isReadOnly(header)) {
      addUnmapped(index, 'read-only');
      continue;
    }
    const near = header === '' || at >= MOST_HINTS ? undefined : headersOf(kind).nearest(header, taken);
    if (!column) {
      addUnmapped(index, options.ignore?.unknown ? 'unknown' : null, near);
      continue;
    }
    extra.push(column);
    const { notShown, notShownNear } = say().headers;
    note(
      'header-not-shown',
      near === undefined
        ? notShown({ header: quoted(header) })
        : notShownNear({ header: quoted(header), near }),
      {
        index,
        value: header,
        field: column.path,
        ...(near === undefined ? {} : { suggestion: near }),
      },
    );
  }

  const zeroBased = zeroBasedArrays(found);
  const columns: Column[] = [];
  for (const { index, meaning } of found) {
    const header = cleanCell(headerRow.cells[index]);
    const { decimal, dateOrder, ...mapped } = headers?.format(index, meaning) ?? {};
    const isVoted = meaning.field.value.type === 'number' || meaning.field.value.type === 'date';
    const column: Column = {
      index,
      letters: columnLetters(index),
      header,
      field: meaning.field,
      path: numberedPath(meaning, zeroBased),
      ...inferColumnFormat(meaning, index, mapping && isVoted ? [] : below, {
        ...options,
        ...(options.decimal === undefined && decimal && { decimal }),
        ...(options.dateOrder === undefined && dateOrder && { dateOrder }),
      }),
      ...(options.date1904 && meaning.field.value.type === 'date' && { date1904: options.date1904 }),
      ...(hasUnit(mapped) ? {} : remarkOf(meaning)),
      ...mapped,
    };
    // Number columns report the remark in each cell instead, because it may be a unit or a multiplier.
    if (column.remark !== undefined && meaning.field.value.type !== 'number')
      note(
        'header-remark',
        say().headers.remark({
          remark: quoted(column.remark),
          header: quoted(column.header),
          field: headerPath(column.path),
        }),
        {
          index,
          value: column.header,
          field: column.path,
          suggestion: say().headers.remarkAdvice({
            skip: flag('--ignore-columns', headerList([column.header])),
          }),
        },
      );
    const double = columns.find((other) => collide(other, column));
    if (double) {
      const both = { one: columnText(double), other: columnText(column) };
      const [first, second] = numberedHeaders(kind, double, column);
      note('header-duplicate', say().headers.duplicate({ ...both, field: headerPath(column.path) }), {
        index,
        value: column.header,
        field: column.path,
        suggestion: headers
          ? say().headers.duplicateMapAdvice({ line: headers.ignoreLine(index) })
          : first === second || double.field !== column.field
            ? say().headers.renameOne()
            : say().headers.numberThem({ first: first!, second: second! }),
      });
    } else columns.push(column);
  }
  if (extra.length > 0) addExtra(columns, extra, note);
  const fills = headers ? fillsOf(headers, columns, note) : [];
  const layout = headers?.layout(columns, (name, problem, suggestion) =>
    note('map-layout', say().headers.mapLayout({ column: quoted(name), problem }), { suggestion }),
  );
  noteMissing(kind, [...columns, ...fills], unmapped, note, mapping);
  return {
    columns: mapping ? columns : withSheetOrder(columns),
    ...(fills.length > 0 && { fills }),
    ...(layout && { layout }),
    unmapped: unmapped.sort((one, two) => one.index - two.index),
    used,
    width,
  };
}

/** The headers of two columns of a list with the numbers of items, or the paths if a number would change their meaning. */
function numberedHeaders(kind: KindSpec, ...columns: readonly Column[]): string[] {
  const named = columns.map(({ header }, at) => `${header} ${at + 1}`);
  const areClear = named.every((name, at) => {
    const meaning = headersOf(kind).meaning(name);
    return meaning?.field === columns[at]!.field && meaning.numbers[0] === at + 1;
  });
  return areClear ? named.map(quoted) : columns.map(({ field }, at) => columnPath(field.path, at + 1));
}

const hasUnit = ({ mapped }: MappedFormat): boolean =>
  mapped?.unit !== undefined || mapped?.unitColumn !== undefined;

/** The remarks of a header that may change its values. */
function remarkOf({ field, remarks = [] }: Meaning): { readonly remark?: string } {
  const remark = remarks.filter((one) => !isHarmlessRemark(one, field.value)).join(', ');
  return remark === '' ? {} : { remark };
}

/** Adds extra columns, except those that conflict with another column of the same name. */
function addExtra(columns: Column[], extra: readonly Column[], note: HeaderNote): void {
  const forms = new Forms();
  for (const column of columns) forms.conflict(column);
  for (const column of extra) {
    const other = columns.find(({ path }) => path === column.path) ?? forms.conflict(column);
    if (!other) {
      columns.push(column);
      continue;
    }
    const both = { one: columnText(other), other: columnText(column) };
    note('header-conflict', say().headers.conflict(both), {
      index: column.index,
      value: column.header,
      field: column.path,
      suggestion: say().headers.renameOne(),
    });
  }
  columns.sort((one, two) => one.index - two.index);
}
