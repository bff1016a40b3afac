import { fieldText, originText } from './finding.ts';
import { type FindingGroup, summaryOf, withThousands } from './group.ts';

/** Makes untrusted text safe to print, truncated to `length` characters. */
export type Show = (text: string, length?: number) => string;

/** Maximum length of a message. Messages may quote a long value and list all allowed values. */
const MESSAGE_LENGTH = 500;

/** Maximum length of a suggestion. It is high because a truncated command is useless. */
const SUGGESTION_LENGTH = 8000;

/**
 * Formats a group: one line with the address, the value, the problem and the rows; if it has several values, a second
 * line (`detail`) with the first of them. All text from files passes through `show`.
 */
export function groupText(group: FindingGroup, show: Show): { line: string; detail?: string } {
  if (group.rest === 'code') return { line: `${restCount(group)} in other places: ${group.code}` };
  const place = placeText(group, show);
  if (group.rest === 'column') {
    return withDetail(
      ending(`${place}: ${restCount(group)} with other values: ${group.code}`, group),
      group,
      show,
    );
  }
  const summary = summaryOf(group.code);
  if (isUnknownReference(group)) return referenceText(group, place, show);
  if (summary === undefined || group.count === 1) {
    return { line: ending(`${place}: ${messageText(group, show)}`, group) };
  }
  return withDetail(
    ending(`${place}: ${summary.replace('{rows}', withThousands(group.count))}`, group),
    group,
    show,
  );
}

/** Whether a line lists the missing records of a group instead of a summary. */
const isUnknownReference = ({ code }: FindingGroup): boolean =>
  code === 'reference-unknown' || code === 'reference-external';

/**
 * `120 products refer to 14 suppliers that are neither in the files nor ...: FRN-001 (did you mean "FRN-0001"?), ...
 * and 9 more`
 */
function referenceText(group: FindingGroup, place: string, show: Show): { line: string; detail: string } {
  const rows = Math.max(group.rows.count, 1);
  const names = Math.max(group.distinct, 1);
  const one = names === 1 && !group.manyValues;
  const subject = `${withThousands(rows)} ${rows === 1 ? `${noun(group.kind ?? 'row')} refers to` : `${plural(noun(group.kind ?? 'row'))} refer to`}`;
  const named = (group.field ?? 'reference')
    .replace(/(\[\])?(\.\d+)?$/, '')
    .replace(/(Refs?|UniqueIdentifiers?)$/, '');
  const object = one ? `1 ${noun(named)} that is` : `${distinctText(group)} ${plural(noun(named))} that are`;
  const where =
    group.code === 'reference-external'
      ? 'not in the files and assumed to exist in the service'
      : 'neither in the files nor known from earlier runs';
  return {
    line: `${subject} ${object} ${where}: ${valuesText(group, show)}`,
    detail: ending(place, group),
  };
}

function withDetail(line: string, group: FindingGroup, show: Show): { line: string; detail?: string } {
  if (group.values.length === 0) return { line };
  return { line, detail: valuesText(group, show) };
}

/** Message and suggestion, with the value if the message does not contain it. */
function messageText({ values, message, suggestion }: FindingGroup, show: Show): string {
  const value = values[0]?.value;
  const quoted = value === undefined || value === '' || message.includes(value) ? '' : `"${show(value)}": `;
  const arrow =
    suggestion === undefined || message.includes(suggestion)
      ? ''
      : ` → ${show(suggestion, SUGGESTION_LENGTH)}`;
  return `${quoted}${show(message, MESSAGE_LENGTH)}${arrow}`;
}

/** The first values with their suggestions, and the number of other values. */
function valuesText(group: FindingGroup, show: Show): string {
  const isReference = isUnknownReference(group);
  const shown = group.values.map(({ value, suggestion }) => {
    const text = isReference ? show(value) : `"${show(value)}"`;
    if (suggestion === undefined) return text;
    return isReference
      ? `${text} (${show(suggestion, SUGGESTION_LENGTH)})`
      : `${text} → ${show(suggestion, SUGGESTION_LENGTH)}`;
  });
  const more = group.distinct - group.values.length;
  if (more <= 0 && !group.manyValues) return shown.join(', ');
  return `${shown.join(', ')}, … and ${group.manyValues ? 'more than ' : ''}${withThousands(Math.max(more, 1))} more`;
}

/** `batch.xlsx › Components!F17 (category)`: the address of the first finding. */
function placeText(group: FindingGroup, show: Show): string {
  const origin = {
    file: show(group.file),
    ...(group.sheet === undefined ? {} : { sheet: show(group.sheet) }),
    ...(group.column === undefined ? {} : { column: group.column }),
    ...(group.rows.first === undefined ? {} : { row: group.rows.first }),
  };
  return `${originText(origin)}${group.field === undefined ? '' : ` (${show(fieldText(group.field))})`}`;
}

const restCount = ({ count }: FindingGroup) =>
  `${withThousands(count)} more ${count === 1 ? 'finding' : 'findings'}`;
const distinctText = (group: FindingGroup) =>
  `${group.manyValues ? 'more than ' : ''}${withThousands(group.distinct)}`;
/** Appends the row numbers, unless there is only one row: the address already shows it. */
const ending = (text: string, { rows }: FindingGroup) => (rows.count < 2 ? text : `${text}, ${rows.text()}`);

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
