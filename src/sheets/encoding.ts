import { isAscii, isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { usage } from '../errors.ts';
import { say } from '../say.ts';
import { incompleteUtf8, type OpenFile, readBytes, readLargeChunks } from './bytes.ts';
import { Damage } from './damage.ts';
import type { OtherEncoding } from './encoding-guess.ts';

/** The encoding of a text file. */
export interface Encoding {
  /** The name in iconv-lite: `utf8`, `utf16-le`, `windows-1252`. */
  readonly name: string;
  /** The name in messages: `Windows-1252`. */
  readonly label: string;
  /** Length of the byte order mark in bytes. */
  readonly bom: number;
  /** Number of bytes of an ASCII character. */
  readonly unit: 1 | 2;
}

export interface ScannedText {
  readonly encoding: Encoding;
  readonly sha256: string;
  /** The probable encoding of a file that was read as Windows-1252, if it is another one; see `guessEncoding`. */
  readonly otherEncoding?: OtherEncoding | undefined;
  /** Whether the file contains an apostrophe. If not, no cell has the apostrophe of `guardFormulas` (`formula-text.ts`). */
  readonly apostrophes: boolean;
}

/** The default encoding of text that is not UTF-8. */
const WESTERN = 'windows-1252';

/** A text whose bytes are the same in all encodings in which a web page can declare its encoding. */
const ASCII_PROBE = '<table>';

const APOSTROPHE = 0x27;
const LINE_FEED = 0x0a;

const BOMS = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), name: 'utf8', unit: 1 },
  { bytes: Buffer.from([0xff, 0xfe]), name: 'utf16-le', unit: 2 },
  { bytes: Buffer.from([0xfe, 0xff]), name: 'utf16-be', unit: 2 },
] as const;

const LABELS: Record<string, string> = {
  utf8: 'UTF-8',
  'utf16-le': 'UTF-16LE',
  'utf16-be': 'UTF-16BE',
  'windows-1250': 'Windows-1250',
  'windows-1252': 'Windows-1252',
  'windows-1254': 'Windows-1254',
  gbk: 'GBK',
  big5: 'Big5',
  shift_jis: 'Shift-JIS',
};

/**
 * Detects the encoding. It reads the whole file, because the only byte that is not UTF-8 may be at the end. Returns the
 * first of these that applies: the requested encoding, a byte order mark, UTF-16 if every other byte is zero, UTF-8 if
 * all bytes are valid, the encoding that the file declares if its bytes fit, Windows-1252.
 *
 * @param requested the encoding that the user set.
 * @param declared the encoding that the file names; many files name a wrong one.
 * @throws TraceError `encoding-unknown` for an unknown name.
 * @throws Damage `text-mixed` if most letters are UTF-8 and some are not.
 */
export async function scanText(
  handle: OpenFile,
  head: Buffer,
  requested?: string,
  declared?: string,
): Promise<ScannedText> {
  const given = requested === undefined ? undefined : await encodingOf(requested, head);
  const hash = createHash('sha256');
  let utf8 = true;
  let apostrophes = false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readLargeChunks(handle)) {
    hash.update(chunk);
    apostrophes ||= chunk.includes(APOSTROPHE);
    if (utf8) {
      const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const open = incompleteUtf8(joined);
      utf8 = isUtf8(joined.subarray(0, joined.length - open));
      rest = joined.subarray(joined.length - open);
    }
  }
  utf8 &&= rest.length === 0;
  const found = { sha256: hash.digest('hex'), apostrophes };
  const certain = given ?? encodingOfMark(head) ?? findUtf16(head) ?? (utf8 ? toEncoding('utf8') : undefined);
  if (certain !== undefined) return { ...found, encoding: certain };
  const cells = await rejectMixed(handle);
  const stated = declared === undefined ? undefined : await fittingEncoding(handle, declared);
  if (stated !== undefined) return { ...found, encoding: stated };
  const { guessEncoding } = await import('./encoding-guess.ts');
  const other = await guessEncoding(cells);
  if (other?.isCertain) return { ...found, encoding: toEncoding(other.name!) };
  return { ...found, encoding: toEncoding(WESTERN), otherEncoding: other };
}

/** The encoding that a file declares; undefined if it is unknown, is Windows-1252, or does not fit the bytes. */
async function fittingEncoding(handle: OpenFile, declared: string): Promise<Encoding | undefined> {
  const { default: iconv } = await import('iconv-lite');
  const name = nameInBrowsers(declared);
  if (name === WESTERN || !iconv.encodingExists(name)) return undefined;
  if (iconv.decode(Buffer.from(ASCII_PROBE), name) !== ASCII_PROBE) return undefined;
  for await (const text of decode(readBytes(handle), name)) if (text.includes('\ufffd')) return undefined;
  return toEncoding(name);
}

/** Browsers read some standard encodings as the code page of Windows that extends them: ISO-8859-1 as Windows-1252. */
function nameInBrowsers(declared: string): string {
  try {
    const { encoding } = new TextDecoder(declared);
    return encoding.startsWith('windows-') ? encoding : declared;
  } catch {
    return declared;
  }
}

/** Decodes the first bytes; the last letter may be truncated. */
export async function decodeHead(head: Buffer, { name, bom }: Encoding): Promise<string> {
  const bytes = head.subarray(bom);
  if (name === 'utf8') return bytes.toString('utf8').replace(/^\ufeff/, '');
  const { default: iconv } = await import('iconv-lite');
  return iconv.decode(bytes, name);
}

