import type { Body, Json } from '../contract/kind.ts';
import { CLEAR_WORDS, clearedBy, isUpdatable } from '../contract/v3/update.ts';
import type { Finding } from '../findings/finding.ts';
import type { Row } from '../sheets/cell.ts';
import { rowFinding } from './check/rule.ts';
import type { Column, Draft, SheetMap } from './records/record.ts';

/** A row without its clear words, and the columns that had them. */
export interface Cleared {
  readonly row: Row;
  readonly columns: readonly Column[];
}

const WORDS: ReadonlySet<string> = new Set(CLEAR_WORDS);

/** Removes the clear words from a row of a kind that can be updated; for other kinds they are ordinary text. */
export function takeClears(map: SheetMap, row: Row): Cleared {
  if (!isUpdatable(map.kind)) return { row, columns: [] };
  const columns = map.columns.filter(({ index }) => {
    const cell = row.cells[index];
    return typeof cell === 'string' && WORDS.has(cell.trim().toLowerCase());
  });
  if (columns.length === 0) return { row, columns };
  const cells = [...row.cells];
  for (const { index } of columns) cells[index] = null;
  return { row: { ...row, cells }, columns };
}

/**
 * Returns a copy of the body with null, or an empty list, in each field to be cleared, and the findings about it. In an update,
 * null removes an item of a list.
 */
export function withClears(
  draft: Draft,
  body: Body,
  columns: readonly Column[],
): { body: Body; findings: Finding[] } {
  if (columns.length === 0) return { body, findings: [] };
  const cleared: Body = { ...body };
  const findings: Finding[] = [];
  for (const { path, header, field } of columns) {
    const clearing = clearedBy(draft.map.kind, field);
    const report = (message: string) =>
      findings.push(
        rowFinding(draft, 'clear-not-allowed', 'error', path, message, { value: CLEAR_WORDS[0] }),
      );
    if (clearing === undefined)
      report(`the interface does not let "${header}" of a ${draft.map.kind.name} be cleared`);
    else if (removeItem(draft, cleared, path)) continue;
    else if (body[clearing.name] !== undefined)
      report(`${clearing.name} is cleared here and given in another column`);
    else cleared[clearing.name] = clearing.to === null ? null : [];
  }
  return { body: cleared, findings };
}

/** Removes the item of a list of objects that a column numbers, if the row gives no value of it. */
function removeItem({ map, body }: Draft, cleared: Body, path: string): boolean {
  const [name, place, part] = path.split('.');
  const given = body[name!] ?? [];
  const at = Number(place);
  if (map.kind.partial !== true || part === undefined || !Array.isArray(given) || !Number.isInteger(at))
    return false;
  if (Object.keys(given[at] ?? {}).length > 0) return false;
  const items = [...((cleared[name!] ?? []) as Json[])];
  while (items.length < at) items.push({});
  items[at] = null;
  cleared[name!] = items;
  return true;
}
