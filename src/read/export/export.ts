import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { removeOldDrafts } from '../../drafts.ts';
import { TraceError } from '../../errors.ts';
import { refuseLink } from '../../ledger/database.ts';
import { takeLock } from '../../ledger/lock.ts';
import { nearestSentence } from '../../nearest.ts';
import type { Reads } from '../../service/reads.ts';
import type { Written } from '../../sheets/table-file.ts';
import { type Disk, systemDisk } from './disk.ts';
import type { ExportEvent } from './event.ts';
import { gather } from './gather.ts';
import type { Outputs } from './outputs.ts';
import { draftOf, PlacedFiles } from './placed.ts';
import { compareProblems, type Problem } from './problem.ts';
import type { Seen } from './product-lists.ts';
import { meant, meantColor, type Question } from './question.ts';
import { inPlace, type Rendered, render, renderProblems } from './render.ts';
import { hashesIn, SeenAnswers } from './seen.ts';
import { itemsOf } from './sources.ts';
import { type Entry, Spool, type SpooledList } from './spool.ts';

/** A spool that nobody went on with for so long is not gone on with: the service has changed since. */
const STALE_MS = 24 * 3_600_000;

export interface ExportJob {
  readonly reads: Reads;
  readonly question: Question;
  readonly outputs: Outputs;
  /** Folder of the spools, in the state folder. */
  readonly folder: string;
  /** Environment and address: what one place answered is never taken for another's. */
  readonly target: string;
  /** The same as notes of before have it, with the name of the environment. */
  readonly formerTarget?: string;
  readonly environment: string;
  /** The command and its flags as JSON, for `--resume`. */
  readonly asked: string;
  /** Begin anew though an export of the same was cut off. */
  readonly fresh: boolean;
  /** Replace files that are not ours. */
  readonly force: boolean;
  /** Write only what is not as the last export saw it. */
  readonly changedOnly: boolean;
  readonly now: () => Date;
  readonly tell: (event: ExportEvent) => void;
  readonly stdout: Writable;
  readonly disk?: Disk;
}

/** What an export came to. */
export interface Exported {
  /** Answers that were written. */
  readonly answers: number;
  /** Answers that are as the last export saw them, and were left out for it. */
  readonly unchanged: number;
  readonly problems: readonly Problem[];
  /** Where the problems are listed; null when there are none, or no place for them. */
  readonly problemsFile: string | null;
  readonly written: readonly Written[];
  /** Nothing changed since the last export, whose files stay as they are. */
  readonly left: boolean;
  /** Changes took the place of rows that an earlier export wrote. */
  readonly replaced: boolean;
  /** False when whoever read standard output went away before the end. */
  readonly taken: boolean;
}

/**
 * Lists, fetches and writes an export. Everything that was fetched is on the disk until the files are in place, so it
 * can be killed at any moment: the same job again goes on, and its files are the same to the byte.
 *
 * @throws TraceError when a file may not be replaced, and what ends the reads: the spool then waits for the next.
 */
