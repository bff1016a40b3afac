import type { ChalkInstance } from 'chalk';
import { command } from '../../advice.ts';
import type { FindingCode } from '../../findings/catalogue.ts';
import { fieldText, type Severity } from '../../findings/finding.ts';
import { type FindingGroup, SEVERITIES } from '../../findings/group.ts';
import { groupText, sheetHeading } from '../../findings/group-text.ts';
import type { ReportedFinding } from '../../import/report/report-parts.ts';
import { numberText, say } from '../../say.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { AnyIterable, Member } from './json-document.ts';
import type { OmittedFindings } from './report-schema.ts';
import { amount, severitiesText } from './sentences.ts';
import { textWidth } from './table.ts';
import { MIN_WIDTH, wrapWhole } from './wrap.ts';

/** Maximum number of findings of one code in a document; `findingsOmitted` counts the further ones. */
export const LISTED_PER_CODE = 10_000;

/** The groups to print: with `quiet`, only errors and warnings. */
export const shownGroups = (groups: readonly FindingGroup[], quiet = false): readonly FindingGroup[] =>
  quiet ? groups.filter(({ severity }) => severity === 'error' || severity === 'warning') : groups;

const ARROW = '→ ';

/**
 * The members `findings` and `findingsOmitted` of a document: the first findings of each code, and the number of
 * further findings.
 */
export function findingMembers(
  findings: AnyIterable<ReportedFinding>,
  most = LISTED_PER_CODE,
): readonly Member[] {
  const listed = new Map<FindingCode, number>();
  const omitted = new Map<string, { code: FindingCode; severity: Severity; count: number }>();

  async function* entries(): AsyncGenerator<ReportedFinding> {
    for await (const finding of findings) {
      const { code, severity } = finding;
      const before = listed.get(code) ?? 0;
      if (before < most) {
        listed.set(code, before + 1);
        yield finding;
        continue;
      }
      const key = `${code} ${severity}`;
      const rest = omitted.get(key) ?? { code, severity, count: 0 };
      rest.count++;
      omitted.set(key, rest);
    }
  }

  return [
    { name: 'findings', list: entries() },
    { name: 'findingsOmitted', value: (): OmittedFindings[] => [...omitted.values()] },
  ];
}

/** The indent of the text of a finding: as wide as the longest severity in the language, and a space. */
const indentOfText = (): string =>
  ' '.repeat(1 + Math.max(...Object.values(say().severity).map((text) => textWidth(text()))));

/**
 * Groups of findings by sheet, and within a sheet by severity and cause: a line with the cells, the field and the
 * code, then the problem, the first values if there are several, and how to fix it. The notices of all sheets come
 * after the findings to fix, and the last one names all ignored columns. Wrapped at `width` columns.
 */
export function* findingLines(
  groups: readonly FindingGroup[],
  chalk: ChalkInstance,
  width?: number,
): Generator<string> {
  const isIgnored = ({ code, severity }: FindingGroup) => code === 'column-ignored' && severity === 'notice';
  const isNotice = (group: FindingGroup) => group.severity === 'notice' && !isIgnored(group);
  const counts = (of: readonly FindingGroup[]) => {
    const sums: Record<Severity, number> = { error: 0, warning: 0, fixed: 0, notice: 0 };
    for (const { severity, count } of of) sums[severity] += count;
    return sums;
  };
  yield* sheetLines(
    groups.filter(({ severity }) => severity !== 'notice'),
    chalk,
    width,
    (ofSheet) => severitiesText(counts(ofSheet)),
  );
  yield* sheetLines(groups.filter(isNotice), chalk, width, (ofSheet) =>
    amount(counts(ofSheet).notice, 'notice'),
  );
  yield* ignoredLines(groups.filter(isIgnored), chalk, width);
}

/** The groups of each sheet below its name and their number. */
function* sheetLines(
  groups: readonly FindingGroup[],
  chalk: ChalkInstance,
  width: number | undefined,
  numberOf: (groups: readonly FindingGroup[]) => string,
): Generator<string> {
  for (const [heading, ofSheet] of bySheet(groups)) {
    const words = numberOf(ofSheet)
      .split(' ')
      .map((text) => ({ text, paint: asIs }));
    const names = say().references.heading({ heading }).split(' ');
    yield* fitted([...names.map((text) => ({ text, paint: chalk.bold })), ...words], width);
    for (const group of byCause(ofSheet)) yield* groupLines(group, chalk, width);
    yield '';
  }
}

/** Maximum length of the text of an ignored column. */
const MESSAGE_LENGTH = 500;

/** One line for the columns that are ignored in all sheets. */
function* ignoredLines(
  groups: readonly FindingGroup[],
  chalk: ChalkInstance,
  width?: number,
): Generator<string> {
  if (groups.length === 0) return;
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  const listed = groups.filter(({ rest }) => rest === undefined);
  const sheets = [...bySheet(listed)].map(([sheet, columns]) =>
    [
      say().references.heading({ heading: sheet }),
      columns
        .map(({ values: [header], column }) => (header ? `"${forTerminal(header.value)}"` : column))
        .join(', '),
    ].join(' '),
  );
  const rest = count - listed.length;
  if (rest > 0) sheets.push(say().screen.andMoreValues({ number: numberText(rest) }));
  const text =
    count === 1
      ? `${say().references.heading({ heading: sheetHeading(listed[0]!, forTerminal) })} ${forTerminal(listed[0]!.message, MESSAGE_LENGTH)}`
      : say().screen.ignored({ number: numberText(count), columns: sheets.join(say().progress.joint()) });
  yield* labelled('notice', `${text} [column-ignored]`, chalk, width);
  yield '';
}

