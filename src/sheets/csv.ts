import { flag } from '../advice.ts';
import type { Finding } from '../findings/finding.ts';
import { say } from '../say.ts';
import { readBytes, readLargeChunks } from './bytes.ts';
import type { Row } from './cell.ts';
import { Damage, finding } from './damage.ts';
import { decode, decodeHead, type Encoding, scanText } from './encoding.ts';
import type { OtherEncoding } from './encoding-guess.ts';
import type { ExactRows } from './exact-rows.ts';
import { type Input, nameOfSheet } from './input.ts';
import { BATCH_ROWS } from './limits.ts';
import { CsvRows, PlainRows, type TextSheet } from './plain-rows.ts';
import type { Limits, Source, SourceOptions } from './source.ts';

/** The delimiter of a text file, and where its rows start. */
interface Layout {
  /** A character; null if every row is one cell. */
  readonly delimiter: string | null;
  /** Length of a first line `sep=;` with its line end; 0 without one. */
  readonly sepLine: number;
}

/** Delimiters in order of preference. The comma is last, because it is also a decimal mark. */
const CANDIDATES = ['\t', ';', '|', ','];

/** Number of first rows from which the delimiter is detected. */
const SAMPLE_ROWS = 20;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A text file, with what is needed to read its rows. */
interface TextReader extends TextSheet {
  readonly input: Input;
  readonly encoding: Encoding;
  /** Offset of the first row in bytes. */
  readonly start: number;
  readonly otherEncoding: OtherEncoding | undefined;
}

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
    throw new Damage(say().damaged.blank(), say().instead.again(), 'file-empty');
  }
  const layout = detectDelimiter(sample, whole, options.delimiter);
  const name = nameOfSheet(input);
  const sepLine = sample.slice(0, layout.sepLine);
  const sepBytes = encoding.name === 'utf8' ? Buffer.byteLength(sepLine) : sepLine.length * encoding.unit;
  const start = encoding.bom + sepBytes;
  const { file } = input;
  const text = { input, encoding, start, otherEncoding, ...layout };
  const reader = { ...text, file, name, apostrophes, limits };
  return {
    file: input.file,
    format: 'csv',
    description: say().opened.text({
      separator: delimiterLabel(layout.delimiter),
      encoding: encoding.label,
    }),
    sha256,
    sheets: [{ name, hidden: false, rows: (onFinding) => readRows(reader, onFinding) }],
    close: () => input.close(),
  };
}

export function encodingFinding(file: string, used: Encoding, { name, label }: OtherEncoding): Finding {
  const { otherEncoding, setEncoding, setThisEncoding } = say().sheets;
  const message = otherEncoding({ encoding: used.label, other: label });
  const sent = flag('--severity', 'text-encoding=warning');
  const suggestion =
    name === undefined
      ? setEncoding({ flag: flag('--encoding', say().placeholders.name()), sent })
      : setThisEncoding({ flag: flag('--encoding', name), sent });
  return finding('text-encoding', { file }, message, { suggestion });
}

async function* readRows(
  reader: TextReader,
  onFinding: (finding: Finding) => void,
): AsyncGenerator<readonly Row[]> {
  const { input, encoding, otherEncoding } = reader;
  if (otherEncoding !== undefined) onFinding(encodingFinding(input.file, encoding, otherEncoding));
  yield* rowsOfText(utf8Of(reader), reader, onFinding);
}

/** Reads the rows of UTF-8 text. A chunk must stay valid until the second one after it is requested. */
export async function* rowsOfText(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  sheet: TextSheet,
  onFinding: (finding: Finding) => void,
  plain: Pick<PlainRows, 'take'> = new PlainRows(sheet),
): AsyncGenerator<readonly Row[]> {
  const rows = new CsvRows(sheet, onFinding);
  let exact: ExactRows | undefined;
  /** Number of rows that csv-parse reads in one call. It grows while no row is plain, because a call is as slow as two rows. */
  let most = 1;
  /** Parses complete rows and adds them to `rows`; returns the bytes that are left. */
  const take = async (bytes: Buffer, isEnd: boolean) => {
    for (let at = 0; ; ) {
      const start = plain.take(bytes, at, rows);
      const left = bytes.subarray(start);
      if (rows.ended || left.length === 0) return left;
      if (!isEnd && left.length <= sheet.limits.rowBytes && !hasLineEnd(left)) return left;
      exact ??= new (await import('./exact-rows.ts')).ExactRows(sheet);
      most = start > at ? 1 : Math.min(2 * most, BATCH_ROWS);
      at = start + exact.take(left, isEnd, most, rows);
      if (at === start || exact.fault !== undefined || rows.ended) return bytes.subarray(at);
    }
  };
  let left: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    left = await take(left.length === 0 ? chunk : Buffer.concat([left, chunk]), false);
    if (exact?.fault !== undefined || rows.ended) break;
    yield* rows.takeBatches(BATCH_ROWS);
  }
  if (exact?.fault === undefined && !rows.ended) await take(left, true);
  yield* rows.takeBatches(1);
  exact?.reportFault(rows);
}