export async function runExport(job: ExportJob): Promise<Exported> {
  const { question, outputs, folder, tell, disk = systemDisk } = job;
  refuseLink(folder);
  await disk.folder(folder);
  const id = idOf(job);
  const placed = new PlacedFiles(folder, disk, id);
  if (outputs.folder !== null) await checkFolder(outputs.folder);
  for (const path of placesOf(outputs)) await placed.check(path, job.force);
  if (outputs.problems !== null && !(await placed.isOurs(outputs.problems))) {
    await placed.check(outputs.problems, job.force);
  }

  const of = (target: string) => [target, question.subject, question.languages];
  const seen = new SeenAnswers(folder, disk, id, of(job.target), of(job.formerTarget ?? job.target));
  const lock = lockOf(join(folder, `${id}.lock`));
  const spool = new Spool(join(folder, id), disk);
  try {
    await begin(job, spool, seen);
    const list = (await spool.list()) ?? (await listed(job, spool));
    tell({ type: 'listed', total: list.items.length });
    const unfetched = await gather(job.reads, question, list.items, spool, tell);
    const problems = [...list.problems, ...unfetched].sort(compareProblems);
    if (spool.entries.size === 0) refuseNothing(problems);

    const all = inPlace([...spool.entries.values()]).filter((entry) => passes(question, entry));
    const known = hashesIn((await spool.known()) ?? '{}') ?? {};
    const entries = job.changedOnly ? all.filter(({ place, hash }) => known[place[3]] !== hash) : all;
    const earlier = job.changedOnly && placesOf(outputs).some((path) => existsSync(path));
    const left = earlier && entries.length === 0;
    if (job.changedOnly && !job.force && entries.length > 0)
      for (const path of placesOf(outputs)) {
        if (await placed.isWhole(path)) throw replacesWhole(path, entries.length, all.length);
      }
    const rendered = await written(job, spool, left ? null : entries, id, problems, placed);
    if (rendered.unknown.length > 0) tell({ type: 'note', text: unknownText(rendered.unknown) });
    // What nobody took has not been exported: the next one brings it again.
    if (rendered.taken) await seen.add(all);
    await spool.discard();
    return {
      answers: entries.length,
      unchanged: all.length - entries.length,
      problems,
      problemsFile: problems.length > 0 ? outputs.problems : null,
      written: rendered.written,
      left,
      replaced: earlier && !left,
      taken: rendered.taken,
    };
  } finally {
    await spool.close();
    lock.release();
    if (!existsSync(join(spool.folder, 'head.json'))) {
      await disk.remove(spool.folder);
      await disk.remove(join(folder, `${id}.lock`));
    }
  }
}

/** An export of everything is worth more than its changes, and no file says which of the two it is. */
function replacesWhole(path: string, changed: number, of: number): TraceError {
  const message = `${path} holds an export of everything, and ${changed} of ${of} changed since: --changed-since-last would replace it with the changes alone.`;
  return new TraceError('usage', 'export-replaces-whole', message, 'Name another place for the changes.');
}

/** No file is better than an empty one, where the service has what could not be read. */
function refuseNothing(problems: readonly Problem[]): void {
  const lost = problems.find(({ again }) => again);
  if (lost === undefined) return;
  const message = `Nothing could be read: ${lost.error}.`;
  throw new TraceError('unreachable', 'export-unread', message);
}

/** What tells one export's data from another's; where it is written makes no difference. */
function idOf({ question: { place: _, ...question }, target, changedOnly }: ExportJob): string {
  return createHash('sha256')
    .update(JSON.stringify([1, target, question, changedOnly]))
    .digest('hex')
    .slice(0, 16);
}

function lockOf(path: string): { release(): void } {
  try {
    return takeLock(path);
  } catch (error) {
    if (!(error instanceof TraceError) || error.code !== 'run-locked') throw error;
    throw new TraceError(
      'locked',
      'export-locked',
      'The same export is running already from this state folder.',
      'Wait until it ends, then run again. One that was killed holds nothing.',
    );
  }
}

/** Goes on with a spool that was left, when it is of this day; begins anew otherwise. */
async function begin(job: ExportJob, spool: Spool, seen: SeenAnswers): Promise<void> {
  const head = job.fresh ? null : await Spool.headOf(spool.folder);
  const now = job.now().getTime();
  if (head !== null && now - (await lastTouched(spool, head.startedAt)) < STALE_MS) {
    await spool.open();
    job.tell({ type: 'continued', startedAt: head.startedAt, fetched: spool.entries.size });
    return;
  }
  const { asked, environment, target } = job;
  const startedAt = job.now().toISOString();
  await spool.begin(
    { version: 1, startedAt, asked, environment, target },
    job.changedOnly ? await seen.read() : null,
  );
  await spool.open();
}

async function lastTouched(spool: Spool, startedAt: string): Promise<number> {
  const answers = await stat(join(spool.folder, 'answers.ndjson')).catch(() => null);
  return Math.max(Date.parse(startedAt) || 0, answers?.mtimeMs ?? 0);
}

