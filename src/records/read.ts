import { flag } from '../advice.ts';
import { type Body, oncePer } from '../contract/kind.ts';
import { CATALOGUE, type FindingCode } from '../findings/catalogue.ts';
import { type Finding, fieldText, type Origin } from '../findings/finding.ts';
import { type Coerced, type Note, UNREADABLE } from '../recognise/coercion.ts';
import { cellText, cut, isFilled, quoted } from '../recognise/text.ts';
import { numberText, say } from '../say.ts';
import { type Cell, columnLetters, type Row } from '../sheets/cell.ts';
import { ColumnReader, reading } from './column-reader.ts';
import { assemble, ColumnLetters, ItemPaths, movedPath, RowDraft, type Walk } from './draft.ts';
import { type FillProblem, filledValue, noteOfPart, partReader } from './fill.ts';
import { convertFractions, type ShareColumns, shareColumns } from './fractions.ts';
import type { CellPart, Column, Draft, Fill, SheetMap } from './record.ts';
import { joinDrafts } from './several-rows.ts';
import { type Group, shapeOf } from './shape.ts';
import { sheetFinding } from './sheet-finding.ts';

/**
 * Reads a row into a draft. Each cell is read by the type of its field, and the values form a body. Changed and
 * unreadable values become findings. Never throws because of the content of a cell.
 */
export function readRow(map: SheetMap, row: Row): Draft {
  const reader = readerOf(map);
  if (row.more === undefined) return reader.read(row);
  const drafts = [row, ...row.more].map((one) => reader.read(one));
  return joinDrafts(drafts, map.layout?.group ?? EACH_ROW);
}

const readerOf = oncePer((map: SheetMap) => new RowReader(map));

const NO_FINDINGS: readonly Finding[] = [];
const NONE: ReadonlySet<string> = new Set();
const EACH_ROW = { add: NONE, unclear: NONE };

/** Reads the rows of a sheet. Prepares everything that the rows share only once. */
class RowReader {
  readonly #map: SheetMap;
  readonly #columns: readonly ColumnReader[];
  readonly #fills: readonly Fill[];
  readonly #readPart: ReturnType<typeof partReader>;
  readonly #shares: readonly ShareColumns[];
  readonly #shape: Group;
  readonly #letters: ColumnLetters;
  readonly #values: Coerced[];
  readonly #width: number;
  #row = 0;
  #line: number | undefined;
  #quoteNoted = false;
  #findings: Finding[] = [];

