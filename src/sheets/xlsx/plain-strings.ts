import {
  END,
  GREATER_THAN,
  KINDS,
  LATIN1,
  LETTER_X,
  matches,
  OTHER,
  PRESERVE,
  SPACE,
  TEXT,
  UNDERSCORE,
} from './plain-bytes.ts';
import type { TextTable } from './text-table.ts';

const START = Buffer.from('<si><t');
const STOP = Buffer.from('</t></si>');

/**
 * Adds plain shared texts to the table in one pass over their bytes: those in one `t` without entities, escapes and line
 * ends of Windows. Property: the table is the same as if the tokenizer read all of them.
 *
 * @param most length of the longest text.
 * @returns where the first text that is not plain starts, or `end`.
 */
export function takePlainStrings(
  bytes: Buffer,
  start: number,
  end: number,
  table: TextTable,
  most: number,
): number {
  const { block } = table;
  const last = block.length - 1;
  let at = start;
  while (at < end && matches(bytes, at, START)) {
    let from = at + START.length;
    if (bytes[from] === GREATER_THAN) from++;
    else if (matches(bytes, from, PRESERVE)) from += PRESERVE.length;
    else break;
    let fill = table.filled;
    let isWide = false;
    let stop = from;
    for (; ; stop++) {
      const byte = bytes[stop]!;
      const kind = KINDS[byte]!;
      if (kind === END) break;
      if (kind === TEXT) block[fill++] = byte;
      else if (kind === LATIN1) block[fill++] = ((byte & 3) << 6) | (bytes[++stop]! & 0x3f);
      else if (kind === UNDERSCORE && bytes[stop + 1] !== LETTER_X) block[fill++] = byte;
      else if (kind === OTHER) isWide = true;
      else return at;
      if (fill < last) continue;
      if (table.filled === 0) return at;
      table.nextBlock();
      fill = 0;
      isWide = false;
      stop = from - 1;
    }
    if (!matches(bytes, stop, STOP)) return at;
    const length = fill - table.filled;
    if (isWide) {
      const text = bytes.toString('utf8', from, stop);
      if (text.length > most) return at;
      table.add(text);
    } else if (length > most) return at;
    else table.commit(fill, length);
    at = stop + STOP.length;
    while (at < end && bytes[at]! <= SPACE) at++;
  }
  return at;
}
