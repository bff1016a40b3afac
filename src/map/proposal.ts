/**
 * How certain a target is. `name`: the header is a name of the field. `synonym`: a shipped word of another language or
 * system. `learned`: the map file or an earlier correction has it. `suggestion`: it is only similar, so a person must
 * confirm it. `none`: nothing is known.
 */
export type Basis = 'name' | 'synonym' | 'learned' | 'suggestion' | 'none';

/** Bases that decide without a person. */
export const CERTAIN: ReadonlySet<Basis> = new Set(['name', 'synonym', 'learned']);

/** What is proposed for a column. */
export interface ColumnProposal {
  /** The index of the column, from 0. */
  readonly index: number;
  readonly letters: string;
  /** The header as the sheet writes it; empty if there is none. */
  readonly header: string;
  /** Up to three different values of the column, as the spreadsheet shows them. */
  readonly samples: readonly string[];
  /** The field, as `columns` of a map file names it, or `ignore`. Null if it is open. */
  readonly target: string | null;
  readonly basis: Basis;
  /** Fields that are likely if the target is open or only a suggestion, most likely first. */
  readonly candidates: readonly string[];
  /** Why a person must decide, as a sentence about the column. Undefined if the target is certain. */
  readonly question?: string;
  /**
   * The unit of the numbers, if the header names one that the map file must repeat, or the header of the column with
   * the units, in `{}`.
   */
  readonly unit?: string;
  /**
   * The field allows several units, and nothing shows which one the numbers have. If the target is open, the field is
   * the first candidate.
   */
  readonly needsUnit?: true;
  /** What separates the values in its cells, if the map file must name it. */
  readonly separator?: SeparatorProposal;
  /**
   * The target is open, but the header is a name of this field: without an entry in the map file the column would be
   * read as this field.
   */
  readonly readsAs?: string;
  /** The target is open only because other columns would fill this field too. */
  readonly contested?: string;
}

/** What separates the values in the cells of a list. */
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

/** Rows that follow each other and have the same key: one record, if a person or the rows say so. */
export interface GroupProposal {
  /** The headers of the columns with the key. */
  readonly by: readonly string[];
  /** The rows show it: they differ only in the items of lists. */
  readonly isCertain: boolean;
  /** The first records of several rows. */
  readonly first: readonly RecordRows[];
  /**
   * Columns with one value of a record that differs in its rows. `adds`: the field, if its numbers can be added up.
   * `repeats`: a quantity that is equal in the rows, and may still be that of each row.
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
  /** Merged cells show it: no other cell of the column is blank. */
  readonly isCertain: boolean;
  /** Without a value, a record may be sent that lacks it. */
  readonly isSent: boolean;
}

/** What is proposed for a word of a column whose field has a list of values. */
export interface WordProposal {
  /** The field, as `values` of a map file names it: without item numbers. */
  readonly field: string;
  readonly word: string;
  /** Number of rows with the word, among those that were read. */
  readonly rows: number;
  readonly value: string | null;
  readonly basis: Basis;
  readonly candidates: readonly string[];
  readonly question?: string;
}

/** A required field that no column fills: a constant or a key made of other columns is needed. */
export interface MissingField {
  readonly field: string;
  readonly question: string;
  /** A likely template for `keys`. Only a suggestion. */
  readonly template?: string;
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
  readonly columns: readonly ColumnProposal[];
  readonly words: readonly WordProposal[];
  readonly missing?: readonly MissingField[];
  /** The header rows, if several are joined. */
  readonly headerRows?: readonly number[];
  readonly group?: GroupProposal;
  readonly fills?: readonly FillProposal[];
  /** The first records as they are read: those of several rows, if there are any. */
  readonly first?: readonly RecordRows[];
}
