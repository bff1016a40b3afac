import { decimalText, hasKindText, kindText, numberText, say, theKind, withLineSigns } from '../say.ts';
import { entryOf } from './catalogue.ts';
import { fieldText, fileText, isAboutRows, isOwnSheet, isWithoutColumn, sheetText } from './finding.ts';
import { type FindingGroup, summaryOf } from './group.ts';

/** Makes untrusted text safe to print, truncated to `length` characters. */
export type Show = (text: string, length?: number) => string;

/** Maximum length of a message. Messages may quote a long value and list all allowed values. */
const MESSAGE_LENGTH = 500;

/** Maximum length of a suggestion. It is high because a truncated command is useless. */
const SUGGESTION_LENGTH = 8000;

/** How a group is shown: its cells, the problem, the values if there are several, and how to fix it. */
export interface GroupText {
  /** The cells in the notation of the name box of a spreadsheet: `Components!F17:F40, F44 and 3 more`. */
  readonly cells?: string;
  /** The rows without a value, if the sheet has no column for it: `28 rows: 2–29`. */
  readonly rows?: string;
  readonly problem: string;
  readonly values?: string;
  readonly cure?: string;
}

/** Formats a group. All text from files passes through `show`. */
export function groupText(group: FindingGroup, show: Show): GroupText {
  if (group.rest === 'code') return { problem: say().screen.moreInPlaces(restCount(group)) };
  const place = cellsText(group, show);
  const rows = rowsText(group);
  const cells = { ...(place === '' ? {} : { cells: place }), ...(rows !== undefined && { rows }) };
  if (group.rest === 'column') {
    return { ...cells, problem: say().screen.moreValues(restCount(group)), ...valuesOf(group, show) };
  }
  if (isUnknownReference(group)) return { ...cells, ...referenceText(group, show) };
  const summary = summaryOf(group.code);
  if (summary === undefined || group.count === 1) return { ...cells, ...messageText(group, show) };
  const problem = summary({ count: group.count, number: numberText(group.count) });
  return { ...cells, problem, ...valuesOf(group, show) };
}

/** Whether the line of a group lists missing records instead of a summary. */
const isUnknownReference = ({ code }: FindingGroup): boolean => entryOf(code).listsRecords === true;

/**
 * `120 products refer to 14 suppliers that are neither in the files nor ...`, then the missing records: `FRN-001 (did
 * you mean "FRN-0001"?), ... and 9 more`.
 */
function referenceText(group: FindingGroup, show: Show): GroupText {
  const rows = Math.max(group.rows.count, 1);
  const names = Math.max(group.distinct, 1);
  const one = names === 1 && !group.manyValues;
  const subject = `${numberText(rows)} ${counted(noun(group.kind ?? 'row'), rows)}`;
  const named = targetOf(group.field);
  const { external, unknown, moreThan, records } = say().references;
  const number = numberText(names);
  const things =
    named === undefined
      ? records({ count: one ? 1 : 2, number, field: show(fieldText(group.field ?? '')) })
      : `${number} ${kindText(named, one ? 1 : 2)}`;
  const values = {
    ...{ count: rows, names: one ? 1 : 2, subject },
    object: group.manyValues ? moreThan({ things }) : things,
    values: valuesText(group, show),
  };
  return group.code === 'reference-external'
    ? { problem: external(values) }
    : {
        problem: unknown(values),
        cure: missingSheet(group) ?? say().screen.correctReference({ kind: theKind(named ?? 'record') }),
      };
}

/** The kind that a field names: `supplierRef`, `packagingRefs[]`, `owner_id`. Undefined for paths into lists. */
function targetOf(field = 'reference'): string | undefined {
  const name = noun(
    field
      .replace(/(\[\])?(\.\d+)?$/, '')
      .replace(/((?:Collection)?Refs?|ColorCode|UniqueIdentifiers?|_unique_identifier|_id)$/, ''),
  );
  return hasKindText(name) ? name : undefined;
}

/** The suggestion to add a sheet for the missing records, if the input has none. It is the same for all values of a group. */
const missingSheet = ({ values }: FindingGroup): string | undefined =>
  values.find(({ suggestion }) => isMissingSheet(suggestion))?.suggestion;

const isMissingSheet = (suggestion: string | undefined): boolean =>
  suggestion !== undefined && Object.values(say().noSheet).some((text) => text() === suggestion);

function valuesOf(group: FindingGroup, show: Show): { readonly values?: string } {
  return group.values.length === 0 ? {} : { values: valuesText(group, show) };
}

