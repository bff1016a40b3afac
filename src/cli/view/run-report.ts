import type { Finding } from '../../findings/finding.ts';
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

/** The lists of a report. Each is read once, in this order. */
export interface ReportParts {
  readonly files: AnyIterable<ReportFile>;
  readonly batches: AnyIterable<ReportBatch>;
  readonly findings: AnyIterable<Finding>;
  readonly ignoredColumns: AnyIterable<ReportIgnoredColumn>;
  readonly records: AnyIterable<ReportRecord>;
}

/** The report of a run as JSON, in chunks, for `--json` and `--report`. */
export function reportJson(head: ReportHead, parts: ReportParts): AsyncGenerator<string> {
  return jsonDocument([
    { name: 'schemaVersion', value: () => SCHEMA_VERSION },
    { name: 'run', value: () => head.run },
    { name: 'environment', value: () => head.environment },
    { name: 'interface', value: () => head.interface },
    { name: 'startedAt', value: () => head.startedAt },
    { name: 'finishedAt', value: () => head.finishedAt },
    { name: 'exitCode', value: () => head.exitCode },
    { name: 'error', value: () => head.error },
    { name: 'verdict', value: () => head.verdict },
    { name: 'files', list: parts.files },
    { name: 'batches', list: parts.batches },
    { name: 'totals', value: () => head.totals },
    ...findingMembers(parts.findings),
    { name: 'ignoredColumns', list: parts.ignoredColumns },
    { name: 'records', list: parts.records },
  ]);
}

/**
 * Writes the report to `path` in one step, readable only by its owner. If that fails, an earlier report is unchanged.
 *
 * @throws TraceError `report-unwritable`, and the errors of `checkReportPath`
 */
export async function writeRunReport(
  path: string,
  head: ReportHead,
  parts: ReportParts,
  options: ReportOptions = {},
): Promise<void> {
  await replaceFile(path, reportJson(head, parts), options);
}
