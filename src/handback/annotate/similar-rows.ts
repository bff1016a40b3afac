import type { KindSpec } from '../../contract/kind.ts';
import { entryOf } from '../../findings/catalogue.ts';
import type { Finding, Origin } from '../../findings/finding.ts';
import { cleanCell } from '../../recognise/text.ts';
import { decimalText } from '../../say.ts';
import type { Cell, Row } from '../../sheets/cell.ts';
import { columnAt } from '../../sheets/cell.ts';
import type { Source } from '../../sheets/source.ts';

/** The values of the column of a wrong cell in other rows with the same reference. */
interface SimilarRows {
  readonly reference: string;
  /** Each value once, in the order of the rows. */
  readonly values: readonly string[];
}

/** Finds the similar rows of a wrong cell; undefined if they have no value there, or too many different ones. */
export type FindSimilar = (origin: Origin, kind: string | undefined) => SimilarRows | undefined;

/** Files with more wrong cells are not read again: nobody corrects so many cells one by one. */
const MOST_CELLS = 1000;
/** Maximum number of different values; if similar rows have more, none is shown. */
const MOST_VALUES = 3;
const LONGEST_TEXT = 60;

/** The wrong cells of a sheet, and the column of the reference, by which similar rows are found. */
interface WrongCells {
  readonly sheet: string;
  readonly kind: string;
  readonly keyColumn: number;
  /** The columns of the cells whose value may be in other rows, by row. */
  readonly cells: Map<number, Set<number>>;
  /** The columns of all cells with errors, by row: wrong values are not shown as values of similar rows. */
  readonly errors: Map<number, Set<number>>;
}

/**
 * The wrong cells whose value may be in other rows, for each table of a sheet; none if there are more than `MOST_CELLS`
 * wrong cells. `columnsOf`: the letters of the column of each field path of the table of a kind.
 */
export function wrongCells(
  findings: Iterable<Finding>,
  kinds: readonly KindSpec[],
  columnsOf: (sheet: string, kind: string) => Readonly<Record<string, string>>,
): readonly WrongCells[] {
  const wanted = new Map<string, WrongCells>();
  let count = 0;
  for (const { code, kind, origin } of findings) {
    const { sheet, row, column } = origin;
    if (sheet === undefined || row === undefined || column === undefined) continue;
    if (++count > MOST_CELLS) return [];
    const key = kinds.find(({ name }) => name === kind)?.key ?? [];
    const letters = key.length > 1 ? columnsOf(sheet, kind!)[key[0]!] : undefined;
    if (letters === undefined || letters === column) continue;
    const table = keyOf(sheet, kind!);
    const own = wanted.get(table) ?? {
      ...{ sheet, kind: kind!, keyColumn: columnAt(letters) },
      ...{ cells: new Map(), errors: new Map() },
    };
    wanted.set(table, own);
    const at = columnAt(column);
    own.errors.set(row, (own.errors.get(row) ?? new Set()).add(at));
    if (entryOf(code).mayBeInOtherRows) own.cells.set(row, (own.cells.get(row) ?? new Set()).add(at));
  }
  return [...wanted.values()];
}

/** Reads the sheets twice: first the references of the wrong cells, then the values of rows with the same reference. */
export async function similarRows(
  source: Pick<Source, 'sheets'>,
  wanted: readonly WrongCells[],
  signal: AbortSignal,
): Promise<FindSimilar> {
  const references = new Map<string, string>();
  const values = new Map<string, Set<string>>();
  for (const own of wanted) {
    const sheet = source.sheets.find(({ name }) => name === own.sheet);
    if (sheet === undefined || own.cells.size === 0) continue;
    const columnsOf = new Map<string, Set<number>>();
    const reference = ({ cells }: Row) => cleanCell(cells[own.keyColumn]);
    const each = async (visit: (row: Row) => void, last = Infinity) => {
      for await (const batch of sheet.rows(() => {})) {
        signal.throwIfAborted();
        batch.forEach(visit);
        if ((batch.at(-1)?.row ?? 0) >= last) break;
      }
    };
    await each(
      (row) => {
        const columns = own.cells.get(row.row);
        const text = columns && reference(row);
        if (!text || text.length > LONGEST_TEXT) return;
        references.set(keyOf(sheet.name, own.kind, row.row), text);
        columnsOf.set(text, (columnsOf.get(text) ?? new Set()).union(columns));
      },
      Math.max(...own.cells.keys()),
    );
    await each((row) => {
      const text = reference(row);
      for (const column of columnsOf.get(text) ?? []) {
        const cell = row.cells[column];
        const value = textOf(cell);
        if (value === '' || own.errors.get(row.row)?.has(column)) continue;
        const key = keyOf(sheet.name, own.kind, text, column);
        const known = values.get(key) ?? new Set();
        if (known.size <= MOST_VALUES) values.set(key, known.add(value));
      }
    });
  }
  return ({ sheet, row, column }, kind) => {
    if (sheet === undefined || row === undefined || column === undefined) return undefined;
    const own = wanted.find((one) => one.sheet === sheet && one.kind === kind);
    if (!own?.cells.get(row)?.has(columnAt(column))) return undefined;
    const reference = references.get(keyOf(sheet, own.kind, row));
    const found = reference && values.get(keyOf(sheet, own.kind, reference, columnAt(column)));
    if (!found || found.size > MOST_VALUES || [...found].some(({ length }) => length > LONGEST_TEXT))
      return undefined;
    return { reference: reference!, values: [...found] };
  };
}

/** The text of a cell as a person would type it; empty for an error. */
function textOf(cell: Cell | undefined): string {
  if (typeof cell === 'number') return decimalText(cell);
  return typeof cell === 'object' && cell?.type === 'error' ? '' : cleanCell(cell);
}

const keyOf = (...parts: readonly (string | number)[]): string => JSON.stringify(parts);
