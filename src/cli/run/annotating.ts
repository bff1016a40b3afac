import { existsSync } from 'node:fs';
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { flag } from '../../advice.ts';
import type { Context } from '../../context.ts';
import type { InterfaceName } from '../../contract/kind.ts';
import { otherFileType, refuseKept, type WriteOptions, writeFileWhole } from '../../drafts.ts';
import { TraceError, usage } from '../../errors.ts';
import type { AnnotateJob } from '../../handback/annotate/annotate-file.ts';
import type { CheckedInput } from '../../import/check-input.ts';
import type { ImportResult } from '../../import/import.ts';
import { type InputSettings, kindsIn } from '../../import/input/settings.ts';
import type { RunEvent } from '../../import/report/run-event.ts';
import { totalsOf } from '../../import/report/run-result.ts';
import type { RunRow } from '../../ledger/ledger.ts';
import { say } from '../../say.ts';
import { Damage } from '../../sheets/damage.ts';
import { openInput } from '../../sheets/input.ts';
import { DEFAULT_LIMITS } from '../../sheets/limits.ts';
import type { InputOptions } from '../flags/input-flags.ts';
import { shownGroups } from '../view/findings.ts';
import { type CopiedMap, copiedMap } from './copied-map.ts';

export interface AnnotateOptions {
  readonly annotate?: string;
  readonly force?: boolean;
  readonly quiet?: boolean;
}

/** An input file, and where its annotated copy is written. */
export interface CopyTarget {
  readonly file: string;
  readonly path: string;
}

/** The name of a copy in messages, and the flag that sets its file. */
export interface CopyNames {
  readonly flag: `--${string}`;
  readonly copy: 'annotated' | 'fixed' | 'plain';
}
const ANNOTATED: CopyNames = { flag: '--annotate', copy: 'annotated' };

/** The header rows of the tables of each sheet, from the events of a run. */
export class HeaderRows {
  readonly sheets: { file: string; sheet: string; headerRows: number[] }[] = [];

  on(event: RunEvent): void {
    if (event.type !== 'sheet-started') return;
    const { file, sheet, headerRow } = event;
    const known = this.sheets.find((one) => one.file === file && one.sheet === sheet);
    if (known) known.headerRows.push(headerRow);
    else this.sheets.push({ file, sheet, headerRows: [headerRow] });
  }
}

/**
 * The copies that `--annotate` requests: one for each file; with several files, their names are appended.
 *
 * @throws TraceError `annotate-input`, `annotate-name`, `annotate-folder`, `annotate-kept`, `annotate-exists`
 */
export async function copyTargets(
  { annotate, force }: AnnotateOptions,
  files: readonly string[],
  cwd: string,
  keep: readonly string[] = [],
  names = ANNOTATED,
): Promise<CopyTarget[]> {
  if (annotate === undefined) return [];
  const all = [...new Set(files)];
  const stems = new Map<string, number>();
  const targets: CopyTarget[] = [];
  for (const file of all) {
    if (file === '-') throw stdinRefused(names);
    const extension = await extensionOf(file, names);
    if (extension === null) continue;
    let path = resolve(cwd, annotate);
    if (all.length > 1) path = severalPath(path, file, extension, stems);
    else requireExtension(annotate, file, extension, names);
    await requireFree(
      path,
      annotate,
      [...all.map((one) => resolve(cwd, one)), ...keep],
      force === true,
      names,
    );
    targets.push({ file, path });
  }
  return targets;
}

/** The error of standard input, which has no copy. */
export const stdinRefused = ({ flag }: CopyNames): TraceError =>
  usage('annotate-input', say().copy.stdin({ flag }), say().copy.stdinHow());

/** The extension of the copy of a file; null if the file cannot be opened, which the run reports. */
export async function extensionOf(file: string, names = ANNOTATED): Promise<string | null> {
  try {
    if (!(await stat(file)).isFile())
      throw usage('annotate-input', say().copy.notFile({ flag: names.flag, file }), say().copy.notFileHow());
    const input = await openInput(file, { stdin: process.stdin }, DEFAULT_LIMITS);
    try {
      const { extensionOfCopy } = await import('../../sheets/annotate/extension.ts');
      return await extensionOfCopy(input, DEFAULT_LIMITS);
    } finally {
      await input.close();
    }
  } catch (error) {
    if (error instanceof Damage || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof TraceError && error.code.startsWith('file-')) return null;
    throw error;
  }
}

