import { numberText, say } from '../../say.ts';
import { type Cell, columnLetters } from '../cell.ts';
import { Damage } from '../damage.ts';
import { LAST_ROW } from '../limits.ts';
import { RowBuilder } from '../row-builder.ts';
import type { RowSpool } from '../row-spool.ts';
import type { Limits } from '../source.ts';
import { isoDateCell, numberCell } from '../xlsx/number-cell.ts';
import { formatOfCode } from '../xlsx/number-format.ts';
import { CLOSE, OPEN, TEXT, type Xml } from '../xlsx/xml.ts';
import type { DataStyles } from './data-styles.ts';

/** Elements inside a paragraph whose content is not part of its text. */
const ELEMENTS_WITHOUT_TEXT = new Set([
  ...['annotation', 'annotation-end', 'frame', 'note'],
  ...['ruby-text', 'custom-shape', 'line', 'rect', 'g'],
]);

/** Maximum number of spaces for one element `text:s`. */
const MAX_SPACES = 1000;

/**
 * Collects the text of a cell: its paragraphs, separated by line breaks, with white space as OpenDocument defines it.
 * Text beyond the limit is counted but not stored.
 */
class Paragraphs {
  length = 0;
  private readonly limit: number;
  private collected = '';
  private paragraphs = 0;
  /** Depth of an element whose content is skipped; 0 if none is. */
  private skipped = 0;
  /** Whether a space was read but not added yet: it is dropped if another one or the end of the paragraph follows. */
  private openSpace = false;
  private atStart = true;

  constructor(limit: number) {
    this.limit = limit;
  }

  get text(): string {
    return this.collected;
  }

  clear(): void {
    this.length = 0;
    this.collected = '';
    this.paragraphs = 0;
    this.skipped = 0;
    this.openSpace = false;
    this.atStart = true;
  }

  /** Takes a token inside a cell whose depth is given. */
  take(token: number, xml: Xml, cell: number): void {
    if (this.skipped > 0) {
      if (token === CLOSE && xml.depth < this.skipped) this.skipped = 0;
      return;
    }
    if (token === TEXT) {
      if (xml.depth > cell) this.words(xml.text());
    } else if (token === OPEN) this.open(xml, cell);
    else if (xml.depth === cell) this.openSpace = false;
  }

  private open(xml: Xml, cell: number): void {
    const { name, depth } = xml;
    if (depth === cell + 1) {
      if (name !== 'p' && name !== 'h') this.skipped = depth;
      else {
        this.openSpace = false;
        this.atStart = true;
        if (this.paragraphs++ > 0) this.add('\n');
      }
    } else if (ELEMENTS_WITHOUT_TEXT.has(name)) this.skipped = depth;
    else if (name === 's') this.fixed(' '.repeat(spaces(xml.attributes.getLocal('c'))));
    else if (name === 'tab') this.fixed('\t');
    else if (name === 'line-break') this.fixed('\n');
  }

  private words(text: string): void {
    const collapsed = text.replace(/[ \t\r\n]+/g, ' ');
    const isBlank = collapsed === ' ';
    const words = collapsed.replace(/^ | $/g, '');
    if (collapsed.startsWith(' ') && !this.atStart) this.openSpace = true;
    if (isBlank || words === '') return;
    if (this.openSpace) this.add(' ');
    this.add(words);
    this.atStart = false;
    this.openSpace = collapsed.endsWith(' ');
  }

  private fixed(text: string): void {
    if (this.openSpace) this.add(' ');
    this.openSpace = false;
    this.atStart = false;
    this.add(text);
  }

  private add(text: string): void {
    this.length += text.length;
    if (this.collected.length < this.limit) this.collected = (this.collected + text).slice(0, this.limit);
  }
}

function spaces(count: string | undefined): number {
  return /^\d{1,4}$/.test(count ?? '') ? Math.min(Number(count), MAX_SPACES) : 1;
}

/** Elements of a table that are read: columns, rows and groups of them. */
const TABLE_ELEMENTS = new Set([
  ...['table-columns', 'table-column-group', 'table-header-columns', 'table-column'],
  ...['table-rows', 'table-row-group', 'table-header-rows', 'table-row'],
]);

/** Depth of a table: the elements `document-content`, `body` and `spreadsheet` are above it. */
const TABLE_DEPTH = 4;

/** Maximum number of cells that exist only because a row or cell has an attribute that repeats it. */
const REPEATED_CELLS = 2_000_000;

