import { say } from '../../say.ts';
import { columnLetters } from '../cell.ts';
import { Damage } from '../damage.ts';
import { LAST_ROW } from '../limits.ts';
import { type WiderFilter, withWiderFilter } from './filters.ts';
import type { CellMark, RowMarks } from './marks.ts';
import { ADDED_COLUMNS, RESPONSE_COLUMNS } from './own-names.ts';
import { withoutSelection } from './package-parts.ts';
import { cellsOf, type RawCell, rowNumber, type SheetEditor } from './sheet-scanner.ts';
import type { AddedColumns } from './skip-added.ts';
import type { BookStyles } from './styles.ts';
import { attribute, type RawXml, rawText, tagsOf, tailTags, withAttribute, withEdits } from './tags.ts';

/** Maximum number of characters in a cell. */
const CELL_CHARACTERS = 32_767;
const LAST_COLUMN = 16_383;
/** Widths of the added columns in characters. */
const WIDTHS = [36, 26, 26, 26, 60];

/** The marks and columns that a sheet gets. */
export interface SheetPlan {
  /** The marks of its rows, in their order. */
  readonly marks: Iterable<RowMarks>;
  readonly headerRow: number | null;
  readonly headers: readonly string[];
  /** The column, from 0, of each of `headers`. */
  readonly columns: readonly number[];
  /** The namespace of the ids of relations. */
  readonly relations: string;
  /** Whether cells may have the fills of an earlier annotation, which are then removed. */
  readonly hasOldFills: boolean;
  /** Columns of an earlier annotation, if the sheet gets none now: their statuses and messages are removed. */
  readonly earlierColumns: AddedColumns | undefined;
  /** Returns the id of the relation to a new drawing of the notes; undefined if no new drawing is needed. */
  readonly drawing: () => string | undefined;
  /** Called with the filter of the sheet if it was extended to the added columns. */
  readonly onWiderFilter: (filter: WiderFilter) => void;
  /** Called with each cell that was marked. */
  readonly onMark: (row: number, mark: CellMark) => void;
}

interface ColumnStyle {
  readonly first: number;
  readonly last: number;
  readonly style: number;
}

/** Writes the marks into the XML of a sheet. */
export class SheetWriter implements SheetEditor {
  private readonly plan: SheetPlan;
  private readonly styles: BookStyles;
  private readonly marks: Iterator<RowMarks>;
  private next: RowMarks | undefined;
  private prefix = '';
  private columnStyles: ColumnStyle[] = [];
  private rowBefore = 0;
  private readonly lastColumn: number;
  /** The letters of the added columns. */
  private readonly letters: readonly string[];
  /** The numbers of the added columns, from 0; empty if the sheet gets none. */
  private readonly added: ReadonlySet<number>;
  private readonly staleColumns: ReadonlySet<number | null>;

  constructor(plan: SheetPlan, styles: BookStyles) {
    this.plan = plan;
    this.styles = styles;
    this.marks = withHeader(plan)[Symbol.iterator]();
    this.lastColumn = Math.max(-1, ...plan.columns);
    this.letters = plan.columns.map(columnLetters);
    this.added = new Set(plan.headerRow === null ? [] : plan.columns);
    // Headers, ids and links of an earlier annotation stay.
    this.staleColumns = new Set(
      plan.earlierColumns?.columns.filter((_, index) => !RESPONSE_COLUMNS.has(ADDED_COLUMNS[index]!)),
    );
    if (plan.headerRow !== null && this.lastColumn > LAST_COLUMN) throw new Damage(say().copy.noColumns());
    this.advance();
  }