function requireExtension(path: string, file: string, extension: string, names: CopyNames): void {
  const own = extname(path).toLowerCase();
  if (own === extension) return;
  const right =
    own === '' || !/^\.[a-z]{3,4}$/.test(own) ? path + extension : path.slice(0, -own.length) + extension;
  const texts = { path, extension };
  const { copy } = names;
  throw usage(
    'annotate-name',
    extension === '.xlsx'
      ? say().copy[`${copy}Name`](texts)
      : say().copy[`${copy}NameOf`]({ ...texts, file: basename(file) }),
    say().copy.use({ flag: flag(names.flag, right) }),
  );
}

/** `out.xlsx` and `suppliers.csv` give `out-suppliers.xlsx`. */
function severalPath(path: string, file: string, extension: string, stems: Map<string, number>): string {
  const stem = basename(file, extname(file));
  const count = (stems.get(stem.toLowerCase()) ?? 0) + 1;
  stems.set(stem.toLowerCase(), count);
  const start = /\.xl[st][xm]$/i.test(path) ? path.slice(0, -extname(path).length) : path;
  return `${start}-${stem}${count === 1 ? '' : `-${count}`}${extension}`;
}

async function requireFree(
  path: string,
  given: string,
  keep: readonly string[],
  force: boolean,
  names: CopyNames,
): Promise<void> {
  const folder = await stat(dirname(path)).catch(() => null);
  if (!folder?.isDirectory())
    throw usage(
      'annotate-folder',
      say().copy[`${names.copy}Folder`]({ path: given }),
      say().copy.folderHow(),
    );
  const found = await lstat(path).catch(() => null);
  if (!found) return;
  if (!found.isFile())
    throw usage(
      'annotate-exists',
      say().copy.isType({ path, type: otherFileType(found) }),
      say().copy.chooseFile({ flag: names.flag }),
    );
  await refuseKept(path);
  const real = await realpath(path);
  for (const one of keep)
    if ((await realpath(one).catch(() => one)) === real)
      throw usage(
        'annotate-kept',
        say().copy[`${names.copy}Kept`]({ path }),
        say().copy.chooseFile({ flag: names.flag }),
      );
  if (force) return;
  throw usage('annotate-exists', say().copy.exists({ path }), say().copy.existsHow({ flag: names.flag }));
}

/** What a command knows about the copies of its input. */
interface CopyJob {
  readonly settings: InputSettings;
  readonly targets: readonly CopyTarget[];
  readonly headers: HeaderRows;
  readonly options: AnnotateOptions & Pick<InputOptions, 'interface'>;
  readonly context: Context;
}

interface CheckedCopies extends CopyJob {
  readonly checked: CheckedInput;
  readonly verdict: string;
  readonly map: CopiedMap | null;
}

/** Writes the copies that a check was asked for. Returns a line for each. */
export async function copiesOfCheck({ checked, verdict, map, ...copying }: CheckedCopies): Promise<string[]> {
  const { settings, targets, headers, options, context } = copying;
  if (targets.length === 0) return [];
  const { NOTHING_STORED } = await import('../../handback/annotate/sheet-marks.ts');
  const { stored, recordRows, findingGroups, files } = checked;
  const job: AnnotateJob = {
    ...{ settings, groups: findingGroups.groups(), files, signal: context.signal, verdict },
    kinds: kindsIn({ ...settings, interface: checked.interface }),
    maps: mapsFrom(settings, targets, context.cwd),
    ...(map && { questions: map.questions.sheetFor }),
    stored: stored ? stored.ledger.history(stored.run) : NOTHING_STORED,
    sheets: headers.sheets.map(({ file, sheet, headerRows }) => {
      const own = recordRows?.filter((one) => one.file === file && one.sheet === sheet);
      return { file, sheet, headerRows, tables: own ?? null, isChecked: true };
    }),
  };
  return writeCopies(job, targets, { replace: options.force === true, ...options }, map);
}

/** Writes the copies that an import was asked for, or those of workbooks with problems beside its report. */
export async function copiesOfRun(
  {
    imported,
    row,
    verdict,
    report,
  }: {
    readonly imported: ImportResult;
    readonly row: RunRow;
    readonly verdict: string;
    readonly report: string;
  },
  { settings, targets, headers, options, context }: CopyJob,
): Promise<string[]> {
  if (context.signal.aborted) return [];
  const { ledger, run, findingGroups } = imported;
  const all = findingGroups.groups();
  const totals = totalsOf(ledger, run);
  const isRefused = PROBLEM_OUTCOMES.some((outcome) => totals[outcome] > 0);
  const hasProblems = (file: string) =>
    isRefused || all.some((group) => group.file === file && /^(?:error|warning)$/.test(group.severity));
  const isDefault = options.annotate === undefined;
  const written = isDefault ? await defaultTargets(settings.files, hasProblems, report, row.id) : targets;
  if (written.length === 0) return [];
  const history = ledger.history(run);
  const isImport = row.command === 'import';
  const map = isImport ? await copiedMap({ settings, groups: all, options, context }) : null;
  const job: AnnotateJob = {
    ...(map && { questions: map.questions.sheetFor }),
    ...{ settings, groups: all, files: history.files(), signal: context.signal, verdict, stored: history },
    kinds: kindsIn({ ...settings, interface: row.interface as InterfaceName }),
    maps: mapsFrom(settings, written, context.cwd),
    sheets: headers.sheets.map((sheet) => ({ ...sheet, tables: null, isChecked: false })),
  };
  return writeCopies(job, written, { replace: !isDefault && options.force === true, ...options }, map);
}