/** Decodes bytes chunk by chunk; a letter may be split between chunks. */
export async function* decode(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const { default: iconv } = await import('iconv-lite');
  const decoder = iconv.getDecoder(encoding);
  for await (const chunk of bytes) yield decoder.write(chunk);
  const last = decoder.end();
  if (last) yield last;
}

/** Whether the first bytes are UTF-16: by a byte order mark or by zero bytes. */
export function isUtf16(head: Buffer): boolean {
  return (encodingOfMark(head) ?? findUtf16(head))?.unit === 2;
}

/** Whether the first bytes are UTF-32: by a byte order mark, or only valid characters of four bytes. */
export function isUtf32(head: Buffer): boolean {
  const mark = head.subarray(0, 4).toString('hex');
  if (mark === 'fffe0000' || mark === '0000feff') return true;
  const end = head.length - (head.length % 4);
  const all = (isCharacter: (at: number) => boolean) => {
    for (let at = 0; at < end; at += 4) if (!isCharacter(at)) return false;
    return end >= 8;
  };
  const inUnicode = (code: number) => code > 0 && code <= 0x10ffff;
  return all((at) => inUnicode(head.readUInt32LE(at))) || all((at) => inUnicode(head.readUInt32BE(at)));
}

/** @throws TraceError `encoding-unknown` for an unknown name */
export async function requireEncoding(name: string): Promise<void> {
  const { default: iconv } = await import('iconv-lite');
  if (iconv.encodingExists(name)) return;
  throw usage(
    'encoding-unknown',
    say().sheets.unknownEncoding({ encoding: name }),
    say().sheets.someEncodings(),
  );
}

async function encodingOf(requested: string, head: Buffer): Promise<Encoding> {
  await requireEncoding(requested);
  const folded = requested.toLowerCase().replace(/[^a-z0-9]/g, '');
  const mark = encodingOfMark(head);
  if (/^(utf16|unicode|ucs2)$/.test(folded)) return mark?.unit === 2 ? mark : toEncoding('utf16-le');
  const name = { utf8: 'utf8', utf16le: 'utf16-le', utf16be: 'utf16-be', windows1252: 'windows-1252' }[
    folded
  ];
  const encoding =
    name === undefined ? { name: requested, label: requested, bom: 0, unit: 1 as const } : toEncoding(name);
  // A byte order mark is skipped if its encoding has as many bytes per character as the requested one.
  return mark?.unit === encoding.unit ? { ...encoding, bom: mark.bom } : encoding;
}

function toEncoding(name: string, bom = 0): Encoding {
  return { name, label: LABELS[name] ?? name, bom, unit: name.startsWith('utf16') ? 2 : 1 };
}

function encodingOfMark(head: Buffer): Encoding | undefined {
  const mark = BOMS.find(({ bytes }) => head.subarray(0, bytes.length).equals(bytes));
  return mark && toEncoding(mark.name, mark.bytes.length);
}

/** Detects UTF-16 without a byte order mark: in Western text every other byte is zero. */
function findUtf16(head: Buffer): Encoding | undefined {
  if (!head.includes(0)) return undefined;
  let even = 0;
  let odd = 0;
  for (let index = 0; index + 1 < head.length; index += 2) {
    if (head[index] === 0) even++;
    if (head[index + 1] === 0) odd++;
  }
  const enough = Math.max(1, head.length / 10);
  if (odd > enough && odd > 10 * even) return toEncoding('utf16-le');
  if (even > enough && even > 10 * odd) return toEncoding('utf16-be');
  return undefined;
}

const BEYOND_ASCII = /[\x80-\xff]/;

/** Number of letters beyond ASCII after which `rejectMixed` stops reading, if some of them are not UTF-8. */
const MAX_LETTERS = 1_000_000;

/** Number of characters that are used to guess the encoding. */
const ENOUGH_CELLS = 64 * 1024;

/**
 * Rejects a file that mixes encodings. Text in Windows-1252 almost never contains valid UTF-8 sequences by chance: if
 * most letters are UTF-8, the file is damaged or someone joined two, and either encoding would change some names.
 * Returns the first cells with letters beyond ASCII, each byte as one character.
 */
async function rejectMixed(handle: OpenFile): Promise<string[]> {
  const cells: string[] = [];
  let length = 0;
  let valid = 0;
  let invalid = 0;
  let line = 1;
  let first = 0;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readBytes(handle)) {
    const joined = Buffer.concat([rest, chunk]);
    const end = joined.length - incompleteUtf8(joined);
    rest = joined.subarray(end);
    if (length < ENOUGH_CELLS && !isAscii(joined)) {
      for (const cell of joined.toString('latin1').split(/[\r\n;,\t]/)) {
        if (length < ENOUGH_CELLS && BEYOND_ASCII.test(cell)) length += cells.push(cell) && cell.length;
      }
    }
    if (invalid > 0 && valid + invalid > MAX_LETTERS) break;
    if (isUtf8(joined.subarray(0, end))) {
      for (let at = 0; at < end; at++) {
        const byte = joined[at]!;
        if (byte === LINE_FEED) line++;
        else if (byte >= 0xc0) valid++;
      }
      continue;
    }
    for (let at = 0; at < end; ) {
      const byte = joined[at]!;
      if (byte === LINE_FEED) line++;
      const length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      if (length === 1) at++;
      else if (isUtf8(joined.subarray(at, at + length))) {
        valid++;
        at += length;
      } else {
        if (invalid++ === 0) first = line;
        at++;
      }
    }
  }
  if (rest.length > 0 && invalid++ === 0) first = line;
  if (valid > 2 && valid > invalid) {
    throw new Damage(say().sheets.mixed({ line: String(first) }), say().sheets.saveAsUtf8(), 'text-mixed');
  }
  return cells;
}