/** Message and suggestion, with the value if the message does not contain it. */
function messageText({ values, message, suggestion }: FindingGroup, show: Show): GroupText {
  const value = values[0] === undefined ? '' : inLanguageFormat(values[0].value);
  const isSaid = value === '' || message.includes(value) || saysNumber(message, value);
  const shown = show(message, MESSAGE_LENGTH);
  return {
    problem: isSaid ? shown : say().screen.ofValue({ value: show(value), message: shown }),
    ...(suggestion === undefined || message.includes(suggestion)
      ? {}
      : { cure: show(suggestion, SUGGESTION_LENGTH) }),
  };
}

/** Whether a message contains the value in the number format of the language: `0,35` for `0.35`, `0,35 kg` for `0.35 kg`. */
function saysNumber(message: string, value: string): boolean {
  const [, number, unit = ''] = /^(-?\d+(?:\.\d+)?)(\D*)$/.exec(value) ?? [];
  if (number === undefined) return false;
  return [numberText, decimalText].some((text) => message.includes(text(Number(number)) + unit));
}

/** The value in one line. The shares of a wrong total, `97.5 + 4`, have the decimal mark of the language. */
function inLanguageFormat(value: string): string {
  return SUM_OF_SHARES.test(value) ? value.replaceAll('.', say().format.decimal()) : withLineSigns(value);
}

const SUM_OF_SHARES = /^\d+(?:\.\d+)?(?: \+ \d+(?:\.\d+)?)+$/;

/** The first values with their suggestions, and the number of other values. */
function valuesText(group: FindingGroup, show: Show): string {
  const isReference = isUnknownReference(group);
  const shown = group.values.map(({ value, suggestion }) => {
    const text = isReference ? show(value) : `"${show(inLanguageFormat(value))}"`;
    if (suggestion === undefined || (isReference && isMissingSheet(suggestion))) return text;
    return isReference
      ? `${text} (${show(suggestion, SUGGESTION_LENGTH)})`
      : `${text} → ${show(suggestion, SUGGESTION_LENGTH)}`;
  });
  const more = group.distinct - group.values.length;
  // Keys are shown without quotes, so a comma cannot separate keys that contain commas.
  const list = shown.join(
    isReference && shown.some((text) => text.includes(', ')) ? say().progress.joint() : ', ',
  );
  if (more <= 0 && !group.manyValues) return list;
  const number = numberText(Math.max(more, 1));
  const { andMoreValues, andMoreThanValues } = say().screen;
  return `${list}, ${group.manyValues ? andMoreThanValues({ number }) : andMoreValues({ number })}`;
}

/** The heading of all groups of a sheet: `batch.xlsx › Components`, or the file if its rows are the only sheet. */
export function sheetHeading({ file, sheet }: FindingGroup, show: Show): string {
  const name = show(fileText(file));
  return sheet === undefined || isOwnSheet({ file, sheet }) ? name : `${name} › ${show(sheet)}`;
}

/** The first cells of a group, with the name of the sheet once; empty for a group without cells. */
function cellsText(group: FindingGroup, show: Show): string {
  const { rows, column, sheet, file } = group;
  const own = sheet === undefined || isOwnSheet({ file, sheet });
  if (isWithoutColumn(group)) return own ? '' : show(sheet);
  const letters = column ?? 'A';
  const ranges = inOrder(rows.ranges).map(([first, last]) =>
    first === last ? `${letters}${first}` : `${letters}${first}:${letters}${last}`,
  );
  if (ranges.length === 0) return own ? (column ?? '') : '';
  const prefix = own ? '' : `${show(sheetText(sheet))}!`;
  const cells = `${prefix}${ranges.join(', ')}`;
  return rows.more === 0 ? cells : say().screen.andMoreCells({ cells, number: numberText(rows.more) });
}

/** The rows that lack a value, because the sheet has no column for it: `2–29`. Undefined for other findings. */
function rowsText(group: FindingGroup): string | undefined {
  const { rows } = group;
  if (!isAboutRows(group) || rows.count === 0) return undefined;
  const ranges = inOrder(rows.ranges).map(([first, last]) =>
    first === last ? `${first}` : `${first}–${last}`,
  );
  const more = { cells: ranges.join(', '), number: numberText(rows.more) };
  const texts = { rows: rows.more === 0 ? more.cells : say().screen.andMoreCells(more) };
  return say().screen.inRows({ count: rows.count, number: numberText(rows.count), ...texts });
}

/** Sorts ranges of rows, which were found in another order, and joins those next to each other. */
function inOrder(ranges: FindingGroup['rows']['ranges']): [first: number, last: number][] {
  const joined: [first: number, last: number][] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

const restCount = ({ count }: FindingGroup) => ({ count, number: numberText(count) });

/** The name of a kind or field, in the form for a number. Names without a text are English. */
function counted(name: string, count: number): string {
  const text = kindText(name, count);
  return text === name && count !== 1 ? plural(name) : text;
}

/** Splits the name of a kind or field into words: `purchased-item`, `billOfLading`. */
function noun(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase();
}

function plural(word: string): string {
  if (/(packaging|info)$/.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
