import { say } from '../../say.ts';
import { type CellMark, NOTE_CHARACTERS, RANKS, type RowMarks } from './marks.ts';
import type { MergedRange } from './sheet-survey.ts';

/**
 * Moves the marks of cells that are covered by a merge to its first cell, which shows the value. Marks of one cell are
 * joined: each note once, with the rows that it is about if it was in other rows.
 */
export function* onVisibleCells(
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

/** The marks in the order of the columns. */
const marksOf = (marks: ReadonlyMap<number, JoinedMark>): CellMark[] =>
  [...marks.values()].map((mark) => mark.mark()).sort((a, b) => a.column - b.column);

/** Several marks of one cell: the worst severity, and all notes. */
class JoinedMark {
  readonly #column: number;
  #severity: CellMark['severity'] = 'notice';
  /** The rows of each note as ranges; none for the row of the cell itself. */
  readonly #notes = new Map<string, [first: number, last: number][]>();

  constructor(column: number) {
    this.#column = column;
  }

  /** Adds a mark of another row, or of that of the cell itself. Rows ascend. */
  add({ severity, note }: CellMark, row: number | null): void {
    if (RANKS[severity] < RANKS[this.#severity]) this.#severity = severity;
    const ranges = this.#notes.get(note) ?? [];
    this.#notes.set(note, ranges);
    const last = ranges.at(-1);
    if (row === null) return;
    if (last?.[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }

  /** This one after another of the same cell. */
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
      notes.push(ranges.length === 0 ? note : `${lineRanges(ranges)}\n${note}`);
      length += note.length;
      if (length > NOTE_CHARACTERS) break;
    }
    const text = notes.join('\n\n');
    const note = text.length > NOTE_CHARACTERS ? `${text.slice(0, NOTE_CHARACTERS - 1)}…` : text;
    return { column: this.#column, severity: this.#severity, note };
  }
}

/** Number of ranges of rows that a note names. */
const MOST_RANGES = 10;

/** The rows of a note: `Rows 2–4, 7:`. `isMore`: there are others. */
export function lineRanges(
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

/** Finds the merge of a cell. The merges of a column are looked at when a cell of it is first asked about. */
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
