import { say } from '../say.ts';

/** Why a file is not read, and what to do. */
export interface Refusal {
  readonly code: 'file-format' | 'file-encrypted' | 'file-empty';
  readonly message: string;
  readonly suggestion: string;
}

export type ForeignFormat = keyof typeof FOREIGN_ADVICE | 'empty';

/** The name of an advice in the area `instead` of the messages. */
type Advice = keyof ReturnType<typeof say>['instead'];

/**
 * The formats that trace does not read, with the advice for each. `save`: a spreadsheet program can open the file and save it
 * in another format. `export`: it would turn texts such as `0012` into numbers, so the file must be exported again.
 */
const FOREIGN_ADVICE = {
  html: 'export',
  mht: 'save',
  xml: 'export',
  fods: 'save',
  sylk: 'export',
  dif: 'export',
  json: 'json',
  utf32: 'utf8',
  biff: 'save',
  pdf: 'source',
  rtf: 'source',
  image: 'source',
  database: 'database',
  nested: 'unpack',
  packed: 'unpack',
  binary: 'other',
} as const satisfies Record<string, Advice>;

/** Why a file of another format is not read, and what to do. */
export function refusalOf(format: ForeignFormat): Refusal {
  const { foreign, instead, damaged } = say();
  if (format === 'empty')
    return { code: 'file-empty', message: damaged.empty(), suggestion: instead.again() };
  return archiveRefusal(foreign[format](), instead[FOREIGN_ADVICE[format]]());
}

/** The content of an OLE container: old Office files, and encrypted workbooks of any version. */
export type OleContent = 'encrypted' | 'workbook' | 'document' | 'unknown';

/** Streams whose names, in UTF-16, show what a container contains; the first one that is found counts. */
export const OLE_STREAMS: readonly (readonly [string, OleContent])[] = [
  ['EncryptedPackage', 'encrypted'],
  ['Workbook', 'workbook'],
  ['Book', 'workbook'],
  ['WordDocument', 'document'],
  ['PowerPoint Document', 'document'],
];

/** Why a file in an OLE container is not read, and what to do. */
export function oleRefusal(content: Exclude<OleContent, 'workbook'>): Refusal {
  const { foreign, instead, damaged } = say();
  if (content === 'encrypted')
    return { code: 'file-encrypted', message: damaged.password(), suggestion: instead.password() };
  if (content === 'document') return archiveRefusal(foreign.oldOffice(), instead.workbook());
  return archiveRefusal(foreign.noWorkbook(), instead.save());
}

/** The refusal of a file or an archive. `what`: what the file is, as a message names it. */
export function archiveRefusal(what: string, suggestion: string): Refusal {
  return { code: 'file-format', message: say().foreign.refused({ what }), suggestion };
}
