import { flag } from '../../advice.ts';
import { CATALOGUE, type FindingCode } from '../../findings/catalogue.ts';
import { type Finding, fieldText, type Origin } from '../../findings/finding.ts';
import { type Cell, columnLetters, type Row } from '../../sheets/cell.ts';
import { assemble, type Walk } from './assemble.ts';
import { type Coerced, type Filled, type Note, UNREADABLE } from './coercion.ts';
import { ColumnLetters, RowDraft } from './draft.ts';
import { coercionOf } from './field-coercion.ts';
import { filledValue } from './fill.ts';
import { Moves, movedPath } from './moves.ts';
import type { Column, Draft, Fill, SheetMap, TemplatePart } from './record.ts';
import { type Group, shapeOf } from './shape.ts';
import { cellText, cut, quoted } from './text.ts';
import { isCheckedText, textDamage } from './text-damage.ts';
import { beyondHeader } from './width.ts';

/**
 * Reads a row into a draft: cells by the type of their field, assembled into a body. Changed and unreadable values
 * become findings; no content of a cell makes it throw.
 */
export function readRow(map: SheetMap, row: Row): Draft {
  let reader = readers.get(map);
  if (!reader) {
    reader = new RowReader(map);
    readers.set(map, reader);
  }
  return reader.read(row);
}

const readers = new WeakMap<SheetMap, RowReader>();

const NO_FINDINGS: readonly Finding[] = [];
const NONE: ReadonlySet<string> = new Set();

