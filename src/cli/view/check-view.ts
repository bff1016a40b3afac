import type { Finding, Severity } from '../../findings/finding.ts';
import type { FindingGroups } from '../../findings/group.ts';
import type { Verdict } from '../../import/event.ts';
import { findingMembers } from './finding-list.ts';
import { findingLines } from './findings-view.ts';
import { type AnyIterable, jsonDocument, SCHEMA_VERSION } from './json-document.ts';
import type { ColorLevel } from './listener.ts';
import type { ReportFile, ReportIgnoredColumn } from './schema.ts';
import { amount, colors, severitiesText, verdictText } from './sentences.ts';

/** What `trace check` prints for people: findings by cause, totals by severity, the verdict as the last line. */
export function* checkLines(
  groups: FindingGroups,
  records: number,
  verdict: Verdict,
  colorLevel: ColorLevel,
): Generator<string> {
  const chalk = colors(colorLevel);
  const grouped = groups.groups();
  yield* findingLines(grouped, chalk);
  if (grouped.length > 0) yield '';
  yield `${amount(records, 'record')}: ${severitiesText(groups.counts())}`;
  yield verdictText(verdict, chalk);
}

/**
 * What `trace check --json` prints, in chunks. The findings are read first, so they may come while the files are
 * read; `files`, `counts` and `ignoredColumns` are asked for after them.
 */
export function checkJson(parts: {
  readonly findings: AnyIterable<Finding>;
  readonly files: () => readonly ReportFile[];
  readonly counts: () => Readonly<Record<Severity, number>>;
  readonly ignoredColumns: () => readonly ReportIgnoredColumn[];
}): AsyncGenerator<string> {
  return jsonDocument([
    { name: 'schemaVersion', value: () => SCHEMA_VERSION },
    ...findingMembers(parts.findings),
    { name: 'files', value: parts.files },
    { name: 'counts', value: parts.counts },
    { name: 'ignoredColumns', value: parts.ignoredColumns },
  ]);
}
