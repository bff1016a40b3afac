import { columnLetters } from '../cell.ts';
import { LAST_ROW } from '../limits.ts';
import { rulesIn } from './sheet-rules.ts';
import { type RawXml, rawText, type Tag, tailTags, withAttribute, withEdits } from './tags.ts';

/** A dropdown for all cells of a column from `firstRow` on. */
export interface Validation {
  /** From 0. */
  readonly column: number;
  /** From 1. */
  readonly firstRow: number;
  /** The range with the values, such as `'Lists'!$A$1:$A$9`. */
  readonly values: string;
  /** How the spreadsheet program treats a value that is not in the list. */
  readonly others: 'reject' | 'ask' | 'accept';
  readonly title: string;
  readonly message?: string | undefined;
}

/** Maximum lengths of the title and the message of a validation. */
const MAX_TITLE_LENGTH = 32;
const MAX_MESSAGE_LENGTH = 225;

/** Elements that the schema requires between the rows and the validations. */
const ELEMENTS_BEFORE_VALIDATIONS = new Set([
  ...['sheetData', 'sheetCalcPr', 'sheetProtection', 'protectedRanges', 'scenarios', 'autoFilter'],
  ...[
    'sortState',
    'dataConsolidate',
    'customSheetViews',
    'mergeCells',
    'phoneticPr',
    'conditionalFormatting',
  ],
]);

/** Returns a function that says whether a column has a validation below a row. */
export function validatedIn(tail: RawXml): (column: number, headerRow: number) => boolean {
  const { validated } = rulesIn(tail);
  return (column, headerRow) =>
    validated.some(
      ({ first, last }) => column >= first.column && column <= last.column && last.row > headerRow,
    );
}

/** Adds validations to the tail of a sheet. */
export function withValidations(tail: RawXml, prefix: string, added: readonly Validation[]): RawXml {
  if (added.length === 0) return tail;
  const xml = added.map((one) => validation(prefix, one)).join('');
  const tags = [...tailTags(tail)];
  const own = tags.filter(({ name, depth }) => name === 'dataValidations' && depth === 1);
  const open = own.find(({ kind }) => kind !== 'close');
  if (open === undefined) {
    const last = tags.findLast(
      ({ name, depth, kind }) => depth === 1 && kind !== 'open' && ELEMENTS_BEFORE_VALIDATIONS.has(name),
    )!;
    const all = `<${prefix}dataValidations count="${added.length}">${xml}</${prefix}dataValidations>`;
    return withEdits(tail, [{ start: last.end, end: last.end, text: all }]);
  }
  const count = tags.filter(
    ({ name, depth, kind }) => name === 'dataValidation' && depth === 2 && kind !== 'close',
  );
  const tag = withAttribute(open.text, 'count', String(count.length + added.length));
  return withEdits(tail, [
    { start: open.start, end: open.end, text: open.kind === 'empty' ? withContent(tag, open, xml) : tag },
    ...own.flatMap(({ kind, start }) => (kind === 'close' ? { start, end: start, text: xml } : [])),
  ]);
}

/** An element with content in place of an empty one: `<x/>` becomes `<x>...</x>`. */
const withContent = (text: RawXml, { prefix, name }: Tag, content: RawXml): RawXml =>
  `${text.replace(/\s*\/>$/, '>')}${content}</${prefix}${name}>`;

function validation(p: string, { column, firstRow, values, others, title, message }: Validation): RawXml {
  const letters = columnLetters(column);
  const error =
    others === 'accept'
      ? ''
      : ` showErrorMessage="1" errorStyle="${others === 'reject' ? 'stop' : 'warning'}" errorTitle="${truncatedText(title, MAX_TITLE_LENGTH)}" error="${truncatedText(message ?? '', MAX_MESSAGE_LENGTH)}"`;
  return `<${p}dataValidation type="list" allowBlank="1"${error} sqref="${letters}${firstRow}:${letters}${LAST_ROW}"><${p}formula1>${rawText(values)}</${p}formula1></${p}dataValidation>`;
}

const truncatedText = (text: string, length: number): RawXml => rawText(text.slice(0, length).toWellFormed());
