import { basename, extname } from 'node:path';
import { finished } from 'node:stream/promises';
import { CsvError, type Parser, parse } from 'csv-parse';
import type { Finding, Origin } from '../findings/finding.ts';
import { readBytes } from './bytes.ts';
import { type Cell, columnLetters, type Row } from './cell.ts';
import { Damage, finding } from './damage.ts';
import { delimiterLabel, type Layout, sniffLayout } from './delimiter.ts';
import { decode, decodeHead, type Encoding, scanText } from './encoding.ts';
import { unguarded } from './formula-guard.ts';
import type { Input } from './input.ts';
import { BATCH_ROWS, beyondText } from './limits.ts';
import type { Limits, Source, SourceOptions } from './source.ts';
import { textDamage } from './text-damage.ts';

/** A row never holds it: it parts nothing. */
const NO_DELIMITER = '\u001f';

/** Opens delimited text. The whole file is read once to tell its encoding, and again by each call of `rows`. */
export async function openText(
  input: Input,
  head: Buffer,
  options: SourceOptions,
  limits: Limits,
): Promise<Source> {
  const { encoding, sha256, doubtful, apostrophes } = await scanText(input.handle, head, options.encoding);
  const sample = await decodeHead(head, encoding);
  const whole = head.length === input.size;
  if (whole && sample.trim() === '') {
    throw new Damage('The file holds no text but blanks.', 'Export it again, or leave it out.', 'file-empty');
  }
  const layout = sniffLayout(sample, whole, options.delimiter);
  const name = input.file === 'standard input' ? input.file : basename(input.file, extname(input.file));
  const reader = { input, sheet: name, encoding, layout, doubtful, apostrophes, limits };
  return {
    file: input.file,
    format: 'csv',
    description: `${delimiterLabel(layout.delimiter)}, ${encoding.label}`,
    sha256,
    sheets: [{ name, hidden: false, rows: (onFinding) => readRows(reader, onFinding) }],
    close: () => input.close(),
  };
}

interface TextReader {
  readonly input: Input;
  readonly sheet: string;
  readonly encoding: Encoding;
  readonly layout: Layout;
  readonly doubtful: boolean;
  readonly apostrophes: boolean;
  readonly limits: Limits;
}

async function* readRows(
  reader: TextReader,
  onFinding: (finding: Finding) => void,
): AsyncGenerator<readonly Row[]> {
  const records = new Records(reader, onFinding);
  const parser = parse({
    delimiter: reader.layout.delimiter ?? NO_DELIMITER,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: reader.limits.rowBytes,
    // the records are taken here: the stream's own queue of objects costs more than the parsing of a short row
    on_record: (record: string[]) => {
      records.take(record);
      // the parser makes an error, stack and all, of each row as long as another than its first, and throws it away
      state.info.records = 0;
      return null;
    },
  }).resume();
  const state = stateOf(parser);
  parser.on('error', () => {});
  try {
    for await (const chunk of utf8Of(reader)) {
      await write(parser, chunk);
      records.open(state.record.length);
      yield* records.ready(records.ended ? 1 : BATCH_ROWS);
      if (records.ended) return;
    }
    parser.end();
    await finished(parser);
    yield* records.ready(1);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    yield* records.ready(1);
    onFinding(records.explain(error));
  } finally {
    parser.destroy();
  }
}

/** What the parser shows of itself: how many records it had, and the one it is at. */
interface ParserState {
  readonly info: { records: number };
  readonly record: readonly string[];
}

function stateOf(parser: Parser): ParserState {
  const { info, state } = parser as unknown as { info: ParserState['info']; state: { record: string[] } };
  return {
    info,
    get record() {
      return state.record;
    },
  };
}

/** The file as UTF-8, from its first row on. */
async function* utf8Of({ input, encoding, layout }: TextReader): AsyncGenerator<Buffer> {
  const bytes = readBytes(input.handle, encoding.bom + layout.sepLine * encoding.unit);
  if (encoding.name === 'utf8') yield* bytes;
  else for await (const text of decode(bytes, encoding.name)) yield Buffer.from(text);
}

