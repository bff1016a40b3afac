import { command, fileOperand, flag } from '../advice.ts';
import { type Finding, STANDARD_INPUT } from '../findings/finding.ts';
import { cleanCell, cut, isFilled, quoted } from '../recognise/text.ts';
import { kindText, numberText, say } from '../say.ts';
import type { Row } from '../sheets/cell.ts';
import { headerList } from './header-list.ts';
import { headersOf } from './headers.ts';
import { missingFields, namesOf } from './missing-fields.ts';
import type { SheetMap, UnmappedColumn } from './record.ts';
import { sheetFinding } from './sheet-finding.ts';

/** A column with values that a person chose not to send. */
export interface IgnoredColumn {
  readonly file: string;
  readonly sheet: string;
  readonly column: string;
  /** Empty if the column has no header. */
  readonly header: string;
  /** Number of filled cells. */
  readonly values: number;
}

/** Whether a row is one of those that the map file names for a table. */
export const isOfTable = ({ layout }: Pick<SheetMap, 'layout'>, cells: Row['cells']): boolean =>
  layout?.rows?.every(({ index, texts }) => texts.has(cleanCell(cells[index]))) ?? true;

/** Counts the values of columns that fill no field, so that each of them is reported. */
export class UnmappedColumns {
  readonly #columns: readonly UnmappedColumn[];
  /** The first table with each column. */
  readonly #mapOf = new Map<UnmappedColumn, SheetMap>();
  readonly #values: number[];
  #lastRow = 0;

  /** `maps`: the tables with these columns. Those after the first one read the same rows: what one of them sends is not lost. */
  constructor(maps: readonly SheetMap[]) {
    const whole = maps.filter(({ layout }) => layout?.rows === undefined);
    const known = new Set(whole.flatMap(({ columns }) => columns.map(({ index }) => index)));
    for (const map of maps)
      for (const column of map.unmapped ?? []) {
        if (map.layout?.rows === undefined && known.has(column.index)) continue;
        known.add(column.index);
        this.#mapOf.set(column, map);
      }
    this.#columns = [...this.#mapOf.keys()].sort((one, other) => one.index - other.index);
    this.#values = this.#columns.map(() => 0);
  }

  /** Counts the values of a row, once if several tables have it. */
  count(row: Row): void {
    if (row.row === this.#lastRow) return;
    this.#lastRow = row.row;
    for (let at = 0; at < this.#columns.length; at++) {
      const column = this.#columns[at]!;
      const { index } = column;
      if (index >= row.cells.length) return;
      if (isFilled(row.cells[index]!) && isOfTable(this.#mapOf.get(column)!, row.cells))
        this.#values[at]! += 1;
    }
  }

  /**
   * Returns a finding for each column that has values: a notice that it is ignored, or an error that makes the
   * sheet invalid.
   */
  findings(): Finding[] {
    const columns = this.#withValues();
    const unknown = columns.filter(([{ ignored, line }]) => ignored === null && line === undefined);
    const lacksField = ({ kind, columns: known }: SheetMap) => missingFields(kind, known).length > 0;
    const mayBeMissing = unknown.find(
      ([column]) => column.near === undefined && column.header !== '' && lacksField(this.#mapOf.get(column)!),
    );
    const foreign = unknown.length >= FOREIGN_COLUMNS ? unknown[0] : mayBeMissing;
    return columns.map(([column, values]) =>
      column.ignored === null
        ? unknownFinding(this.#mapOf.get(column)!, column, values, column === foreign?.[0])
        : ignoredFinding(this.#mapOf.get(column)!, column, values),
    );
  }

  ignored(): IgnoredColumn[] {
    return this.#withValues()
      .filter(([{ ignored }]) => ignored !== null)
      .map(([column, values]) => {
        const { file, sheet } = this.#mapOf.get(column)!;
        return { file, sheet, column: column.letters, header: cut(column.header, 200), values };
      });
  }

  #withValues(): [UnmappedColumn, number][] {
    return this.#columns.flatMap((column, at) => {
      const values = this.#values[at]!;
      return values > 0 ? [[column, values] as [UnmappedColumn, number]] : [];
    });
  }
}

/**
 * Number of unknown columns from which a sheet is probably an export of another system. One is enough if a required
 * field has no column, and the unknown one is like no other: it may be that field.
 */
const FOREIGN_COLUMNS = 4;

/** Advice for a sheet, with how to map the columns of another system, except for standard input. */
export const withMapAdvice = (advice: string, file: string): string =>
  file === STANDARD_INPUT
    ? advice
    : say().headers.orMap({ advice, command: command('map', fileOperand(file)) });

function unknownFinding(map: SheetMap, column: UnmappedColumn, values: number, isForeign: boolean): Finding {
  const advice = column.line ?? columnAdvice(map, column);
  const suggestion = isForeign ? withMapAdvice(advice, map.file) : advice;
  return finding(map, column, 'header-unknown', lostText(map, column, values), suggestion);
}

function lostText({ kind }: SheetMap, { header, near }: UnmappedColumn, values: number): string {
  const { noHeader, unknown, unknownNear } = say().headers;
  const counted = { count: values, number: numberText(values) };
  if (header === '') return noHeader(counted);
  const about = { ...counted, kind: kindText(kind.name), header: quoted(header) };
  return near === undefined ? unknown(about) : unknownNear({ ...about, near });
}

/** Advice on an unknown column: how to map, skip or send it. */
function columnAdvice({ kind, columns }: SheetMap, { header, near }: UnmappedColumn): string {
  const { nameOrSkip, renameOrSkip, orSend } = say().headers;
  const skip = skipAdvice(header);
  const field = near === undefined ? undefined : headersOf(kind).meaning(near)?.field;
  const names =
    field &&
    namesOf(
      kind,
      field,
      columns.map((column) => column.header),
    );
  const advice =
    names === undefined ? nameOrSkip({ skip }) : renameOrSkip({ header: quoted(header), names, skip });
  if (!kind.openBody || header === '' || header.length > 200) return advice;
  return orSend({ advice, flag: flag('--extra-columns', headerList([header])) });
}

/** How to skip a column: a flag, or a line of the configuration. */
function skipAdvice(header: string): string {
  const { skip, skipUnknown } = say().headers;
  if (header === '' || header.length > 200) return skipUnknown({ flag: flag('--ignore-unknown-columns') });
  return skip({
    flag: flag('--ignore-columns', headerList([header])),
    line: `ignoreColumns: [${JSON.stringify(header)}]`,
  });
}

function ignoredFinding(map: SheetMap, column: UnmappedColumn, values: number): Finding {
  const { header } = column;
  const reason = column.ignored === 'read-only' ? 'readOnly' : column.ignored!;
  const about = { reason, count: values, number: numberText(values) };
  const { ignored, ignoredUnnamed } = say().headers;
  const message = header === '' ? ignoredUnnamed(about) : ignored({ ...about, header: quoted(header) });
  return finding(map, column, 'column-ignored', message);
}

function finding(
  map: SheetMap,
  { letters, header }: UnmappedColumn,
  code: 'header-unknown' | 'column-ignored',
  message: string,
  suggestion?: string,
): Finding {
  return sheetFinding(map, { row: map.headerRow, column: letters }, code, {
    ...(header !== '' && { value: cut(header, 200) }),
    message,
    ...(suggestion !== undefined && { suggestion }),
  });
}
