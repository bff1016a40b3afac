import { extname } from 'node:path';
import { say } from '../say.ts';
import { isUtf16, isUtf32 } from './encoding.ts';
import type { ForeignFormat } from './refusal.ts';
import type { SourceFormat } from './source.ts';

/** The format of a file by its first bytes, regardless of its name. */
export type Format = 'text' | 'zip' | 'ole' | 'gzip' | 'spreadsheetml' | ForeignFormat;

const MAGIC: readonly (readonly [string, Format])[] = [
  ['504b0304', 'zip'],
  ['504b0506', 'zip'],
  ['504b0708', 'zip'],
  ['d0cf11e0a1b11ae1', 'ole'],
  ['25504446', 'pdf'],
  ['1f8b', 'gzip'],
  ['89504e470d0a1a0a', 'image'],
  ['ffd8ff', 'image'],
  ['47494638', 'image'],
  ['49492a00', 'image'],
  ['4d4d002a', 'image'],
  ['377abcaf271c', 'packed'],
  ['526172211a07', 'packed'],
  ['fd377a585a00', 'packed'],
  ['425a68', 'packed'],
  ['7b5c727466', 'rtf'],
  ['53514c69746520', 'database'],
  // The first record of workbooks of Excel 2, 3 and 4, and of Excel 5 without an OLE container.
  ['09000400', 'biff'],
  ['09000600', 'biff'],
  ['09020600', 'biff'],
  ['09040600', 'biff'],
  ['09080800', 'biff'],
];

/** How files in other text formats begin. */
const TEXT_FORMATS: readonly (readonly [RegExp, Format])[] = [
  [/^<(?:!doctype\s+html|html|table|meta|head|body)\b/i, 'html'],
  // A text list may start with such a word in angle brackets: only a table proves that it is a web page.
  [/^<(?:style|title|div|center|font)\b.*<table\b/is, 'html'],
  [/^<(?:[\w.-]+:)?workbook\b/i, 'spreadsheetml'],
  [/^<(?:[\w.-]+:)?document\b[^>]*opendocument/i, 'fods'],
  [/^<\?xml|^<!doctype/i, 'xml'],
  [/^(?:mime-version|content-type):/i, 'mht'],
  [/^TABLE\s*[\r\n]+\s*0\s*,\s*1\s*[\r\n]/, 'dif'],
  // A CSV file may start with the headers ID and P...: only the cell records below prove SYLK.
  [/^ID;P.*?^(?:C;(?:[XY]\d+;)*K|B;[XY]\d+;)/ms, 'sylk'],
  [/^(?:\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\}\s*$)|\[\s*(?:[{[]|"(?:[^"\\]|\\.)*"\s*[,\]]|\]\s*$))/, 'json'],
];

/** What may come before the first element: white space, declarations and comments. */
const PROLOGUE = /^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->)+/;

/** Number of characters searched for a text format. */
const SEARCHED_CHARACTERS = 4096;

/** Detects the format of a file by its first bytes. */
export function formatOf(head: Buffer): Format {
  if (head.length === 0) return 'empty';
  const start = head.subarray(0, 8).toString('hex');
  const magic = MAGIC.find(([bytes]) => start.startsWith(bytes));
  if (magic !== undefined) return magic[1];
  if (isUtf32(head)) return 'utf32';
  // Remove zero bytes and byte order marks, so that tags in UTF-16 are found.
  const text = head
    .subarray(0, SEARCHED_CHARACTERS)
    .toString('latin1')
    .replace(/\0|^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/g, '')
    .trimStart();
  const element = text.replace(PROLOGUE, '');
  const format = TEXT_FORMATS.find(([beginning]) => beginning.test(element) || beginning.test(text));
  if (format !== undefined) return format[1];
  return isUtf16(head) || !looksBinary(head) ? 'text' : 'binary';
}

/** Control characters other than tabs and line breaks. */
const CONTROL = /[^\t-\r -\xff]/g;
/** Ctrl+Z: old programs write it at the end of a text file. */
const END_OF_FILE = '\x1a';

/** Whether more than one byte in fifty is a control character that text files do not contain. */
function looksBinary(head: Buffer): boolean {
  const control =
    head
      .toString('latin1')
      .match(CONTROL)
      ?.filter((sign) => sign !== END_OF_FILE).length ?? 0;
  return control > 4 && control > head.length / 50;
}

/** The extensions of each format. An extension of another format in this table is wrong for a file. */
const EXTENSIONS: Readonly<Record<SourceFormat, readonly string[]>> = {
  xlsx: ['.xlsx', '.xlsm', '.xltx', '.xltm'],
  csv: ['.csv', '.tsv', '.tab', '.txt', '.psv'],
  xls: ['.xls', '.xlt'],
  xlsb: ['.xlsb'],
  ods: ['.ods', '.ots'],
  xml: ['.xml'],
  html: ['.html', '.htm'],
};

const OTHER_ENDINGS = ['.pdf', '.zip', '.gz', '.slk', '.dif', '.json', '.numbers', '.doc', '.docx'];

/** Whether the name of a file has the extension of a format. */
export const isNamedAsSource = (file: string): boolean =>
  Object.values(EXTENSIONS).some((extensions) => extensions.includes(extname(file).toLowerCase()));

/** The extension of a file if it is that of another format; otherwise undefined. */
export function falseExtension(file: string, format: SourceFormat): string | undefined {
  const extension = extname(file).toLowerCase();
  if (EXTENSIONS[format].includes(extension)) return undefined;
  return [...Object.values(EXTENSIONS).flat(), ...OTHER_ENDINGS].includes(extension) ? extension : undefined;
}

/** The name of a format in messages. */
export function formatName(format: SourceFormat): string {
  return say().formats[format]();
}

/** The description of an open workbook in messages: its format, and whether it counts days from 1904. */
export function describeFormat(format: 'xlsx' | 'xls' | 'xlsb' | 'ods' | 'xml', date1904: boolean): string {
  const { opened } = say();
  const name = opened[format]();
  return date1904 ? opened.dates1904({ format: name }) : name;
}