/** Reads the rows of a sheet. Everything that they share is prepared once. */
class RowReader {
  readonly #map: SheetMap;
  readonly #cells: readonly { readonly index: number; readonly read: (cell: Cell) => Coerced }[];
  readonly #fills: readonly Fill[];
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
    this.#cells = map.columns.map((column) => ({
      index: column.index,
      read: reading(column, this.#note(column), () => this.#line !== undefined),
    }));
    this.#fills = map.fills ?? [];
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
    for (let at = 0; at < this.#cells.length; at++) {
      const { index, read } = this.#cells[at]!;
      const cell = cells[index];
      const value = cell === null || cell === undefined ? undefined : read(cell);
      values[at] = value;
      if (value === UNREADABLE) unreadable = true;
    }
    for (let at = 0; at < this.#fills.length; at++) {
      const value = filledValue(this.#fills[at]!, cells, values, this.#notePart);
      values[this.#cells.length + at] = value;
      if (value === UNREADABLE) unreadable = true;
    }
    if (cells.length > this.#width) this.#checkWidth(cells);
    else if (row.line !== undefined && cells.length < this.#width) this.#noteShort(row);
    if (row.quote !== undefined && !this.#quoteNoted) this.#noteQuote(row, row.quote);

    const keepPlaces = this.#map.kind.partial === true;
    const walk: Walk = { moved: false, keepPlaces };
    const body = assemble(this.#shape, values, walk);
    let moves: Moves | undefined;
    if (walk.moved) {
      moves = new Moves();
      assemble(this.#shape, values, { moved: false, keepPlaces, moves });
    }
    let findings = NO_FINDINGS;
    if (this.#findings.length > 0) {
      findings = moves
        ? this.#findings.map((finding) => ({ ...finding, ...inBody(finding, moves) }))
        : this.#findings;
      this.#findings = [];
    }
    const bad = unreadable ? this.#unreadable(moves) : NONE;
    return new RowDraft(this.#map, row, body, findings, bad, this.#letters, moves);
  }

  #unreadable(moves: Moves | undefined): ReadonlySet<string> {
    const paths = new Set<string>();
    for (const [at, column] of [...this.#map.columns, ...this.#fills].entries()) {
      if (this.#values[at] !== UNREADABLE) continue;
      const list = column.field.path.endsWith('[]');
      const path = list ? column.path.replace(/\.\d+$/, '') : column.path;
      paths.add(moves ? movedPath(path, moves.byColumn) : path);
    }
    return paths;
  }

  #note(column: Column): Note {
    const { letters, path } = column;
    const { kind } = this.#map;
    return (code, cell, message, suggestion) => {
      const value = cellText(cell);
      this.#findings.push({
        code,
        severity: CATALOGUE[code].severity,
        origin: this.#at(letters),
        kind: kind.name,
        field: path,
        ...(value === '' ? {} : { value: cut(value, 200) }),
        message,
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    };
  }

  readonly #notePart = ({ path }: Fill, part: TemplatePart, why: string): void => {
    if (typeof part === 'string') return;
    const message = `the map file makes ${fieldText(path)} of ${quoted(part.name)}, which ${why}`;
    this.#add('map-key', columnLetters(part.index), message);
  };

  #checkWidth(cells: readonly Cell[]): void {
    const beyond = beyondHeader(cells, this.#width);
    if (beyond < 0) return;
    const last = columnLetters(this.#width - 1);
    this.#add(
      'row-ragged',
      columnLetters(beyond),
      `the header ends at column ${last}, but the row has more cells: its values may be in the wrong columns`,
      cellText(cells[beyond]!),
    );
  }

  /** In a text file, a row that ends early may have lost a separator. */
  #noteShort({ cells: { length }, unended }: Row): void {
    if (this.#map.endsAtLastValue === true) return;
    const [first, last] = [length, this.#width - 1].map(columnLetters);
    if (unended) {
      const message = `the file may be cut: its last row has ${length} of ${this.#width} cells and no line end`;
      this.#add('text-cut', first!, message, '', CUT_ADVICE);
      return;
    }
    const missing = first === last ? `column ${first} is` : `columns ${first} to ${last} are`;
    this.#add(
      'row-short',
      first!,
      `the row has ${length} ${length === 1 ? 'cell' : 'cells'}, the header ${this.#width}: ${missing} read as blank`,
    );
  }

  #noteQuote(row: Row, index: number): void {
    this.#quoteNoted = true;
    const message = 'a quote inside a cell is read as a character, here and in the rows below';
    this.#add('text-quote-inside', columnLetters(index), message, cellText(row.cells[index] ?? null));
  }

  #add(code: FindingCode, letters: string, message: string, value = '', suggestion?: string): void {
    this.#findings.push({
      code,
      severity: CATALOGUE[code].severity,
      origin: this.#at(letters),
      kind: this.#map.kind.name,
      ...(value === '' ? {} : { value: cut(value, 200) }),
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }

  #at(column: string): Origin {
    const { file, sheet } = this.#map;
    const line = this.#line === undefined ? {} : { line: this.#line };
    return { file, sheet, row: this.#row, ...line, column };
  }
}

/** The field of a finding in the numbering of the body. */
const inBody = ({ field }: Finding, moves: Moves): Partial<Finding> =>
  field === undefined ? {} : { field: movedPath(field, moves.byColumn) };

const CUT_ADVICE = `export the file again, or end the row with its cells and a line end; to send it as it is: ${flag('--severity', 'text-cut=warning')}`;

/** How to fix a damaged text. The value is kept: with a lower severity it is sent. */
function adviceOf(isDecodable: boolean): string {
  const encoding = isDecodable
    ? `, or set its encoding with ${flag('--encoding', 'NAME')} (such as windows-1250)`
    : '';
  const sent = flag('--severity', 'text-damaged=warning');
  return `correct it, or save the file again as UTF-8 from a source where the text is correct${encoding}; to send it as it is: ${sent}`;
}

/** Adds to a coercion what all columns share: damaged text, spreadsheet errors, and formulas without a result. */
function reading(column: Column, note: Note, isTextFile: () => boolean): (cell: Cell) => Coerced {
  const coercion = coercionOf(column);
  const { value } = column.field;
  const isText = isCheckedText(value);
  return (cell) => {
    if (cell === null) return undefined;
    if (isText && typeof cell === 'string') {
      const damage = textDamage(cell, value);
      if (damage !== undefined)
        note(
          'text-damaged',
          cell,
          `${quoted(cell)} ${damage.problem}`,
          adviceOf(damage.decodable === true && isTextFile()),
        );
    }
    if (typeof cell === 'object') {
      if (cell.type === 'error') {
        note('cell-error', cell, `the cell contains the spreadsheet error ${cell.code}`);
        return UNREADABLE;
      }
      if (cell.type === 'uncached') {
        note('cell-uncached', cell, 'the formula has no stored result', 'open and save the workbook');
        return UNREADABLE;
      }
    }
    return coercion(cell as Filled, note);
  };
}
