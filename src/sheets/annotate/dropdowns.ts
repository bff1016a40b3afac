import type { Cell } from '../cell.ts';
import type { Input } from '../input.ts';
import type { Limits } from '../source.ts';
import type { Archive } from '../xlsx/archive.ts';
import { openWorkbook } from '../xlsx/workbook.ts';
import type { DefinedName } from './defined-names.ts';
import type { CellChange, NewValues } from './new-values.ts';
import { plainCellText } from './plain-cell.ts';
import { type ListRule, rangesIn } from './sheet-rules.ts';
import type { MergedRange } from './sheet-survey.ts';

/** A range of cells in the sheet with this name. */
interface Range {
  readonly sheet: string;
  readonly cells: MergedRange;
}

/** The cells whose dropdown does not offer the new value: their columns, from 0, by the name of the sheet and the row. */
export type Refusals = ReadonlyMap<string, ReadonlyMap<number, ReadonlySet<number>>>;

interface Book {
  readonly input: Input;
  readonly archive: Archive;
  readonly limits: Limits;
  readonly names: readonly DefinedName[];
}

/**
 * The cells whose dropdown does not offer their new value. A dropdown that also accepts other values counts only if it offers
 * the old value, which the person then chose from it. The values of a dropdown may be in cells that get new values, too.
 */
export async function refusalsOf(
  book: Book,
  lists: ReadonlyMap<string, readonly ListRule[]>,
  values: ReadonlyMap<string, NewValues>,
): Promise<Refusals> {
  const listed = [...values].flatMap(([sheet, own]) =>
    (lists.get(sheet) ?? []).flatMap((rule) => {
      const changes = changesIn(rule, own);
      const source = changes.length === 0 ? null : sourceOf(rule.formula, sheet, book.names);
      return changes.length === 0 ? [] : { sheet, rule, changes, source };
    }),
  );
  const ranges = listed.flatMap(({ source }) => (source !== null && 'sheet' in source ? source : []));
  const texts = await textsIn(book, ranges, values);
  const refusals = new Map<string, Map<number, Set<number>>>();
  for (const { sheet, rule, changes, source } of listed) {
    const allowed = source === null || !('sheet' in source) ? source : texts.get(source)!;
    for (const { row, column, change } of changes) {
      if (listAccepts(change, allowed, rule)) continue;
      const rows = refusals.get(sheet) ?? new Map<number, Set<number>>();
      refusals.set(sheet, rows.set(row, (rows.get(row) ?? new Set()).add(column)));
    }
  }
  return refusals;
}

/** `allowed`: the values of the dropdown; null if a formula computes them: then the cell keeps its value. */
const listAccepts = (
  { from, value }: CellChange,
  allowed: ReadonlySet<string> | null,
  { isEnforced }: ListRule,
): boolean =>
  value === null ||
  (allowed !== null && (allowed.has(textOf(value)) || !(isEnforced || allowed.has(from.trim()))));

const textOf = (cell: Cell): string => plainCellText(cell).trim();

interface PlacedChange {
  readonly row: number;
  readonly column: number;
  readonly change: CellChange;
}

function changesIn({ ranges }: ListRule, values: NewValues): PlacedChange[] {
  return ranges.flatMap(({ first, last }) => {
    const count = last.row - first.row + 1;
    const rows =
      count < values.size
        ? Array.from({ length: count }, (_, at) => first.row + at)
        : [...values.keys()].filter((row) => row >= first.row && row <= last.row);
    return rows.flatMap((row) =>
      [...(values.get(row) ?? [])].flatMap(([column, change]) =>
        column >= first.column && column <= last.column ? { row, column, change } : [],
      ),
    );
  });
}

/** Maximum number of defined names to follow, if one refers to another. */
const MOST_NAMES = 8;

const RANGE =
  /^=?(?:('(?:[^']|'')+'|[^'!()"]+)!)?(\$[A-Z]{1,3}\$\d{1,7}(?::\$[A-Z]{1,3}\$\d{1,7})?|\$[A-Z]{1,3}:\$[A-Z]{1,3}|\$\d{1,7}:\$\d{1,7})$/i;

/** The values of a dropdown or the range that contains them; null if a formula computes them. */
export function sourceOf(
  formula: string,
  sheet: string,
  names: readonly DefinedName[],
  depth = 0,
): Range | ReadonlySet<string> | null {
  const text = formula.trim();
  const [, literal] = /^"((?:[^"]|"")*)"$/.exec(text) ?? [];
  if (literal !== undefined)
    return new Set(
      literal
        .replaceAll('""', '"')
        .split(',')
        .map((one) => one.trim()),
    );
  const [, on, ref] = RANGE.exec(text) ?? [];
  const [cells] = ref === undefined ? [] : rangesIn(ref.toUpperCase());
  if (cells !== undefined) return on?.includes('[') ? null : { sheet: unquoted(on ?? sheet), cells };
  const bare = text.replace(/^=/, '').toLowerCase();
  const [named, ...others] = names.filter(({ name }) => name.toLowerCase() === bare);
  return named !== undefined && others.length === 0 && depth < MOST_NAMES
    ? sourceOf(named.formula, sheet, names, depth + 1)
    : null;
}

/** The name of a sheet as a formula has it, without quotes: `Bob's` for `'Bob''s'`. */
const unquoted = (name: string): string => /^'(.*)'$/s.exec(name)?.[1]?.replaceAll("''", "'") ?? name;

/** The texts of the cells in each range: the old and the new ones. */
async function textsIn(
  { input, archive, limits }: Book,
  ranges: readonly Range[],
  values: ReadonlyMap<string, NewValues>,
): Promise<ReadonlyMap<Range, ReadonlySet<string>>> {
  const texts = new Map(ranges.map((range) => [range, new Set<string>()]));
  if (ranges.length === 0) return texts;
  const source = await openWorkbook(input, archive, limits, () => {});
  for (const { name, rows } of source?.sheets ?? []) {
    const own = ranges.filter(({ sheet }) => sheet.toLowerCase() === name.toLowerCase());
    if (own.length === 0) continue;
    for await (const batch of rows(() => {}))
      for (const { row, cells } of batch)
        for (const range of own) {
          const { first, last } = range.cells;
          if (row < first.row || row > last.row) continue;
          for (let column = first.column; column <= Math.min(last.column, cells.length - 1); column++)
            for (const cell of [cells[column]!, values.get(name)?.get(row)?.get(column)?.value ?? null])
              if (cell !== null) texts.get(range)!.add(textOf(cell));
        }
  }
  return texts;
}
