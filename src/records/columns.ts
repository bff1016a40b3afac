import { flag } from '../advice.ts';
import { columnPath } from '../contract/field.ts';
import type { KindSpec } from '../contract/kind.ts';
import { cleanCell, cleanText, quoted } from '../recognise/text.ts';
import { areDatesMeant } from '../recognise/text-coercion.ts';
import { kindText, say } from '../say.ts';
import { type Cell, columnLetters, type Row } from '../sheets/cell.ts';
import { collide, columnText, headerPath, numberedPath, zeroBasedArrays } from './column-paths.ts';
import { type DateOrder, orderShown } from './date.ts';
import { ColumnForms, extraColumn, isReadOnly } from './extra-columns.ts';
import { headerList } from './header-list.ts';
import { isHarmlessRemark } from './header-remark.ts';
import { headerDateOrder, headerKey, headersOf, type Meaning } from './headers.ts';
import { noteMissing } from './missing-fields.ts';
import { decimalShown, type NumberMark } from './number.ts';
import type {
  Column,
  Fill,
  MappedFormat,
  MappedHeaders,
  ReadOptions,
  SheetMap,
  UnmappedColumn,
  UsedColumn,
} from './record.ts';
import type { HeaderNote } from './sheet-finding.ts';

/** The format of the values of a column, from flags, its header and its first values. */
interface ColumnFormat {
  readonly decimal?: NumberMark;
  readonly dateOrder?: DateOrder;
  /** Ambiguous cells are read like the other cells, else in the most common way, and reported for a person to check. */
  readonly guessed?: true;
  readonly datesMeant?: true;
}

/** Number of dates that must show the order of day and month before it is certain for the column. */
const SURE_DATES = 2;

/**
 * Returns the format of a column: the one that a flag sets, else the one in the header, else the one that all
 * unambiguous values agree on.
 */
function inferColumnFormat(
  { field, remarks = [] }: Meaning,
  index: number,
  rows: readonly Row[],
  options: ReadOptions,
): ColumnFormat {
  if (field.value.type === 'number') {
    if (options.decimal !== undefined) return { decimal: options.decimal };
    const vote = commonForm(index, rows, decimalShown);
    return vote === undefined ? {} : { decimal: vote.found, guessed: true };
  }
  if (field.value.type === 'date') {
    if (options.dateOrder !== undefined) return { dateOrder: options.dateOrder };
    const stated = remarks
      .map(headerDateOrder)
      .find((order) => order !== undefined && order !== 'year-first');
    if (stated === 'day-first' || stated === 'month-first') return { dateOrder: stated };
    const vote = commonForm(index, rows, orderShown);
    if (vote === undefined) return { guessed: true };
    return { dateOrder: vote.found, ...(vote.times < SURE_DATES && { guessed: true as const }) };
  }
  if (field.value.type === 'reference' && areDatesMeant(textsIn(index, rows))) return { datesMeant: true };
  return {};
}

/** Yields the texts of a column. Lists are split into their values. */
function* textsIn(index: number, rows: readonly Row[]): Iterable<string> {
  for (const { cells } of rows) {
    const cell = cells[index];
    if (typeof cell === 'string') for (const piece of cell.split(/[;|,\n\r]/)) yield cleanText(piece);
  }
}

/**
 * Gives date columns of unknown order the order of the other date columns of the sheet, if those are certain and
 * agree.
 */
function withSheetOrder(columns: readonly Column[]): Column[] {
  const sure = columns.filter(({ dateOrder, guessed }) => dateOrder !== undefined && !guessed);
  const orders = new Set(sure.map(({ dateOrder }) => dateOrder));
  const [order] = orders;
  if (order === undefined || orders.size > 1) return [...columns];
  return columns.map((column) => {
    const { guessed, ...known } = column;
    const isOpen = guessed && column.field.value.type === 'date' && (column.dateOrder ?? order) === order;
    return isOpen ? { ...known, dateOrder: order } : column;
  });
}

function commonForm<T>(
  index: number,
  rows: readonly Row[],
  shown: (text: string) => T | undefined,
): { found: T; times: number } | undefined {
  let found: T | undefined;
  let times = 0;
  for (const { cells } of rows) {
    const cell: Cell | undefined = cells[index];
    if (typeof cell !== 'string') continue;
    const value = shown(cleanText(cell));
    if (value === undefined) continue;
    if (found !== undefined && found !== value) return undefined;
    found = value;
    times++;
  }
  return found === undefined ? undefined : { found, times };
}

/**
 * Returns the fields that a map file fills. Reports fields that the sheet does not allow, and columns that the
 * sheet does not have.
 */
function fillsOf(headers: MappedHeaders, columns: readonly Column[], note: HeaderNote): readonly Fill[] {
  for (const { name: value, target, problem, line: suggestion } of headers.absent()) {
    const message = say().headers.mapColumn({ column: quoted(value), field: target, problem });
    note('map-column', message, { value, suggestion });
  }
  const fills = headers.fills(columns, (field, problem, suggestion) =>
    note('map-fill', say().headers.mapFill({ field: headerPath(field), problem }), { field, suggestion }),
  );
  return fills.filter(({ field, path }) => {
    const double = columns.find((column) => collide(column, { field, path }));
    if (double) {
      const { index, header: value } = double;
      const message = say().headers.mapDuplicate({ column: columnText(double), field: headerPath(path) });
      const suggestion = headers.ignoreLine(index);
      note('header-duplicate', message, { index, value, field: path, suggestion });
    }
    return !double;
  });
}

