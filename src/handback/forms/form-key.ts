import { KEY_SEPARATOR } from '../../contract/kind.ts';

/** How the hidden header cell of a form begins, by which its sheets are recognised. JSON follows. */
const FORM_MARK = '#trace:form ';

/** What the hidden header cell of a sheet of a form says. */
export interface FormHeader {
  /** The body path of each column that trace wrote, by its header; the letters of a column without a field. */
  readonly columns: Readonly<Record<string, string>>;
  /** The SHA-256 of each source file when the form was written, by its name. */
  readonly files: Readonly<Record<string, string>>;
}

/** What the hidden cell of a row of a form says: the row that it asks about. */
export interface RowKey {
  readonly kind: string;
  readonly key: string;
  /** The number of the row among the rows of its record, from 0. */
  readonly at: number;
  /** The name of the source file, without its folder. */
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  /** The open cells by path: the text that the source had. */
  readonly cells: Readonly<Record<string, string>>;
}

export const headerCell = (header: FormHeader): string => FORM_MARK + JSON.stringify(header);

export const rowCell = (key: RowKey): string => JSON.stringify(key);

/** The header that a cell has; null for other cells. */
export const headerIn = (text: string): FormHeader | null =>
  text.startsWith(FORM_MARK) ? parsed<FormHeader>(text.slice(FORM_MARK.length), 'columns', 'files') : null;

/** The key that a cell has; null for other cells. */
export const rowKeyIn = (text: string): RowKey | null =>
  text.startsWith('{"') ? parsed<RowKey>(text, 'kind', 'key', 'sheet', 'cells') : null;

function parsed<Type>(text: string, ...names: readonly (keyof Type & string)[]): Type | null {
  try {
    const value = JSON.parse(text);
    return names.every((name) => value?.[name] !== undefined) ? value : null;
  } catch {
    return null;
  }
}

/** Identifies a record among those of all kinds. */
export const recordId = ({ kind, key }: { readonly kind: string; readonly key: string }): string =>
  kind + KEY_SEPARATOR + key;
