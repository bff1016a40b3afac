import { numberText, say } from '../../say.ts';
import { type Cell, columnLetters } from '../cell.ts';
import { Damage } from '../damage.ts';
import { RowBuilder } from '../row-builder.ts';
import type { RowSpool, SpooledSheet } from '../row-spool.ts';
import type { Limits } from '../source.ts';
import { serialOfIso } from '../xlsx/date-serial.ts';
import { codeOf } from '../xlsx/named-formats.ts';
import { isoDateCell, numberCell, numberIn } from '../xlsx/number-cell.ts';
import { type CellStyle, formatOfCode, inheritedData, type NumberFormat } from '../xlsx/number-format.ts';
import { TextCollector } from '../xlsx/strings.ts';
import { CLOSE, OPEN, TEXT, type Xml } from '../xlsx/xml.ts';

/** Maximum number of styles of a file. */
const MAX_STYLES = 100_000;

/** Depths of elements; that of `Workbook` is 1. */
const SHEET_DEPTH = 2;
const TABLE_DEPTH = 3;
const ROW_DEPTH = 4;
const CELL_DEPTH = 5;
const DATA_DEPTH = 6;

/** Reads the elements of SpreadsheetML 2003, and spools the rows of its sheets. */
export class WorkbookXml {
  date1904 = false;
  private readonly file: string;
  private readonly limits: Limits;
  private readonly spool: RowSpool;
  /** The codes or names of formats, by the names of styles. */
  private readonly styles = new Map<string, CellStyle<string>>();
  private readonly formats = new Map<string, NumberFormat | undefined>();
  private style = '';
  private sheets = 0;
  private sheet: SpooledSheet | undefined;
  private tables = 0;
  private rows: RowBuilder | undefined;
  private tableStyle: string | undefined;
  private readonly columnStyles = new Map<number, string>();
  /** By column: the last row that a merged cell above covers. */
  private readonly merged = new Map<number, number>();
  private row = 0;
  private rowSpan = 0;
  private rowStyle: string | undefined;
  private column = 0;
  private nextColumn = 0;
  private down = 0;
  private cellStyle: string | undefined;
  private formula = false;
  private type = '';
  private inData = false;
  private hasData = false;
  private readonly text: TextCollector;

  constructor(file: string, limits: Limits, spool: RowSpool) {
    this.file = file;
    this.limits = limits;
    this.spool = spool;
    this.text = new TextCollector(limits.cellCharacters);
  }

  take(token: number, xml: Xml): void {
    if (token === TEXT) {
      if (this.inData) this.text.add(xml.text());
    } else if (token === OPEN) this.open(xml);
    else if (token === CLOSE) this.close(xml);
  }

  private open(xml: Xml): void {
    const { name, depth } = xml;
    if (depth === 1 && name !== 'Workbook') throw new Damage(say().damaged.notWorkbook());
    if (this.rows !== undefined) this.openInTable(xml);
    else if (depth === SHEET_DEPTH && name === 'Worksheet') {
      this.sheet = this.spool.sheet(attribute(xml, 'Name') ?? `Sheet${++this.sheets}`);
      this.tables = 0;
    } else if (depth === TABLE_DEPTH && this.sheet !== undefined && name === 'Table') this.openTable(xml);
    else if (depth === TABLE_DEPTH && name === 'Date1904') this.date1904 = true;
    else if (depth === TABLE_DEPTH && name === 'Style') this.openStyle(xml);
    else if (depth === TABLE_DEPTH + 1 && name === 'NumberFormat') {
      const code = attribute(xml, 'Format');
      const style = this.styles.get(this.style);
      if (code !== undefined && style) this.styles.set(this.style, { ...style, data: code });
    } else if (depth === TABLE_DEPTH + 1 && name === 'Visible') {
      this.inData = true;
      this.text.clear();
    }
  }

  private openStyle(xml: Xml): void {
    if (this.styles.size >= MAX_STYLES)
      throw new Damage(say().damaged.workbookStyles({ most: numberText(MAX_STYLES) }));
    this.style = attribute(xml, 'ID') ?? '';
    this.styles.set(this.style, { parent: attribute(xml, 'Parent'), data: undefined });
  }

  private openTable(xml: Xml): void {
    if (this.tables++ > 0) throw new Damage(say().damaged.twoTables({ sheet: this.sheet!.name }));
    this.rows = new RowBuilder(this.limits, this.file, this.sheet!.name, this.sheet!.take);
    this.tableStyle = attribute(xml, 'StyleID');
    this.columnStyles.clear();
    this.merged.clear();
    this.row = 0;
    this.rowSpan = 0;
    this.nextColumn = 0;
  }

