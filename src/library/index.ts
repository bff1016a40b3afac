import { start } from './call.ts';
import type { RunEvent } from './documents.ts';
import type { CheckOptions, ExportOptions, ImportOptions, PlanOptions } from './options.ts';
import type { Call, CheckResult, ExportEvent, ExportResult, ImportResult, PlanResult } from './results.ts';

export { TraceError } from '../errors.ts';
export type { CheckDocument, Config, PlanDocument, RunEvent, RunReport } from './documents.ts';
export type * from './options.ts';
export type * from './results.ts';

/**
 * Reads and checks files, without the service. Wrong data is a finding of the result, not an error.
 *
 * @throws TraceError if the options or the configuration are wrong, a file cannot be read, or the signal is aborted
 */
export const check = (options: CheckOptions): Call<RunEvent, CheckResult> =>
  start(options, async (...work) => (await import('./check.ts')).checkWith(options, ...work));

/**
 * Computes what an import of files would send, and sends nothing.
 *
 * @throws TraceError as `check`
 */
export const plan = (options: PlanOptions): Call<RunEvent, PlanResult> =>
  start(options, async (...work) => (await import('./plan.ts')).planWith(options, ...work));

/**
 * Checks, plans and sends the records of files. Once the run has begun, an abort also ends with its report: its
 * `exitCode` is then 130.
 *
 * @throws TraceError if nothing was sent: as `check`, and if the token is missing, another run sends, or the write to
 * production is not allowed
 */
export const importFiles = (options: ImportOptions): Call<RunEvent, ImportResult> =>
  start(options, async (...work) => (await import('./import-files.ts')).importWith(options, ...work));

/**
 * Exports studies of the service to files or a stream.
 *
 * @throws TraceError as `check`, and if the service cannot be read; the same call then resumes the export
 */
export const exportStudies = (options: ExportOptions = {}): Call<ExportEvent, ExportResult> =>
  start(options, async (...work) => (await import('./export-studies.ts')).exportWith(options, ...work));