async function listed({ reads, question, tell }: ExportJob, spool: Spool): Promise<SpooledList> {
  const seen: Seen = { collection: new Set(), color: new Set() };
  let items = 0;
  await spool.keepList(
    (async function* () {
      const note = (text: string) => tell({ type: 'note', text });
      for await (const item of itemsOf(reads, question, seen, note)) {
        if ('advice' in item) tell({ type: 'problem', subject: question.subject, problem: item });
        else tell({ type: 'listing', subject: question.subject, listed: ++items });
        yield item;
      }
    })(),
  );
  if (items === 0) {
    for (const name of ['collection', 'color'] as const) {
      const wanted = question.filters[name];
      if (wanted === undefined || seen[name].size === 0) continue;
      const same = name === 'color' ? meantColor : meant;
      if ([...seen[name]].some((value) => same(wanted, value))) continue;
      const text =
        wanted === ''
          ? 'No study is without a colour.'
          : `No study has the ${name} "${wanted}".${nearestSentence(wanted, [...seen[name]])}`;
      tell({ type: 'note', text });
    }
  }
  return (await spool.list())!;
}

/** Filters that nothing but the answer could tell. */
function passes({ filters, sent, subject }: Question, { state }: Entry): boolean {
  if (sent === null || subject !== 'studies' || filters.states.length === 0) return true;
  return filters.states.includes(state);
}

const NOTHING_WRITTEN: Rendered = { drafts: [], unknown: [], written: [], taken: true };

/** Writes the entries, and what went wrong beside them; null leaves the files of an earlier export as they are. */
async function written(
  job: ExportJob,
  spool: Spool,
  entries: readonly Entry[] | null,
  id: string,
  problems: readonly Problem[],
  placed: PlacedFiles,
) {
  const { outputs, question, stdout, tell, changedOnly, disk = systemDisk } = job;
  if (outputs.folder !== null) {
    await makeFolder(disk, outputs.folder);
    await removeOldDrafts(outputs.folder);
  }
  const common = { outputs, id, disk };
  const rendered =
    entries === null
      ? NOTHING_WRITTEN
      : await render({
          ...common,
          subject: question.subject,
          entries,
          spool,
          stdout,
          tell: (rows) => tell({ type: 'writing', rows }),
        });
  for (const { draft, path } of rendered.drafts) await placed.place(draft, path, changedOnly);
  if (outputs.problems !== null && problems.length > 0) {
    const { draft, path } = await renderProblems(problems, outputs.problems, common);
    await placed.place(draft, path);
    return rendered;
  }
  if (outputs.problems !== null) await disk.remove(draftOf(outputs.problems, id));
  if (outputs.problems !== null && existsSync(outputs.problems) && (await placed.isOurs(outputs.problems))) {
    // It tells of an earlier export.
    await disk.remove(outputs.problems);
  }
  return rendered;
}

/** Looks before anything is fetched whether the folder is there or can be made, and takes files. */
async function checkFolder(path: string): Promise<void> {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  if (!(await stat(there)).isDirectory()) throw noFolder(path, `${there} is a file`);
  await access(there, constants.W_OK).catch(({ code }: NodeJS.ErrnoException) => {
    const message = `The folder ${there} cannot be written (${code}).`;
    throw new TraceError('usage', 'export-folder', message, 'Name another with --out.');
  });
}

async function makeFolder(disk: Disk, path: string): Promise<void> {
  await disk.folder(path, true).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    throw noFolder(path, error.code);
  });
}

function noFolder(path: string, why: string): TraceError {
  const message = `The folder ${path} cannot be made (${why}).`;
  return new TraceError('usage', 'export-folder', message, 'Name another with --out.');
}

function placesOf({ files }: Outputs): string[] {
  return files.flatMap(({ path }) => (path === null ? [] : [path]));
}

function unknownText(paths: readonly string[]): string {
  const shown = paths.slice(0, 10).join(', ');
  const more = paths.length > 10 ? ` and ${paths.length - 10} more` : '';
  return `The service answers fields that trace does not know yet: ${shown}${more}. They are kept, in the column other.`;
}
