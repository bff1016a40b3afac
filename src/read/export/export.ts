import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { removeOldDrafts } from '../../drafts.ts';
import { TraceError, usage } from '../../errors.ts';
import { refuseLink } from '../../folder.ts';
import { takeLock } from '../../ledger/lock.ts';
import { nearestSentence } from '../../nearest.ts';
import { DEFAULT_LANGUAGE, language, numberText, say } from '../../say.ts';
import type { Reads } from '../../service/reads.ts';
import type { Written } from '../../sheets/table-file.ts';
import { headingOf } from '../tables/headings.ts';
import { type Disk, systemDisk } from './disk.ts';
import type { ExportEvent } from './export-event.ts';
import { ExportHashes, hashesIn } from './export-hashes.ts';
import { gather } from './gather.ts';
import { itemsOf } from './items.ts';
import { checkOutputFolder, createOutputFolder, type Outputs } from './outputs.ts';
import { draftOf, OwnFiles } from './own-files.ts';
import { compareProblems, type Problem } from './problem.ts';
import type { FilterValues } from './product-lists.ts';
import { type RenderResult, render, renderProblems } from './render.ts';
import type { Resource } from './resource.ts';
import { matchesColor, matchesText, type Selection } from './selection.ts';
import type { SortedEntry } from './sorted-entries.ts';
import { ExportSpool, type SpooledList } from './spool.ts';

/** Maximum age of a spool that is resumed. Older spools are discarded, because the records may have changed since. */
const STALE_MS = 24 * 3_600_000;

export interface ExportJob {
  readonly reads: Reads;
  readonly resource: Resource;
  readonly selection: Selection;
  readonly outputs: Outputs;
  /** The folder that contains the spools, in the state folder. */
  readonly folder: string;
  /** The environment and address. Records fetched from one target are never used for another. */
  readonly target: string;
  /** The target in the format of earlier versions of trace, which contains the name of the environment. */
  readonly formerTarget?: string;
  readonly environment: string;
  /** The command and its flags as JSON, for `--resume`. */
  readonly saved: string;
  /** Whether to start from the beginning even if the same export was interrupted. */
  readonly fresh: boolean;
  /** Whether to replace files that were not written by an export. */
  readonly force: boolean;
  /** Whether to write only records that changed since the last export. */
  readonly changedOnly: boolean;
  readonly now: () => Date;
  readonly onEvent: (event: ExportEvent) => void;
  readonly stdout: Writable;
  readonly disk?: Disk;
}

export interface ExportResult {
  /** Number of records that were written. */
  readonly records: number;
  /** Number of records that were skipped because they did not change since the last export. */
  readonly unchanged: number;
  readonly problems: readonly Problem[];
  /** The file with the problems; null without problems, or for standard output. */
  readonly problemsFile: string | null;
  readonly written: readonly Written[];
  /** Whether no record changed since the last export, so that its files stay as they are. */
  readonly untouched: boolean;
  /** Whether the changes replaced rows that an earlier export wrote. */
  readonly replaced: boolean;
  /** False if the reader of standard output closed it before the end. */
  readonly complete: boolean;
}

/**
 * Lists, fetches and writes an export. Everything fetched stays on disk until the files are written, so an export can
 * be killed at any moment: the same job then resumes it and writes the same bytes.
 *
 * @throws TraceError if a file must not be replaced, or if reading fails; the spool is then kept for the next export
 */
