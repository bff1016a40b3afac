/**
 * Why a target is proposed. `name`: the header is a name of the field. `synonym`: the header has shipped words of
 * another language or system. `learned`: the map file or an earlier correction has it. `suggestion`: the header is only
 * similar, so a person must confirm it. `none`: there is no proposal.
 */
export type Basis = 'name' | 'synonym' | 'learned' | 'suggestion' | 'none';

/** The field of remarks, which are about a row rather than the record that it names, and often meant for one's own people. */
export const NOTES = 'additionalInformation';

/** Bases that decide without a person. */
export const CERTAIN_BASES: ReadonlySet<Basis> = new Set(['name', 'synonym', 'learned']);

/** What is proposed for a column. */
export interface ColumnProposal {
  /** The index of the column, from 0. */
  readonly index: number;
  readonly letters: string;
  /** The header as the sheet writes it; empty if there is none. */
  readonly header: string;
  /** Up to three different values of the column, as the spreadsheet shows them. */
  readonly samples: readonly string[];
  /** The field, as `columns` of a map file names it, or `ignore`. Null if a person must decide. */
  readonly target: string | null;
  readonly basis: Basis;
  /** The field that all evidence together shows, or `ignore`, if the target is null: a person confirms it. */
  readonly likely?: string;
  /** The likely fields, most likely first, if the target is null or only a suggestion. */
  readonly candidates: readonly string[];
  /** Other fields that the values may have, though nothing shows them, best first. */
  readonly fitting?: readonly string[];
  /** Why a person must decide, as a sentence about the column. Undefined if the target is certain. */
  readonly question?: string;
  /**
   * The unit of the numbers, if the header names one that the map file must repeat, or the header of the column with
   * the units, in `{}`.
   */
  readonly unit?: string;
  /**
   * Set if the numbers may have several units, and nothing shows which one. If the target is null, this is about the
   * first candidate.
   */
  readonly needsUnit?: true;
  /** The field of the other records whose texts the column has instead of their keys. */
  readonly refersBy?: string;
  /** The separator of the values in its cells, if the map file must name it. */
  readonly separator?: SeparatorProposal;
  /**
   * Set if the target is null, but the header is a name of this field: without a line in the map file, the column would
   * be read as this field.
   */
  readonly readsAs?: string;
  /** Set if a column of another table of the sheet, with the same header row, has the same header. */
  readonly isShared?: true;
  /** Set if the target is null only because other columns would fill this field, too. */
  readonly contested?: string;
}

/** What says which field a column has. */
type WithField = Pick<ColumnProposal, 'target' | 'likely'>;

/** The field of a column, or `ignore`, certain or likely. */
export const targetOf = ({ target, likely }: WithField): string | undefined => target ?? likely;

/** Whether a column has a field, certain or likely. */
export const isField = (column: WithField): boolean => (targetOf(column) ?? 'ignore') !== 'ignore';

/** The first column with a field, certain or likely. */
export const columnWith = <Column extends WithField>(
  columns: readonly Column[],
  field: string | undefined,
): Column | undefined =>
  field === undefined ? undefined : columns.find((column) => targetOf(column) === field);

/** The separator of the values in the cells of a column. */
export interface SeparatorProposal {
  /** A cell with several values. */
  readonly sample: string;
  /** The separator, if the values prove it. */
  readonly value: string | null;
  /** The separators that the cells may have. */
  readonly choices: readonly string[];
}

/** The numbers of the rows of a record, and the values of each column. */
export interface RecordRows {
  readonly rows: readonly number[];
  readonly cells: readonly (readonly string[])[];
}

/** Rows that follow each other and have the same key. They are one record if a person confirms it or the rows prove it. */
export interface GroupProposal {
  /** The headers of the columns with the key. */
  readonly by: readonly string[];
  /** Whether the rows prove that they are one record, because they differ only in the items of lists. */
  readonly isCertain: boolean;
  /** The first records of several rows. */
  readonly first: readonly RecordRows[];
  /**
   * Columns of single values that differ in the rows of a record. `adds`: the field, if its numbers can be added up.
   * `repeats`: a quantity that is equal in the rows, but may be a part of the total in each.
   */
  readonly differing: readonly {
    readonly index: number;
    readonly adds?: string;
    readonly repeats?: true;
  }[];
}

/** A column whose blank cells may have the value above. */
export interface FillProposal {
  readonly index: number;
  /** Whether merged cells prove that the value above is meant: no other cell of the column is blank. */
  readonly isCertain: boolean;
  /** Whether records are sent even if they have no value in the column. */
  readonly isSent: boolean;
}

/** What is proposed for a word of a column whose field has a list of values. */
export interface WordProposal {
  /** The field, as `values` of a map file names it: without item numbers. */
  readonly field: string;
  readonly word: string;
  /** Number of rows with the word, among the rows that were read. */
  readonly rows: number;
  readonly value: string | null;
  readonly basis: Basis;
  readonly candidates: readonly string[];
  readonly question?: string;
}

/**
 * A required field that no column fills, so that the map file needs a constant or a template of other columns. Or a field that
 * several columns fill together.
 */
export interface MissingField {
  readonly field: string;
  readonly question: string;
  /** A likely template for `keys`. Only a suggestion. */
  readonly template?: string;
  /** What the template makes of a row, if its columns have no other field. */
  readonly sample?: string;
  /** The value that the header above the columns names for all rows, or the template of the cell in a row above. */
  readonly constant?: string;
  readonly key?: string;
}

/** A label above a table that fills a field of all its rows. */
export interface LabelProposal {
  readonly label: string;
  readonly target: string;
}

/** What `trace map` proposes for a sheet. */
export interface SheetProposal {
  readonly file: string;
  readonly sheet: string;
  /** The name of the kind, `skip`, or null if it is open. */
  readonly kind: string | null;
  readonly kindCandidates: readonly string[];
  /** Number of the header row, as the spreadsheet shows it; null if none was found. */
  readonly headerRow: number | null;
  /** Whether the map file must name the header row, because it is not found by itself. */
  readonly namesHeaderRow: boolean;
  /** Set for a table below another one. */
  readonly isBelow?: true;
  /**
   * Number of the last row, if rows below it are no records of this table; the first text of the rows below it, if they have
   * no known headers.
   */
  readonly lastRow?: number | string;
  /** Set for a form: its columns are labels, and their letters are the addresses of the values. */
  readonly isForm?: true;
  /** The labels above the table that fill fields of all its rows. */
  readonly labels?: readonly LabelProposal[];
  readonly columns: readonly ColumnProposal[];
  readonly words: readonly WordProposal[];
  readonly missing?: readonly MissingField[];
  /** The header rows, if several are joined. */
  readonly headerRows?: readonly number[];
  /** The texts that its rows have in a column, if other rows are of another kind. */
  readonly rows?: { readonly header: string; readonly texts: readonly string[] };
  readonly group?: GroupProposal;
  readonly fills?: readonly FillProposal[];
  /** The first records as they are read, if possible records of several rows. */
  readonly first?: readonly RecordRows[];
}
