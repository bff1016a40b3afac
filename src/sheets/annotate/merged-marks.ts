import { say } from '../../say.ts';
import { type CellMark, NOTE_CHARACTERS, RANKS, type RowMarks } from './marks.ts';
import type { MergedRange } from './sheet-survey.ts';

/**
 * Moves the marks of merged cells to the first of them, the only one that is visible. Marks that come to the same cell are
 * joined: each note once, with the numbers of the rows from which it was moved.
 */
export function* moveToVisibleCells(
  rows: () => Iterable<RowMarks>,
  merges: readonly MergedRange[],
): Generator<RowMarks> {
  if (merges.length === 0) {
    yield* rows();
    return;
  }
  const index = new MergeIndex(merges);
  const moved = new Map<number, Map<number, JoinedMark>>();
  for (const { row, cells } of rows()) {
    for (const mark of cells) {
      const first = index.at(row, mark.column)?.first;
      if (first === undefined || first.row === row) continue;
      const marks = moved.get(first.row) ?? new Map<number, JoinedMark>();
      moved.set(first.row, marks);
      const known = marks.get(first.column) ?? new JoinedMark(first.column);
      marks.set(first.column, known);
      known.add(mark, row);
    }
  }
  const waiting = [...moved.keys()].sort((a, b) => a - b);
  let next = 0;
  const waitingRow = (): RowMarks => {
    const row = waiting[next++]!;
    return { row, cells: marksOf(moved.get(row)!), values: null };
  };
  for (const marks of rows()) {
    const { row } = marks;
    while (next < waiting.length && waiting[next]! < row) yield waitingRow();
    const own = new Map<number, JoinedMark>();
    for (const mark of marks.cells) {
      const first = index.at(row, mark.column)?.first;
      if (first !== undefined && first.row !== row) continue;
      const column = first?.column ?? mark.column;
      const known = own.get(column) ?? new JoinedMark(column);
      own.set(column, known);
      known.add(mark, null);
    }
    if (waiting[next] === row)
      for (const [column, mark] of moved.get(waiting[next++]!)!) own.set(column, mark.after(own.get(column)));
    yield { ...marks, cells: marksOf(own) };
  }
  while (next < waiting.length) yield waitingRow();
}

/** The joined marks as `CellMark`, in the order of the columns. */
const marksOf = (marks: ReadonlyMap<number, JoinedMark>): CellMark[] =>
  [...marks.values()].map((mark) => mark.mark()).sort((a, b) => a.column - b.column);

/** Joins marks of one cell: the worst severity and all notes. */
class JoinedMark {
  readonly #column: number;
  #severity: CellMark['severity'] = 'notice';
  /** The ranges of rows from which each note was moved; empty for a note of the cell itself. */
  readonly #notes = new Map<string, [first: number, last: number][]>();

  constructor(column: number) {
    this.#column = column;
  }

  /** Adds a mark. `row`: the row from which it was moved, in ascending order; null for a mark of the cell itself. */
  add({ severity, note }: CellMark, row: number | null): void {
    if (RANKS[severity] < RANKS[this.#severity]) this.#severity = severity;
    const ranges = this.#notes.get(note) ?? [];
    this.#notes.set(note, ranges);
    const last = ranges.at(-1);
    if (row === null) return;
    if (last?.[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }

  /** Joins this mark to another one of the same cell, whose notes come first. */
  after(other: JoinedMark | undefined): JoinedMark {
    if (other === undefined) return this;
    for (const [note, ranges] of this.#notes) if (!other.#notes.has(note)) other.#notes.set(note, ranges);
    if (RANKS[this.#severity] < RANKS[other.#severity]) other.#severity = this.#severity;
    return other;
  }

  mark(): CellMark {
    const notes: string[] = [];
    let length = 0;
    for (const [note, ranges] of this.#notes) {
      notes.push(ranges.length === 0 ? note : `${rowRangesText(ranges)}\n${note}`);
      length += note.length;
      if (length > NOTE_CHARACTERS) break;
    }
    const text = notes.join('\n\n');
    const note = text.length > NOTE_CHARACTERS ? `${text.slice(0, NOTE_CHARACTERS - 1)}…` : text;
    return { column: this.#column, severity: this.#severity, note };
  }
}

/** Maximum number of ranges of rows in the text of a note. */
const MOST_RANGES = 10;

/** Ranges of rows as a text: `Rows 2–4, 7:`. `isMore`: whether `…` is added for further rows. */
export function rowRangesText(
  ranges: readonly (readonly [first: number, last: number])[],
  isMore = false,
): string {
  const shown = ranges
    .slice(0, MOST_RANGES)
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  const rows = isMore || ranges.length > MOST_RANGES ? [...shown, '…'] : shown;
  const count = ranges.length === 1 && ranges[0]![0] === ranges[0]![1] ? 1 : 2;
  return say().copy.ofRows({ count, rows: rows.join(', ') });
}

/** Finds the merged range that contains a cell. Each column is indexed when one of its cells is first looked up. */
class MergeIndex {
  readonly #merges: readonly MergedRange[];
  readonly #byColumn = new Map<number, readonly MergedRange[]>();

  constructor(merges: readonly MergedRange[]) {
    this.#merges = [...merges].sort((a, b) => a.first.row - b.first.row);
  }

  at(row: number, column: number): MergedRange | undefined {
    const merges = this.#of(column);
    let low = 0;
    let high = merges.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (merges[middle]!.first.row <= row) low = middle + 1;
      else high = middle;
    }
    const merge = merges[low - 1];
    return merge !== undefined && row <= merge.last.row ? merge : undefined;
  }

  #of(column: number): readonly MergedRange[] {
    const known = this.#byColumn.get(column);
    if (known) return known;
    const merges = this.#merges.filter(({ first, last }) => column >= first.column && column <= last.column);
    this.#byColumn.set(column, merges);
    return merges;
  }
}
