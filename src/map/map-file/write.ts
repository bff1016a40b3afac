import type { InterfaceName } from '../../contract/kind.ts';
import { say } from '../../say.ts';
import { scalarText } from './texts.ts';

/** A line of a map file: a key with its value, or a question that a person must answer. */
export interface MapLine {
  readonly key: string;
  /** Null if the line is a question: it is written as a comment, so that nothing is guessed. */
  readonly value: string | readonly string[] | null;
  /** Written after the line. It must be safe (`commentText`). */
  readonly comment?: string;
}

/** Whether a value stands for a question that nobody has answered. */
export const isQuestion = (value: MapLine['value']): boolean => value === null || value === '?';

/**
 * The sections of an entry that `trace map` writes, in the order of docs/mapping.md. `settings` stands for the keys of
 * the entry itself, such as `decimal`.
 */
type SectionName =
  | 'settings'
  | 'rows'
  | 'columns'
  | 'letters'
  | 'labels'
  | 'constants'
  | 'keys'
  | 'values'
  | 'units'
  | 'separators'
  | 'references'
  /** Only below the keys of columns; one for the whole sheet is among the settings. */
  | 'decimal'
  | 'dateOrder'
  /** Without lines: it has the tables of a sheet with several. */
  | 'tables';

/** The lines of a section. `below`: the header or field below `values`. */
export interface SectionDraft {
  readonly name: SectionName;
  readonly below?: string;
  readonly lines: readonly MapLine[];
  readonly tables?: readonly EntryDraft[];
}

/** An entry of a map file to write. */
export interface EntryDraft {
  /** Several sheets are read alike. */
  readonly sheet?: string | readonly string[];
  readonly file?: string;
  /** Undefined for a sheet with several tables. */
  readonly kind?: string;
  /** Written after the kind. It must be safe (`commentText`). */
  readonly comment?: string;
  /** Several rows are joined. */
  readonly headerRow?: number | readonly number[];
  /** A text is the first one of the rows below the table. */
  readonly lastRow?: number | string;
  readonly sections: readonly SectionDraft[];
}

/** The tables of an entry: the entry itself if it has no others. */
export const tablesOf = (entry: EntryDraft): readonly EntryDraft[] =>
  entry.sections.find(({ tables }) => tables)?.tables ?? [entry];

/** The text of a map file without entries. Only the text for v3 names its interface, because v2 is the default. */
export const blankMap = (name: InterfaceName): string =>
  [
    ...[say().mapComments.title(), say().mapComments.howTo(), 'version: 1'],
    ...[...(name === 'v3' ? [`interface: ${name}`] : []), 'sheets: []', ''],
  ].join('\n');

/** A value, or a list of values in one line. */
export const valueText = (value: string | readonly string[]): string =>
  typeof value === 'string' ? scalarText(value) : `[${value.map(scalarText).join(', ')}]`;
