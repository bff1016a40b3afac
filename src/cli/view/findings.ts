import type { ChalkInstance } from 'chalk';
import { command } from '../../advice.ts';
import type { FindingCode } from '../../findings/catalogue.ts';
import type { Finding, Severity } from '../../findings/finding.ts';
import type { FindingGroup } from '../../findings/group.ts';
import { groupText } from '../../findings/group-text.ts';
import { forTerminal } from '../../terminal-text.ts';
import type { AnyIterable, Member } from './json-document.ts';
import type { OmittedFindings, ReportFinding } from './report-schema.ts';
import { amount } from './sentences.ts';

/** Maximum number of findings of one code in a document; `findingsOmitted` counts the others. */
export const LISTED_PER_CODE = 10_000;

const LABELS: Record<Severity, string> = {
  error: 'error',
  warning: 'warning',
  fixed: 'fixed',
  notice: 'notice',
};

/** Maximum length of a message or suggestion in JSON, in characters. */
const TEXT_CHARACTERS = 2000;

/**
 * The members `findings` and `findingsOmitted` of a document: the first findings of each code, and the number of the
 * others.
 */
export function findingMembers(findings: AnyIterable<Finding>, most = LISTED_PER_CODE): readonly Member[] {
  const listed = new Map<FindingCode, number>();
  const omitted = new Map<string, { code: FindingCode; severity: Severity; count: number }>();

  async function* entries(): AsyncGenerator<ReportFinding> {
    for await (const finding of findings) {
      const { code, severity } = finding;
      const before = listed.get(code) ?? 0;
      if (before < most) {
        listed.set(code, before + 1);
        yield findingEntry(finding);
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

/** A finding as JSON shows it. Unknown fields are null. */
export function findingEntry({ origin, ...finding }: Finding): ReportFinding {
  return {
    code: finding.code,
    severity: finding.severity,
    origin: {
      file: origin.file,
      sheet: origin.sheet ?? null,
      row: origin.row ?? null,
      line: origin.line ?? null,
      column: origin.column ?? null,
    },
    kind: finding.kind ?? null,
    field: finding.field ?? null,
    value: finding.value ?? null,
    message: bounded(finding.message),
    suggestion: finding.suggestion === undefined ? null : bounded(finding.suggestion),
  };
}

const bounded = (text: string): string =>
  text.length <= TEXT_CHARACTERS ? text : `${text.slice(0, TEXT_CHARACTERS - 1)}…`;

/** Groups of findings: one line each, with the values indented below it. */
export function* findingLines(groups: readonly FindingGroup[], chalk: ChalkInstance): Generator<string> {
  for (const group of groups) {
    const { line, detail } = groupText(group, forTerminal);
    yield `${inColor(group.severity, chalk)(LABELS[group.severity].padEnd(8))}${line} ${chalk.dim(`[${group.code}]`)}`;
    if (detail !== undefined) yield `${' '.repeat(8)}${detail}`;
  }
}

/**
 * Groups of findings for a run that sends. All fixed values are summed up in one line, because a nightly job fixes the
 * same values every night. `shownBy` is the command that lists them (default: `check`).
 */
export function* briefFindingLines(
  groups: readonly FindingGroup[],
  chalk: ChalkInstance,
  shownBy = `${command('check', 'FILE')}, with the same input for FILE,`,
): Generator<string> {
  const fixed = groups.filter(({ severity }) => severity === 'fixed');
  yield* findingLines(
    groups.filter(({ severity }) => severity !== 'fixed'),
    chalk,
  );
  if (fixed.length === 0) return;
  const values = fixed.reduce((sum, { count }) => sum + count, 0);
  const columns = new Set(fixed.map(({ file, sheet, column }) => `${file}\u001f${sheet}\u001f${column}`))
    .size;
  yield `${inColor('fixed', chalk)(LABELS.fixed.padEnd(8))}${amount(values, 'value')} in ${amount(columns, 'column')}; ${shownBy} shows each change`;
}

function inColor(severity: Severity, chalk: ChalkInstance): (text: string) => string {
  if (severity === 'error') return chalk.red;
  return severity === 'warning' ? chalk.yellow : chalk.cyan;
}
