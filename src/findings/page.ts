import { CATALOGUE } from './catalogue.ts';
import type { Severity } from './finding.ts';
import { SEVERITIES } from './group.ts';

const HEADS: Record<Severity, string> = {
  error: 'Errors: the row is not sent',
  warning: 'Warnings: doubtful, sent as it is',
  fixed: 'Fixed: a value was changed on the way, which `--strict` makes an error',
  notice: 'Notices: for information',
};

/** docs/findings.md: every code with its meaning, by the severity that it has unless a flag changes it. */
export function findingsPage(): string {
  const entries = Object.entries(CATALOGUE);
  const sections = SEVERITIES.map((severity) => {
    const rows = entries
      .filter(([, entry]) => entry.severity === severity)
      .map(([code, entry]) => `| \`${code}\` | ${'ours' in entry ? 'ours' : ''} | ${cell(entry.meaning)} |`);
    return [`## ${HEADS[severity]}`, '', '| code | whose | meaning |', '|---|---|---|', ...rows, ''].join(
      '\n',
    );
  });
  return `${[INTRODUCTION, ...sections].join('\n').trimEnd()}\n`;
}

const INTRODUCTION = `# Findings

<!-- Made by scripts/make-docs.ts from src/findings/catalogue.ts. Change it there. -->

What \`trace check\`, \`trace plan\` and \`trace import\` can say about the input. A code keeps its meaning from version to
version, so that scripts can go by it. \`--json\` gives one entry for each cell, the first
10,000 of each code, and in \`findingsOmitted\` how many more there are; people see findings with the same cause as one line
with the rows, at most 50 causes of each code and one line for the rest. Totals always count all.

A finding marked \`ours\` is a check of trace that is stricter than the interface. \`--severity CODE=warning\`, \`error\` or \`off\`, or
\`severity: { CODE: warning }\` in the configuration, lowers or raises it: with \`warning\` or \`off\` the row is sent as it is. Any
other finding can be raised, and never lowered.
`;

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '\\<');
}
