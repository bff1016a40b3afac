import { extname } from 'node:path';
import { isUtf16 } from './encoding.ts';

/** What the first bytes say a file is, whatever its name. */
export type Format = 'text' | 'zip' | 'ole' | 'html' | 'xml' | 'pdf' | 'gzip' | 'image' | 'binary' | 'empty';

const MAGIC: readonly (readonly [string, Format])[] = [
  ['504b0304', 'zip'],
  ['504b0506', 'zip'],
  ['504b0708', 'zip'],
  ['d0cf11e0a1b11ae1', 'ole'],
  ['25504446', 'pdf'],
  ['1f8b', 'gzip'],
  ['89504e470d0a1a0a', 'image'],
  ['ffd8ff', 'image'],
];

/** Says what a file is from its first bytes. */
export function formatOf(head: Buffer): Format {
  if (head.length === 0) return 'empty';
  const start = head.subarray(0, 8).toString('hex');
  const magic = MAGIC.find(([bytes]) => start.startsWith(bytes));
  if (magic !== undefined) return magic[1];
  // the zero bytes of UTF-16 and its mark do not hide a tag
  const text = head
    .subarray(0, 1024)
    .toString('latin1')
    .replace(/\0|^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/g, '');
  const opening = text.trimStart().slice(0, 15).toLowerCase();
  if (/^(<!doctype html|<html|<table|<meta|<head|<body)/.test(opening)) return 'html';
  if (/^(<\?xml|<workbook)/.test(opening)) return 'xml';
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
const OTHERS = ['.xls', '.xlsb', '.ods', '.html', '.htm', '.xml', '.pdf', '.zip'];

/** The extension, when it promises something else than what the bytes are. */
export function falseExtension(file: string, format: 'xlsx' | 'csv'): string | undefined {
  const extension = extname(file).toLowerCase();
  const wrong = format === 'xlsx' ? [...TEXTS, ...OTHERS] : [...WORKBOOKS, ...OTHERS];
  return wrong.includes(extension) ? extension : undefined;
}

export interface Refusal {
  readonly code: 'file-format' | 'file-encrypted' | 'file-empty';
  readonly message: string;
  readonly suggestion: string;
}

const SAVE = 'Open it in a spreadsheet program and save it as an Excel workbook (.xlsx) or as CSV.';

/** Why a file of another format is not read, and what to do. */
export function refusalOf(format: Exclude<Format, 'text' | 'zip' | 'ole'>): Refusal {
  const what = {
    html: 'a web page (HTML), as some systems export under the name .xls',
    xml: 'an XML file, as some systems export under the name .xls',
    pdf: 'a PDF document',
    gzip: 'compressed with gzip',
    image: 'an image',
    binary: 'neither a workbook nor text',
    empty: '',
  }[format];
  if (format === 'empty') {
    return {
      code: 'file-empty',
      message: 'The file is empty: it holds not a single byte.',
      suggestion: 'Export it again, or leave it out.',
    };
  }
  const suggestion =
    format === 'gzip'
      ? 'Unpack it and name the file inside.'
      : format === 'html' || format === 'xml'
        ? SAVE
        : '';
  return {
    code: 'file-format',
    message: `The file is ${what}; trace reads .xlsx, .xlsm and delimited text.`,
    suggestion: suggestion || 'Name the workbook or the CSV file that holds the rows.',
  };
}

/** The same for a file in the container of old Office files, which also wraps encrypted workbooks. */
export function oleRefusal(encrypted: boolean): Refusal {
  if (encrypted) {
    return {
      code: 'file-encrypted',
      message: 'The workbook is protected by a password, so its cells cannot be read.',
      suggestion: 'Open it, remove the password (File, Info, Protect Workbook) and save a copy for trace.',
    };
  }
  return {
    code: 'file-format',
    message:
      'The file is in the old Excel format (.xls), or another old Office format, which trace does not read.',
    suggestion: SAVE,
  };
}
