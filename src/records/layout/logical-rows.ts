import type { Finding } from '../../findings/finding.ts';
import { cleanCell, cut, isDoubtful, isFilled, quoted } from '../../recognise/text.ts';
import { aKind, kindText, say } from '../../say.ts';
import { type Cell, columnLetters, type Row } from '../../sheets/cell.ts';
import { allColumns, type Layout, type SheetMap, type UsedColumn } from '../record.ts';
import { MOST_ROWS } from '../several-rows.ts';
import { sheetFinding } from '../sheet-finding.ts';
import { isNumber, isTotalWord } from '../total-words.ts';
import { Subtotals } from './repeated-quantities.ts';

/** Maximum number of columns that a message names. */
const MOST_NAMED = 4;
/** Number of records of which one has the season of all. */
const MANY_RECORDS = 4;

/**
 * Turns the rows of a sheet into one row for each record, as the layout of a map file says. Blank cells of some columns
 * get the value above. Rows that follow each other are joined if they have the same values in the columns of a group,
 * or blank cells there: the joined row is the first one, with the other rows in `more`.
 */
export class LogicalRows {
  readonly #map: SheetMap;
  readonly #layout: Layout;
  readonly #report: (finding: Finding) => void;
  /** Indexes of the columns that fill fields, of those that fill lists, and of those of seasons. */
  readonly #mapped: ReadonlySet<number>;
  readonly #lists: ReadonlySet<number>;
  /** Whether the season of a record may be far above, although another record begins. */
  readonly #isSeasonOnce: boolean;
  readonly #seasons: ReadonlySet<number>;
  /** Indexes of the columns whose fields are not numbers: a row with a value of its own there is not a total. */
  readonly #texts: ReadonlySet<number>;
  readonly #subtotals: Subtotals | undefined;
  /** The headers, by the index of their column. */
  readonly #headers: ReadonlyMap<number, string>;
  readonly #firstColumn: number;
  /** Indexes of the columns that fill the first field of the key. */
  readonly #keys: readonly number[];
  /** The index of the column of the group that fills the first field of the key. */
  readonly #key: number | undefined;
  #last = 0;
  /** Whether a record began with more than one value. */
  #hasFullRows = false;
  /** Whether the first row may be a title. */
  #isTitle = false;
  /** The last value of each column that is filled down. */
  readonly #above = new Map<number, Cell>();
  /** The rows of these values. */
  readonly #rowsAbove = new Map<number, number>();
  /** The columns whose value above could not be read. */
  readonly #lost = new Set<number>();
  /** The rows that were filled down, by the index of their column. */
  readonly filledRows = new Map<number, number[]>();
  #first: Row | undefined;
  #more: Row[] = [];

  readonly #isDamaged: (row: number, index: number) => boolean;

  /**
   * @param report receives an error for each row that continues a record, but may be something else
   * @param isDamaged whether a cell is blank because it could not be read
   */
  constructor(
    map: SheetMap,
    layout: Layout,
    report: (finding: Finding) => void,
    isDamaged: (row: number, index: number) => boolean = () => false,
    firstRows: readonly Row[] = [],
  ) {
    this.#isDamaged = isDamaged;
    this.#map = map;
    this.#layout = layout;
    this.#report = report;
    const indexesOf = (columns: readonly UsedColumn[]) => columns.map(({ index }) => index);
    this.#mapped = new Set(indexesOf(map.columns));
    this.#headers = new Map(allColumns(map).map(({ index, header }) => [index, header]));
    this.#firstColumn = Math.min(...this.#headers.keys());
    this.#keys = indexesOf(map.columns.filter(({ path }) => path === map.kind.key[0]));
    this.#key = layout.group?.by.find((index) => this.#keys.includes(index));
    this.#subtotals = Subtotals.of(map);
    const texts = map.columns.filter(({ field }) => field.value.type !== 'number');
    this.#texts = new Set(indexesOf([...texts, ...(map.used ?? [])]));
    this.#seasons = new Set(indexesOf(map.columns.filter(({ path }) => path === 'productCollectionRef')));
    this.#isSeasonOnce = this.#isWrittenOnce(firstRows);
    this.#lists = new Set(indexesOf(map.columns.filter(({ field }) => field.path.endsWith('[]'))));
  }

