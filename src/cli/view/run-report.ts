import type { ReportedFinding } from '../../import/report/report-parts.ts';
import { type ReportOptions, replaceFile } from './file.ts';
import { findingMembers } from './findings.ts';
import { type AnyIterable, jsonDocument, SCHEMA_VERSION } from './json-document.ts';
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
}

/** The members of the head before the lists. */
const HEAD = [
  ...(['run', 'environment', 'interface', 'startedAt', 'finishedAt'] as const),
  ...(['exitCode', 'error', 'verdict'] as const),
];

/** The report of a run as JSON, in chunks, for `--json` and `--report`. */
export function reportJson({ head, ...lists }: Report): AsyncGenerator<string> {
  return jsonDocument([
    { name: 'schemaVersion', value: () => SCHEMA_VERSION },
    ...HEAD.map((name) => ({ name, value: () => head[name] })),
    { name: 'files', list: lists.files },
    { name: 'batches', list: lists.batches },
    { name: 'totals', value: () => head.totals },
    ...findingMembers(lists.findings),
    { name: 'ignoredColumns', list: lists.ignoredColumns },
    { name: 'records', list: lists.records },
  ]);
}

/**
 * Writes the report to `path` in one step, readable only by its owner. If that fails, an earlier report is unchanged.
 *
 * @throws TraceError `report-unwritable`, and the errors of `checkReportPath`
 */
export const writeRunReport = (path: string, report: Report, options: ReportOptions = {}): Promise<void> =>
  replaceFile(path, reportJson(report), options);
