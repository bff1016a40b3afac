import type { ReportRecord } from '../../../../src/cli/view/report-schema.ts';
import { runPage } from '../../../../src/cli/view/run-page/run-page.ts';
import type { Report } from '../../../../src/cli/view/run-report.ts';
import { noTotals } from '../../../../src/send/push/outcome.ts';

/** A record of a report. */
export const recordOf = (at: number, more: Partial<ReportRecord> = {}): ReportRecord => ({
  ...{ kind: 'product', key: `ROB-${at}`, family: null, importationBatch: null, outcome: 'created' },
  ...{ id: null, studyId: null, qrCodeLink: null, showcaseLink: null, messages: [], blockedBy: null },
  origin: { file: 'products.csv', sheet: 'products', row: at + 2, line: at + 2 },
  ...{ attempts: 1, tries: [] },
  ...more,
});

/** A report with these records; `more` replaces its other parts. */
export function reportOf(records: Iterable<ReportRecord>, more: Partial<Report> = {}): Report {
  const at = '2026-11-21T02:13:00.000Z';
  return {
    head: {
      ...{ run: '20261121-021300-ab12', environment: 'sandbox', interface: 'v2', startedAt: at },
      ...{ finishedAt: '2026-11-21T02:15:30.000Z', exitCode: 0, error: null },
      verdict: { text: 'sandbox: 3 created.', next: null },
      totals: { ...noTotals(), created: 3 },
    },
    ...{ files: [], batches: [], findings: [], ignoredColumns: [], records },
    detail: { place: [], waves: () => [], slots: () => [], changes: () => [] },
    ...more,
  };
}

/** The page of a report as one text. */
export const pageOf = async (report: Report): Promise<string> =>
  (await Array.fromAsync(runPage(report))).join('');
