import { command } from '../../advice.ts';
import { type Finding, isAboutRows, type Severity } from '../../findings/finding.ts';
import { type FindingGroup, SEVERITIES } from '../../findings/group.ts';
import { numberText, say, stateText } from '../../say.ts';
import type { ResultCell, ResultLine, Unmarked } from '../../sheets/annotate/marks.ts';
import { MAP_MARK, RESULT_MARK, RESULT_SHEET, SOURCE_MARK } from '../../sheets/annotate/own-names.ts';
import type { Explainer } from './note-text.ts';
import type { OpenRows } from './open-rows.ts';

/** Maximum number of cells that the sheet of results lists. */
const MOST_CELLS = 1000;

/** What the sheet of results reports. */
export interface ResultContent {
  readonly file: string;
  /** The name of the file of which the input is an annotated copy itself; null for other files. */
  readonly original: string | null;
  /** The map file of the input file, relative to the folder of the copy; null if it has none. */
  readonly map: string | null;
  /** Whether the run read several files, so that the verdict is about all of them. */
  readonly isOneOfSeveral: boolean;
  /** One sentence that says how the run ended. */
  readonly verdict: string;
  readonly groups: readonly FindingGroup[];
  /** The name of the sheet of questions; undefined if there is none. */
  readonly questions: string | undefined;
  /** The findings of the file with this severity, in the order of the rows. */
  readonly findings: (severity: Severity) => Iterable<Finding>;
  /** The name that a sheet of the input has in the copy. */
  readonly nameInCopy: (sheet: string) => string;
  readonly explainer: Explainer;
  readonly headerRowOf: (sheet: string) => number;
  /** Complete only when the other sheets of the copy are written: the sheet of results is the last one. */
  readonly openRows: OpenRows;
}

/** The lines of the sheet of results: the verdict, the causes, and a link to each cell. */
export function* resultLines(content: ResultContent, unmarked: Unmarked): Generator<ResultLine> {
  const { file, map, verdict, openRows } = content;
  const name = file.replace(/^.*[\\/]/, '');
  const { copy } = say();
  const groups = content.groups.filter(({ code }) => code !== 'annotation-ignored');
  yield [
    { text: RESULT_SHEET, style: 'title' },
    { text: RESULT_MARK, style: 'small' },
    { text: `${SOURCE_MARK}${content.original ?? name}`, style: 'small' },
    ...(map === null ? [] : [{ text: `${MAP_MARK}${map}`, style: 'small' } as const]),
  ];
  yield line('title', verdict);
  yield line('small', copy.fromFile({ file: name }));
  if (content.isOneOfSeveral && groups.length > 0)
    yield line('plain', copy.ownFindings({ findings: countsText(groups) }));
  yield [];
  yield line('plain', copy.howToRead());
  const hasErrors = has(content, 'error');
  if (content.questions !== undefined) yield line('plain', copy.howToAnswer({ sheet: content.questions }));
  if (hasErrors) yield line('plain', copy.howToFix());
  else if (has(content, 'warning')) yield line('plain', copy.howToCheck());
  if (hasErrors)
    yield line('plain', copy.howToReturn({ command: command('import', say().placeholders.file()) }));
  yield line('plain', copy.ignored());
  if (unmarked.hasConditional) yield line('plain', copy.conditionalHides());
  yield line('plain', copy.notesStay());
  if (unmarked.notes > 0)
    yield line('plain', copy.notesLeftOut({ count: unmarked.notes, number: numberText(unmarked.notes) }));
  yield [];
  for (const severity of SEVERITIES)
    if (has({ groups, openRows }, severity))
      yield [{ text: severityName(severity), style: severity }, plain(legendOf(severity))];
  yield [];
  yield* outcomeLines(openRows);
  yield* openLines(copy.openTitle(), openRows.listed('error', 'warning'));
  const waiting = openRows.listed('notice');
  if (groups.length > 0) yield* causeLines(groups, content);
  else if (openRows.listed('error', 'warning', 'notice').count === 0) yield line('title', copy.nothing());
  if (waiting.count > 0) yield [];
  yield* openLines(copy.waitingTitle(), waiting);
  yield* listLines(groups, content);
}

const has = ({ groups, openRows }: Pick<ResultContent, 'groups' | 'openRows'>, severity: Severity): boolean =>
  groups.some((group) => group.severity === severity) || openRows.listed(severity).count > 0;

/** The lists of values that are too long for a note: each value in its own cell, so that a person can copy it. */
function* listLines(groups: readonly FindingGroup[], { explainer }: ResultContent): Generator<ResultLine> {
  const lists = new Map(
    groups.flatMap((group) => {
      const list = explainer.longList({ ...group, message: '' });
      return list === undefined ? [] : [[list.name, list]];
    }),
  );
  for (const { name, values } of lists.values()) {
    yield [];
    yield line('title', say().copy.listTitle({ list: name }));
    for (const value of values) yield line('plain', value);
  }
}

function* causeLines(groups: readonly FindingGroup[], content: ResultContent): Generator<ResultLine> {
  const { copy } = say();
  yield line('title', copy.causesTitle());
  yield headers(copy.headerWhere(), copy.headerCount()).map((text) => ({ text, style: 'header' }) as const);
  for (const group of groups) yield causeLine(group, content);
  yield [];
  yield* cellLines(groups, content);
}

