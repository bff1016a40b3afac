import { numberText, say } from '../../say.ts';
import type { Cell } from '../cell.ts';
import { Damage } from '../damage.ts';
import { isFormulaText, textOfFormula } from '../formula-text.ts';
import type { RowSpool, SpooledSheet } from '../row-spool.ts';
import type { Limits } from '../source.ts';
import { numberCell } from '../xlsx/number-cell.ts';
import { meaningFor, type NumberFormat } from '../xlsx/number-format.ts';
import {
  BOX,
  doubtfulCell,
  doubtOf,
  marksOf,
  marksOfPart,
  ORDINARY_TEXT,
  RAISED,
  STRUCK,
  UNSEEN,
  UNSURE,
} from './cell-marks.ts';
import { CellText } from './cell-text.ts';
import { FormField, inputText } from './form-fields.ts';
import { NumberFormats } from './number-formats.ts';
import { StyleRules } from './style-rules.ts';
import { TableGrid } from './table-grid.ts';

/** Maximum number of open elements. */
const DEPTH = 1000;

/** Elements that begin and end a line: those that the HTML standard displays as blocks, except parts of tables. */
const BLOCKS = new Set(
  [
    'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer',
    'form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol p plaintext pre search section',
    'summary ul xmp',
  ].flatMap((names) => names.split(' ')),
);

/** Elements whose content browsers do not show. */
const HIDDEN_ELEMENTS = new Set(
  'script style template noscript xml object title datalist iframe audio video canvas rp'.split(' '),
);

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);

/** Elements of tables. Their start tags end a form field that is still open. */
const TABLE_ELEMENTS = new Set(['table', ...SECTIONS, 'tr', 'td', 'th']);

interface OpenCell {
  readonly column: number;
  readonly text: CellText;
  readonly format: NumberFormat | undefined;
  /** The stored number beside the text that a browser shows (`x:num`, `sdval`). */
  readonly number: number | undefined;
  readonly isHidden: boolean;
  /** How the page shows its texts, as bits of `cell-marks.ts`. */
  marks: number;
  /** Number of form fields with a text. */
  fields: number;
}

interface Formula {
  readonly sheet: SpooledSheet;
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

interface OpenTable {
  readonly sheet: SpooledSheet;
  readonly grid: TableGrid;
  /** How the page shows the table, its open section and its open row, as bits. */
  readonly marks: number;
  section: number;
  row: number;
  inRow: boolean;
  cell: OpenCell | undefined;
}

type Attributes = Readonly<Record<string, string>>;

/** Reads the tables of a page, each as a sheet, and spools their rows. A table within a cell is a table of its own. */
export class HtmlTables {
  private readonly file: string;
  private readonly limits: Limits;
  private readonly spool: RowSpool;
  private readonly formats = new NumberFormats();
  private readonly rules = new StyleRules();
  /** The bits of each open element. */
  private readonly marks: number[] = [];
  private readonly tables: OpenTable[] = [];
  private depth = 0;
  /** Depth of the open element whose content browsers do not show; 0 if there is none. */
  private unseen = 0;
  /** The open `style` element: the pieces of its text, and its `media` attribute. */
  private style: { readonly pieces: string[]; readonly media: string | undefined } | undefined;
  private field: FormField | undefined;
  private count = 0;
  /** The first cell whose text is a formula such as `="0010"`. */
  formula: Formula | undefined;
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
    if (++this.depth > DEPTH) throw new Damage(say().damaged.pageDepth({ most: numberText(DEPTH) }));
    const style = this.rules.marksOf(name, attributes);
    const around = this.marks.at(-1) ?? 0;
    this.marks.push(around);
    if (name === 'style') this.style = { pieces: [], media: attributes.media };
    if (this.unseen > 0) return;
    if (HIDDEN_ELEMENTS.has(name)) {
      this.unseen = this.depth;
      return;
    }
    if (this.field !== undefined) {
      if (!TABLE_ELEMENTS.has(name)) {
        this.field.open(name, attributes);
        return;
      }
      this.closeField();
    }
    if (name === 'table') this.openTable(marksOfPart(style, around));
    const table = this.tables.at(-1);
    const part = table === undefined ? undefined : partOf(name, table);
    const marks = part === undefined ? marksOf(name, style, around) : marksOfPart(style, part);
    this.marks[this.marks.length - 1] = marks & ~(part === undefined ? 0 : UNSEEN);
    if (table === undefined) return;
    if (name === 'tr') this.openRow(table, marks);
    else if (name === 'td' || name === 'th') this.openCell(table, attributes, marks);
    else if (SECTIONS.has(name)) table.section = marks;
    else if (!(marks & UNSEEN) && table.cell !== undefined)
      this.openInCell(table.cell, name, attributes, marks);
  };

  readonly ontext = (text: string): void => {
    this.events++;
    if (this.style !== undefined) this.style.pieces.push(text);
    else if (this.field !== undefined) this.field.add(text);
    else if (this.unseen === 0) this.addText(text);
  };

  readonly onclosetag = (name: string): void => {
    const depth = this.depth--;
    const marks = this.marks.pop() ?? 0;
    if (name === 'style' && this.style !== undefined) this.closeStyle(this.style);
    if (this.unseen > 0) {
      if (depth === this.unseen) this.unseen = 0;
      return;
    }
    if (this.field !== undefined) {
      if (depth > this.field.depth) {
        this.field.close(name);
        return;
      }
      this.closeField(marks);
    }
    const table = this.tables.at(-1);
    if (table === undefined) return;
    if (name === 'table') this.closeTable(table);
    else if (name === 'tr') this.closeRow(table);
    else if (name === 'td' || name === 'th') this.closeCell(table);
    else if (SECTIONS.has(name)) table.section = table.marks;
    else if (BLOCKS.has(name) && !(marks & UNSEEN)) table.cell?.text.block();
  };

