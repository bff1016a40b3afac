import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { draftIn, removeOldDrafts, syncFolder } from '../../drafts.ts';
import { type TraceError, usage } from '../../errors.ts';

export interface ReportOptions {
  /** Overwrite any file, not only an earlier report. */
  readonly force?: boolean;
  /** Files that are never overwritten, whatever `force` says: the input, the ledger. */
  readonly keep?: readonly string[];
}

/** What every report starts with, by which an earlier one is known. */
const REPORT_START = '{"schemaVersion":';

/**
 * Throws unless a report may be written to `path`: TraceError `report-exists` for a file that is no earlier report
 * and no `force`, `report-not-a-file` for a link, folder or device, `report-kept`
 * for a file of `keep`, `report-folder` when the folder is missing. Ask before the run: afterwards is late.
 */
export async function checkReportPath(path: string, options: ReportOptions = {}): Promise<void> {
  const folder = await stat(dirname(resolve(path))).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw unwritable(path, error);
  });
  if (!folder?.isDirectory()) {
    throw usage(
      'report-folder',
      `There is no folder for the report ${path}.`,
      'Make the folder or name another.',
    );
  }
  const existing = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw unwritable(path, error);
  });
  if (!existing) return;
  if (!existing.isFile()) {
    const what = existing.isSymbolicLink()
      ? 'a link'
      : existing.isDirectory()
        ? 'a folder'
        : 'no ordinary file';
    throw usage(
      'report-not-a-file',
      `${path} is ${what}: the report is not written there.`,
      'Name another file.',
    );
  }
  for (const kept of options.keep ?? []) {
    if (await same(kept, path)) {
      throw usage(
        'report-kept',
        `${path} is in use by this run: the report would replace it.`,
        'Name another file.',
      );
    }
  }
  if (options.force || (await isReport(path))) return;
  throw usage(
    'report-exists',
    `${path} exists and is no earlier report of trace.`,
    'Name another file for --report, or overwrite it with --force.',
  );
}

/** Writes chunks to a new file beside `path`, makes it durable, and puts it in place of `path` in one step. */
export async function replaceFile(
  path: string,
  chunks: AsyncIterable<string>,
  options: ReportOptions,
): Promise<void> {
  await checkReportPath(path, options);
  await removeOldDrafts(dirname(path));
  const draft = draftIn(dirname(path), randomBytes(8).toString('hex'));
  try {
    const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
      throw unwritable(path, error);
    });
    try {
      for await (const chunk of chunks) {
        await file.appendFile(chunk).catch((error: unknown) => {
          throw unwritable(path, error);
        });
      }
      await file.sync();
    } finally {
      await file.close();
    }
    // Someone may have put a link there meanwhile: rename replaces the link, it does not follow it.
    await rename(draft, path).catch((error: unknown) => {
      throw unwritable(path, error);
    });
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Whether `path` is a file of its own that begins as every report does. */
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
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(REPORT_START.length), position: 0 });
    return buffer.subarray(0, bytesRead).toString() === REPORT_START;
  } finally {
    await file.close();
  }
}

/** Whether `path` has the report of a run that began after `run`: a command about the earlier one must not replace it unasked. */
export async function hasLaterReport(path: string, run: string): Promise<boolean> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(200), position: 0 });
      const text = buffer.subarray(0, bytesRead).toString();
      const found = /"run":"([^"]*)"/.exec(text)?.[1];
      // An id begins with the time at which its run began.
      return text.startsWith(REPORT_START) && found !== undefined && found > run;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}

async function same(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((path) => realpath(path).catch(() => resolve(path))),
  );
  return first === second;
}

function unwritable(path: string, cause: unknown): TraceError {
  const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown reason';
  return usage(
    'report-unwritable',
    `The report ${path} cannot be written (${reason}).`,
    'Make room or name another file for --report.',
    cause,
  );
}
