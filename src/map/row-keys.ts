import { hasHan } from '../fold.ts';
import { parseDate } from '../records/date.ts';
import { areMost, areMostly } from './column-values.ts';
import type { ProposedColumn } from './propose-draft.ts';
import type { TextRow } from './propose-rows.ts';
import { MOST_COMPARED, MOST_ROWS, PROVING_VALUES, recordsIn, textsIn } from './row-evidence.ts';

/**
 * The column of codes that names the parts of records, such as the materials of a product, if there is one: its header has a word for
 * references, or each code has one name in the column beside it, hardly ever the same as another one. No record has a code twice, and
 * other such columns, such as groups with their names, have fewer.
 */
export function columnOfParts(
  drafts: readonly ProposedColumn[],
  rows: readonly TextRow[],
  record: readonly (number | undefined)[],
): number | undefined {
  const some = rows.slice(0, MOST_ROWS);
  const found = drafts.slice(0, MOST_COMPARED).flatMap((one, at) => {
    const isReference = one.headerReadings.partly?.some((notions) => notions.has('ref'));
    const isCode = isReference ? isWord : isPartCode;
    if (one.values.words.size < PROVING_VALUES || !areMostly(one.values, isCode)) return [];
    const next = drafts[at + 1];
    const name = next?.index === one.index + 1 ? next.index : undefined;
    const filled = some.filter(({ cells }) => cells[one.index]);
    if (filled.length < some.length * 0.8 || !(isReference || areNamed(filled, one.index, name))) return [];
    const keys = [...record, one.index];
    const parts = new Set(filled.map(({ cells }) => keys.map((index) => cells[index ?? -1]).join('\0')));
    return parts.size >= filled.length * 0.95 ? [{ index: one.index, count: one.values.words.size }] : [];
  });
  const [first, second] = found.sort((one, other) => other.count - one.count);
  return first && first.count > (second?.count ?? 0) ? first.index : undefined;
}

/** Whether each code has one name, and hardly ever the same as another code. */
function areNamed(rows: readonly TextRow[], code: number, name: number | undefined): boolean {
  const both = rows.filter(({ cells }) => cells[name ?? -1]);
  const nameBy = new Map(both.map(({ cells }) => [cells[code], cells[name!]!]));
  const names = new Set(nameBy.values());
  return (
    both.length >= rows.length * 0.8 &&
    both.every(({ cells }) => nameBy.get(cells[code]) === cells[name!]) &&
    names.size >= nameBy.size * 0.8 &&
    areMost([...names], (text) => /\p{L}{3}/u.test(text) || hasHan(text))
  );
}

/** Whether a text without blanks is not a date. */
export const isWord = (text: string): boolean =>
  /^[\p{L}\d][\p{L}\d._/+-]{2,39}$/u.test(text) && parseDate(text, 'day-first') === undefined;

/** Whether a text may be the code of a material: a word in upper case or with a digit. */
const isPartCode = (text: string): boolean => /\d|^\P{Ll}+$/u.test(text) && isWord(text);

/**
 * The column of short codes that distinguishes the rows with one product, such as its colours: it is the only one in which they
 * always differ, and other products have the same codes.
 */
export function columnOfVariants(
  drafts: readonly ProposedColumn[],
  rows: readonly TextRow[],
  by: readonly [number, ...number[]],
): number | undefined {
  const several = recordsIn(rows.slice(0, MOST_ROWS), by);
  const found = drafts.slice(0, MOST_COMPARED).filter(({ index, values: { words, filled } }) => {
    const codes = [...words.keys()];
    return (
      codes.length > 1 &&
      codes.length < filled &&
      codes.every((text) => VARIANT.test(text)) &&
      codes.some((text) => /^0|\p{L}/u.test(text)) &&
      several.every((own) => textsIn(own, index).size === own.length)
    );
  });
  return several.length > 0 && found.length === 1 ? found[0]!.index : undefined;
}

/** Codes such as `010`, `BL04` or `NERO`, and not sizes. */
const VARIANT = /^(?!\d?X{0,4}[SML]$|T?U$|OS$)(?=.*[\p{Lu}\d])[\p{Lu}\d]{2,6}$/u;
