import type { KindSpec } from '../contract/kind.ts';
import type { JoinedHeader } from './joined-header.ts';
import type { LearnedMeanings } from './learned.ts';
import { fieldNamed } from './map-file/targets.ts';
import { type ColumnProposal, targetOf } from './proposal.ts';
import type { SheetColumn } from './propose-draft.ts';
import type { RowPart } from './row-parts.ts';
import type { FormAbove, FormLabel } from './sheet-form.ts';

/** The different texts of a column, and the number of its filled cells. */
export interface TextsOfColumn {
  readonly header: string;
  /** The field of the column, certain or likely. */
  readonly target: string | null;
  /** Whether the field is the key of the record, or a text. */
  readonly is?: 'key' | 'text';
  readonly texts: ReadonlyMap<string, number>;
  readonly filled: number;
}

/** The kind of a sheet, the kinds of its references by their fields, and the texts of its columns by their indexes. */
export interface TextsOfSheet {
  readonly kind: string;
  readonly refersTo: ReadonlyMap<string, string>;
  readonly columns: ReadonlyMap<number, TextsOfColumn>;
}

export interface SurveyInput {
  readonly file: string;
  readonly sheet: string;
  /** The kinds of the interface in force. */
  readonly kinds: readonly KindSpec[];
  readonly learned?: LearnedMeanings;
  /** The part of the rows that is proposed, if they describe records of several kinds. */
  readonly part?: RowPart;
  /** The header row of the part, as the whole table has it. */
  readonly header?: JoinedHeader;
  /** The indexes of the columns that are not of this table. */
  readonly without?: ReadonlySet<number>;
  /** The last row of the part, if there is a title below it. */
  readonly lastRow?: number | string;
  /** The labels above the table, and the kind of the form that they are. */
  readonly above?: FormAbove;
  /** Set for a form: its labels, whose values are the only row. */
  readonly form?: readonly FormLabel[];
  /** Set for a table below another one: the title above it, if it has one. */
  readonly below?: { readonly title: string };
}

/** The kinds that the rows of a survey may describe: only that of its part, if it is one. */
export const kindsOf = ({ kinds, part }: SurveyInput): readonly KindSpec[] =>
  part ? kinds.filter(({ name }) => name === part.kind) : kinds;

/** What a person decided for the sheet. */
export interface Answers {
  /** Name of the kind. */
  readonly kind?: string;
  /** Number of the header row, as the spreadsheet shows it, among the first 200 rows. */
  readonly headerRow?: number;
  /** Target by index of the column, from 0: a field as `columns` of a map file names it, or `ignore`. */
  readonly columns?: ReadonlyMap<number, string>;
  /** Separator by index of the column. */
  readonly separators?: ReadonlyMap<number, string>;
  /** Separator by header or by field, as a map file has it. */
  readonly separatorsBy?: Readonly<Record<string, string>>;
}

/** The different texts of each column, by its index, if all were counted. */
export function textsOf(
  columns: readonly SheetColumn[],
  proposals: readonly ColumnProposal[],
  kind: KindSpec | undefined,
): Map<number, TextsOfColumn> {
  const targets = new Map(proposals.map((one) => [one.index, targetOf(one) ?? null]));
  const own = columns.filter(({ values }) => !values.isCut && values.words.size > 0);
  return new Map(
    own.map(({ index, header: text, values }): [number, TextsOfColumn] => {
      const target = targets.get(index) ?? null;
      const isKey = target !== null && target === kind?.key[0];
      const isText = target !== null && kind && fieldNamed(kind, target)?.field.value.type === 'text';
      return [
        index,
        {
          ...{ header: text, target, texts: values.words, filled: values.filled },
          ...(isKey ? { is: 'key' } : isText ? { is: 'text' } : {}),
        },
      ];
    }),
  );
}