  private openInCell(cell: OpenCell, name: string, attributes: Attributes, marks: number): void {
    if (name === 'br') cell.text.break();
    else if (BLOCKS.has(name)) cell.text.block();
    else if (name === 'input') {
      const text = inputText(attributes);
      if (text === null) cell.marks |= BOX;
      else if (text !== undefined) this.addField(cell, text, marks);
    } else if (name === 'select' || name === 'textarea')
      this.field = new FormField(name, attributes, this.depth, this.limits.cellCharacters);
  }

  private closeField(marks = this.marks.at(-2) ?? 0): void {
    const { field } = this;
    this.field = undefined;
    const cell = this.tables.at(-1)?.cell;
    if (cell !== undefined) for (const text of field!.texts) this.addField(cell, text, marks);
  }

  private addField(cell: OpenCell, text: string, marks: number): void {
    if (text.trim() === '') return;
    cell.fields++;
    cell.marks |= marks & (STRUCK | RAISED | UNSURE);
    cell.text.field(text);
  }

  private addText(text: string): void {
    const cell = this.tables.at(-1)?.cell;
    const marks = this.marks.at(-1) ?? 0;
    if (cell === undefined || marks & UNSEEN) return;
    if (text.trim() !== '') cell.marks |= marks & (STRUCK | RAISED | UNSURE) || ORDINARY_TEXT;
    cell.text.add(text);
  }

  private closeStyle({ pieces, media }: NonNullable<typeof this.style>): void {
    const sheet = pieces.join('');
    this.style = undefined;
    this.formats.read(sheet);
    this.rules.read(sheet, media);
  }

  private openTable(marks: number): void {
    if (!(marks & UNSEEN)) this.tables.at(-1)?.cell?.text.block();
    const sheet = this.spool.sheet(`Table ${++this.count}`, (marks & UNSEEN) !== 0);
    const grid = new TableGrid(sheet, this.file, this.limits);
    const part = marks & STRUCK;
    this.tables.push({ sheet, grid, marks: part, section: part, row: part, inRow: false, cell: undefined });
  }

  private closeTable(table: OpenTable): void {
    this.closeRow(table);
    this.tables.pop();
  }

  private openRow(table: OpenTable, marks: number): void {
    this.closeRow(table);
    table.inRow = true;
    table.row = marks;
    table.grid.openRow((marks & UNSEEN) !== 0);
  }

  private closeRow(table: OpenTable): void {
    this.closeCell(table);
    if (table.inRow) table.grid.closeRow();
    table.inRow = false;
  }

  private openCell(table: OpenTable, attributes: Attributes, marks: number): void {
    this.closeCell(table);
    if (!table.inRow) this.openRow(table, table.section);
    table.cell = {
      column: table.grid.place(attributes.colspan, attributes.rowspan),
      text: new CellText(this.limits.cellCharacters),
      format: this.formats.formatOf(attributes.style, attributes.class),
      number: numberOf(attributes['x:num'] ?? attributes.sdval),
      isHidden: (marks & UNSEEN) !== 0,
      marks: 0,
      fields: 0,
    };
  }

  private closeCell(table: OpenTable): void {
    const { cell } = table;
    if (cell === undefined) return;
    table.cell = undefined;
    let value = cellOf(cell);
    if (typeof value === 'string' && isFormulaText(value)) {
      this.formula ??= { sheet: table.sheet, row: table.grid.row, column: cell.column, text: value };
      value = textOfFormula(value) || null;
    }
    const isHiddenAlone = value !== null && table.grid.isHiddenAlone(cell.column, cell.isHidden);
    const doubt = doubtOf(cell.marks, cell.fields, isHiddenAlone);
    table.grid.set(
      cell.column,
      doubt === undefined ? value : doubtfulCell(cell.text.text, doubt),
      cell.text.length,
    );
  }
}

/** The bits of what is around a section, row or cell of a table; undefined for any other element. */
function partOf(name: string, table: OpenTable): number | undefined {
  if (SECTIONS.has(name)) return table.marks;
  if (name === 'tr') return table.section;
  return name === 'td' || name === 'th' ? table.row & ~UNSEEN : undefined;
}

/** The value of a cell: its number if the page has it or the text and format give it, else its text. */
function cellOf({ text: { text }, format, number }: OpenCell): Cell {
  if (text.trim() === '') return null;
  // Without a format, the number may be a date, so the text is safer.
  if (format === undefined) return text;
  if (number !== undefined) return numberCell(number, format, false);
  // The text may be a number without the zeros or the unit that its format shows.
  if (text.length > 40 || !/^[-−]?\d[\d.,'’\s]*$/.test(text)) return text;
  const value = Number(
    text
      .replace('−', '-')
      .replace(',', '.')
      .replace(/[^-\d.]/g, ''),
  );
  const meaning = meaningFor(format, value);
  if (meaning.kind === 'other') return numberCell(value, format, false);
  if (meaning.kind !== 'padded') return text;
  if (/^\d{1,15}$/.test(text)) return numberCell(value, format, false);
  // A comma or a dot in the text may separate decimals or thousands, which is decided later: the unit is added to the text.
  return meaning.unit === undefined
    ? text
    : `${meaning.literals![0]}${text}${meaning.literals!.at(-1)}`.trim();
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,20}(?:\.\d{1,40})?(?:E[-+]?\d{1,3})?$/i.test(text.trim())
    ? Number(text)
    : undefined;
}
