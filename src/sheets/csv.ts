import { basename, extname } from 'node:path';
import { flag } from '../advice.ts';
import type { Finding, Origin } from '../findings/finding.ts';
import { readBytes } from './bytes.ts';
import { type Cell, columnLetters, QUOTES_ADVICE, type Row } from './cell.ts';
import { Damage, finding } from './damage.ts';
import { delimiterLabel, type Layout, sniffLayout } from './delimiter.ts';
import { decode, decodeHead, type Encoding, scanText } from './encoding.ts';
import type { OtherEncoding } from './encoding-guess.ts';
import { unguarded } from './formula-guard.ts';
import type { Input } from './input.ts';
import { BATCH_ROWS, limitMessage } from './limits.ts';
import type { Limits, Source, SourceOptions } from './source.ts';
import { isFormulaText, type TextFault, TextRows } from './text-rows.ts';

/** Opens delimited text. Reads the whole file once to detect its encoding, and again for each call of `rows`. */
export async function openText(
  input: Input,
  head: Buffer,
  options: SourceOptions,
  limits: Limits,
): Promise<Source> {
  const scanned = await scanText(input.handle, head, options.encoding);
  const { encoding, sha256, apostrophes, otherEncoding } = scanned;
  const sample = await decodeHead(head, encoding);
  const whole = head.length === input.size;
  if (whole && sample.trim() === '') {
    throw new Damage(
      'The file contains only blanks.',
      'Export it again, or remove it from the input.',
      'file-empty',
    );
  }
  const layout = sniffLayout(sample, whole, options.delimiter);
  const name = input.file === 'standard input' ? input.file : basename(input.file, extname(input.file));
  const sepLine = sample.slice(0, layout.sepLine);
  const sepBytes = encoding.name === 'utf8' ? Buffer.byteLength(sepLine) : sepLine.length * encoding.unit;
  const start = encoding.bom + sepBytes;
  const reader = { input, sheet: name, encoding, layout, start, otherEncoding, apostrophes, limits };
  return {
    file: input.file,
    format: 'csv',
    description: `${delimiterLabel(layout.delimiter)}, ${encoding.label}`,
    sha256,
    sheets: [{ name, hidden: false, rows: (onFinding) => readRows(reader, onFinding) }],
    close: () => input.close(),
  };
}

function encodingFinding(file: string, used: Encoding, { name, label }: OtherEncoding): Finding {
  const message = `The file was read as ${used.label}, but looks like ${label}: names and addresses are damaged.`;
  const sent = `to send it as it is: ${flag('--severity', 'text-encoding=warning')}`;
  const suggestion =
    name === undefined
      ? `save the file as UTF-8, or set ${flag('--encoding', 'NAME')} (NAME is its encoding); ${sent}`
      : `set ${flag('--encoding', name)} if that is right, or save the file as UTF-8; ${sent}`;
  return finding('text-encoding', { file }, message, { suggestion });
}

interface TextReader {
  readonly input: Input;
  readonly sheet: string;
  readonly encoding: Encoding;
  readonly layout: Layout;
  /** Offset of the first row in bytes. */
  readonly start: number;
  readonly otherEncoding: OtherEncoding | undefined;
  readonly apostrophes: boolean;
  readonly limits: Limits;
}

async function* readRows(
  reader: TextReader,
  onFinding: (finding: Finding) => void,
): AsyncGenerator<readonly Row[]> {
  const { input, encoding, otherEncoding } = reader;
  if (otherEncoding !== undefined) onFinding(encodingFinding(input.file, encoding, otherEncoding));
  const records = new Records(reader, onFinding);
  const rows = new TextRows(reader.layout.delimiter, reader.limits.rowBytes);
  const take = () => {
    for (let cells = rows.next(); cells !== undefined && !records.ended; cells = rows.next())
      records.take(cells, rows);
  };
  for await (const chunk of utf8Of(reader)) {
    rows.add(chunk);
    take();
    if (rows.fault !== undefined || records.ended) break;
    yield* records.ready(BATCH_ROWS);
  }
  rows.end();
  take();
  yield* records.ready(1);
  if (rows.fault !== undefined && !records.ended) records.endAt(rows.fault);
}

/** The file as UTF-8, from its first row. */
async function* utf8Of({ input, encoding, start }: TextReader): AsyncGenerator<Buffer> {
  const bytes = readBytes(input.handle, start);
  if (encoding.name === 'utf8') yield* bytes;
  else for await (const text of decode(bytes, encoding.name)) yield Buffer.from(text);
}

const LINE_BREAK = /\r\n|\r|\n/;
/** Lines with fewer cells may be ordinary text, which often has a comma or two in a line. */
const MIN_CELLS = 4;

/**
 * Whether a cell contains whole rows: one of its lines has as many cells as the row, or the cell has as many delimiters
 * as the same number of rows would have.
 */
function containsRows(text: string, delimiter: string, width: number): boolean {
  if (width < MIN_CELLS || !text.includes(delimiter)) return false;
  const lines = text.split(LINE_BREAK);
  if (lines.length < 2) return false;
  const delimiters = lines.map((line) => line.split(delimiter).length - 1);
  if (delimiters.slice(1, -1).includes(width - 1)) return true;
  const all = delimiters.reduce((sum, count) => sum + count, 0);
  return all === (width - 1) * (lines.length - 1);
}