/** Maximum number of columns with a hint: a sheet with thousands of unknown columns is hardly an input for trace. */
const MOST_HINTS = 200;

/** The columns of a sheet, as its header row defines them. */
type MappedColumns = Required<Pick<SheetMap, 'columns' | 'unmapped' | 'used' | 'elsewhere' | 'width'>> &
  Pick<SheetMap, 'fills' | 'labels' | 'layout'>;

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
  const elsewhere: number[] = [];
  const { mapping } = options;
  const headers = mapping?.headers(headerRow, options.beside);
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
    if (meaning === 'elsewhere') elsewhere.push(index);
    else if (meaning === 'key') used.push({ index, letters: columnLetters(index), header });
    else if (header !== '' && options.ignore?.names.has(headerKey(header))) addUnmapped(index, 'name');
    else if (/^trace_/i.test(header)) addUnmapped(index, 'trace');
    else if (meaning === 'ignore') addUnmapped(index, 'map');
    else if (meaning === 'unclear') noteUnclear(headers!, index, header, note);
    else if (meaning) found.push({ index, meaning });
    else unknown.push(index);
  }

  const labels = headers?.labels ?? [];
  for (const [at, { meaning }] of labels.entries()) found.push({ index: width + at, meaning });
  const headerAt = (index: number) => labels[index - width]?.header ?? cleanCell(headerRow.cells[index]);
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
    const shown = { header: quoted(header) };
    const message = near === undefined ? notShown(shown) : notShownNear({ ...shown, near });
    const suggestion = near === undefined ? {} : { suggestion: near };
    note('header-not-shown', message, { index, value: header, field: column.path, ...suggestion });
  }

  const zeroBased = zeroBasedArrays(found);
  const columns: Column[] = [];
  for (const { index, meaning } of found) {
    const header = headerAt(index);
    const { decimal, dateOrder, ...format } = headers?.format(index, meaning) ?? {};
    const isTyped = meaning.field.value.type === 'number' || meaning.field.value.type === 'date';
    const column: Column = {
      index,
      letters: index < width ? columnLetters(index) : '',
      header,
      field: meaning.field,
      path: numberedPath(meaning, zeroBased),
      ...inferColumnFormat(meaning, index, mapping && isTyped ? [] : below, {
        ...options,
        ...(options.decimal === undefined && decimal && { decimal }),
        ...(options.dateOrder === undefined && dateOrder && { dateOrder }),
      }),
      ...(options.date1904 && meaning.field.value.type === 'date' && { date1904: options.date1904 }),
      ...(hasUnit(format) ? {} : remarkOf(meaning)),
      ...format,
    };
    const about = { index, value: header, field: column.path };
    const field = headerPath(column.path);
    // Number columns report the remark in each cell instead, because it may be a unit or a multiplier.
    if (column.remark !== undefined && meaning.field.value.type !== 'number') {
      const { remark, remarkAdvice } = say().headers;
      const message = remark({ remark: quoted(column.remark), header: quoted(header), field });
      const skip = flag('--ignore-columns', headerList([header]));
      note('header-remark', message, { ...about, suggestion: remarkAdvice({ skip }) });
    }
    const double = columns.find((other) => collide(other, column));
    if (double) {
      const both = { one: columnText(double), other: columnText(column) };
      const [first, second] = numberedHeaders(kind, double, column);
      note('header-duplicate', say().headers.duplicate({ ...both, field }), {
        ...about,
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
  const own = columns.filter(({ index }) => index < width);
  const layout = headers?.layout(own, (name, problem, suggestion) =>
    note('map-layout', say().headers.mapLayout({ column: quoted(name), problem }), { suggestion }),
  );
  noteMissing(kind, [...columns, ...fills], unmapped, note, mapping);
  return {
    columns: mapping ? own : withSheetOrder(own),
    ...(labels.length > 0 && { labels: columns.filter(({ index }) => index >= width) }),
    ...(fills.length > 0 && { fills }),
    ...(layout && { layout }),
    unmapped: unmapped.sort((one, two) => one.index - two.index),
    used,
    elsewhere,
    width,
  };
}

/** Reports a column whose header is the name of a field in several tables of the sheet. */
function noteUnclear(headers: MappedHeaders, index: number, header: string, note: HeaderNote): void {
  const kinds = [...new Set(headers.kindsWith(index))].toSorted().map((kind) => kindText(kind));
  const message = say().headers.ofSeveralTables({ header: quoted(header), kinds: kinds.join(', ') });
  note('header-duplicate', message, {
    index,
    value: header,
    suggestion: say().headers.ofSeveralTablesAdvice(),
  });
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

const hasUnit = ({ mapping }: MappedFormat): boolean =>
  mapping?.unit !== undefined || mapping?.unitColumn !== undefined;

/** The remarks of a header that may change the meaning of the values below it. */
function remarkOf({ field, remarks = [] }: Meaning): { readonly remark?: string } {
  const remark = remarks.filter((one) => !isHarmlessRemark(one, field.value)).join(', ');
  return remark === '' ? {} : { remark };
}

/** Adds extra columns, except those that conflict with another column of the same name. */
function addExtra(columns: Column[], extra: readonly Column[], note: HeaderNote): void {
  const forms = new ColumnForms();
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
