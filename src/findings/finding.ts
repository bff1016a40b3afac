import { say } from '../say.ts';
import { entryOf, type FindingCode } from './catalogue.ts';

/**
 * `error`: the row is not sent. `warning`: the row is sent, but something is doubtful. `notice`: for information.
 * `fixed`: a value was changed before sending (an error with --strict).
 */
export type Severity = 'error' | 'warning' | 'notice' | 'fixed';

/**
 * A finding of the catalogue. Its texts are in `src/language/`: `meanings`, `summaries`, and an example and the cure in
 * `examples` and `cures`.
 */
export interface CatalogueEntry {
  readonly severity: Severity;
  /** Whether it is a check that trace adds to the rules of the interface. `--severity` can lower it or turn it off. */
  readonly ours?: true;
  /** The section of the interface that has the rule, such as `2.1`. A rule without one is a rule of trace. */
  readonly section?: string;
  /** It is a warning that `--strict` makes an error. */
  readonly strict?: true;

  // What it is about.
  /** The command line, not a file. */
  readonly ofCommand?: true;
  /** The columns of a sheet, not its rows. */
  readonly ofHeaders?: true;
  /** As an error it invalidates every row of its sheet, whatever row it is in. */
  readonly ofSheet?: true;
  /** Its file or sheet was not read beyond its row. */
  readonly stopsReading?: true;
  /** There are no rows, which `--allow-empty` accepts. */
  readonly isEmpty?: true;
  /** The headers of the sheet are not those of the kind that its name or some of them suggest. */
  readonly isForeign?: true;
  /** The sheet is read as no kind. */
  readonly isUnread?: true;
  /** An export does not fit its map file. */
  readonly unlikeMap?: true;

  // What it says of the value of its cell.
  /** It is nothing that any field could have. */
  readonly noValue?: true;
  /** It is of the type of its field, although it cannot be read for certain. */
  readonly ofType?: true;
  /** It was read from evidence that may be evidence for other values of the column. */
  readonly isEvidence?: true;
  /** Other rows with the same reference may have the right one: a product has a row for each colour. */
  readonly inOtherRows?: true;

  // What a person reads of it.
  /** The person may not have the value. */
  readonly mayBeUnknown?: true;
  /** The value may stay as it is. */
  readonly mayStay?: true;
  /** Any value of the list of the field resolves it, whatever was written. */
  readonly listsValues?: true;
  /** Rows lack a value. */
  readonly lacksValue?: true;
  /** A group of it names the missing records. */
  readonly listsRecords?: true;
  /** How its own suggestion continues the cure of the copies: as a sentence, or as the name of what may be meant. */
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

/** The name of an input file as a person reads it. */
export const fileText = (file: string): string =>
  file === STANDARD_INPUT ? say().files.standardInput() : file;

const isOfHeaders = (code: FindingCode): boolean => entryOf(code).ofHeaders === true;

/** A finding, or a group of findings in a column. */
interface Placed extends Pick<Finding, 'code' | 'field'> {
  readonly column?: string | undefined;
  readonly origin?: Origin;
}

/**
 * Whether a finding is about a field that has no column, so that its place is the sheet: the first cell of its row has
 * something else.
 */
export const isWithoutColumn = ({ code, field, origin, column = origin?.column }: Placed): boolean =>
  column === undefined && (field !== undefined || isOfHeaders(code));

/** Whether rows of a sheet lack something, because the sheet has no column for it. */
export const isOfRows = (finding: Placed): boolean => isWithoutColumn(finding) && !isOfHeaders(finding.code);

/** Formats the address of a finding: the sheet, if its field has no column. */
export function placeText(finding: Pick<Finding, 'code' | 'field' | 'origin'>): string {
  const { row, line, ...sheet } = finding.origin;
  return originText(isWithoutColumn(finding) ? sheet : finding.origin);
}

/** Sheet names that need no quotes in a formula, because they do not look like a cell (`A1`, `R1C1`). */
const plainName = () => /^(?!(?:[a-z]{1,3}\d+|r\d*(?:c\d*)?|c\d*|true|false)$)[\p{L}_][\p{L}\p{N}_.]*$/iu;

/** Whether a sheet is the rows of a text file: it has the name of the file. */
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
