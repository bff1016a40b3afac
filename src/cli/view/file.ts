import { lstat, open, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { beginningOf, otherFileType, refuseKept, writeFileWhole } from '../../drafts.ts';
import { TraceError, usage } from '../../errors.ts';
import { say } from '../../say.ts';

export interface ReportOptions {
  /** Whether any file may be overwritten, not only an earlier report. */
  readonly force?: boolean;
  /** Files that are never overwritten, even with `force`: the input and the ledger. */
  readonly keep?: readonly string[];
}

/** The starts of reports. They identify a file as an earlier report. */
const REPORT_START = '{"schemaVersion":';
const PAGE_START = '<!doctype html><!--trace report ';

/** The comment by which the page of a run is known as a report of that run. */
export const pageMark = (run: string | null): string =>
  `${PAGE_START.slice('<!doctype html>'.length)}${JSON.stringify({ run })}-->`;

const isReportText = (text: string): boolean => text.startsWith(REPORT_START) || text.startsWith(PAGE_START);

/**
 * Refuses a path to which no report can be written. Call it before the run.
 *
 * @throws TraceError `report-exists` for a file that is not a report, without `force`; `report-not-a-file` for a link,
 * a folder or a device; `report-kept` for a file of `keep`; `file-kept`; `report-folder` if the folder is missing
 */
export async function checkReportPath(path: string, options: ReportOptions = {}): Promise<void> {
  const folder = await stat(dirname(resolve(path))).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw unwritable(path, error);
  });
  if (!folder?.isDirectory()) {
    throw usage('report-folder', say().runs.reportFolder({ path }), say().runs.reportFolderHint());
  }
  const existing = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unwritable(path, error);
  });
  if (!existing) return;
  if (!existing.isFile()) {
    throw usage(
      'report-not-a-file',
      say().runs.reportNotFile({ path, type: otherFileType(existing) }),
      say().runs.otherFile(),
    );
  }
  await refuseKept(path);
  for (const kept of options.keep ?? []) {
    if (await isSamePath(kept, path)) {
      throw usage('report-kept', say().runs.reportKept({ path }), say().runs.otherFile());
    }
  }
  if (options.force || (await isReport(path))) return;
  throw usage('report-exists', say().runs.reportExists({ path }), say().runs.reportExistsHint());
}

/** Writes chunks to `path` in one step. Errors of the chunks, which are read from the ledger, stay as they are. */
export async function replaceFile(
  path: string,
  chunks: AsyncIterable<string>,
  options: ReportOptions,
): Promise<void> {
  await checkReportPath(path, options);
  await writeFileWhole(path, { replace: true }, async (file) => {
    for await (const chunk of chunks) await file.appendFile(chunk);
  }).catch((error: { code?: string; errcode?: number }) => {
    const isOfSystem = error.code !== undefined && error.errcode === undefined;
    throw isOfSystem && !(error instanceof TraceError) ? unwritable(path, error) : error;
  });
}

/** Whether `path` is a regular file that starts as a report does. */
export async function isEarlierReport(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile() && (await isReport(path));
  } catch {
    return false;
  }
}

async function isReport(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unwritable(path, error);
  });
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(PAGE_START.length), position: 0 });
    return isReportText(buffer.subarray(0, bytesRead).toString());
  } finally {
    await file.close();
  }
}

/** Whether `path` is the report of a later run than `run`. A command about the earlier run must not replace it. */
export async function hasLaterReport(path: string, run: string): Promise<boolean> {
  const text = (await beginningOf(path).catch(() => '')).slice(0, 200);
  const found = /"run":"([^"]*)"/.exec(text)?.[1];
  // Run ids sort by time: they start with the time at which the run started.
  return isReportText(text) && found !== undefined && found > run;
}

async function isSamePath(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((path) => realpath(path).catch(() => resolve(path))),
  );
  return first === second;
}

function unwritable(path: string, cause: unknown): TraceError {
  const reason = (cause as NodeJS.ErrnoException).code ?? say().runs.unknownReason();
  return usage(
    'report-unwritable',
    say().runs.reportUnwritable({ path, reason }),
    /^E(?:ACCES|PERM|ROFS)$/.test(reason) ? say().runs.reportRights() : say().runs.reportSpace(),
    cause,
  );
}
