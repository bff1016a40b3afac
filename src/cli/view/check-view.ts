import { command } from '../../advice.ts';
import type { Severity } from '../../findings/finding.ts';
import type { FindingGroups } from '../../findings/group.ts';
import type { ReportedFinding } from '../../import/report/report-parts.ts';
import type { Verdict } from '../../import/report/run-event.ts';
import { say } from '../../say.ts';
import { findingLines, findingMembers, LISTED_PER_CODE, moreLine, shownGroups } from './findings.ts';
import { type AnyIterable, jsonDocument, type Member, SCHEMA_VERSION } from './json-document.ts';
import type { ReportFile, ReportIgnoredColumn } from './report-schema.ts';
import { amount, type ColorLevel, colors, severitiesText, verdictText } from './sentences.ts';
import { wrapWhole } from './wrap.ts';

/**
 * The output of `trace check`: findings by cause, totals by severity, and the verdict as the last line. With `quiet`,
 * errors and warnings alone; nothing if there are none.
 */
export function* checkLines(
  groups: FindingGroups,
  records: number,
  verdict: Verdict,
  colorLevel: ColorLevel,
  width?: number,
  quiet = false,
): Generator<string> {
  const chalk = colors(colorLevel);
  const grouped = shownGroups(groups.groups(), quiet);
  if (quiet && grouped.length === 0 && verdict.exitCode === 0) return;
  yield* findingLines(grouped, chalk, width);
  yield* moreLine(grouped, '--all', width);
  if (width !== undefined && grouped.length > 0)
    yield* wrapWhole(say().screen.explain({ command: command('explain', say().placeholders.code()) }), width);
  const texts = { records: amount(records, 'record'), findings: severitiesText(groups.counts()) };
  yield* wrapWhole(say().progress.counted(texts), width);
  yield verdictText(verdict, chalk, width);
}

/** What `trace check --json` shows. `files`, `counts` and `ignoredColumns` are called after all findings were read. */
interface CheckParts {
  readonly findings: AnyIterable<ReportedFinding>;
  readonly files: () => readonly ReportFile[];
  readonly counts: () => Readonly<Record<Severity, number>>;
  readonly ignoredColumns: () => readonly ReportIgnoredColumn[];
  /** Whether all findings are listed (default: the first of each code). */
  readonly all?: boolean;
}

/** The members of the output of `trace check --json`, in their order. */
export const checkMembers = (parts: CheckParts): readonly Member[] => [
  { name: 'schemaVersion', value: () => SCHEMA_VERSION },
  ...findingMembers(parts.findings, parts.all === true ? Number.POSITIVE_INFINITY : LISTED_PER_CODE),
  { name: 'files', value: parts.files },
  { name: 'counts', value: parts.counts },
  { name: 'ignoredColumns', value: parts.ignoredColumns },
];

/** The output of `trace check --json`, in chunks. */
export const checkJson = (parts: CheckParts): AsyncGenerator<string> => jsonDocument(checkMembers(parts));
