import { isAscii, isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { TraceError } from '../errors.ts';
import { incompleteUtf8, type OpenFile, readBytes } from './bytes.ts';
import { Damage } from './damage.ts';
import { guessEncoding, type OtherEncoding } from './encoding-guess.ts';

/** How the bytes of a text file become text. */
export interface Encoding {
  /** For iconv-lite: `utf8`, `utf16-le`, `windows-1252`. */
  readonly name: string;
  /** For the person: `Windows-1252`. */
  readonly label: string;
  /** Bytes of the byte order mark, to be left out. */
  readonly bom: number;
  /** Bytes of one ASCII character. */
  readonly unit: 1 | 2;
}

export interface ScannedText {
  readonly encoding: Encoding;
  readonly sha256: string;
  /** What the file looks like where it was taken for Windows-1252 and can hardly be; see `guessEncoding`. */
  readonly otherEncoding?: OtherEncoding | undefined;
  /** Whether there is an apostrophe anywhere; when false, no cell has a guard against formulas. */
  readonly apostrophes: boolean;
}

const BOMS = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), name: 'utf8', unit: 1 },
  { bytes: Buffer.from([0xff, 0xfe]), name: 'utf16-le', unit: 2 },
  { bytes: Buffer.from([0xfe, 0xff]), name: 'utf16-be', unit: 2 },
] as const;

const LABELS: Record<string, string> = {
  utf8: 'UTF-8',
  'utf16-le': 'UTF-16LE',
  'utf16-be': 'UTF-16BE',
  'windows-1252': 'Windows-1252',
};

/**
 * Reads the whole file once: a letter that is no UTF-8 may stand at its very end. In this order: what the person
 * said, a byte order mark, UTF-16 by its zero bytes, UTF-8 when all bytes are, else Windows-1252.
 *
 * @throws TraceError `encoding-unknown` on a name that is no encoding.
 * @throws Damage `text-mixed` when most letters are UTF-8 and some are not.
 */
export async function scanText(handle: OpenFile, head: Buffer, said?: string): Promise<ScannedText> {
  const given = said === undefined ? undefined : await encodingOf(said, head);
  const hash = createHash('sha256');
  let utf8 = true;
  let apostrophes = false;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of readBytes(handle)) {
    hash.update(chunk);
    apostrophes ||= chunk.includes(39);
    if (utf8) {
      const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const open = incompleteUtf8(joined);
      utf8 = isUtf8(joined.subarray(0, joined.length - open));
      rest = joined.subarray(joined.length - open);
    }
  }
  utf8 &&= rest.length === 0;
  const encoding = given ?? marked(head) ?? withoutMark(head) ?? named(utf8 ? 'utf8' : 'windows-1252');
  const isGuess = encoding.name === 'windows-1252' && given === undefined;
  const otherEncoding = isGuess ? await guessEncoding(await refuseMixed(handle)) : undefined;
  return { encoding, sha256: hash.digest('hex'), otherEncoding, apostrophes };
}

/** The text of the first bytes, of which the last letter may be cut. */
export async function decodeHead(head: Buffer, { name, bom }: Encoding): Promise<string> {
  const bytes = head.subarray(bom);
  if (name === 'utf8') return bytes.toString('utf8').replace(/^\ufeff/, '');
  const { default: iconv } = await import('iconv-lite');
  return iconv.decode(bytes, name);
}

/** Turns bytes into text, chunk by chunk; a letter may be cut between two of them. */
export async function* decode(bytes: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const { default: iconv } = await import('iconv-lite');
  const decoder = iconv.getDecoder(encoding);
  for await (const chunk of bytes) yield decoder.write(chunk);
  const last = decoder.end();
  if (last) yield last;
}

/** Whether the first bytes are those of text in UTF-16, marked or by its zero bytes. */
export function isUtf16(head: Buffer): boolean {
  return (marked(head) ?? withoutMark(head))?.unit === 2;
}