/** Errors that old programs write as text beside the value 0. */
const ERROR = /^(?:#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!)|Err:\d+)$/;

const TIME = formatOfCode('hh:mm:ss');

/** Reads the tables of an OpenDocument spreadsheet, and spools their rows. */
export class OdsTables {
  date1904 = false;
  private readonly file: string;
  private readonly limits: Limits;
  private readonly spool: RowSpool;
  private readonly styles: DataStyles;
  private readonly paragraphs: Paragraphs;
  private rows: RowBuilder | undefined;
  private skipped = 0;
  private columnStyles: (string | undefined)[] = [];
  private row = 0;
  private rowRepeat = 1;
  private rowHidden = false;
  private rowStyle: string | undefined;
  private cells: { column: number; cell: Cell; length: number; height: number }[] = [];
  private height = 1;
  private column = 0;
  private cellDepth = 0;
  private columnRepeat = 1;
  private isCovered = false;
  private value: ((text: string) => Cell) | undefined;
  private repeated = 0;

  constructor(file: string, limits: Limits, spool: RowSpool, styles: DataStyles) {
    this.file = file;
    this.limits = limits;
    this.spool = spool;
    this.styles = styles;
    this.paragraphs = new Paragraphs(limits.cellCharacters);
  }

  /** Whether the last token was inside a table. */
  get isInside(): boolean {
    return this.rows !== undefined;
  }

  take(token: number, xml: Xml): void {
    if (this.cellDepth > 0) {
      if (token === CLOSE && xml.depth < this.cellDepth) this.closeCell();
      else this.paragraphs.take(token, xml, this.cellDepth);
    } else if (this.skipped > 0) {
      if (token === CLOSE && xml.depth < this.skipped) this.skipped = 0;
    } else if (token === OPEN) this.open(xml);
    else if (token === CLOSE) this.close(xml);
  }

  private open(xml: Xml): void {
    const { name, depth, attributes } = xml;
    if (depth === 1) checkRoot(xml);
    else if (this.rows === undefined) {
      if (depth === TABLE_DEPTH && name === 'table') this.openTable(xml);
      else if (name === 'null-date') this.date1904 ||= attributes.get('table:date-value') === '1904-01-01';
      // For example tracked changes, which contain deleted cells.
      else if (depth === TABLE_DEPTH && name !== 'calculation-settings') this.skipped = depth;
    } else if (name === 'table-cell' || name === 'covered-table-cell') this.openCell(xml);
    else if (!TABLE_ELEMENTS.has(name)) this.skipped = depth;
    else if (name === 'table-row') this.openRow(xml);
    else if (name === 'table-column') this.openColumn(xml);
  }

  private close({ name, depth }: Xml): void {
    if (this.rows === undefined) return;
    if (name === 'table-row') this.closeRow();
    else if (depth === TABLE_DEPTH - 1) this.rows = undefined;
  }

  private openTable({ attributes }: Xml): void {
    const name = attributes.get('table:name') ?? '';
    const sheet = this.spool.sheet(name, this.styles.isHidden(attributes.get('table:style-name')));
    this.rows = new RowBuilder(this.limits, this.file, name, sheet.take);
    this.columnStyles = [];
    this.row = 0;
  }

  private openColumn(xml: Xml): void {
    const style = xml.attributes.get('table:default-cell-style-name');
    const last = Math.min(this.columnStyles.length + repeatOf(xml, 'columns'), this.limits.columns);
    while (this.columnStyles.length < last) this.columnStyles.push(style);
  }

  private openRow(xml: Xml): void {
    const { attributes } = xml;
    this.rowRepeat = repeatOf(xml, 'rows');
    this.rowStyle = attributes.get('table:default-cell-style-name');
    this.rowHidden = /^(?:collapse|filter)$/.test(attributes.get('table:visibility') ?? '');
    this.cells = [];
    this.column = 0;
  }

  private openCell(xml: Xml): void {
    this.cellDepth = xml.depth;
    this.columnRepeat = repeatOf(xml, 'columns');
    const spanned = xml.attributes.get('table:number-rows-spanned') ?? '';
    this.height = /^[1-9]\d{0,6}$/.test(spanned) ? Number(spanned) : 1;
    this.isCovered = xml.name === 'covered-table-cell';
    this.paragraphs.clear();
    this.value = this.valueOf(xml);
  }

  private closeCell(): void {
    this.cellDepth = 0;
    const text = this.paragraphs.text;
    const cell = this.isCovered ? null : this.value!(text);
    const { column } = this;
    this.column += this.columnRepeat;
    if (cell === null || cell === '') return;
    if (this.columnRepeat > this.limits.columns)
      throw new Damage(
        say().damaged.repeatedCell({ row: String(this.row + 1), column: columnLetters(column) }),
      );
    this.countRepeated(this.columnRepeat - 1);
    const length = typeof cell === 'string' ? Math.max(cell.length, this.paragraphs.length) : 0;
    for (let at = 0; at < this.columnRepeat; at++)
      this.cells.push({ column: column + at, cell, length, height: this.height });
  }

  private closeRow(): void {
    const { cells, rowRepeat } = this;
    const first = this.row + 1;
    this.row += rowRepeat;
    // Programs repeat a blank row up to the end of the sheet.
    if (cells.length === 0) return;
    if (this.row > LAST_ROW)
      throw new Damage(say().damaged.someLastRow({ row: String(this.row), most: numberText(LAST_ROW) }));
    this.countRepeated((rowRepeat - 1) * cells.length);
    for (let row = first; row <= this.row; row++) {
      this.rows!.begin(row, this.rowHidden);
      for (const { column, cell, length } of cells) this.rows!.set(column, cell, length);
      this.rows!.end();
    }
    for (const { column, height } of cells) this.rows!.merged(column, first, first + height - 1);
  }

  private countRepeated(cells: number): void {
    this.repeated += cells;
    if (this.repeated > REPEATED_CELLS)
      throw new Damage(say().damaged.repeated({ most: numberText(REPEATED_CELLS) }));
  }

  /** Returns the function that converts the text of the open cell to its value. */
  private valueOf({ attributes }: Xml): (text: string) => Cell {
    const style = attributes.get('table:style-name') ?? this.rowStyle ?? this.columnStyles[this.column];
    const isFormula = attributes.get('table:formula') !== undefined;
    const type = attributes.get('office:value-type');
    if (attributes.get('calcext:value-type') === 'error')
      return (text) => ({ type: 'error', code: text || '#error' });
    if (type === undefined) return (text) => (isFormula && text === '' ? { type: 'uncached' } : text);
    if (type === 'string') {
      const given = attributes.get('office:string-value');
      return (text) => given ?? text;
    }
    if (type === 'boolean') {
      const given = attributes.get('office:boolean-value');
      return (text) => (given === undefined ? text : given === 'true');
    }
    if (type === 'date') {
      const given = attributes.get('office:date-value') ?? '';
      return (text) => isoDateCell(given, this.date1904) ?? (text || given);
    }
    if (type === 'time') {
      const days = daysOf(attributes.get('office:time-value') ?? '');
      const format = this.styles.of(style);
      return (text) =>
        days === undefined ? text : numberCell(days, format?.kind === 'time' ? format : TIME, this.date1904);
    }
    const given = attributes.get('office:value') ?? '';
    const number = /^[-+]?[\d.]+(?:[eE][-+]?\d+)?$/.test(given.trim()) ? Number(given) : Number.NaN;
    return (text) => {
      if (ERROR.test(text)) return { type: 'error', code: text };
      if (!Number.isFinite(number)) return text || given;
      if (type === 'percentage') return { type: 'percent', value: number };
      return type === 'currency' ? number : numberCell(number, this.styles.of(style), this.date1904);
    };
  }
}

/** Requires the usual namespace prefixes, because the reader finds attributes by names such as `table:name`. */
function checkRoot(xml: Xml): void {
  const expected = { office: 'office:1.0', table: 'table:1.0', text: 'text:1.0' };
  const isOther = Object.entries(expected).some(
    ([prefix, name]) => !xml.attributes.get(`xmlns:${prefix}`)?.endsWith(name),
  );
  if (isOther) throw new Damage(say().damaged.notOpenDocument());
}

function repeatOf({ attributes }: Xml, what: 'rows' | 'columns'): number {
  const text = attributes.get(`table:number-${what}-repeated`);
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** A duration such as `PT09H30M00S` in days. */
function daysOf(text: string): number | undefined {
  const found = /^PT(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6}(?:[.,]\d{1,20})?)S)?$/.exec(text.trim());
  if (found === null) return undefined;
  const [hours, minutes, seconds] = found.slice(1).map((part) => Number((part ?? '0').replace(',', '.')));
  return (hours! * 3600 + minutes! * 60 + seconds!) / 86_400;
}
