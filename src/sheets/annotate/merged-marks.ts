import type { CellMark, RowMarks } from './marks.ts';
import type { MergedRange } from './sheet-survey.ts';

/**
 * Moves the marks of cells that are covered by a merge to its first cell, which shows the value. Marks of one cell are
 * joined.
 */
export function* onVisibleCells(
  rows: () => Iterable<RowMarks>,
  merges: readonly MergedRange[],
): Generator<RowMarks> {
  if (merges.length === 0) {
    yield* rows();
    return;
  }
  const byRow = new Map<number, MergedRange[]>();
  for (const merge of merges) {
    for (let row = merge.first.row; row <= Math.min(merge.last.row, merge.first.row + MOST_ROWS); row++) {
      const known = byRow.get(row);
      if (known) known.push(merge);
      else byRow.set(row, [merge]);
    }
  }
  const mergeAt = (row: number, column: number) =>
    byRow.get(row)?.find(({ first, last }) => column >= first.column && column <= last.column);
  const moved = new Map<number, CellMark[]>();
  for (const { row, cells } of rows()) {
    for (const mark of cells) {
      const merge = mergeAt(row, mark.column);
      if (merge === undefined || merge.first.row === row) continue;
      const list = moved.get(merge.first.row) ?? [];
      list.push({ ...mark, column: merge.first.column });
      moved.set(merge.first.row, list);
    }
  }
  const waiting = [...moved.keys()].sort((a, b) => a - b);
  for (const marks of rows()) {
    while (waiting.length > 0 && waiting[0]! < marks.row) {
      const row = waiting.shift()!;
      yield { row, cells: joined(moved.get(row)!), values: null };
    }
    const { row } = marks;
    const cells = marks.cells.flatMap((mark) => {
      const merge = mergeAt(row, mark.column);
      if (merge === undefined) return mark;
      return merge.first.row === row ? { ...mark, column: merge.first.column } : [];
    });
    if (waiting[0] === row) cells.push(...moved.get(waiting.shift()!)!);
    yield { ...marks, cells: joined(cells) };
  }
  for (const row of waiting) yield { row, cells: joined(moved.get(row)!), values: null };
}

/** Rows of a merge that are looked at. */
const MOST_ROWS = 10_000;
const RANKS = { error: 0, warning: 1, fixed: 2, notice: 3 } as const;

/** One mark for each cell, in the order of the columns: the worst severity, and all notes. */
function joined(marks: readonly CellMark[]): CellMark[] {
  const byColumn = new Map<number, CellMark>();
  for (const mark of marks) {
    const known = byColumn.get(mark.column);
    if (known === undefined) byColumn.set(mark.column, mark);
    else {
      const severity = RANKS[known.severity] <= RANKS[mark.severity] ? known.severity : mark.severity;
      const note = known.note === mark.note ? known.note : `${known.note}\n\n${mark.note}`;
      byColumn.set(mark.column, { column: mark.column, severity, note });
    }
  }
  return [...byColumn.values()].sort((a, b) => a.column - b.column);
}