function* groupLines(group: FindingGroup, chalk: ChalkInstance, width?: number): Generator<string> {
  const { cells, rows: inRows, problem: full, values, cure } = groupText(group, forTerminal);
  // The heading has the file.
  const problem = full.replaceAll(`${forTerminal(group.file)} › `, '');
  const counted = group.rows.count < 2 ? undefined : amount(group.rows.count, 'row');
  const rows = inRows ?? counted;
  const field = group.field === undefined || group.rest === 'code' ? '' : forTerminal(fieldText(group.field));
  const words: Painted[] = [
    ...(cells ?? '').split(' ').map((text) => ({ text, paint: chalk.bold })),
    ...[rows === undefined ? '' : `(${rows})`, field].map((text) => ({ text, paint: asIs })),
    { text: `[${group.code}]`, paint: chalk.dim },
  ];
  const indent = indentOfText();
  const room = width === undefined ? undefined : Math.max(width - indent.length, MIN_WIDTH);
  const label = inColor(group.severity, chalk)(say().severity[group.severity]().padEnd(indent.length));
  const head = fitted(
    words.filter(({ text }) => text !== ''),
    room,
  );
  yield* head.map((line, at) => `${at === 0 ? label : indent}${line}`);
  for (const line of wrapWhole(problem, room)) yield `${indent}${line}`;
  if (values !== undefined) for (const line of wrapWhole(values, room)) yield `${indent}${line}`;
  if (cure === undefined) return;
  const lines = wrapWhole(cure, room === undefined ? undefined : room - ARROW.length);
  for (const [at, line] of lines.entries()) {
    yield `${indent}${at === 0 ? chalk.green(ARROW) : ' '.repeat(ARROW.length)}${line}`;
  }
}

interface Painted {
  readonly text: string;
  readonly paint: (text: string) => string;
}

const asIs = (text: string): string => text;

/** The lines of words with colours, wrapped at `width` columns. */
function fitted(words: readonly Painted[], width: number | undefined): string[] {
  const lines: string[] = [];
  let used = 0;
  for (const { text, paint } of words) {
    const columns = textWidth(text);
    if (used > 0 && (width === undefined || used + 1 + columns <= width)) {
      lines[lines.length - 1] += ` ${paint(text)}`;
      used += 1 + columns;
    } else {
      lines.push(paint(text));
      used = columns;
    }
  }
  return lines;
}

/** The groups of each sheet, by heading. The sheets are in the order of their first group. */
function bySheet(groups: readonly FindingGroup[]): Map<string, FindingGroup[]> {
  const sheets = new Map<string, FindingGroup[]>();
  for (const group of groups) {
    const heading = group.rest === 'code' ? say().screen.otherPlaces() : sheetHeading(group, forTerminal);
    const known = sheets.get(heading);
    if (known) known.push(group);
    else sheets.set(heading, [group]);
  }
  return sheets;
}

/** The groups of a sheet with those of the same severity and code together, in the order of the first of each. */
function byCause(groups: readonly FindingGroup[]): FindingGroup[] {
  const causes = Map.groupBy(groups, ({ code, severity }) => `${SEVERITIES.indexOf(severity)} ${code}`);
  return [...causes]
    .sort(([one], [other]) => one.charCodeAt(0) - other.charCodeAt(0))
    .flatMap(([, of]) => of);
}

/** Whether cells or values of the groups were left out, which `--all` lists. */
const isShortened = (groups: readonly FindingGroup[]): boolean =>
  groups.some(
    ({ rows, rest, distinct, values }) => rows.more > 0 || rest !== undefined || distinct > values.length,
  );

/** A line that says how to list all places, if some were left out. */
export function* moreLine(groups: readonly FindingGroup[], all: string, width?: number): Generator<string> {
  if (isShortened(groups)) yield* wrapWhole(say().screen.cut({ flag: all }), width);
}

/**
 * Groups of findings for a run that sends. All fixed values are summed up in one line, because a nightly job fixes the
 * same values every night. `shownBy` is the command that lists them (default: `check`).
 */
export function* briefFindingLines(
  groups: readonly FindingGroup[],
  chalk: ChalkInstance,
  width?: number,
  shownBy = say().screen.sameInput({ command: command('check', say().placeholders.file()) }),
): Generator<string> {
  const fixed = groups.filter(({ severity }) => severity === 'fixed');
  const others = groups.filter(({ severity }) => severity !== 'fixed');
  yield* findingLines(others, chalk, width);
  if (fixed.length === 0) return;
  const values = fixed.reduce((sum, { count }) => sum + count, 0);
  const columns = new Set(fixed.map(({ file, sheet, column }) => `${file}\u001f${sheet}\u001f${column}`))
    .size;
  const text = say().screen.fixedSummary({
    values: amount(values, 'value'),
    columns: amount(columns, 'column'),
    command: shownBy,
  });
  yield* labelled('fixed', text, chalk, width);
}

/** A sentence after its severity, wrapped. */
function labelled(severity: Severity, text: string, chalk: ChalkInstance, width?: number): string[] {
  const indent = indentOfText();
  const label = inColor(severity, chalk)(say().severity[severity]().padEnd(indent.length));
  const room = width === undefined ? undefined : Math.max(width - indent.length, MIN_WIDTH);
  return wrapWhole(text, room).map((line, at) => `${at === 0 ? label : indent}${line}`);
}

function inColor(severity: Severity, chalk: ChalkInstance): (text: string) => string {
  if (severity === 'error') return chalk.red;
  return severity === 'warning' ? chalk.yellow : chalk.cyan;
}