function write(parser: Parser, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/** Turns parsed records into rows with the number of their line. */
class Records {
  /** Set once the sheet cannot be read further. */
  ended = false;
  private readonly reader: TextReader;
  private readonly onFinding: (finding: Finding) => void;
  private rows: Row[] = [];
  /** Rows, blank ones too, and cells. */
  private seen = 0;
  private allCells = 0;
  private line: number;

  constructor(reader: TextReader, onFinding: (finding: Finding) => void) {
    this.reader = reader;
    this.onFinding = onFinding;
    this.line = reader.layout.sepLine > 0 ? 2 : 1;
  }

  take(record: readonly string[]): void {
    if (this.ended) return;
    const row = this.line++;
    if (this.beyondLimits(row, record.length)) return;
    const { apostrophes, limits } = this.reader;
    const { cellCharacters } = limits;
    const cells: Cell[] = new Array(record.length);
    let blank = true;
    for (let index = 0; index < record.length; index++) {
      const text = apostrophes ? unguarded(record[index]!) : record[index]!;
      if (text.includes('\n') || text.includes('\r')) this.line += text.match(/\r\n|\r|\n/g)!.length;
      if (text.length > cellCharacters) this.tooLong(row, index, text);
      const kept = text !== '' && text.length <= cellCharacters;
      cells[index] = kept ? text : null;
      blank &&= !kept || text.trim() === '';
    }
    if (blank) return;
    this.rows.push({ row, cells });
    if (this.reader.doubtful) this.doubt(row, cells);
  }

  /** Takes out the rows that wait, in batches of which the last has at least `least` rows. */
  *ready(least: number): Generator<readonly Row[]> {
    while (this.rows.length >= least) yield this.rows.splice(0, BATCH_ROWS);
  }

  explain(error: CsvError): Finding {
    const index = typeof error.column === 'number' ? error.column : 0;
    const origin = this.at(this.line, index);
    const column = columnLetters(index);
    const most = this.reader.limits.rowBytes;
    const message =
      {
        CSV_INVALID_CLOSING_QUOTE: `On line ${this.line}, column ${column}, text follows a closing quote`,
        CSV_QUOTE_NOT_CLOSED: `The quote opened in column ${column} of line ${this.line} is not closed`,
        CSV_MAX_RECORD_SIZE: `The row of line ${this.line} is longer than ${most} bytes (the limit row-bytes); a quote in column ${column} may be open`,
      }[error.code as string] ??
      `On line ${this.line}, column ${column}, a quote stands inside a text that does not begin with one`;
    return finding('text-quotes', origin, `${message}: nothing from this line on is read.`, {
      suggestion:
        'Put the whole text between quotes and write each quote in it twice, or export the file again.',
    });
  }

  private tooLong(row: number, index: number, text: string): void {
    const what = (most: string) => `The text has ${text.length} characters; a cell holds at most ${most}`;
    const { message, suggestion } = beyondText(this.reader.limits, 'cellCharacters', what);
    this.onFinding(finding('text-too-long', this.at(row, index), message, { value: text, suggestion }));
  }

  /** Looks at a row that has so many cells so far: only the limit of columns says that it is too long. */
  open(cells: number): void {
    if (!this.ended && cells > this.reader.limits.columns) this.endAtColumns(this.line);
  }

  private beyondLimits(row: number, length: number): boolean {
    const { rows, columns, cells } = this.reader.limits;
    this.seen++;
    this.allCells += length;
    if (length > columns) this.endAtColumns(row);
    else if (this.seen > rows) this.end(row, 'rows', (most) => `The file has more than ${most} rows`);
    else if (this.allCells > cells) this.end(row, 'cells', (most) => `The file has more than ${most} cells`);
    return this.ended;
  }

  private endAtColumns(row: number): void {
    this.end(row, 'columns', (most) => `The row has more cells than the ${most} that a sheet can have`);
  }

  private end(row: number, limit: keyof Limits, what: (most: string) => string): void {
    this.ended = true;
    const { message, suggestion } = beyondText(this.reader.limits, limit, what);
    this.onFinding(finding('file-unreadable', this.at(row), message, { suggestion }));
  }

  private doubt(row: number, cells: readonly Cell[]): void {
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index];
      const message = typeof cell === 'string' ? textDamage(cell) : undefined;
      if (message === undefined) continue;
      this.onFinding(
        finding('text-encoding', this.at(row, index), message, {
          value: cell as string,
          suggestion: `The file was read as ${this.reader.encoding.label}; say --encoding if it is another, or export it again.`,
        }),
      );
    }
  }

  private at(row: number, index?: number): Origin {
    const { input, sheet } = this.reader;
    return { file: input.file, sheet, row, ...(index === undefined ? {} : { column: columnLetters(index) }) };
  }
}
