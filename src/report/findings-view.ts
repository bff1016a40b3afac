import type { ChalkInstance } from 'chalk';
import type { Severity } from '../findings/finding.ts';
import type { FindingGroup } from '../findings/group.ts';
import { groupText } from '../findings/group-text.ts';
import { forTerminal } from './terminal-text.ts';

const LABELS: Record<Severity, string> = {
  error: 'error',
  warning: 'warning',
  fixed: 'fixed',
  notice: 'notice',
};

/** Groups of findings for people: a line each, the values under it, indented. */
export function* findingLines(groups: readonly FindingGroup[], chalk: ChalkInstance): Generator<string> {
  for (const group of groups) {
    const { line, detail } = groupText(group, forTerminal);
    yield `${inColor(group.severity, chalk)(LABELS[group.severity].padEnd(8))}${line} ${chalk.dim(`[${group.code}]`)}`;
    if (detail !== undefined) yield `${' '.repeat(8)}${detail}`;
  }
}

function inColor(severity: Severity, chalk: ChalkInstance): (text: string) => string {
  if (severity === 'error') return chalk.red;
  return severity === 'warning' ? chalk.yellow : chalk.cyan;
}
