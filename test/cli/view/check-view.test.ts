import { describe, expect, it } from 'vitest';
import { checkJson, checkLines } from '../../../src/cli/view/check-view.ts';
import { checkDocument } from '../../../src/cli/view/report-schema.ts';
import type { Finding } from '../../../src/findings/finding.ts';
import { FindingGroups } from '../../../src/findings/group.ts';
import { reportedFinding } from '../../../src/import/report/report-parts.ts';
import { verdict } from './events.ts';

const findings: Finding[] = [
  {
    code: 'text-trimmed',
    severity: 'fixed',
    origin: { file: 'batch.xlsx', sheet: 'Products', row: 3, column: 'A' },
    kind: 'product',
    field: 'productRef',
    value: ' ROB-2041',
    message: 'spaces removed',
  },
  {
    code: 'not-in-list',
    severity: 'error',
    origin: { file: 'batch.xlsx', sheet: 'Evil\u001b[2J', row: 17, column: 'F' },
    kind: 'component',
    field: 'category',
    value: 'Cot\u202eton',
    message: '"Cot\u202eton" is not in the list',
    suggestion: 'COTTON',
  },
];

/** Defaults of a stored finding, for properties that the finding lacks. */
const UNKNOWN = { sheet: null, row: null, line: null, column: null, kind: null, field: null, value: null };

function gathered(): FindingGroups {
  const groups = new FindingGroups();
  for (const finding of findings) groups.add(finding);
  return groups;
}

describe('what trace check prints', () => {
  it('the output of check is the findings of each sheet, then totals and the verdict', () => {
    expect([...checkLines(gathered(), 1200, verdict, 0)]).toEqual([
      'batch.xlsx › Evil\\x1b[2J: 1 error',
      "error   'Evil\\x1b[2J'!F17 category [not-in-list]",
      '        "Cot\\u{202e}ton" is not in the list',
      '        → COTTON',
      '',
      'batch.xlsx › Products: no errors, 1 fixed value',
      'fixed   Products!A3 productRef [text-trimmed]',
      '        " ROB-2041": spaces removed',
      '',
      '1,200 records: 1 error, 1 fixed value',
      '2 created, 1 rejected. Next: trace runs report',
    ]);
  });

  it('the output of check is totals and verdict when nothing was found', () => {
    expect([
      ...checkLines(new FindingGroups(), 3, { ...verdict, exitCode: 0, text: 'Sound.', next: null }, 0),
    ]).toEqual(['3 records: no errors', 'Sound.']);
  });

  it('the output of check names trace explain at its end on a terminal, if there are findings', () => {
    const footer = 'trace explain CODE says more about a finding (CODE is the word in brackets).';
    expect([...checkLines(gathered(), 1, verdict, 0, 80)]).toContain(footer);
    expect([...checkLines(gathered(), 1, verdict, 0)]).not.toContain(footer);
    expect([...checkLines(new FindingGroups(), 1, verdict, 0, 80)]).not.toContain(footer);
  });

  it('the output of check has colours only from colour level 1 on', () => {
    expect([...checkLines(gathered(), 1, verdict, 1)].join('')).toContain('\u001b[31merror');
  });
});

it('trace check at 80 columns breaks no word, no address and no command', () => {
  const groups = new FindingGroups();
  const problem = `"x" is not in component.material; trace taxonomy list component.material --env sandbox shows its values ${'and so on '.repeat(9)}`;
  for (const row of [3, 5, 7, 9, 11, 13, 15]) {
    const origin = { ...findings[0]!.origin, sheet: 'Composants par modèle', row };
    groups.add({
      ...findings[1]!,
      origin,
      message: problem,
      suggestion: 'skip it: --ignore-columns "Cote interne"',
    });
  }
  const lines = [...checkLines(groups, 9, { ...verdict, text: 'a '.repeat(60).trim() }, 0, 80)];
  for (const line of lines.join('\n').split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines.slice(0, 3)).toEqual([
    'batch.xlsx › Composants par modèle: 7 errors',
    "error   'Composants par modèle'!A3, A5, A7, A9, A11 and 2 more (7 rows) category",
    '        [not-in-list]',
  ]);
  expect(lines.join('\n')).toContain('trace taxonomy list component.material --env sandbox');
  expect(lines.join('\n')).toContain('--ignore-columns "Cote interne"');
  expect(lines).toContain('Only the first places of some findings are shown; --all lists all of them.');
});

it('the JSON of trace check has one entry for each cell, and counts that are known only after them', async () => {
  const counts = { error: 0, warning: 0, notice: 0, fixed: 0 };
  async function* read() {
    for (const finding of findings) {
      counts[finding.severity] += 1;
      const { origin, ...rest } = finding;
      yield reportedFinding({ ...UNKNOWN, ...rest, ...origin, suggestion: rest.suggestion ?? null });
    }
  }
  let text = '';
  const ignored = { file: 'batch.xlsx', sheet: 'Products', column: 'H', header: 'Coloris', values: 12 };
  const file = { path: 'batch.xlsx', sha256: '0f'.repeat(32), rows: 2 };
  for await (const chunk of checkJson({
    findings: read(),
    files: () => [file],
    counts: () => counts,
    ignoredColumns: () => [ignored],
  }))
    text += chunk;
  const document = checkDocument.parse(JSON.parse(text));
  expect(document).toEqual(JSON.parse(text));
  expect(document.counts).toEqual({ error: 1, warning: 0, notice: 0, fixed: 1 });
  expect(document.files).toEqual([file]);
  expect(document.ignoredColumns).toEqual([ignored]);
  expect(document.findings.map(({ code, origin }) => [code, origin.row, origin.column])).toEqual([
    ['text-trimmed', 3, 'A'],
    ['not-in-list', 17, 'F'],
  ]);
});
