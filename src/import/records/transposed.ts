import type { KindSpec } from '../../contract/kind.ts';
import { columnLetters, type Row } from '../../sheets/cell.ts';
import { headersOf } from './headers.ts';
import { cellText } from './text.ts';

/** Number of rows searched, and of the first columns. */
const ROWS = 60;
const COLUMNS = 3;
const LEAST_FIELDS = 3;

/** A sheet with the names of its fields below each other. */
export interface Transposed {
  readonly kind: KindSpec;
  /** The letters of the column with the names. */
  readonly letters: string;
  /** Number of fields that the column names. */
  readonly fields: number;
}

/**
 * Finds a column of field names: it names most fields of a kind, more than half of its cells are such names, and most of
 * its rows have values to the right. Undefined if there is none.
 */
export function transposedIn(rows: readonly Row[], kinds: readonly KindSpec[]): Transposed | undefined {
  const first = rows.slice(0, ROWS);
  let best: Transposed | undefined;
  for (let index = 0; index < COLUMNS; index++) {
    const named: { text: string; values: number }[] = [];
    for (const { cells } of first) {
      const cell = cells[index];
      const text = cell === null || cell === undefined ? '' : cellText(cell);
      let values = 0;
      for (let at = index + 1; at < cells.length && values < 2; at++) if (cells[at] !== null) values++;
      if (text !== '') named.push({ text, values });
    }
    if (named.length < LEAST_FIELDS) continue;
    for (const kind of kinds) {
      const fields = new Set<string>();
      let valued = 0;
      for (const { text, values } of named) {
        const path = headersOf(kind).meaning(text)?.field.path;
        if (path === undefined || fields.has(path)) continue;
        fields.add(path);
        if (values > 1) valued++;
      }
      const isMost =
        fields.size >= LEAST_FIELDS && fields.size * 2 > named.length && valued * 2 > fields.size;
      if (isMost && fields.size > (best?.fields ?? 0))
        best = { kind, letters: columnLetters(index), fields: fields.size };
    }
  }
  return best;
}