  head(xml: RawXml, prefix: string): RawXml {
    this.prefix = prefix;
    const tags = [...tagsOf(xml)].filter(({ depth }) => depth === 1 || depth === 2);
    const edits: { start: number; end: number; text: RawXml }[] = [];
    for (const { name, kind, depth, start, end, text } of tags) {
      // `dimension` would not include the added columns, and is optional.
      if (depth === 1 && name === 'dimension' && this.plan.headerRow !== null)
        edits.push({ start, end, text: '' });
      if (depth === 2 && name === 'col' && kind !== 'close') this.columnStyles.push(columnStyle(text));
    }
    if (this.plan.headerRow !== null) edits.push(...this.columnWidths(tags, xml));
    return withoutSelection(withEdits(xml, edits));
  }

  row(xml: RawXml, tag: RawXml): RawXml {
    const row = rowNumber(xml, tag, this.prefix, this.rowBefore);
    if (row <= this.rowBefore) throw new Damage(say().copy.rowOrder());
    this.rowBefore = row;
    const before = this.missingRows(row);
    const marks = this.next?.row === row ? this.next : undefined;
    if (marks !== undefined) this.advance();
    if (!this.plan.hasOldFills && this.plan.earlierColumns === undefined) {
      if (marks === undefined) return before === '' ? xml : before + xml;
      if (marks.cells.length === 0 && !tag.endsWith('/>'))
        return before + this.withLastCells(xml, tag, row, marks);
    }
    return before + this.withMarks(xml, tag, row, marks);
  }

  tail(xml: RawXml): RawXml {
    const { plan } = this;
    const rows = this.missingRows(LAST_ROW + 1);
    const wider = plan.headerRow === null ? null : withWiderFilter(xml, this.added, plan.headerRow);
    if (wider !== null) plan.onWiderFilter(wider.filter);
    const { tail } = wider ?? { tail: xml };
    const drawing = plan.drawing();
    return (
      rows + (drawing === undefined ? tail : withLegacyDrawing(tail, this.prefix, drawing, plan.relations))
    );
  }

  /** Ends the iterator of the marks; needed after an error. */
  close(): void {
    this.marks.return?.();
  }

  private advance(): void {
    const { done, value } = this.marks.next();
    this.next = done ? undefined : value;
  }

  /** New rows for marks between the last row of the sheet and `row`. */
  private missingRows(row: number): RawXml {
    let rows = '';
    for (; this.next !== undefined && this.next.row < row; this.advance()) {
      const marks = this.next;
      if (marks.row <= 0 || marks.row > LAST_ROW) continue;
      const tag = `<${this.prefix}row r="${marks.row}"/>`;
      rows += this.withMarks(tag, tag, marks.row, marks);
    }
    return rows;
  }

  /** A row without marked cells, with the cells of the added columns at its end: the sheet has no cells in these columns. */
  private withLastCells(xml: RawXml, tag: RawXml, row: number, { values }: RowMarks): RawXml {
    const style = this.styles.style(row === this.plan.headerRow ? 'header' : 'text');
    let cells = '';
    if (values !== null && this.plan.headerRow !== null)
      for (let index = 0; index < values.length; index++) {
        const value = values[index]!;
        if (value !== null) cells += textCell(this.prefix, `${this.letters[index]}${row}`, style, value);
      }
    if (cells === '') return xml;
    const close = xml.lastIndexOf('</');
    return withoutSpans(tag) + xml.slice(tag.length, close) + cells + xml.slice(close);
  }

