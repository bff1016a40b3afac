import type { ReportedFinding, reportParts } from '../../import/report/report-parts.ts';
import { type ReportOptions, replaceFile } from './file.ts';
import { findingMembers } from './findings.ts';
import { type AnyIterable, jsonDocument, type Member, SCHEMA_VERSION } from './json-document.ts';
import type {
  ReportBatch,
  ReportFile,
  ReportHead,
  ReportIgnoredColumn,
  ReportRecord,
} from './report-schema.ts';

/** A report: its head, and its lists, which are each read once, in this order. */
export interface Report {
  readonly head: ReportHead;
  readonly files: AnyIterable<ReportFile>;
  readonly batches: AnyIterable<ReportBatch>;
  readonly findings: AnyIterable<ReportedFinding>;
  readonly ignoredColumns: AnyIterable<ReportIgnoredColumn>;
  readonly records: AnyIterable<ReportRecord>;
  /** What only the page shows; undefined if there is no run, or its ledger cannot be read. */
  readonly detail?: ReturnType<typeof reportParts>['detail'];
}

/** The members of the head before the lists. */
const HEAD = [
  ...(['run', 'environment', 'interface', 'startedAt', 'finishedAt'] as const),
  ...(['exitCode', 'error', 'verdict'] as const),
];

/** The members of the report of a run, in their order. */
export const reportMembers = ({ head, ...lists }: Report): readonly Member[] => [
  { name: 'schemaVersion', value: () => SCHEMA_VERSION },
  ...HEAD.map((name) => ({ name, value: () => head[name] })),
  { name: 'files', list: lists.files },
  { name: 'batches', list: lists.batches },
  { name: 'totals', value: () => head.totals },
  ...findingMembers(lists.findings),
  { name: 'ignoredColumns', list: lists.ignoredColumns },
  { name: 'records', list: lists.records },
];

/** The report of a run as JSON, in chunks, for `--json` and `--report`. */
export const reportJson = (report: Report): AsyncGenerator<string> => jsonDocument(reportMembers(report));

/**
 * Writes the report to `path` in one step, readable only by its owner: as a page if the name ends in `.html`, else as JSON. If that
 * fails, an earlier report is unchanged.
 *
 * @throws TraceError `report-unwritable`, and the errors of `checkReportPath`
 */
export async function writeRunReport(
  path: string,
  report: Report,
  options: ReportOptions = {},
): Promise<void> {
  return /\.html?$/i.test(path)
    ? writeRunPage(path, report, options)
    : replaceFile(path, reportJson(report), options);
}

/** Writes the report as a page, like `writeRunReport`. */
export async function writeRunPage(path: string, report: Report, options: ReportOptions = {}): Promise<void> {
  const { runPage } = await import('./run-page/run-page.ts');
  return replaceFile(path, runPage(report), options);
}