  constructor(map: SheetMap) {
    this.#map = map;
    const isTextFile = () => this.#line !== undefined;
    const { length } = map.columns;
    this.#columns = map.columns.map(
      (column) => new ColumnReader(column, map.kind, length, this.#note(column), isTextFile),
    );
    this.#fills = map.fills ?? [];
    this.#readPart = partReader(this.#fills, (column) =>
      reading(column, noteOfPart(this.#note(column)), isTextFile),
    );
    this.#shares = shareColumns(map);
    this.#shape = shapeOf([...map.columns, ...this.#fills]);
    this.#letters = new ColumnLetters(map.columns);
    this.#values = [...map.columns, ...this.#fills].map(() => undefined);
    this.#width = map.width ?? Number.POSITIVE_INFINITY;
  }

  read(row: Row): Draft {
    this.#row = row.row;
    this.#line = row.line;
    const cells = row.cells;
    const values = this.#values;
    let unreadable = false;
    for (let at = 0; at < this.#columns.length; at++) {
      const column = this.#columns[at]!;
      const cell = cells[column.index];
      const value = cell === null || cell === undefined ? undefined : column.read(cell, cells);
      values[at] = value;
      if (value === UNREADABLE) unreadable = true;
    }
    for (let at = 0; at < this.#fills.length; at++) {
      const about = { row: row.row, cells, values };
      const value = filledValue(this.#fills[at]!, about, this.#readPart, this.#noteKey);
      values[this.#columns.length + at] = value;
      if (value === UNREADABLE) unreadable = true;
    }
    if (cells.length > this.#width) this.#checkWidth(cells);
    else if (row.line !== undefined && cells.length < this.#width) this.#noteShort(row);
    if (row.quote !== undefined && !this.#quoteNoted) this.#noteQuote(row, row.quote);

    const keepPlaces = this.#map.kind.partial === true;
    const walk: Walk = { moved: false, keepPlaces };
    const body = assemble(this.#shape, values, walk);
    for (const shares of this.#shares) {
      const first = values[shares.columns[0]!.at];
      // Most shares are percentages: the first one is above 1.
      if (typeof first !== 'number' || first < 1) this.#convertFractions(shares, cells, body);
    }
    let itemPaths: ItemPaths | undefined;
    if (walk.moved) {
      itemPaths = new ItemPaths();
      assemble(this.#shape, values, { moved: false, keepPlaces, itemPaths });
    }
    let findings = NO_FINDINGS;
    if (this.#findings.length > 0) {
      findings = itemPaths
        ? this.#findings.map((finding) => ({ ...finding, ...inBody(finding, itemPaths) }))
        : this.#findings;
      this.#findings = [];
    }
    const bad = unreadable ? this.#unreadable(itemPaths) : NONE;
    return new RowDraft(this.#map, row, body, findings, bad, this.#letters, itemPaths);
  }

  #unreadable(itemPaths: ItemPaths | undefined): ReadonlySet<string> {
    const paths = new Set<string>();
    for (const [at, column] of [...this.#map.columns, ...this.#fills].entries()) {
      if (this.#values[at] !== UNREADABLE) continue;
      const list = column.field.path.endsWith('[]');
      const path = list ? column.path.replace(/\.\d+$/, '') : column.path;
      paths.add(itemPaths ? movedPath(path, itemPaths.byColumn) : path);
    }
    return paths;
  }

  #note(column: Column): Note {
    const { letters, path } = column;
    const { kind } = this.#map;
    return (code, cell, message, suggestion) => {
      const text = cellText(cell);
      const { severity } = CATALOGUE[code];
      const origin = this.#at(letters);
      if (text === '') {
        const about = { code, severity, origin, kind: kind.name, field: path, message };
        this.#findings.push(suggestion === undefined ? about : { ...about, suggestion });
        return;
      }
      // Object literals are much faster than spreads.
      const value = cut(text, 200);
      this.#findings.push(
        suggestion === undefined
          ? { code, severity, origin, kind: kind.name, field: path, value, message }
          : { code, severity, origin, kind: kind.name, field: path, value, message, suggestion },
      );
    };
  }

  readonly #noteKey = ({ path, parts = [] }: Fill, part: CellPart | undefined, why: FillProblem): void => {
    const { partBlank, partNotText, tooManyToNumber } = say().cells;
    const field = fieldText(path);
    const message =
      part === undefined
        ? tooManyToNumber({ field })
        : (why === 'blank' ? partBlank : partNotText)({ field, column: quoted(part.name) });
    const advice = part === undefined ? undefined : say().cells.partAdvice();
    const { index } = part ?? parts.find((one) => typeof one === 'object') ?? {};
    this.#add('map-key', index === undefined ? undefined : columnLetters(index), message, '', advice);
  };

  #convertFractions(shares: ShareColumns, cells: readonly Cell[], body: Body): void {
    const converted = convertFractions(shares, cells, this.#values, body);
    if (converted === undefined) return;
    const column = this.#map.columns[converted.at]!;
    this.#note(column)('composition-fractions', cells[column.index]!, converted.message);
  }

  #checkWidth(cells: readonly Cell[]): void {
    const beyond = beyondHeader(cells, this.#width);
    if (beyond < 0) return;
    const last = columnLetters(this.#width - 1);
    this.#add(
      'row-ragged',
      columnLetters(beyond),
      say().cells.rowRagged({ letters: last }),
      cellText(cells[beyond]!),
    );
  }

  /** Reports a row of a text file that has too few cells: a separator may have been lost. */
  #noteShort({ cells: { length }, unended }: Row): void {
    if (this.#map.endsAtLastValue === true) return;
    const [first, last] = [columnLetters(length), columnLetters(this.#width - 1)];
    const counted = { count: length, number: numberText(length) };
    const width = numberText(this.#width);
    if (unended) {
      const message = say().cells.rowCut({ ...counted, width });
      this.#add('text-cut', first, message, '', cutAdvice());
      return;
    }
    const { rowShort, rowShortColumns } = say().cells;
    const about = { ...counted, width, first };
    this.#add('row-short', first, first === last ? rowShort(about) : rowShortColumns({ ...about, last }));
  }

  #noteQuote(row: Row, index: number): void {
    this.#quoteNoted = true;
    const message = say().cells.quoteInside();
    this.#add('text-quote-inside', columnLetters(index), message, cellText(row.cells[index] ?? null));
  }

  #add(
    code: FindingCode,
    letters: string | undefined,
    message: string,
    value = '',
    suggestion?: string,
  ): void {
    const place = { row: this.#row, line: this.#line, column: letters };
    const about = { message, ...(suggestion !== undefined && { suggestion }) };
    const shown = value === '' ? about : { value: cut(value, 200), ...about };
    this.#findings.push(sheetFinding(this.#map, place, code, shown));
  }

  #at(column: string | undefined): Origin {
    const { file, sheet } = this.#map;
    const [row, line] = [this.#row, this.#line];
    if (line === undefined) return column === undefined ? { file, sheet, row } : { file, sheet, row, column };
    return column === undefined ? { file, sheet, row, line } : { file, sheet, row, line, column };
  }
}

/** The field of a finding, with the item numbers of the body instead of those of the columns. */
const inBody = ({ field }: Finding, itemPaths: ItemPaths): Partial<Finding> =>
  field === undefined ? {} : { field: movedPath(field, itemPaths.byColumn) };

const cutAdvice = () => say().cells.rowCutAdvice({ send: flag('--severity', 'text-cut=warning') });

/** 0-based index of the first filled cell beyond the header; -1 if there is none. */
function beyondHeader(cells: readonly Cell[], width: number): number {
  return cells.findIndex((cell, at) => at >= width && isFilled(cell));
}

/** The usual number of cells of a text file's rows, from the header and the rows below it. */
export function textWidths(
  header: Row,
  below: readonly Row[],
  width: number,
): Required<Pick<SheetMap, 'cellCounts' | 'endsAtLastValue'>> {
  const counts = [header.cells.length, usualCount(below)].filter((count) => count !== undefined);
  return { cellCounts: counts, endsAtLastValue: endsAtLastValue(below, width) };
}

/**
 * The number of cells that more than half of the rows without a stray quote have. It may differ from the header, because
 * each row may end with a separator.
 */
function usualCount(rows: readonly Row[]): number | undefined {
  const plain = rows.filter(({ quote }) => quote === undefined);
  const counts = new Map<number, number>();
  for (const { cells } of plain) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].find(([, times]) => times > 1 && times * 2 > plain.length)?.[0];
}

/**
 * Whether rows end at their last value, as some programs write them. That is so if all rows are shorter than the
 * header, or if half of them are and no row ends with a blank cell. A short last row without a line end is ignored
 * if no other row is short, because the file may be truncated.
 */
function endsAtLastValue(rows: readonly Row[], width: number): boolean {
  const short = rows.filter(({ cells }) => cells.length < width);
  if (short.length === 0) return false;
  if (short.length === rows.length) return true;
  if (short.every(({ unended }) => unended)) return false;
  const endsBlank = ({ cells }: Row) => cells.length <= width && !isFilled(cells.at(-1));
  return short.length * 2 >= rows.length && !rows.some(endsBlank);
}

/**
 * Returns the error for a row that has a stray quote and a wrong number of cells. The quote was probably meant to
 * protect a separator or a line break, so it is unknown where the following cells and rows end.
 */
export function misreadQuote(map: SheetMap, row: Row): Finding | undefined {
  const { cellCounts } = map;
  if (row.quote === undefined || cellCounts === undefined) return undefined;
  if (cellCounts.includes(row.cells.length)) return undefined;
  return sheetFinding(map, { ...row, column: columnLetters(row.quote) }, 'text-quotes', {
    value: cut(cellText(row.cells[row.quote] ?? null), 200),
    message: say().cells.quoteMisread({
      count: row.cells.length,
      number: numberText(row.cells.length),
      width: numberText(cellCounts[0]!),
    }),
    suggestion: say().sheets.quotes(),
  });
}
