import { extname } from 'node:path';
import { isUtf16, isUtf32 } from './encoding.ts';
import type { ForeignFormat } from './refusal.ts';

/** What the first bytes say a file is, whatever its name. */
export type Format = 'text' | 'zip' | 'ole' | ForeignFormat;

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
  // the first record of workbooks of Excel 2, 3 and 4, and of 5 without its container
  ['09000400', 'biff'],
  ['09000600', 'biff'],
  ['09020600', 'biff'],
  ['09040600', 'biff'],
  ['09080800', 'biff'],
];

/** Formats of text, by what their text begins with. */
const TEXT_FORMATS: readonly (readonly [RegExp, Format])[] = [
  [/^(<!doctype html|<html|<table|<meta|<head|<body)/i, 'html'],
  [/^(<\?xml|<workbook)/i, 'xml'],
  [/^mime-version:/i, 'html'],
  [/^TABLE\s*[\r\n]+\s*0\s*,\s*1\s*[\r\n]/, 'dif'],
  // a list may begin with the heads ID and P...: cells make it SYLK
  [/^ID;P.*?^(?:C;(?:[XY]\d+;)*K|B;[XY]\d+;)/ms, 'sylk'],
  [/^(?:\{\s*(?:"(?:[^"\\]|\\.)*"\s*:|\}\s*$)|\[\s*(?:[{[]|"(?:[^"\\]|\\.)*"\s*[,\]]|\]\s*$))/, 'json'],
];

/** Characters of the beginning in which a format of text is looked for. */
const BEGINNING = 4096;

/** Says what a file is from its first bytes. */
export function formatOf(head: Buffer): Format {
  if (head.length === 0) return 'empty';
  const start = head.subarray(0, 8).toString('hex');
  const magic = MAGIC.find(([bytes]) => start.startsWith(bytes));
  if (magic !== undefined) return magic[1];
  if (isUtf32(head)) return 'utf32';
  // the zero bytes of UTF-16 and its mark do not hide a tag
  const text = head
    .subarray(0, BEGINNING)
    .toString('latin1')
    .replace(/\0|^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/g, '')
    .trimStart();
  const format = TEXT_FORMATS.find(([beginning]) => beginning.test(text));
  if (format !== undefined) return format[1];
  return isUtf16(head) || !looksBinary(head) ? 'text' : 'binary';
}

/** One character in fifty that no text has. */
function looksBinary(head: Buffer): boolean {
  let control = 0;
  for (const byte of head) if (byte < 32 && (byte < 9 || byte > 13) && byte !== 26) control++;
  return control > 4 && control > head.length / 50;
}

const WORKBOOKS = ['.xlsx', '.xlsm', '.xltx', '.xltm'];
const TEXTS = ['.csv', '.tsv', '.tab', '.txt', '.psv'];
const OTHERS = ['.xls', '.xlsb', '.ods', '.html', '.htm', '.xml', '.pdf', '.zip', '.slk', '.dif', '.json'];

/** The extension, when it promises something else than what the bytes are. */
export function falseExtension(file: string, format: 'xlsx' | 'csv'): string | undefined {
  const extension = extname(file).toLowerCase();
  const wrong = format === 'xlsx' ? [...TEXTS, ...OTHERS] : [...WORKBOOKS, ...OTHERS];
  return wrong.includes(extension) ? extension : undefined;
}
