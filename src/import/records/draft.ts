import type { Body } from '../../contract/kind.ts';
import type { Finding } from '../../findings/finding.ts';
import type { Row } from '../../sheets/cell.ts';
import { type Moves, movedPath } from './moves.ts';
import type { Column, Draft, SheetMap } from './record.ts';

/** Finds the column letters of a body path. */
export class ColumnLetters {
  readonly #columns: readonly Column[];
  #letters: Map<string, string> | undefined;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  /**
   * The column of a path in the numbering of the columns. For a group, its first column; for an item, the column of
   * its list.
   */
  of(path: string): string | undefined {
    this.#letters ??= this.#index();
    return (
      this.#letters.get(path) ??
      this.#letters.get(path.replace(/\.\d+$/, '')) ??
      this.#columns.find((column) => isWholeList(column) && path.startsWith(`${column.path}.`))?.letters
    );
  }

  #index(): Map<string, string> {
    const letters = new Map<string, string>();
    for (const column of this.#columns) {
      for (let end = column.path.length; end > 0; end = column.path.lastIndexOf('.', end - 1)) {
        const path = column.path.slice(0, end);
        if (!letters.has(path)) letters.set(path, column.letters);
      }
    }
    for (const column of this.#columns) letters.set(column.path, column.letters);
    return letters;
  }
}

/** Whether a column fills a whole list. */
const isWholeList = ({ field, path }: Column): boolean => field.path === `${path}[]`;

/** A row as `readRow` gives it. */
export class RowDraft implements Draft {
  readonly map: SheetMap;
  readonly row: number;
  readonly line?: number;
  readonly body: Body;
  readonly findings: readonly Finding[];
  readonly unreadable: ReadonlySet<string>;
  readonly #letters: ColumnLetters;
  readonly #moves: Moves | undefined;

  constructor(
    map: SheetMap,
    { row, line }: Row,
    body: Body,
    findings: readonly Finding[],
    unreadable: ReadonlySet<string>,
    letters: ColumnLetters,
    moves: Moves | undefined,
  ) {
    this.map = map;
    this.row = row;
    if (line !== undefined) this.line = line;
    this.body = body;
    this.findings = findings;
    this.unreadable = unreadable;
    this.#letters = letters;
    this.#moves = moves;
  }

  columnOf(path: string): string | undefined {
    return this.#letters.of(this.#moves ? movedPath(path, this.#moves.byBody) : path);
  }
}
