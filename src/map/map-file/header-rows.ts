import { headerRowIn } from '../../recognise/sheet-kind.ts';
import { cellText, cleanCell, cleanText } from '../../recognise/text.ts';
import type { HeaderRow } from '../../records/record.ts';
import type { Row } from '../../sheets/cell.ts';

/** Between the headers of a column in several rows. */
const HEADER_SEPARATOR = ' / ';

/** The header row that an entry names; undefined if the sheet does not have all of its rows. */
export function namedRow(numbers: readonly number[], rows: readonly Row[]): HeaderRow | undefined {
  const named = numbers.map((number) => rows.find(({ row }) => row === number));
  if (named.some((row) => row === undefined)) return undefined;
  return named.length === 1 ? named[0] : joinedRow(named as Row[]);
}

/** The row with the most headers that `isKnown` knows. */
export const rowOfHeaders = (rows: readonly Row[], isKnown: (header: string) => boolean): Row | undefined =>
  headerRowIn(rows, ({ cells }) => {
    const known = cells.map(cleanCell).filter((text) => text !== '' && isKnown(text));
    return { score: known.length };
  })?.row;

/**
 * Joins header rows. A header above others extends over the blank cells to its right, as merged cells do, up to the
 * next header in its row or in a row above it.
 */
function joinedRow(rows: readonly Row[]): HeaderRow {
  const last = rows.at(-1)!;
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const texts = rows.map(({ cells }) =>
    Array.from({ length: width }, (_, at) => cleanText(cellText(cells[at] ?? null))),
  );
  const above: string[] = rows.map(() => '');
  const joined: string[] = [];
  for (let at = 0; at < width; at++) {
    const own = texts.map((row) => row[at]!);
    const depth = own.findLastIndex((text) => text !== '');
    const first = own.findIndex((text) => text !== '');
    for (const [row, text] of own.entries()) {
      if (text !== '') above[row] = text;
      else if (first >= 0 && row > first) above[row] = '';
    }
    const parts = above.slice(0, depth + 1).filter((text) => text !== '');
    joined.push(parts.filter((text, place) => text !== parts[place - 1]).join(HEADER_SEPARATOR));
  }
  return { ...last, cells: joined, lower: texts.at(-1)!, parts: texts };
}
