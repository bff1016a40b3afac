/** Why a file is not read, and what to do. */
export interface Refusal {
  readonly code: 'file-format' | 'file-encrypted' | 'file-empty';
  readonly message: string;
  readonly suggestion: string;
}

export type ForeignFormat = keyof typeof FOREIGN | 'empty';

/** Advice for files that spreadsheet programs open without losing data. */
const SAVE_ADVICE =
  'Open it in a spreadsheet program and save it as an Excel workbook (.xlsx). This keeps leading zeros as the cells show them.';

/** Advice for files whose texts spreadsheet programs turn into numbers. */
const EXPORT_ADVICE =
  'Export it as .xlsx or CSV from the program that made it. A spreadsheet program may drop leading zeros: import reference columns as text there, then save it as .xlsx.';

const SOURCE_ADVICE =
  'Use the workbook or CSV file that it was made from: cells copied from it may lose leading zeros.';

/** What is read, at the end of a message. */
const READ =
  'trace reads workbooks (.xlsx, .xlsm, .xlsb, .xls, .ods), tables in XML or HTML, and delimited text';

/** Advice for archives. */
export const UNPACK_ADVICE = 'Unpack it and use the files inside.';

/** Advice for documents of Apple's programs. */
export const NUMBERS_ADVICE =
  'Open it in Numbers and export it as Excel (File, Export To, Excel). This keeps leading zeros as the cells show them.';

const FOREIGN = {
  html: ['a web page (HTML) without a table', EXPORT_ADVICE],
  mht: ['a web page in one file (MHTML), which Excel saves as .mht or .xls', SAVE_ADVICE],
  xml: ['an XML file, but not a workbook', EXPORT_ADVICE],
  fods: ['an OpenDocument spreadsheet in one XML file (.fods)', SAVE_ADVICE],
  sylk: ['a SYLK file (.slk)', EXPORT_ADVICE],
  dif: ['a DIF file (.dif, data interchange format)', EXPORT_ADVICE],
  json: [
    'JSON',
    'Export the rows as .xlsx or CSV from the program that made it, with references as text to keep leading zeros.',
  ],
  utf32: [
    'text in UTF-32',
    'Save it as UTF-8 in a text editor. A spreadsheet program that opens it may drop leading zeros.',
  ],
  biff: ['a workbook of Excel 2 to 5 (.xls, older than Excel 97)', SAVE_ADVICE],
  pdf: ['a PDF document', SOURCE_ADVICE],
  rtf: ['a text document (RTF)', SOURCE_ADVICE],
  image: ['an image', SOURCE_ADVICE],
  database: [
    'a database (SQLite)',
    'Export the rows as .xlsx or CSV, with references as text to keep leading zeros.',
  ],
  nested: ['an archive that contains an archive', UNPACK_ADVICE],
  packed: ['a compressed archive (7z, RAR, xz or bzip2)', UNPACK_ADVICE],
  binary: ['neither a workbook nor text', 'Use the workbook or the CSV file that contains the rows.'],
} as const satisfies Record<string, readonly [what: string, suggestion: string]>;

/** Why a file of another format is not read, and what to do. */
export function refusalOf(format: ForeignFormat): Refusal {
  if (format === 'empty') {
    return {
      code: 'file-empty',
      message: 'The file is empty (0 bytes).',
      suggestion: 'Export it again, or remove it from the input.',
    };
  }
  const [what, suggestion] = FOREIGN[format];
  return {
    code: 'file-format',
    message: `The file is ${what}; ${READ}.`,
    suggestion,
  };
}

/** The content of an OLE container: old Office files, and encrypted workbooks of any version. */
export type OleContent = 'encrypted' | 'workbook' | 'document' | 'unknown';

/** Streams that show the content of a container, the first one that it has. Their names are stored in UTF-16. */
export const OLE_STREAMS: readonly (readonly [string, OleContent])[] = [
  ['EncryptedPackage', 'encrypted'],
  ['Workbook', 'workbook'],
  ['Book', 'workbook'],
  ['WordDocument', 'document'],
  ['PowerPoint Document', 'document'],
];

/** Why a file in an OLE container is not read, and what to do. */
export function oleRefusal(content: Exclude<OleContent, 'workbook'>): Refusal {
  if (content === 'encrypted') {
    return {
      code: 'file-encrypted',
      message: 'The workbook is protected by a password, so its cells cannot be read.',
      suggestion:
        'Open it, remove the password (File, Info, Protect Workbook) and save a copy as .xlsx for trace.',
    };
  }
  if (content === 'document') {
    return {
      code: 'file-format',
      message: `The file is an old Office document (Word or PowerPoint); ${READ}.`,
      suggestion: 'Use the workbook that contains the rows.',
    };
  }
  return {
    code: 'file-format',
    message: `The file is in an old Office format, but contains no workbook; ${READ}.`,
    suggestion: SAVE_ADVICE,
  };
}

/** Why an archive is not read, and what to do. */
export function archiveRefusal(what: string, suggestion: string): Refusal {
  return { code: 'file-format', message: `The file is ${what}; ${READ}.`, suggestion };
}