  private withMarks(xml: RawXml, tag: RawXml, row: number, marks: RowMarks | undefined): RawXml {
    const { prefix, styles, plan } = this;
    const cells = cellsOf(xml, prefix);
    const at = new Map(cells.map((cell) => [cell.column, cell]));
    const edits: { start: number; end: number; text: RawXml }[] = [];
    const added: { column: number; xml: RawXml }[] = [];
    const marked = new Set(marks?.cells.map(({ column }) => column));
    for (const mark of marks?.cells ?? []) {
      const cell = at.get(mark.column);
      // Added columns take the place of such a mark: the sheet has no cell there.
      if (mark.column > LAST_COLUMN || this.added.has(mark.column)) {
        marked.delete(mark.column);
        continue;
      }
      const style = styles.markedFormat(cell ? styleOf(cell) : this.styleAt(tag, mark.column), mark.severity);
      if (cell === undefined) {
        const ref = `${columnLetters(mark.column)}${row}`;
        added.push({ column: mark.column, xml: `<${prefix}c r="${ref}" s="${style}"/>` });
      } else edits.push(restyled(cell, style));
      plan.onMark(row, mark);
    }
    const isHeader = row === plan.headerRow;
    for (let index = 0; index < plan.headers.length; index++) {
      const column = plan.columns[index]!;
      const cell = at.get(column);
      const value = plan.headerRow === null ? null : (marks?.values?.[index] ?? null);
      if (value === null) {
        // Without a new value, the value of an earlier annotation is removed.
        const isKept = (marks?.values ?? null) !== null && RESPONSE_COLUMNS.has(ADDED_COLUMNS[index] ?? '');
        const isOurs = plan.headerRow !== null && row > plan.headerRow && !marked.has(column);
        if (cell && plan.hasOldFills && isOurs && !isKept) edits.push(this.removalOf(cell));
        continue;
      }
      const style = styles.style(isHeader ? 'header' : 'text');
      const text = textCell(prefix, `${this.letters[index]}${row}`, style, value);
      if (cell) edits.push({ start: cell.start, end: cell.end, text });
      else added.push({ column, xml: text });
    }
    if (row > (plan.earlierColumns?.headerRow ?? LAST_ROW))
      for (const cell of cells)
        if (this.staleColumns.has(cell.column) && !marked.has(cell.column)) edits.push(this.removalOf(cell));
    if (plan.hasOldFills) {
      for (const cell of cells) {
        const style = styleOf(cell);
        const cleared = marked.has(cell.column) ? style : styles.clearedFormat(style);
        if (cleared !== style && !edits.some(({ start }) => start === cell.start))
          edits.push(restyled(cell, cleared));
      }
    }
    if (edits.length === 0 && added.length === 0) return xml;
    return this.joined(xml, tag, cells, edits, added);
  }

  private joined(
    xml: RawXml,
    tag: RawXml,
    cells: readonly RawCell[],
    edits: { start: number; end: number; text: RawXml }[],
    added: { column: number; xml: RawXml }[],
  ): RawXml {
    added.sort((a, b) => a.column - b.column);
    const opened = added.length === 0 ? tag : withoutSpans(tag);
    if (tag.endsWith('/>')) {
      const cellsXml = added.map((cell) => cell.xml).join('');
      return `${opened.replace(/\s*\/>$/, '>')}${cellsXml}</${this.prefix}row>`;
    }
    if (opened !== tag) edits.push({ start: 0, end: tag.length, text: opened });
    const after = xml.lastIndexOf('</');
    // All cells inserted at the same place are one edit.
    const places = new Map<number, RawXml>();
    let next = 0;
    for (const { column, xml: cell } of added) {
      while (next < cells.length && cells[next]!.column < column) next++;
      const place = cells[next]?.start ?? after;
      places.set(place, (places.get(place) ?? '') + cell);
    }
    const inserted = [...places].map(([start, text]) => ({ start, end: start, text }));
    return withEdits(xml, [...inserted, ...edits]);
  }

  /** The edit that removes a cell. A cell without an address becomes blank instead, because it positions those after it. */
  private removalOf({ start, end, tag }: RawCell): { start: number; end: number; text: RawXml } {
    return { start, end, text: attribute(tag, 'r') === undefined ? `<${this.prefix}c/>` : '' };
  }

  /** The style of a cell that the row does not have: that of the row, else that of the column. */
  private styleAt(tag: RawXml, column: number): number {
    if (/^(?:1|true)$/.test(attribute(tag, 'customFormat') ?? '')) return Number(attribute(tag, 's') ?? 0);
    return this.columnStyles.find(({ first, last }) => column >= first && column <= last)?.style ?? 0;
  }