  /** Takes the next row of the sheet. Returns the row before it, complete, if this one does not continue it. */
  add(row: Row): Row | undefined {
    const { fillDown, group } = this.#layout;
    // The columns with content of its own.
    const own = filledIn(row);
    const follows = row.row === this.#last + 1;
    this.#last = row.row;
    if (fillDown.length > 0) this.#checkFill(row, own, follows, fillDown);
    const filled = fillDown.length === 0 ? row : this.#filled(row, fillDown);
    if (!group) return filled;
    const total = own.find((index) => !this.#mapped.has(index) && isTotalWord(cleanCell(row.cells[index])));
    if (total !== undefined) {
      const about = { value: quoted(cleanCell(row.cells[total])), column: this.#nameOf(total) };
      this.#unclear(row, say().layouts.totalIn(about));
    }
    const first = this.#first;
    const isKeyless = group.by.every((index) => !isFilled(row.cells[index]));
    if (first !== undefined && continues(first, filled, group.by)) {
      const blank = group.by.find((index) => !isFilled(filled.cells[index]) && isFilled(first.cells[index]));
      if (isKeyless) this.#checkKeyless(row, own, follows);
      else if (blank !== undefined) {
        const about = { column: this.#nameOf(blank), row: String(first.row) };
        this.#unclear(row, say().layouts.otherInGroup({ ...about, kind: kindText(this.#map.kind.name) }));
      }
      if (this.#more.length < MOST_ROWS) this.#more.push(withCellsOf(first, filled, group.by));
      return undefined;
    }
    if (!isKeyless && this.#key !== undefined && !isFilled(filled.cells[this.#key]))
      this.#unclear(row, say().layouts.noKeyInGroup({ column: this.#nameOf(this.#key) }));
    const ended = this.finish();
    this.#first = filled;
    this.#isTitle = this.#hasFullRows && own.length === 1;
    this.#hasFullRows ||= own.length > 1;
    return ended;
  }

  /** Takes note of a row that is skipped. `continues`: records may go on below it, as below a repeated header row. */
  skip(row: Row, continuesRecord: boolean): void {
    if (continuesRecord && row.row === this.#last + 1) this.#last = row.row;
  }

  /** Checks a row whose blank cells would get the value above: the value may not belong to it, or it may not be a record. */
  #checkFill(row: Row, own: readonly number[], follows: boolean, fillDown: readonly number[]): void {
    if (this.#isTitleOfRows(own, fillDown)) {
      const [first] = own;
      this.#unclear(row, say().layouts.titleToFill({ column: this.#nameOf(first!) }));
      return;
    }
    const lost = fillDown.filter((index) => !isFilled(row.cells[index]) && this.#lost.has(index));
    if (lost.length > 0) {
      this.#unclear(row, say().layouts.fillLost({ columns: this.#namesOf(lost) }));
      return;
    }
    const blank = fillDown.filter((index) => !isFilled(row.cells[index]) && this.#above.has(index));
    if (blank.length === 0) return;
    const changed = fillDown.find(
      (index) =>
        isFilled(row.cells[index]) && cleanCell(row.cells[index]) !== cleanCell(this.#above.get(index)),
    );
    const lacksSeason = this.#lacksOnlySeason(own, blank);
    const right =
      changed === undefined || (lacksSeason && this.#isSeasonOnce)
        ? undefined
        : blank.find((index) => index > changed);
    const isSum = () =>
      this.#keys.some((index) => blank.includes(index)) &&
      !own.some((index) => this.#texts.has(index)) &&
      this.#isSum(row, own);
    const isApart = !follows && !lacksSeason;
    if (!isApart && right === undefined && !isSum()) return;
    const columns = this.#namesOf(right === undefined ? blank : [right]);
    const { fillApart, fillChanged, fillSum } = say().layouts;
    if (isApart) this.#unclear(row, fillApart({ columns }));
    else if (right === undefined) this.#unclear(row, fillSum({ columns }));
    else this.#unclear(row, fillChanged({ columns, changed: this.#nameOf(changed!) }));
  }

  /** Whether a row has values in most columns, and only its season is above: this holds below a blank row, too. */
  #lacksOnlySeason(own: readonly number[], blank: readonly number[]): boolean {
    const mapped = own.filter((index) => this.#mapped.has(index));
    return mapped.length * 2 > this.#mapped.size && blank.every((index) => this.#seasons.has(index));
  }

  /** Whether seasons are written once for many records that have values in the other columns that are filled down. */
  #isWrittenOnce(rows: readonly Row[]): boolean {
    const others = this.#layout.fillDown.filter((index) => !this.#seasons.has(index));
    const named = rows.filter(
      ({ row, cells }) => row > this.#map.headerRow && others.some((index) => isFilled(cells[index])),
    );
    const own = named.filter(({ cells }) => this.#seasons.values().some((index) => isFilled(cells[index])));
    return named.length >= MANY_RECORDS && own.length * MANY_RECORDS <= named.length;
  }

  /** Checks a row without any value in the columns of the group: it may be a title, a note or a total. */
  #checkKeyless(row: Row, filled: readonly number[], follows: boolean): void {
    const [only] = filled;
    const isTitle =
      filled.length === 1 &&
      this.#mapped.has(only!) &&
      (!this.#lists.has(only!) || only === this.#firstColumn);
    const { keylessBelowTitle, keylessApart, keylessSum, keylessTitle } = say().layouts;
    const message = this.#isTitle
      ? keylessBelowTitle
      : !follows
        ? keylessApart
        : this.#isSum(row, filled)
          ? keylessSum
          : isTitle
            ? keylessTitle
            : undefined;
    if (message === undefined) return;
    const columns = this.#namesOf(this.#layout.group!.by);
    const kind = kindText(this.#map.kind.name);
    this.#unclear(row, message({ columns, kind, row: String(this.#first!.row) }));
  }

  #isSum({ cells }: Row, filled: readonly number[]): boolean {
    if (filled.every((index) => this.#lists.has(index))) return false;
    return filled.every((index) => isNumber(cells[index]!, cleanCell(cells[index])));
  }

  /** Whether a row has only values that are filled down, but no key of a record. */
  #isTitleOfRows(filled: readonly number[], fillDown: readonly number[]): boolean {
    if (this.#keys.some((index) => fillDown.includes(index))) return false;
    return filled.length > 0 && filled.every((index) => fillDown.includes(index));
  }

  #unclear(
    row: Row,
    message: string,
    suggestion = say().layouts.writeKey({ aKind: aKind(this.#map.kind.name) }),
  ): void {
    const texts = filledIn(row).map((index) => cleanCell(row.cells[index]));
    const value = cut(texts.join(' | '), 200);
    this.#report(sheetFinding(this.#map, row, 'row-unclear', { value, message, suggestion }));
  }

  #nameOf(index: number): string {
    const header = this.#headers.get(index) ?? '';
    return header === '' ? say().layouts.column({ letters: columnLetters(index) }) : quoted(cut(header, 40));
  }

  #namesOf(indexes: readonly number[]): string {
    return indexes
      .slice(0, MOST_NAMED)
      .map((index) => this.#nameOf(index))
      .join(', ');
  }

  /** Returns the last row, complete. */
  finish(): Row | undefined {
    const first = this.#first;
    if (first === undefined) return undefined;
    const more = this.#more;
    this.#first = undefined;
    this.#more = [];
    if (more.length === 0) return first;
    for (const { row, problem } of this.#subtotals?.find([first, ...more]) ?? [])
      this.#unclear(row, problem, say().layouts.setApart());
    return { ...first, more };
  }

  #filled(row: Row, columns: readonly number[]): Row {
    const cells = [...row.cells];
    const filledFrom = new Map<number, number>();
    for (const index of columns) {
      while (cells.length <= index) cells.push(null);
      if (isFilled(cells[index])) {
        this.#lost.delete(index);
        this.#above.set(index, cells[index]!);
        this.#rowsAbove.set(index, row.row);
        continue;
      }
      if (this.#isDamaged(row.row, index)) this.#lost.add(index);
      cells[index] = this.#above.get(index) ?? null;
      const from = this.#rowsAbove.get(index);
      if (from !== undefined) filledFrom.set(index, from);
      const rows = this.filledRows.get(index);
      if (rows) rows.push(row.row);
      else this.filledRows.set(index, [row.row]);
    }
    return { ...row, cells, ...(filledFrom.size > 0 && { filledFrom }) };
  }
}

/** The indexes of the cells with content. */
const filledIn = ({ cells }: Row): number[] =>
  cells.flatMap((cell, index) => (isFilled(cell) ? [index] : []));

function continues(first: Row, row: Row, by: readonly number[]): boolean {
  return by.every((index) => {
    const cell = row.cells[index];
    const above = first.cells[index];
    if (!isFilled(cell)) return true;
    // A doubtful key starts a record of its own, because only then it is reported.
    return isFilled(above) && !isDoubtful(cell) && cleanCell(cell) === cleanCell(above);
  });
}

/** The row with the cells of these columns from the first row of the group. */
function withCellsOf(first: Row, row: Row, columns: readonly number[]): Row {
  const cells = [...row.cells];
  for (const index of columns) {
    while (cells.length <= index) cells.push(null);
    cells[index] = first.cells[index] ?? null;
  }
  return { ...row, cells };
}
