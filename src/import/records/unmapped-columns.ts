import { command, fileOperand, flag } from '../../advice.ts';
import { CATALOGUE } from '../../findings/catalogue.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Row } from '../../sheets/cell.ts';
import { headerList } from './header-list.ts';
import type { SheetMap, UnmappedColumn } from './record.ts';
import { cut, isFilled, quoted } from './text.ts';

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

/** Counts the values of columns that fill no field, so that each of them is reported. */
export class UnmappedColumns {
  readonly #map: SheetMap;
  readonly #columns: readonly UnmappedColumn[];
  readonly #values: number[];

  constructor(map: SheetMap) {
    this.#map = map;
    this.#columns = map.unmapped ?? [];
    this.#values = this.#columns.map(() => 0);
  }

  count(row: Row): void {
    for (let at = 0; at < this.#columns.length; at++) {
      const { index } = this.#columns[at]!;
      if (index >= row.cells.length) return;
      if (isFilled(row.cells[index]!)) this.#values[at]! += 1;
    }
  }

  /**
   * Returns a finding for each column that has values: a notice that it is ignored, or an error that makes the
   * sheet invalid.
   */
  findings(): Finding[] {
    const columns = this.#withValues();
    const unknown = columns.filter(([{ ignored, line }]) => ignored === null && line === undefined);
    const advice = unknown.length >= FOREIGN_COLUMNS ? mapAdvice(this.#map.file) : '';
    return columns.map(([column, values]) =>
      column.ignored === null
        ? unknownFinding(this.#map, column, values, column === unknown[0]?.[0] ? advice : '')
        : ignoredFinding(this.#map, column, values),
    );
  }

  ignored(): IgnoredColumn[] {
    const { file, sheet } = this.#map;
    return this.#withValues()
      .filter(([{ ignored }]) => ignored !== null)
      .map(([{ letters, header }, values]) => ({
        file,
        sheet,
        column: letters,
        header: cut(header, 200),
        values,
      }));
  }

  #withValues(): [UnmappedColumn, number][] {
    return this.#columns.flatMap((column, at) => {
      const values = this.#values[at]!;
      return values > 0 ? [[column, values] as [UnmappedColumn, number]] : [];
    });
  }
}

/** Number of unknown columns from which a sheet is probably an export of another system. */
const FOREIGN_COLUMNS = 4;

/** Advice for a sheet of another system, to append to a suggestion; empty for standard input. */
export const mapAdvice = (file: string): string =>
  file === STANDARD_INPUT
    ? ''
    : `; to map the columns of another system: ${command('map', fileOperand(file))}`;

const STANDARD_INPUT = 'standard input';

function unknownFinding(map: SheetMap, column: UnmappedColumn, values: number, advice: string): Finding {
  const { header, near } = column;
  const lost = values === 1 ? 'its value would be lost' : `its ${values} values would be lost`;
  const likely = near === undefined ? '' : `; the most likely field is ${near}`;
  const message =
    header === ''
      ? `the column has no header: ${lost}`
      : `a ${map.kind.name} has no field named ${quoted(header)}: ${lost}${likely}`;
  const send =
    map.kind.openBody && header !== '' && header.length <= 200
      ? `; to send it unchanged: ${flag('--extra-columns', headerList([header]))}`
      : '';
  if (column.line !== undefined) return finding(map, column, 'header-unknown', message, column.line);
  const rename = near === undefined ? 'name the column after its field' : `rename it to ${near}`;
  return finding(
    map,
    column,
    'header-unknown',
    message,
    `${rename}, or ${skipAdvice(header)}${send}${advice}`,
  );
}

/** How to skip a column: a flag, or a line of the configuration. */
function skipAdvice(header: string): string {
  if (header === '' || header.length > 200)
    return `skip all unknown columns: ${flag('--ignore-unknown-columns')}`;
  return `skip it: ${flag('--ignore-columns', headerList([header]))}, or in trace.config.yaml: ignoreColumns: [${JSON.stringify(header)}]`;
}

const REASONS: Readonly<Record<NonNullable<UnmappedColumn['ignored']>, string>> = {
  name: 'as requested',
  unknown: 'like all unknown columns',
  map: 'as the map file says',
  'read-only': 'because only the service writes it',
  trace: 'because its name starts with trace_',
};

function ignoredFinding(map: SheetMap, column: UnmappedColumn, values: number): Finding {
  const what = column.header === '' ? 'the column without a header' : `the column ${quoted(column.header)}`;
  const count = values === 1 ? '1 value' : `${values} values`;
  return finding(
    map,
    column,
    'column-ignored',
    `${what} is ignored, ${REASONS[column.ignored!]}: ${count} not sent`,
  );
}

function finding(
  { file, sheet, kind, headerRow }: SheetMap,
  { letters, header }: UnmappedColumn,
  code: 'header-unknown' | 'column-ignored',
  message: string,
  suggestion?: string,
): Finding {
  return {
    code,
    severity: CATALOGUE[code].severity,
    origin: { file, sheet, row: headerRow, column: letters },
    kind: kind.name,
    ...(header === '' ? {} : { value: cut(header, 200) }),
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}