/** The map files that files are read with, from the folders of their copies, with slashes. */
const mapsFrom = (
  { maps }: InputSettings,
  targets: readonly CopyTarget[],
  cwd: string,
): ReadonlyMap<string, string> =>
  new Map(
    targets.flatMap(({ file, path }) => {
      const map = maps?.get(file);
      if (!map) return [];
      const from = relative(dirname(resolve(cwd, path)), resolve(cwd, map.file));
      return [[file, from.split(sep).join('/')] as const];
    }),
  );

/** Outcomes that a person must look at. */
const PROBLEM_OUTCOMES = ['rejected', 'blocked', 'failed', 'in-doubt', 'outdated'] as const;

/** The copies that are written beside the report: of the workbooks with problems. */
async function defaultTargets(
  files: readonly string[],
  hasProblems: (file: string) => boolean,
  report: string,
  run: string,
): Promise<CopyTarget[]> {
  const stems = new Map<string, number>();
  const targets: CopyTarget[] = [];
  const all = [...new Set(files)].filter((file) => file !== '-' && hasProblems(file));
  for (const file of all) {
    if (!(await isWorkbookFile(file))) continue;
    const extension = (await extensionOf(file)) ?? '.xlsx';
    const start = report.replace(/\.(json|html?)$/i, '');
    const named = (stem: string) =>
      files.length > 1 ? severalPath(stem, file, extension, stems) : stem + extension;
    const path = named(start);
    targets.push({ file, path: existsSync(path) ? named(`${start}-${run}`) : path });
  }
  return targets;
}

async function isWorkbookFile(file: string): Promise<boolean> {
  try {
    if (!(await stat(file)).isFile()) return false;
    const input = await openInput(file, { stdin: process.stdin }, DEFAULT_LIMITS);
    try {
      const { isWorkbook } = await import('../../sheets/annotate/extension.ts');
      return await isWorkbook(input, DEFAULT_LIMITS);
    } finally {
      await input.close();
    }
  } catch {
    return false;
  }
}

/**
 * Writes the copies. Returns a line for each: where it is, or why it could not be written; then one about their questions.
 * A failure changes nothing about the run. With `quiet`, a copy of an input without problems has a line only if it failed.
 */
async function writeCopies(
  job: AnnotateJob,
  targets: readonly CopyTarget[],
  writing: WriteOptions & Pick<AnnotateOptions, 'quiet'>,
  map: CopiedMap | null = null,
): Promise<string[]> {
  const lines: string[] = [];
  const isSilent = writing.quiet === true && shownGroups(job.groups, true).length === 0;
  const copied: CopyTarget[] = [];
  const { annotateFile } = await import('../../handback/annotate/annotate-file.ts');
  for (const { file, path } of targets) {
    if (job.signal.aborted) break;
    try {
      const leftOut = await writeFileWhole(path, writing, (out) => annotateFile(job, file, out));
      const { written, writtenTexts, writtenPacked } = say().copy;
      if (isSilent) continue;
      if (leftOut === null) lines.push(written({ path }));
      else lines.push((leftOut === 'packed' ? writtenPacked : writtenTexts)({ path, file: basename(file) }));
      copied.push({ file, path });
    } catch (error) {
      if (job.signal.aborted) break;
      lines.push(say().copy.notWritten({ file, reason: reasonOf(error, path) }));
    }
  }
  const count = copied.reduce((sum, { file }) => sum + (map?.questions.count(file) ?? 0), 0);
  if (map && count > 0) {
    const command = map.next(copied.map(({ path }) => path));
    const { name, written } = say().questionSheet;
    lines.push(written({ count, sheet: name(), copies: copied.length, command }));
  }
  return lines;
}

function reasonOf(error: unknown, path: string): string {
  if (error instanceof Damage || error instanceof TraceError) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EEXIST') return say().copy.existsNow({ path: join(path) });
  return code === undefined ? `${(error as Error).message}.` : say().copy.unwritable({ path, code });
}