const hasLineEnd = (bytes: Buffer): boolean => bytes.includes(LINE_FEED) || bytes.includes(CARRIAGE_RETURN);

/** The file converted to UTF-8, from its first row on. */
async function* utf8Of({ input, encoding, start }: TextReader): AsyncGenerator<Buffer> {
  if (encoding.name === 'utf8') yield* readLargeChunks(input.handle, start);
  else
    for await (const text of decode(readBytes(input.handle, start), encoding.name)) yield Buffer.from(text);
}

/** Describes a delimiter in a message: `semicolon-separated`. */
export function delimiterLabel(delimiter: string | null): string {
  const { opened } = say();
  if (delimiter === null) return opened.oneColumn();
  if (delimiter === '\t') return opened.tab();
  const isNamed = delimiter === ';' || delimiter === ',' || delimiter === '|';
  return isNamed ? opened[delimiter]() : opened.other({ character: delimiter });
}

/**
 * Detects the delimiter in the first lines: the one that occurs equally often in most of them, outside quotes.
 *
 * @param whole whether `text` is the whole file; otherwise its last line is ignored.
 * @param requested the delimiter that the user set.
 */
export function detectDelimiter(text: string, whole: boolean, requested?: string): Layout {
  const sep = /^(?:sep=(.)|"sep=(.)")(?:\r\n|\r|\n|$)/i.exec(text);
  const sepLine = sep?.[0].length ?? 0;
  const delimiter = requested ?? sep?.[1] ?? sep?.[2] ?? bestDelimiter(text.slice(sepLine), whole);
  return { delimiter, sepLine };
}

function bestDelimiter(text: string, whole: boolean): string | null {
  let best: string | null = null;
  let bestScore = 0;
  for (const candidate of CANDIDATES) {
    if (!text.includes(candidate)) continue;
    const score = scoreOf(delimitersPerRow(text, candidate, whole));
    if (score > bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}

/** The share of rows with the most frequent number of delimiters. The score is higher if the first row has it too. */
function scoreOf(counts: readonly number[]): number {
  const rows = new Map<number, number>();
  for (const count of counts) if (count > 0) rows.set(count, (rows.get(count) ?? 0) + 1);
  const most = Math.max(0, ...rows.values());
  let present = 0;
  for (const number of rows.values()) present += number;
  const first = counts[0] ?? 0;
  if (present < counts.length * 0.4) return 0;
  // The first row does not contain the delimiter: it is a title, or the character is part of ordinary text.
  if (first === 0) return most < present * 0.8 ? 0 : most / counts.length;
  return (most / counts.length) * (rows.get(first) === most ? 1.5 : 1.2);
}

function delimitersPerRow(text: string, delimiter: string, whole: boolean): number[] {
  const counts: number[] = [];
  let count = 0;
  let start = 0;
  const ends = `[\n\r${delimiter}]`;
  const quotedCell = `(?<=^|${ends})"[^"]*(?:""[^"]*)*"?`;
  for (const { 0: found, index } of text.matchAll(new RegExp(`${quotedCell}|${ends}`, 'g'))) {
    if (found === delimiter) count++;
    else if (!found.startsWith('"')) {
      if (text.slice(start, index).trim() !== '') counts.push(count);
      count = 0;
      start = index + 1;
    }
    if (counts.length === SAMPLE_ROWS) break;
  }
  if ((whole || counts.length === 0) && counts.length < SAMPLE_ROWS && text.slice(start).trim() !== '')
    counts.push(count);
  return counts;
}
