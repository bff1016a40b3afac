import { say } from '../say.ts';
import { entryOf, type FindingCode } from './catalogue.ts';

/**
 * `error`: the row is not sent. `warning`: the row is sent, but something is doubtful. `notice`: for information.
 * `fixed`: a value was changed before sending (an error with --strict).
 */
export type Severity = 'error' | 'warning' | 'notice' | 'fixed';

/**
 * The properties of a finding in the catalogue. A property that is not set does not apply. The texts are in
 * `src/language/`: `meanings`, `summaries`, `examples` and `cures`.
 */
export interface CatalogueEntry {
  readonly severity: Severity;
  /** It comes from a check that trace adds to the rules of the interface. `--severity` can lower it or turn it off. */
  readonly ours?: true;
  /** The section of the interface that has the rule, such as `2.1`. Without a section, it is a rule of trace. */
  readonly section?: string;
  /** It is a warning that `--strict` makes an error. */
  readonly strict?: true;

  // What it is about.
  /** It is about the command line, not about a file. */
  readonly ofCommand?: true;
  /** It is about the columns of a sheet, not about its rows. */
  readonly isAboutColumns?: true;
  /** As an error it invalidates every row of its sheet, whatever row it is in. */
  readonly invalidatesSheet?: true;
  /** Its sheet, or its whole file, was read only up to its row. */
  readonly stopsReading?: true;
  /** The input has no rows, which `--allow-empty` accepts. */
  readonly isEmpty?: true;
  /** The headers of the sheet do not fit the kind that its name, or some of its headers, suggest. */
  readonly isForeign?: true;
  /** The sheet was not read, because its kind is unknown. */
  readonly isUnread?: true;
  /** An export does not fit its map file. */
  readonly misfitsMap?: true;

  // What it says about the value of its cell.
  /** The value could not be the value of any field. */
  readonly fitsNoField?: true;
  /** The value has the type of its field, although it cannot be read with certainty. */
  readonly hasFieldType?: true;
  /** The value was read with the help of other values of the column, which may decide how further values are read. */
  readonly isEvidence?: true;
  /** Other rows with the same reference may have the right value: a product has a row for each colour. */
  readonly mayBeInOtherRows?: true;

  // What the text for a person says.
  /** The person may not have the value. */
  readonly mayBeUnknown?: true;
  /** The value may be right as it is. */
  readonly mayBeRight?: true;
  /** Any value of the list of the field resolves the finding. */
  readonly listsValues?: true;
  /** It is about a missing value. */
  readonly lacksValue?: true;
  /** A group of these findings lists the missing records. */
  readonly listsRecords?: true;
  /** How its suggestion is added to the cure in copies: as a sentence, or as a country or material that may be meant. */
  readonly addsSuggestion?: 'sentence' | 'country' | 'material';
}

/** Address of a cell. Findings about a whole sheet or file have no row and no column. */
export interface Origin {
  readonly file: string;
  readonly sheet?: string;
  readonly row?: number;
  /** Text files: the line on which the row starts. */
  readonly line?: number;
  /** The column in letters, such as `F`. */
  readonly column?: string;
}

/** Something wrong or doubtful in the input. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly origin: Origin;
  /** Kind and field, if known: `component`, `composition.1.material`. */
  readonly kind?: string;
  readonly field?: string;
  /** The value of the cell, truncated to 200 characters. */
  readonly value?: string;
  /** One sentence for this cell. */
  readonly message: string;
  /** The nearest allowed value, or what to do next. It is never applied automatically. */
  readonly suggestion?: string | undefined;
}

/**
 * Formats an address as `batch.xlsx › Components!F17`, or `suppliers.csv › F17` for a text file. Unknown parts are
 * omitted. The part after `›` can be typed into the name box of a spreadsheet. A row without a column is shown as its
 * first cell.
 */
export function originText({ file, sheet, column, row }: Origin): string {
  const cell = row === undefined ? (column ?? '') : `${column ?? 'A'}${row}`;
  const named =
    sheet === undefined || isOwnSheet({ file, sheet }) ? undefined : cell === '' ? sheet : sheetText(sheet);
  const place = [named, cell].filter(Boolean).join('!');
  return place === '' ? fileText(file) : `${fileText(file)} › ${place}`;
}

/** The name of standard input in origins. */
export const STANDARD_INPUT = 'standard input';

/** The origin of a finding about all files of the input, as they were typed. */
export const originOfFiles = (files: readonly string[]): Origin => ({
  file: files.map((file) => (file === '-' ? STANDARD_INPUT : file)).join(', '),
});

/** The name of an input file as a person reads it. */
export const fileText = (file: string): string =>
  file === STANDARD_INPUT ? say().files.standardInput() : file;

const isOfHeaders = (code: FindingCode): boolean => entryOf(code).isAboutColumns === true;

/** A finding, or a group of findings in a column. */
interface PlacedFinding extends Pick<Finding, 'code' | 'field'> {
  readonly column?: string | undefined;
  readonly origin?: Origin;
}

/** Whether a finding is about a field that has no column, so that it belongs to no cell of its row, only to the sheet. */
export const isWithoutColumn = ({ code, field, origin, column = origin?.column }: PlacedFinding): boolean =>
  column === undefined && (field !== undefined || isOfHeaders(code));

/** Whether a finding is about rows that lack a value, because the sheet has no column for it. */
export const isAboutRows = (finding: PlacedFinding): boolean =>
  isWithoutColumn(finding) && !isOfHeaders(finding.code);

/** Formats the address of a finding; only the sheet, if the field has no column. */
export function placeText(finding: Pick<Finding, 'code' | 'field' | 'origin'>): string {
  const { row, line, ...sheet } = finding.origin;
  return originText(isWithoutColumn(finding) ? sheet : finding.origin);
}

/** Sheet names that need no quotes in a formula, because they do not look like a cell (`A1`, `R1C1`). */
const plainName = () => /^(?!(?:[a-z]{1,3}\d+|r\d*(?:c\d*)?|c\d*|true|false)$)[\p{L}_][\p{L}\p{N}_.]*$/iu;

/** Whether a sheet stands for the rows of a text file: it then has the name of the file. */
export const isOwnSheet = ({ file, sheet }: { readonly file: string; readonly sheet: string }): boolean =>
  stem(file) === sheet;

/** The name of a sheet as a formula writes it: `'Liste A'`. */
export function sheetText(sheet: string): string {
  return plainName().test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
}

function stem(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
}

/** Formats a path of a body as a column name: items are numbered from 1. */
export function fieldText(path: string): string {
  return path.replace(/\.(\d+)(?=\.|$)/g, (_, index: string) => `.${Number(index) + 1}`);
}
