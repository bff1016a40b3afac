/** The headers of the columns that trace adds to a copy of a workbook. */
export const ADDED_COLUMNS = [
  'trace_status',
  'trace_id',
  'trace_study',
  'trace_qr',
  'trace_message',
] as const;

/** How the headers of all added columns begin. */
export const ADDED_START = 'trace_';

/** The added columns with values from the service. They stay when a later annotation has no response for the record. */
export const RESPONSE_COLUMNS: ReadonlySet<string> = new Set(['trace_id', 'trace_study', 'trace_qr']);

/** The header of an added column: `trace_id`, or `trace_id_2` in a sheet where a person has such a column. */
export const numberedName = (name: string, number: number): string =>
  number === 1 ? name : `${name}_${number}`;

/** The parts of the header of an added column, such as `trace_id` and 2 of `trace_id_2`; null for any other header. */
export function numberedNameIn(header: unknown): { readonly name: string; readonly number: number } | null {
  if (typeof header !== 'string' || !header.startsWith(ADDED_START)) return null;
  const [, start = header, digits] = /^(.+)_([2-9]|[1-9]\d{1,3})$/.exec(header) ?? [];
  const name = ADDED_COLUMNS.find((one) => one === start);
  return name === undefined ? null : { name, number: Number(digits ?? 1) };
}

/** Both must be present in a workbook without a sheet of results: a column such as `trace_id` alone may be a person's. */
export const IDENTIFYING_COLUMNS = ['trace_status', 'trace_message'] as const;

/** The text of a cell in the first row of the sheet of results, by which the sheet is recognised. */
export const RESULT_MARK = '#trace:results';

/** How the cells after `RESULT_MARK` begin, before the name of the copied file and before the path of its map file. */
export const SOURCE_MARK = '#trace:file ';
export const MAP_MARK = '#trace:map ';

/** The text of a cell in the first row of the sheet of questions, by which the sheet is recognised. */
export const QUESTION_MARK = '#trace:questions';

/** The name of the sheet of results, and the author of the notes, in all languages. */
export const RESULT_SHEET = 'trace';
export const AUTHOR = 'trace';

/** The line before and after our text in a note. The author does not identify our notes, because LibreOffice drops it. */
export const NOTE_SEPARATOR = '— trace —';

/** The author and the separator line of notes of templates, which an annotation does not change. */
export const TEMPLATE_AUTHOR = 'trace form';
export const TEMPLATE_SEPARATOR = '— trace form —';
