import { flag } from '../../advice.ts';
import { columnPath, type Field, pathSteps } from '../../contract/field.ts';
import type { KindSpec } from '../../contract/kind.ts';
import type { FindingCode } from '../../findings/catalogue.ts';
import { type Cell, columnLetters, type Row } from '../../sheets/cell.ts';
import { inferColumnFormat, withSheetOrder } from './column-format.ts';
import { isFilledBy } from './composition-column.ts';
import { extraColumn, Forms, isReadOnly } from './extra-columns.ts';
import { headerList } from './header-list.ts';
import { isHarmlessRemark } from './header-remark.ts';
import { HINT_LEAD } from './header-similarity.ts';
import { type HeaderIndex, headerKey, headersOf, type Meaning } from './headers.ts';
import type { Column, Fill, ReadOptions, SheetMapping, UnmappedColumn } from './record.ts';
import { cellText, cleanText, quoted } from './text.ts';

/** Reports a problem with a header. Without an index, the problem concerns the whole header row. */
export type HeaderNote = (
  code: FindingCode,
  message: string,
  about: { index?: number; value?: string; field?: string; suggestion?: string },
) => void;

/** Maximum number of columns with a hint: a sheet with thousands of unknown columns is not meant for trace. */
const MOST_HINTS = 200;

/** The columns of a sheet, as its header row defines them. */
export interface MappedColumns {
  readonly columns: Column[];
  readonly unmapped: UnmappedColumn[];
  readonly width: number;
  readonly fills?: readonly Fill[];
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
  const { mapping } = options;
  const addUnmapped = (index: number, ignored: UnmappedColumn['ignored'], near?: string) => {
    const header = headerText(headerRow.cells[index]);
    const line = ignored === null && mapping ? { line: mapping.headerLine(header) } : {};
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
    const header = headerText(headerRow.cells[index]);
    const meaning = mapping
      ? mapping.meaning(header)
      : header === ''
        ? undefined
        : headersOf(kind).meaning(header);
    if (meaning === 'key') continue;
    if (header !== '' && options.ignore?.names.has(headerKey(header))) addUnmapped(index, 'name');
    else if (/^trace_/i.test(header)) addUnmapped(index, 'trace');
    else if (meaning === 'ignore') addUnmapped(index, 'map');
    else if (meaning) found.push({ index, meaning });
    else unknown.push(index);
  }

  const taken = new Set(found.map(({ meaning }) => meaning.field));
  const extra: Column[] = [];
  for (const [at, index] of unknown.entries()) {
    const header = headerText(headerRow.cells[index]);
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
    const hint = near === undefined ? '' : `; the most likely field is ${near}`;
    note(
      'header-not-shown',
      `the interface does not document ${quoted(header)}; it is sent unchanged, as requested${hint}`,
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
    const header = headerText(headerRow.cells[index]);
    const mapped = mapping?.column(header, meaning.field) ?? {};
    const isVoted = meaning.field.value.type === 'number' || meaning.field.value.type === 'date';
    const column: Column = {
      index,
      letters: columnLetters(index),
      header,
      field: meaning.field,
      path: numberedPath(meaning, zeroBased),
      ...inferColumnFormat(meaning, index, mapping && isVoted ? [] : below, options),
      ...(options.date1904 && meaning.field.value.type === 'date' && { date1904: options.date1904 }),
      ...(mapped.mapped?.unit === undefined && remarkOf(meaning)),
      ...mapped,
    };
    // Number columns report the remark in each cell instead, because it may be a unit or a multiplier.
    if (column.remark !== undefined && meaning.field.value.type !== 'number')
      note(
        'header-remark',
        `${quoted(column.remark)} in the header ${quoted(column.header)} is not understood; the column is sent as ${headerPath(column.path)}`,
        {
          index,
          value: column.header,
          field: column.path,
          suggestion: `if it means something else, skip the column: ${flag('--ignore-columns', headerList([column.header]))}`,
        },
      );
    const double = columns.find((other) => collide(other, column));
    if (double) {
      const both = `${double.letters} (${quoted(double.header)}) and ${column.letters} (${quoted(column.header)})`;
      const [first, second] = [1, 2].map((number) => columnPath(meaning.field.path, number));
      note('header-duplicate', `columns ${both} both map to ${headerPath(column.path)}`, {
        index,
        value: column.header,
        field: column.path,
        suggestion: mapping
          ? `${mapping.ignoreLine(column.header)}, or number their fields`
          : first === second || double.field !== column.field
            ? 'rename or remove one of them'
            : `number them: ${first}, ${second}`,
      });
    } else columns.push(column);
  }
  if (extra.length > 0) addExtra(columns, extra, note);
  const fills = mapping ? fillsOf(mapping, headerRow, columns, note) : [];
  noteMissing(kind, [...columns, ...fills], unmapped, note, mapping);
  return {
    columns: mapping ? columns : withSheetOrder(columns),
    ...(fills.length > 0 && { fills }),
    unmapped: unmapped.sort((one, two) => one.index - two.index),
    width,
  };
}

/**
 * Returns the fields that a map file fills. Reports fields that the sheet does not allow, and columns that the
 * sheet does not have.
 */
function fillsOf(
  mapping: SheetMapping,
  { cells }: Row,
  columns: readonly Column[],
  note: HeaderNote,
): readonly Fill[] {
  const headers = cells.map(headerText);
  for (const { header, target } of mapping.absent(headers))
    note(
      'map-column',
      `the map file expects a column ${quoted(header)} (${target}), but the sheet has none`,
      {
        value: header,
      },
    );
  const fills = mapping.fills(columns, headers, ({ path }, problem, suggestion) =>
    note('map-fill', `the map file fills ${headerPath(path)}, but ${problem}`, {
      field: path,
      ...(suggestion === undefined ? {} : { suggestion }),
    }),
  );
  return fills.filter((fill) => {
    const double = columns.find((column) => collide(column, fill));
    if (double)
      note(
        'header-duplicate',
        `column ${double.letters} (${quoted(double.header)}) and the map file both fill ${headerPath(fill.path)}`,
        {
          index: double.index,
          value: double.header,
          field: fill.path,
          suggestion: mapping.ignoreLine(double.header),
        },
      );
    return !double;
  });
}

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
    const both = `${other.letters} (${quoted(other.header)}) and ${column.letters} (${quoted(column.header)})`;
    note('header-conflict', `columns ${both} write the same field with different types, or twice`, {
      index: column.index,
      value: column.header,
      field: column.path,
      suggestion: 'rename or remove one of them',
    });
  }
  columns.sort((one, two) => one.index - two.index);
}