  private openInTable(xml: Xml): void {
    const { name, depth } = xml;
    if (depth === DATA_DEPTH && name === 'Data') {
      if (this.hasData) throw new Damage(say().damaged.twoValues({ row: String(this.row) }));
      this.type = attribute(xml, 'Type') ?? 'String';
      this.inData = true;
      this.hasData = true;
    } else if (depth === CELL_DEPTH && name === 'Cell') this.openCell(xml);
    else if (depth === ROW_DEPTH && name === 'Row') this.openRow(xml);
    else if (depth === ROW_DEPTH && name === 'Column') this.openColumn(xml);
  }

  private openColumn(xml: Xml): void {
    const first = whole(xml, 'Index') ?? this.nextColumn + 1;
    const last = first + (whole(xml, 'Span') ?? 0);
    const style = attribute(xml, 'StyleID');
    this.nextColumn = last;
    if (style === undefined) return;
    for (let column = first; column <= Math.min(last, this.limits.columns); column++) {
      this.columnStyles.set(column, style);
    }
  }

  private openRow(xml: Xml): void {
    this.row = whole(xml, 'Index') ?? this.row + this.rowSpan + 1;
    this.rowSpan = whole(xml, 'Span') ?? 0;
    this.rowStyle = attribute(xml, 'StyleID');
    this.column = 0;
    this.nextColumn = 0;
    this.rows!.begin(this.row, attribute(xml, 'Hidden') === '1');
  }

  private openCell(xml: Xml): void {
    this.column = whole(xml, 'Index') ?? this.nextColumn + 1;
    if (this.column <= this.nextColumn)
      throw new Damage(say().damaged.cellOrder({ row: String(this.row), cell: String(this.column) }));
    this.nextColumn = this.column + (whole(xml, 'MergeAcross') ?? 0);
    this.down = whole(xml, 'MergeDown') ?? 0;
    this.cellStyle = attribute(xml, 'StyleID');
    this.formula = attribute(xml, 'Formula') !== undefined;
    this.hasData = false;
    this.text.clear();
  }

  private close({ name, depth }: Xml): void {
    if (this.rows === undefined) {
      if (depth === TABLE_DEPTH && name === 'Visible') {
        this.inData = false;
        if (/hidden$/i.test(this.text.value().trim()) && this.sheet !== undefined) this.sheet.hidden = true;
      }
      return;
    }
    if (depth === DATA_DEPTH - 1 && name === 'Data') this.inData = false;
    else if (depth === CELL_DEPTH - 1 && name === 'Cell') this.closeCell(this.rows);
    else if (depth === ROW_DEPTH - 1 && name === 'Row') this.rows.end();
    else if (depth === TABLE_DEPTH - 1 && name === 'Table') this.rows = undefined;
  }

  private closeCell(rows: RowBuilder): void {
    const { column, row } = this;
    const cell = this.value();
    if (cell !== null && cell !== '') {
      if (row <= (this.merged.get(column) ?? 0))
        throw new Damage(say().damaged.covered({ row: String(row), column: columnLetters(column - 1) }));
      rows.set(column - 1, cell, typeof cell === 'string' ? this.text.length : 0);
    }
    if (this.down === 0) return;
    if (cell !== null && cell !== '') rows.merged(column - 1, row, row + this.down);
    const last = Math.min(this.nextColumn, this.limits.columns);
    rows.count(Math.max(0, last - column + 1));
    for (let at = column; at <= last; at++) this.merged.set(at, row + this.down);
  }

  private value(): Cell {
    if (!this.hasData) return this.formula ? { type: 'uncached' } : null;
    const text = this.text.raw();
    if (this.type === 'Error') return { type: 'error', code: text };
    if (this.type === 'Boolean') return /^(?:1|true)$/i.test(text.trim());
    if (this.type === 'DateTime') return this.date(text);
    if (this.type !== 'Number') return text;
    const number = numberIn(text);
    return number === undefined ? text : numberCell(number, this.formatOfCell(), this.date1904);
  }

  private date(text: string): Cell {
    const serial = serialOfIso(text, this.date1904);
    if (serial === undefined) return text;
    const format = this.formatOfCell();
    if (format?.kind === 'time') return numberCell(serial, format, this.date1904);
    return isoDateCell(text, this.date1904)!;
  }

  private formatOfCell(): NumberFormat | undefined {
    const style = this.cellStyle ?? this.rowStyle ?? this.columnStyles.get(this.column) ?? this.tableStyle;
    if (style === undefined) return undefined;
    if (!this.formats.has(style)) {
      const code = inheritedData(this.styles, style);
      this.formats.set(style, code === undefined ? undefined : formatOfCode(codeOf(code)));
    }
    return this.formats.get(style);
  }
}

/** An attribute, with or without the prefix of the namespace. */
function attribute(xml: Xml, name: string): string | undefined {
  return xml.attributes.getLocal(name);
}

/** A whole number of at least 0. */
function whole(xml: Xml, name: string): number | undefined {
  const text = attribute(xml, name);
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
