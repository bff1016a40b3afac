import { expect, test } from 'vitest';
import type { ListedJob } from '../../../../src/cli/view/document-schema.ts';
import { findingRows, jobTable, progressPart, runTable } from '../../../../src/cli/view/served/lists.ts';
import { errorPage } from '../../../../src/cli/view/served/page.ts';
import { noTotals } from '../../../../src/send/push/outcome.ts';
import { unbalanced } from '../../../page/browser.ts';

const HOSTILE = `"><script>alert(1)</script>'&\u202e`;

test('lists and errors contain no markup from texts of files, of the service and of other machines', async () => {
  const at = '2026-11-21T02:13:00.000Z';
  const finding = {
    ...({ code: 'not-in-list', severity: 'error', kind: 'product', field: 'category' } as const),
    origin: { file: HOSTILE, sheet: HOSTILE, row: 2, line: null, column: 'G' },
    ...{ value: HOSTILE, message: 'not this value', suggestion: HOSTILE },
  };
  const attempt = {
    number: 1,
    startedAt: at,
    endedAt: null,
    exitCode: null,
    run: null,
    text: null,
    next: null,
  };
  const job: ListedJob = {
    ...{ job: HOSTILE, state: 'active', environment: HOSTILE, target: HOSTILE, files: [HOSTILE], flags: [] },
    ...{ priority: 0, host: HOSTILE, schedule: null, createdAt: at, startsAt: null, endedAt: null },
    attempts: [{ ...attempt, host: HOSTILE, report: null }],
  };
  const run = { run: HOSTILE, environment: HOSTILE, startedAt: at, exitCode: 5, totals: noTotals() };
  const site = { root: '/root', hasJobs: true };
  for (const html of [
    findingRows([finding, { ...finding, message: HOSTILE }]),
    jobTable([job]),
    runTable([run], '/root'),
    await errorPage(site, HOSTILE, HOSTILE),
  ]) {
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('\u202e');
    expect(unbalanced(html)).toEqual([]);
  }
});

test.each([
  [{}, 'The input is read', ''],
  [{ open: 10 }, '0 of 10 records', ''],
  [{ open: 71, created: 28, rejected: 1 }, '29 of 100 records', '20%'],
  [{ created: 9999, failed: 1 }, '10,000 of 10,000 records', '100%'],
])('the progress of the counts %j says "%s"', (counts, words, said) => {
  const { part, said: spoken } = progressPart(new Map(Object.entries(counts)));
  expect(part).toContain(words);
  expect(spoken.startsWith(said)).toBe(true);
  expect(spoken === '').toBe(said === '');
});
