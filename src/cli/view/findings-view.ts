import type { ChalkInstance } from 'chalk';
import { command } from '../../advice.ts';
import type { Severity } from '../../findings/finding.ts';
import type { FindingGroup } from '../../findings/group.ts';
import { groupText } from '../../findings/group-text.ts';
import { forTerminal } from '../../terminal-text.ts';
import { amount } from './sentences.ts';

const LABELS: Record<Severity, string> = {
  error: 'error',
  warning: 'warning',
  fixed: 'fixed',
  notice: 'notice',
};

/** Groups of findings: one line each, with the values indented below it. */
export function* findingLines(groups: readonly FindingGroup[], chalk: ChalkInstance): Generator<string> {
  for (const group of groups) {
    const { line, detail } = groupText(group, forTerminal);
    yield `${inColor(group.severity, chalk)(LABELS[group.severity].padEnd(8))}${line} ${chalk.dim(`[${group.code}]`)}`;
    if (detail !== undefined) yield `${' '.repeat(8)}${detail}`;
  }
}

/**
 * Groups of findings for a run that sends. All fixed values are one line, because a nightly job fixes the same values
 * every night. `shownBy` is the command that lists them (default: `check`).
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
