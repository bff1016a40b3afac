/** The headers of the columns that trace adds to a copy of a workbook. */
export const ADDED_COLUMNS = [
  'trace_status',
  'trace_id',
  'trace_study',
  'trace_qr',
  'trace_message',
] as const;

/** How their headers begin. */
export const ADDED_START = 'trace_';

/** The added columns whose values stay when a record is read again without an answer of the service. */
export const ANSWERED: ReadonlySet<string> = new Set(['trace_id', 'trace_study', 'trace_qr']);

/** The header of an added column. In a sheet where a person has columns of these names, all of ours have the next number. */
export const numberedName = (name: string, number: number): string =>
  number === 1 ? name : `${name}_${number}`;

/** The name and the number of a header of these names; null for another. */
export function numberedNameIn(header: unknown): { readonly name: string; readonly number: number } | null {
  if (typeof header !== 'string' || !header.startsWith(ADDED_START)) return null;
  const [, start = header, digits] = /^(.+)_([2-9]|[1-9]\d{1,3})$/.exec(header) ?? [];
  const name = ADDED_COLUMNS.find((one) => one === start);
  return name === undefined ? null : { name, number: Number(digits ?? 1) };
}

/** The columns by which the others are recognised: a sheet of a person may have a column `trace_id`. */
export const SURE_COLUMNS = ['trace_status', 'trace_message'] as const;

/** A cell in the first row of the sheet of results. It stays when a spreadsheet program saves the copy. */
export const RESULT_MARK = '#trace:results';

/** How the cells after that mark begin, with the name of the file that was copied, and the map file it was read with. */
export const SOURCE_MARK = '#trace:file ';
export const MAP_MARK = '#trace:map ';

/** The name of the sheet of results, and the author of the notes, in all languages. */
export const RESULT_SHEET = 'trace';
export const AUTHOR = 'trace';

/** The line before and after our text in a note, by which it is found again: LibreOffice does not keep the author. */
export const NOTE_SEPARATOR = '— trace —';

/** The same for the notes of templates, which an annotation leaves as they are. */
export const TEMPLATE_AUTHOR = 'trace form';
export const TEMPLATE_SEPARATOR = '— trace form —';