const headerText = (cell: Cell | undefined): string => (cell == null ? '' : cleanText(cellText(cell)));

function noteMissing(
  kind: KindSpec,
  columns: readonly Pick<Column, 'field'>[],
  unmapped: readonly UnmappedColumn[],
  note: HeaderNote,
  mapping: SheetMapping | undefined,
): void {
  const given = new Set(columns.map((column) => column.field));
  const missing = kind.fields.filter(
    (field) =>
      field.required === 'always' &&
      !isFilledBy(field, given) &&
      // The flags --family and --batch can set these fields.
      field.path !== 'projectType' &&
      field.path !== kind.batchField,
  );
  if (missing.length === 0) return;
  const named = unmapped
    .filter(({ header, ignored }) => header !== '' && (ignored === null || ignored === 'unknown'))
    .slice(0, MOST_HINTS)
    .map((column) => ({ column, likely: headersOf(kind).likely(column.header, given) }));
  for (const field of missing) {
    const path = columnPath(field.path);
    const column = likeliestColumn(field, named);
    const names = [...new Set([path, ...field.names.slice(0, 1)])].join(' or ');
    const hint =
      column === undefined ? '' : `; column ${column.letters} (${quoted(column.header)}) is the most likely`;
    note('header-missing', `every ${kind.name} needs ${path}, but no column has it${hint}`, {
      field: zeroPath(field),
      suggestion: mapping
        ? mapping.fieldLine(path)
        : column === undefined
          ? names
          : `rename column ${column.letters} to ${path}`,
    });
  }
}

/**
 * The unmapped column whose header is most similar to a field. A column that is clearly more similar to another
 * field is not considered.
 */
function likeliestColumn(
  field: Field,
  named: readonly { readonly column: UnmappedColumn; readonly likely: ReturnType<HeaderIndex['likely']> }[],
): UnmappedColumn | undefined {
  let best: { column: UnmappedColumn; confidence: number } | undefined;
  for (const { column, likely } of named) {
    const confidence = likely.find((one) => one.field === field)?.confidence ?? 0;
    if (confidence === 0 || likely[0]!.confidence - confidence >= HINT_LEAD) continue;
    if (!best || confidence > best.confidence) best = { column, confidence };
  }
  return best?.column;
}

/** Whether two columns fill the same value, or one fills a part of the value of the other. */
function collide(one: Pick<Column, 'field' | 'path'>, other: Pick<Column, 'field' | 'path'>): boolean {
  if (one.path === other.path) return true;
  // A list may be spread over columns: one column with the whole list, others with single items.
  if (one.field === other.field && one.field.value.type !== 'open') return false;
  return one.path.startsWith(`${other.path}.`) || other.path.startsWith(`${one.path}.`);
}

/** The arrays whose items the headers number from 0, like exports of JSON. */
function zeroBasedArrays(found: readonly { meaning: Meaning }[]): ReadonlySet<string> {
  const zero = new Set<string>();
  for (const { meaning } of found) {
    arrayPrefixes(meaning.field).forEach((prefix, at) => {
      if (meaning.numbers[at] === 0) zero.add(prefix);
    });
  }
  return zero;
}

/**
 * The path of each array in a field: `composition[]` and `composition[].certifications[]` for the field
 * `composition[].certifications[]`.
 */
function arrayPrefixes(field: Field): string[] {
  const steps = field.path.split('.');
  return steps.flatMap((step, at) => (step.endsWith('[]') ? [steps.slice(0, at + 1).join('.')] : []));
}

/** The body path of a meaning, numbered from 0. */
export function numberedPath({ field, numbers, below }: Meaning, zeroBased: ReadonlySet<string>): string {
  const steps = pathSteps(field.path);
  const prefixes = arrayPrefixes(field);
  let at = 0;
  const named = steps.map((step, depth) => {
    if (!step.array) return step.name;
    const prefix = prefixes[at]!;
    const number = numbers[at];
    at += 1;
    if (number === undefined) return depth === steps.length - 1 ? step.name : `${step.name}.0`;
    return `${step.name}.${zeroBased.has(prefix) ? number : number - 1}`;
  });
  return [...named, ...below].join('.');
}

/** Formats the path of a column with items numbered from 1, like headers. */
const headerPath = (path: string): string =>
  path.replace(/\.(\d+)(?=\.|$)/g, (_, number: string) => `.${Number(number) + 1}`);

const zeroPath = (field: Field): string => numberedPath({ field, numbers: [], below: [] }, new Set());