/** Whether the first bytes are those of text in UTF-32: with a mark, or characters of four bytes throughout. */
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

async function encodingOf(said: string, head: Buffer): Promise<Encoding> {
  const { default: iconv } = await import('iconv-lite');
  if (!iconv.encodingExists(said)) {
    throw new TraceError(
      'usage',
      'encoding-unknown',
      `There is no encoding ${said}.`,
      'Say utf-8, windows-1252, iso-8859-15, macintosh, utf-16le or utf-16be, for example.',
    );
  }
  const folded = said.toLowerCase().replace(/[^a-z0-9]/g, '');
  const mark = marked(head);
  if (/^(utf16|unicode|ucs2)$/.test(folded)) return mark?.unit === 2 ? mark : named('utf16-le');
  const name = { utf8: 'utf8', utf16le: 'utf16-le', utf16be: 'utf16-be', windows1252: 'windows-1252' }[
    folded
  ];
  const encoding = name === undefined ? { name: said, label: said, bom: 0, unit: 1 as const } : named(name);
  // a mark is no text in any encoding of its width
  return mark?.unit === encoding.unit ? { ...encoding, bom: mark.bom } : encoding;
}

function named(name: string, bom = 0): Encoding {
  return { name, label: LABELS[name] ?? name, bom, unit: name.startsWith('utf16') ? 2 : 1 };
}

function marked(head: Buffer): Encoding | undefined {
  const mark = BOMS.find(({ bytes }) => head.subarray(0, bytes.length).equals(bytes));
  return mark && named(mark.name, mark.bytes.length);
}

/** UTF-16 without a mark: of Western text every other byte is zero. */
function withoutMark(head: Buffer): Encoding | undefined {
  let even = 0;
  let odd = 0;
  for (let index = 0; index + 1 < head.length; index += 2) {
    if (head[index] === 0) even++;
    if (head[index + 1] === 0) odd++;
  }
  const enough = Math.max(1, head.length / 10);
  if (odd > enough && odd > 10 * even) return named('utf16-le');
  if (even > enough && even > 10 * odd) return named('utf16-be');
  return undefined;
}

const BEYOND_ASCII = /[\x80-\xff]/;

/** Letters beyond ASCII after which it is clear what most of them are. */
const ENOUGH = 1_000_000;

/** Characters of cells with letters beyond ASCII that show which encoding they are in. */
const ENOUGH_CELLS = 64 * 1024;

/**
 * Text in Windows-1252 hardly ever holds a sequence that is UTF-8 by chance. Where most letters are UTF-8, the file
 * was put together from two, or damaged, and either reading would change names unnoticed. Gives the first cells with
 * letters beyond ASCII, each byte as one character.
 */
async function refuseMixed(handle: OpenFile): Promise<string[]> {
  const cells: string[] = [];
  let length = 0;
  let sound = 0;
  let broken = 0;
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
    if (broken > 0 && sound + broken > ENOUGH) break;
    if (isUtf8(joined.subarray(0, end))) {
      for (let at = 0; at < end; at++) {
        const byte = joined[at]!;
        if (byte === 10) line++;
        else if (byte >= 0xc0) sound++;
      }
      continue;
    }
    for (let at = 0; at < end; ) {
      const byte = joined[at]!;
      if (byte === 10) line++;
      const length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      if (length === 1) at++;
      else if (isUtf8(joined.subarray(at, at + length))) {
        sound++;
        at += length;
      } else {
        if (broken++ === 0) first = line;
        at++;
      }
    }
  }
  if (rest.length > 0 && broken++ === 0) first = line;
  if (sound > 2 && sound > broken) {
    throw new Damage(
      `Most letters of the file are UTF-8, but line ${first} holds bytes that are not: either reading would damage some text.`,
      'Save the file again as UTF-8, or say --encoding utf-8 (or windows-1252): then only rows with damaged text are refused.',
      'text-mixed',
    );
  }
  return cells;
}