export async function runExport(job: ExportJob): Promise<ExportResult> {
  const { resource, selection, outputs, folder, onEvent, disk = systemDisk } = job;
  refuseLink(folder);
  await disk.folder(folder);
  const id = idOf(job);
  const files = new OwnFiles(folder, disk, id);
  if (outputs.folder !== null) await checkOutputFolder(outputs.folder);
  for (const path of pathsOf(outputs)) await files.check(path, job.force);
  if (outputs.problems !== null && !(await files.isOwn(outputs.problems))) {
    await files.check(outputs.problems, job.force);
  }

  const scope = (target: string) => [target, selection.subject, selection.languages];
  const former = scope(job.formerTarget ?? job.target);
  const hashes = new ExportHashes(folder, disk, id, scope(job.target), former);
  const lock = lockOf(join(folder, `${id}.lock`));
  const spool = new ExportSpool(join(folder, id), disk);
  try {
    await begin(job, spool, hashes);
    const list = spool.list() ?? (await listItems(job, spool));
    onEvent({ type: 'listed', total: list.total });
    const unfetched = await gather(job.reads, resource, selection, list, spool, onEvent);
    const problems = [...list.problems, ...unfetched].sort(compareProblems);
    if (spool.entries.count === 0) refuseEmpty(problems);

    const all = filterEntries(spool.entries, (entry) => hasState(selection, entry));
    const known = hashesIn((await spool.known()) ?? '{}') ?? {};
    const entries = job.changedOnly ? filterEntries(all, ({ place, hash }) => known[place[3]] !== hash) : all;
    const total = countOf(all);
    const records = job.changedOnly ? countOf(entries) : total;
    const earlier = job.changedOnly && pathsOf(outputs).some((path) => existsSync(path));
    const untouched = earlier && records === 0;
    if (job.changedOnly && !job.force && records > 0)
      for (const path of pathsOf(outputs)) {
        if (await files.isComplete(path)) throw replacesComplete(path, records, total);
      }
    const rendered = await writeFiles(job, spool, untouched ? null : entries, id, problems, files);
    if (rendered.unknown.length > 0) onEvent({ type: 'note', text: unknownText(rendered.unknown, outputs) });
    // If the reader closed standard output early, the records count as not exported.
    if (rendered.complete) await hashes.add(all);
    await spool.discard();
    return {
      records,
      unchanged: total - records,
      problems,
      problemsFile: problems.length > 0 ? outputs.problems : null,
      written: rendered.written,
      untouched,
      replaced: earlier && !untouched,
      complete: rendered.complete,
    };
  } finally {
    await spool.close();
    lock[Symbol.dispose]();
    if (!existsSync(join(spool.folder, 'head.json'))) {
      await disk.remove(spool.folder);
      await disk.remove(join(folder, `${id}.lock`));
    }
  }
}

/** Refuses to replace a complete export by changes: the file itself would not show that rows are missing. */
function replacesComplete(path: string, changed: number, total: number): TraceError {
  const message = say().exports.replacesComplete({
    path,
    changed: numberText(changed),
    total: numberText(total),
  });
  return usage('export-replaces-whole', message, say().exports.otherPath());
}

/** Throws if the service has records but none could be read: an empty file would say that there are none. */
function refuseEmpty(problems: readonly Problem[]): void {
  const lost = problems.find(({ canRetry: again }) => again);
  if (lost === undefined) return;
  const message = say().exports.nothingRead({ error: lost.error });
  throw new TraceError('unreachable', 'export-unread', message);
}

/** The id of an export: the same for the same selection and language, whatever its output. */
function idOf({ selection: { place: _, ...selection }, target, changedOnly }: ExportJob): string {
  return createHash('sha256')
    .update(
      JSON.stringify([
        1,
        target,
        selection,
        changedOnly,
        ...(language() === DEFAULT_LANGUAGE ? [] : [language()]),
      ]),
    )
    .digest('hex')
    .slice(0, 16);
}

function lockOf(path: string): Disposable {
  try {
    return takeLock(path);
  } catch (error) {
    if (!(error instanceof TraceError) || error.code !== 'run-locked') throw error;
    throw new TraceError('locked', 'export-locked', say().exports.running(), say().exports.runningHow());
  }
}

/** Opens the spool of an interrupted export if the spool is less than a day old; else starts an empty spool. */
async function begin(job: ExportJob, spool: ExportSpool, hashes: ExportHashes): Promise<void> {
  const header = job.fresh ? null : await ExportSpool.headerOf(spool.folder);
  const now = job.now().getTime();
  if (header !== null && now - (await lastChanged(spool, header.startedAt)) < STALE_MS) {
    await spool.open();
    job.onEvent({ type: 'resumed', startedAt: header.startedAt, fetched: spool.entries.count });
    return;
  }
  const { saved, environment, target } = job;
  const startedAt = job.now().toISOString();
  await spool.begin(
    { version: 1, startedAt, asked: saved, environment, target, language: language() },
    job.changedOnly ? await hashes.read() : null,
  );
  await spool.open();
}

async function lastChanged(spool: ExportSpool, startedAt: string): Promise<number> {
  const answers = await stat(join(spool.folder, 'answers.ndjson')).catch(() => null);
  return Math.max(Date.parse(startedAt) || 0, answers?.mtimeMs ?? 0);
}