  /** Edits that set the widths of the added columns, unless the sheet sets widths there. */
  private columnWidths(
    tags: readonly { name: string; kind: string; depth: number; start: number; end: number; text: RawXml }[],
    xml: RawXml,
  ): { start: number; end: number; text: RawXml }[] {
    const { columns: added } = this.plan;
    const first = Math.min(...added);
    if (this.columnStyles.some(({ last }) => last >= first)) return [];
    const columns = WIDTHS.map((width, at) => ({ width, column: added[at]! }))
      .sort((one, other) => one.column - other.column)
      .map(({ width, column }) => {
        const number = column + 1;
        return `<${this.prefix}col min="${number}" max="${number}" width="${width}" customWidth="1"/>`;
      })
      .join('');
    const own = tags.filter(({ name, depth }) => name === 'cols' && depth === 1);
    const close = own.find(({ kind }) => kind === 'close');
    if (close) return [{ start: close.start, end: close.start, text: columns }];
    if (own.length > 0) return [];
    const start = tags.find(({ name, depth }) => name === 'sheetData' && depth === 1)?.start ?? xml.length;
    return [{ start, end: start, text: `<${this.prefix}cols>${columns}</${this.prefix}cols>` }];
  }
}

/** The marks of the rows; the headers of the added columns become the values of the header row. */
function* withHeader({ marks, headerRow, headers }: SheetPlan): Generator<RowMarks> {
  let isWritten = headerRow === null;
  for (const one of marks) {
    if (!isWritten && one.row >= headerRow!) {
      isWritten = true;
      if (one.row > headerRow!) yield { row: headerRow!, cells: [], values: headers };
      else {
        yield { ...one, values: headers };
        continue;
      }
    }
    yield one;
  }
  if (!isWritten) yield { row: headerRow!, cells: [], values: headers };
}

const styleOf = ({ tag }: RawCell): number => Number(attribute(tag, 's') ?? 0);

function restyled({ start, tag }: RawCell, style: number): { start: number; end: number; text: RawXml } {
  return { start, end: start + tag.length, text: withAttribute(tag, 's', String(style)) };
}

function columnStyle(tag: RawXml): ColumnStyle {
  const number = (name: string) => Number(attribute(tag, name) ?? 0);
  return { first: number('min') - 1, last: number('max') - 1, style: number('style') };
}

function textCell(prefix: string, ref: string, style: number, text: string): RawXml {
  const short = text.length > CELL_CHARACTERS ? `${text.slice(0, CELL_CHARACTERS - 1)}…` : text;
  const value = `<${prefix}t xml:space="preserve">${rawText(short)}</${prefix}t>`;
  return `<${prefix}c r="${ref}" s="${style}" t="inlineStr"><${prefix}is>${value}</${prefix}is></${prefix}c>`;
}

/** The tag of a row without `spans`, which is optional and would not include the added columns. */
const withoutSpans = (tag: RawXml): RawXml => tag.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '');

/** Elements that must come after `legacyDrawing` by the schema. */
const ELEMENTS_AFTER_DRAWING = new Set([
  ...['legacyDrawingHF', 'drawingHF', 'picture', 'oleObjects', 'controls', 'webPublishItems', 'tableParts'],
  ...['extLst', 'AlternateContent'],
]);

/** Inserts the reference to the drawing of the notes (`legacyDrawing`) where the schema requires it. */
export function withLegacyDrawing(tail: RawXml, prefix: string, relation: string, namespace: string): RawXml {
  let at = tail.lastIndexOf('</');
  for (const { name, kind, depth, start } of tailTags(tail)) {
    if (depth !== 1 || kind === 'close' || !ELEMENTS_AFTER_DRAWING.has(name)) continue;
    at = start;
    break;
  }
  const element = `<${prefix}legacyDrawing xmlns:r="${namespace}" r:id="${relation}"/>`;
  return tail.slice(0, at) + element + tail.slice(at);
}