/** Turns cells of text into rows, numbered as in a spreadsheet. */
class Records {
  /** Set when the sheet cannot be read further. */
  ended = false;
  private readonly reader: TextReader;
  private readonly onFinding: (finding: Finding) => void;
  private rows: Row[] = [];
  private allCells = 0;
  /** Number of the next row. */
  private row = 1;
  private line: number;
  private formulas = false;

  constructor(reader: TextReader, onFinding: (finding: Finding) => void) {
    this.reader = reader;
    this.onFinding = onFinding;
    this.line = reader.layout.sepLine > 0 ? 2 : 1;
  }

  /** Adds the row whose cells `textRows` returned last. */
  take(texts: readonly string[], textRows: TextRows): void {
    const { breaks, quote, unended } = textRows;
    const { row, line } = this;
    if (this.beyondLimits(texts.length)) return;
    this.row++;
    this.line += 1 + breaks;
    const { apostrophes, limits } = this.reader;
    const { cellCharacters } = limits;
    if (breaks > 0) this.checkQuoted(texts, row, line);
    const cells: Cell[] = new Array(texts.length);
    let blank = true;
    for (let index = 0; index < texts.length; index++) {
      let text = texts[index]!;
      if (isFormulaText(text)) text = this.formulaText(text, row, line, index);
      else if (apostrophes) text = unguarded(text);
      if (text.length > cellCharacters) this.tooLong(row, line, index, text);
      const kept = text !== '' && text.length <= cellCharacters;
      cells[index] = kept ? text : null;
      blank &&= !kept || text.trim() === '';
    }
    if (blank) return;
    const plain = quote === -1 ? { row, line, cells } : { row, line, cells, quote };
    this.rows.push(unended ? { ...plain, unended } : plain);
  }

  /** Programs write `="00012"` so that a spreadsheet does not read the text as a number. Returns the text. */
  private formulaText(text: string, row: number, line: number, index: number): string {
    if (!this.formulas) {
      this.formulas = true;
      const message =
        'Cells are written as formulas of a text. That text is read, as a spreadsheet shows it.';
      this.onFinding(finding('text-formula', this.at(row, line, index), message, { value: text }));
    }
    return text.slice(2, -1).replaceAll('""', '"');
  }

  /** Two stray quotes merge everything between them into one cell. */
  private checkQuoted(texts: readonly string[], row: number, line: number): void {
    const { delimiter } = this.reader.layout;
    if (delimiter === null) return;
    const index = texts.findIndex((text) => containsRows(text, delimiter, texts.length));
    if (index === -1) return;
    const text = texts[index]!;
    const breaks = text.split(LINE_BREAK).length - 1;
    const lines = breaks === 1 ? 'the line below, which looks' : `the ${breaks} lines below, which look`;
    const message = `The quote that opens column ${columnLetters(index)} merges ${lines} like ${breaks === 1 ? 'a row' : 'rows'}, into one cell.`;
    this.onFinding(
      finding('text-quoted-rows', this.at(row, line, index), message, {
        value: text.slice(0, 200),
        suggestion: QUOTES_ADVICE,
      }),
    );
  }

  /** Removes and returns the collected rows in batches, while there are at least `least` of them. */
  *ready(least: number): Generator<readonly Row[]> {
    while (this.rows.length >= least) yield this.rows.splice(0, BATCH_ROWS);
  }

  endAt({ kind, column }: TextFault): void {
    if (kind === 'long-row' && column >= this.reader.limits.columns) {
      this.endAtColumns();
      return;
    }
    const letters = columnLetters(column);
    const most = this.reader.limits.rowBytes;
    const message = {
      'text-after-quote': `In column ${letters}, text follows a closing quote`,
      'open-quote': `The quote that opens column ${letters} is not closed`,
      'long-row': `The row is longer than ${most} bytes (the limit row-bytes); a quote in column ${letters} may be open`,
    }[kind];
    const origin = this.at(this.row, this.line, column);
    this.onFinding(
      finding('text-quotes', origin, `${message}: rows from this one on are not read.`, {
        suggestion: QUOTES_ADVICE,
      }),
    );
  }

  private tooLong(row: number, line: number, index: number, text: string): void {
    const what = (most: string) => `The text has ${text.length} characters; a cell can have at most ${most}`;
    const { message, suggestion } = limitMessage(this.reader.limits, 'cellCharacters', what);
    this.onFinding(finding('text-too-long', this.at(row, line, index), message, { value: text, suggestion }));
  }

  private beyondLimits(length: number): boolean {
    const { rows, columns, cells } = this.reader.limits;
    this.allCells += length;
    if (length > columns) this.endAtColumns();
    else if (this.row > rows) this.end('rows', (most) => `The file has more than ${most} rows`);
    else if (this.allCells > cells) this.end('cells', (most) => `The file has more than ${most} cells`);
    return this.ended;
  }

  private endAtColumns(): void {
    this.end('columns', (most) => `The row has more than ${most} cells`);
  }

  private end(limit: keyof Limits, what: (most: string) => string): void {
    this.ended = true;
    const { message, suggestion } = limitMessage(this.reader.limits, limit, what);
    this.onFinding(finding('file-unreadable', this.at(this.row, this.line), message, { suggestion }));
  }

  private at(row: number, line: number, index?: number): Origin {
    const { input, sheet } = this.reader;
    const column = index === undefined ? {} : { column: columnLetters(index) };
    return { file: input.file, sheet, row, line, ...column };
  }
}