/** The number of rows of each outcome of an import. */
function* outcomeLines({ outcomes }: OpenRows): Generator<ResultLine> {
  if (outcomes.length === 0) return;
  const { copy } = say();
  yield line('title', copy.outcomesTitle());
  yield [copy.headerStatus(), copy.headerCount()].map((text) => ({ text, style: 'header' }) as const);
  for (const { outcome, count } of outcomes) yield [{ text: stateText(outcome) }, { text: String(count) }];
  yield [];
}

/** The open rows: their records are missing in the service, or differ from the rows. */
function* openLines(title: string, { rows, count }: ReturnType<OpenRows['listed']>): Generator<ResultLine> {
  if (count === 0) return;
  const { copy } = say();
  yield line('title', title);
  if (count > rows.length)
    yield line('plain', copy.capped({ shown: numberText(rows.length), all: numberText(count) }));
  yield [copy.headerSeverity(), copy.headerCell(), copy.headerStatus(), copy.headerProblem()].map(
    (text) => ({ text, style: 'header' }) as const,
  );
  for (const { sheet, row, severity, status, message } of rows)
    yield [
      { text: severityName(severity), style: severity },
      { text: `${sheet}!A${row}`, link: { sheet, cell: `A${row}` } },
      { text: stateText(status) },
      { text: message },
    ];
  yield [];
}

/** The number of findings of each severity as one text; a severity without findings is left out. */
const countsText = (groups: readonly FindingGroup[]): string =>
  SEVERITIES.flatMap((severity) => {
    const count = groups.reduce((sum, one) => sum + (one.severity === severity ? one.count : 0), 0);
    return count === 0 ? [] : [`${severityName(severity)} ${numberText(count)}`];
  }).join(', ');

function severityName(severity: Severity): string {
  const { severityError, severityWarning, severityFixed, severityNotice } = say().copy;
  return { error: severityError, warning: severityWarning, fixed: severityFixed, notice: severityNotice }[
    severity
  ]();
}

function legendOf(severity: Severity): string {
  const { legendError, legendWarning, legendFixed, legendNotice } = say().copy;
  return { error: legendError, warning: legendWarning, fixed: legendFixed, notice: legendNotice }[severity]();
}

/** The headers of a table of problems; `second` and `third` are those of its second and third column. */
function headers(second: string, third: string): string[] {
  const { headerSeverity, headerProblem, headerCure } = say().copy;
  return [headerSeverity(), second, third, headerProblem(), headerCure()];
}

const line = (style: 'title' | 'plain' | 'small', text: string): ResultLine => [{ text, style }];
const plain = (text: string): ResultCell => ({ text, style: 'plain' });

function causeLine(group: FindingGroup, { explainer, nameInCopy, headerRowOf }: ResultContent): ResultLine {
  const { file, sheet, column, rows, severity, count } = group;
  const origin = { file, ...(sheet !== undefined && { sheet }), ...(column !== undefined && { column }) };
  const { problem, cure } = explainer.explain({ ...group, origin });
  const where =
    sheet === undefined
      ? say().copy.wholeFile()
      : column === undefined
        ? sheet
        : say().copy.wholeColumn({ sheet, column });
  const link =
    sheet === undefined
      ? {}
      : {
          link: {
            sheet: nameInCopy(sheet),
            cell: `${column ?? 'A'}${isAboutRows(group) ? headerRowOf(sheet) : (rows.ranges[0]?.[0] ?? 1)}`,
          },
        };
  return [
    { text: severityName(severity), style: severity },
    { text: where, ...link },
    { text: String(count) },
    { text: problem },
    { text: cure },
  ];
}

/** The cells with errors and warnings. Cells with other findings have only a colour and a note. */
function* cellLines(groups: readonly FindingGroup[], content: ResultContent): Generator<ResultLine> {
  const { copy } = say();
  const counts = { error: 0, warning: 0 };
  for (const group of groups)
    if ((group.severity === 'error' || group.severity === 'warning') && !isAboutRows(group))
      counts[group.severity] += group.count;
  const all = counts.error + counts.warning;
  if (all === 0) return;
  yield line('title', copy.cellsTitle());
  if (all > MOST_CELLS)
    yield line('plain', copy.capped({ shown: numberText(MOST_CELLS), all: numberText(all) }));
  yield headers(copy.headerCell(), copy.headerValue()).map((text) => ({ text, style: 'header' }) as const);
  let shown = 0;
  for (const severity of ['error', 'warning'] as const) {
    let left = counts[severity];
    if (left === 0) continue;
    for (const finding of content.findings(severity)) {
      if (isAboutRows(finding)) continue;
      if (shown >= MOST_CELLS || left-- <= 0) break;
      shown++;
      yield cellLine(finding, content);
    }
  }
}

function cellLine(finding: Finding, { explainer, nameInCopy }: ResultContent): ResultLine {
  const { origin, severity, value = '' } = finding;
  const { sheet, row = 1, column = 'A' } = origin;
  const { problem, cure } = explainer.explain(finding);
  const text = sheet === undefined ? say().copy.wholeFile() : `${nameInCopy(sheet)}!${column}${row}`;
  const link = sheet === undefined ? {} : { link: { sheet: nameInCopy(sheet), cell: `${column}${row}` } };
  return [
    { text: severityName(severity), style: severity },
    { text, ...link },
    { text: value },
    { text: problem },
    { text: cure },
  ];
}
