import type { Finding, Severity } from '../../findings/finding.ts';
import { type FindingGroup, SEVERITIES } from '../../findings/group.ts';
import type { ResultCell, ResultLine, Unmarked } from '../../sheets/annotate/marks.ts';
import { RESULT_MARK } from '../../sheets/annotate/own-names.ts';
import type { Explainer } from './note-text.ts';
import { TEXTS } from './texts.ts';

/** Maximum number of cells that are listed. */
const MOST_CELLS = 1000;

/** What the sheet of results is about. */
export interface ResultContent {
  readonly file: string;
  /** One sentence: what happened. */
  readonly verdict: string;
  readonly groups: readonly FindingGroup[];
  /** The findings of the file with a severity, in their order. */
  readonly findings: (severity: Severity) => Iterable<Finding>;
  /** The name of a sheet in the copy. */
  readonly nameInCopy: (sheet: string) => string;
  readonly explainer: Explainer;
}

/** The lines of the sheet of results: the verdict, the causes, and a link to each cell. */
export function* resultLines(content: ResultContent, unmarked: Unmarked): Generator<ResultLine> {
  const { file, verdict } = content;
  const groups = content.groups.filter(({ code }) => code !== 'annotation-ignored');
  yield [
    { text: TEXTS.resultSheet, style: 'title' },
    { text: RESULT_MARK, style: 'small' },
  ];
  yield line('title', verdict);
  yield line('small', TEXTS.fromFile(file.replace(/^.*[\\/]/, '')));
  yield [];
  yield line('small', TEXTS.howTo);
  yield line('small', TEXTS.ignored);
  if (unmarked.notes > 0) yield line('small', TEXTS.notesLeftOut(unmarked.notes));
  yield [];
  for (const severity of SEVERITIES)
    if (groups.some((group) => group.severity === severity))
      yield [{ text: TEXTS.severity[severity], style: severity }, small(TEXTS.legend[severity])];
  yield [];
  if (groups.length === 0) {
    yield line('title', TEXTS.nothing);
    return;
  }
  yield line('title', TEXTS.causesTitle);
  yield TEXTS.causes.map((text) => ({ text, style: 'header' }) as const);
  for (const group of groups) yield causeLine(group, content);
  yield [];
  yield* cellLines(groups, content);
}

const line = (style: 'title' | 'small', text: string): ResultLine => [{ text, style }];
const small = (text: string): ResultCell => ({ text, style: 'small' });

function causeLine(group: FindingGroup, { explainer, nameInCopy }: ResultContent): ResultLine {
  const { sheet, column, rows, severity, count } = group;
  const { problem, cure } = explainer.explain(group);
  const where =
    sheet === undefined ? TEXTS.wholeFile : column === undefined ? sheet : TEXTS.wholeColumn(sheet, column);
  const link =
    sheet === undefined
      ? {}
      : { link: { sheet: nameInCopy(sheet), cell: `${column ?? 'A'}${rows.ranges[0]?.[0] ?? 1}` } };
  return [
    { text: TEXTS.severity[severity], style: severity },
    { text: where, ...link },
    { text: String(count) },
    { text: problem },
    { text: cure },
  ];
}

/** The cells with errors and warnings; others only have their colour and note. */
function* cellLines(groups: readonly FindingGroup[], content: ResultContent): Generator<ResultLine> {
  const counts = { error: 0, warning: 0 };
  for (const { severity, count } of groups)
    if (severity === 'error' || severity === 'warning') counts[severity] += count;
  const all = counts.error + counts.warning;
  if (all === 0) return;
  yield line('title', TEXTS.cellsTitle);
  if (all > MOST_CELLS) yield line('small', TEXTS.capped(MOST_CELLS, all));
  yield TEXTS.cells.map((text) => ({ text, style: 'header' }) as const);
  let shown = 0;
  for (const severity of ['error', 'warning'] as const) {
    let left = counts[severity];
    if (left === 0) continue;
    for (const finding of content.findings(severity)) {
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
  const text = sheet === undefined ? TEXTS.wholeFile : `${nameInCopy(sheet)}!${column}${row}`;
  const link = sheet === undefined ? {} : { link: { sheet: nameInCopy(sheet), cell: `${column}${row}` } };
  return [
    { text: TEXTS.severity[severity], style: severity },
    { text, ...link },
    { text: value },
    { text: problem },
    { text: cure },
  ];
}