async function listItems(
  { reads, resource, selection, onEvent }: ExportJob,
  spool: ExportSpool,
): Promise<SpooledList> {
  const seen: FilterValues = { collection: new Set(), color: new Set() };
  let items = 0;
  await spool.keepList(
    (async function* () {
      const note = (text: string) => onEvent({ type: 'note', text });
      const { nouns } = resource;
      for await (const next of itemsOf(reads, resource, selection, seen, note)) {
        if ('problem' in next) onEvent({ type: 'problem', nouns, problem: next.problem });
        else onEvent({ type: 'listing', nouns, listed: ++items });
        yield next;
      }
    })(),
  );
  if (items === 0) {
    for (const name of ['collection', 'color'] as const) {
      const filter = selection.filters[name];
      if (filter === undefined || seen[name].size === 0) continue;
      const matches = name === 'color' ? matchesColor : matchesText;
      if ([...seen[name]].some((value) => matches(filter, value))) continue;
      const text =
        filter === ''
          ? say().reading.allColoured()
          : say().reading.noStudyWith({
              name: say().reading[name](),
              value: filter,
              near: nearestSentence(filter, [...seen[name]]),
            });
      onEvent({ type: 'note', text });
    }
  }
  return spool.list()!;
}

/** The entries that match. Each loop reads them again, because they are not kept in memory. */
const filterEntries = (
  entries: Iterable<SortedEntry>,
  matches: (entry: SortedEntry) => boolean,
): Iterable<SortedEntry> => ({
  *[Symbol.iterator]() {
    for (const entry of entries) if (matches(entry)) yield entry;
  },
});

function countOf(entries: Iterable<SortedEntry>): number {
  let count = 0;
  for (const _ of entries) count++;
  return count;
}

/** Whether `--state` selects the study. For studies from the ledger this is known only after they are fetched. */
function hasState({ filters, sent, subject }: Selection, { state }: SortedEntry): boolean {
  if (sent === null || subject !== 'studies' || filters.states.length === 0) return true;
  return filters.states.includes(state);
}

const NOTHING_WRITTEN: RenderResult = { drafts: [], unknown: [], written: [], complete: true };

/**
 * Writes the entries, and a file with the problems next to them. If `entries` is null, the files of an earlier export
 * stay as they are.
 */
async function writeFiles(
  job: ExportJob,
  spool: ExportSpool,
  entries: Iterable<SortedEntry> | null,
  id: string,
  problems: readonly Problem[],
  files: OwnFiles,
) {
  const { resource, outputs, stdout, onEvent, changedOnly, disk = systemDisk } = job;
  if (outputs.folder !== null) {
    await createOutputFolder(disk, outputs.folder);
    await removeOldDrafts(outputs.folder);
  }
  const common = { outputs, id, disk };
  const rendered =
    entries === null
      ? NOTHING_WRITTEN
      : await render({
          ...common,
          resource,
          entries,
          spool,
          stdout,
          onRow: (rows) => onEvent({ type: 'writing', rows }),
        });
  for (const { draft, path } of rendered.drafts) await files.publish(draft, path, changedOnly);
  if (outputs.problems !== null && problems.length > 0) {
    const { draft, path } = await renderProblems(problems, outputs.problems, common);
    await files.publish(draft, path);
    return rendered;
  }
  if (outputs.problems !== null) await disk.remove(draftOf(outputs.problems, id));
  if (outputs.problems !== null && existsSync(outputs.problems) && (await files.isOwn(outputs.problems))) {
    // This export has no problems, so the file is from an earlier export.
    await disk.remove(outputs.problems);
  }
  return rendered;
}

function pathsOf({ files }: Outputs): string[] {
  return files.flatMap(({ path }) => (path === null ? [] : [path]));
}

function unknownText(paths: readonly string[], { files }: Outputs): string {
  const shown = paths.slice(0, 10).join(', ');
  const more = paths.length - 10;
  const other = files[0]?.tables?.[0]?.columns.find(({ name }) => name === 'other');
  const names = more > 0 ? say().exports.andMore({ names: shown, number: numberText(more) }) : shown;
  return say().exports.unknownFields({ names, column: other?.heading ?? headingOf('other') });
}
