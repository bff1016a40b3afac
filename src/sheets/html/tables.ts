import type { Cell } from '../cell.ts';
import { Damage } from '../damage.ts';
import type { RowSpool } from '../row-spool.ts';
import type { Limits } from '../source.ts';
import { numberCell } from '../xlsx/number-cell.ts';
import type { NumberFormat } from '../xlsx/number-format.ts';
import { CellText } from './cell-text.ts';
import { NumberFormats } from './number-formats.ts';
import { TableGrid } from './table-grid.ts';

/** Maximum number of open elements. */
const DEPTH = 1000;

/** Elements on lines of their own: those that the HTML standard displays as blocks, except the parts of tables. */
const BLOCKS = new Set(
  [
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer',
    'form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol p plaintext pre search section',
    'summary ul xmp',
  ].flatMap((names) => names.split(' ')),
);

/** Elements whose content a browser does not show. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'xml', 'object', 'select', 'title']);

interface OpenCell {
  readonly column: number;
  readonly text: CellText;
  readonly format: NumberFormat | undefined;
  /** The stored number beside the text that a browser shows (`x:num`, `sdval`). */
  readonly number: number | undefined;
}

interface OpenTable {
  readonly grid: TableGrid;
  inRow: boolean;
  cell: OpenCell | undefined;
}

type Attributes = Readonly<Record<string, string>>;

/** Reads the tables of a page, each as a sheet, and spools their rows. A table within a cell is a table of its own. */
export class Tables {
  private readonly file: string;
  private readonly limits: Limits;
  private readonly spool: RowSpool;
  private readonly formats = new NumberFormats();
  private readonly tables: OpenTable[] = [];
  private depth = 0;
  /** Depth of an element that a browser does not show; 0 if none is open. */
  private unseen = 0;
  private inStyle = false;
  private count = 0;
  /** Number of elements and texts so far. */
  events = 0;

  constructor(file: string, limits: Limits, spool: RowSpool) {
    this.file = file;
    this.limits = limits;
    this.spool = spool;
  }

  /** Whether the text so far ends inside a table. */
  get isOpen(): boolean {
    return this.tables.length > 0;
  }

  readonly onopentag = (name: string, attributes: Attributes): void => {
    this.events++;
    if (++this.depth > DEPTH) throw new Damage(`The page is nested deeper than ${DEPTH} elements.`);
    if (name === 'style') this.inStyle = true;
    if (this.unseen > 0) return;
    if (UNSEEN.has(name)) {
      this.unseen = this.depth;
      return;
    }
    if (name === 'table') this.openTable();
    const table = this.tables.at(-1);
    if (table === undefined) return;
    if (name === 'tr') this.openRow(table, attributes);
    else if (name === 'td' || name === 'th') this.openCell(table, attributes);
    else if (name === 'br') table.cell?.text.break();
    else if (BLOCKS.has(name)) table.cell?.text.block();
  };

  readonly ontext = (text: string): void => {
    this.events++;
    if (this.inStyle) this.formats.add(text);
    else if (this.unseen === 0) this.tables.at(-1)?.cell?.text.add(text);
  };

  readonly onclosetag = (name: string): void => {
    const depth = this.depth--;
    if (name === 'style') this.closeStyle();
    if (this.unseen > 0) {
      if (depth === this.unseen) this.unseen = 0;
      return;
    }
    const table = this.tables.at(-1);
    if (table === undefined) return;
    if (name === 'table') this.closeTable(table);
    else if (name === 'tr') this.closeRow(table);
    else if (name === 'td' || name === 'th') this.closeCell(table);
    else if (BLOCKS.has(name)) table.cell?.text.block();
  };

  private closeStyle(): void {
    this.inStyle = false;
    this.formats.end();
  }

  private openTable(): void {
    this.tables.at(-1)?.cell?.text.block();
    const sheet = this.spool.sheet(`Table ${++this.count}`);
    this.tables.push({ grid: new TableGrid(sheet, this.file, this.limits), inRow: false, cell: undefined });
  }

  private closeTable(table: OpenTable): void {
    this.closeRow(table);
    this.tables.pop();
  }

  private openRow(table: OpenTable, { style }: Attributes): void {
    this.closeRow(table);
    table.inRow = true;
    table.grid.openRow(isHidden(style));
  }

  private closeRow(table: OpenTable): void {
    this.closeCell(table);
    if (table.inRow) table.grid.closeRow();
    table.inRow = false;
  }

  private openCell(table: OpenTable, attributes: Attributes): void {
    this.closeCell(table);
    if (!table.inRow) {
      table.inRow = true;
      table.grid.openRow(false);
    }
    table.cell = {
      column: table.grid.place(attributes.colspan, attributes.rowspan),
      text: new CellText(this.limits.cellCharacters),
      format: this.formats.of(attributes.style, attributes.class),
      number: numberOf(attributes['x:num'] ?? attributes.sdval),
    };
  }

  private closeCell(table: OpenTable): void {
    const { cell } = table;
    if (cell === undefined) return;
    table.cell = undefined;
    table.grid.set(cell.column, cellOf(cell), cell.text.length);
  }
}

/** The value of a cell: its text, as a browser shows it, unless the page has the number that it stands for. */
function cellOf({ text: { text }, format, number }: OpenCell): Cell {
  if (text.trim() === '') return null;
  // Without the format, the number may be a date: the text is certain.
  if (format === undefined) return text;
  if (number !== undefined) return numberCell(number, format, false);
  // A number that the page gives without its zeros, and a format that shows them.
  if (format.kind !== 'padded' || !/^\d{1,15}$/.test(text)) return text;
  return numberCell(Number(text), format, false);
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,20}(?:\.\d{1,40})?(?:E[-+]?\d{1,3})?$/i.test(text.trim())
    ? Number(text)
    : undefined;
}

function isHidden(style: string | undefined): boolean {
  return style !== undefined && /display\s*:\s*none/i.test(style.slice(0, 2000));
}
