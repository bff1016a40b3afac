import type { KindSpec } from '../contract/kind.ts';
import { cellText } from '../recognise/text.ts';
import { columnLetters, type Row } from '../sheets/cell.ts';
import { headersOf } from './headers.ts';

/** Number of rows, and of first columns, that are searched. */
const MOST_ROWS = 60;
const MOST_COLUMNS = 3;
const LEAST_FIELDS = 3;

/** A sheet that has the names of its fields in a column instead of a header row. */
export interface Transposed {
  readonly kind: KindSpec;
  /** The letters of the column with the names. */
  readonly letters: string;
  /** Number of fields that the column names. */
  readonly fields: number;
}

/**
 * Finds a column of field names: it names most fields of a kind, and more than `inHeader`, the number that the header
 * row names; more than half of its cells are such names, and most of its rows have values to the right. Undefined if
 * there is none. Most columns have values instead, and are ruled out after a few cells.
 */
export function transposedIn(
  rows: readonly Row[],
  kinds: readonly KindSpec[],
  inHeader: number,
): Transposed | undefined {
  const first = rows.slice(0, MOST_ROWS);
  let best: Transposed | undefined;
  for (let index = 0; index < MOST_COLUMNS; index++) {
    const named: { text: string; values: number }[] = [];
    for (const { cells } of first) {
      const cell = cells[index];
      const text = cellText(cell ?? null);
      let values = 0;
      for (let at = index + 1; at < cells.length && values < 2; at++) if (cells[at] !== null) values++;
      if (text !== '') named.push({ text, values });
    }
    if (named.length < LEAST_FIELDS) continue;
    for (const kind of kinds) {
      const least = Math.max(
        LEAST_FIELDS,
        Math.floor(named.length / 2) + 1,
        inHeader + 1,
        (best?.fields ?? 0) + 1,
      );
      // The field of a whole composition is not among the fields of its kind.
      if (least > kind.fields.length + 1) continue;
      /** Number of cells that may still be something other than the name of a field. */
      let others = named.length - least;
      const fields = new Set<string>();
      let valued = 0;
      for (const { text, values } of named) {
        const path = headersOf(kind).meaning(text)?.field.path;
        if (path === undefined || fields.has(path)) {
          if (--others < 0) break;
          continue;
        }
        fields.add(path);
        if (values > 1) valued++;
      }
      if (others >= 0 && valued * 2 > fields.size)
        best = { kind, letters: columnLetters(index), fields: fields.size };
    }
  }
  return best;
}
