import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import type { Random } from '../fixtures/random.ts';
import { canBeRead, idsNeeded, isSettled } from './judge.ts';
import type { RequestLog } from './log.ts';
import type { Mode } from './modes.ts';
import type { Report } from './output.ts';
import { shellWord } from './process.ts';
import { createName, isLastSet, TAKEN, updateName } from './statement.ts';
import type { Finished, Trial } from './trial.ts';
import type { Wanted } from './v3.ts';

/** A command that is repeated until all records are settled: an import or an update. */
export interface Task {
  readonly line: string;
  /** The values that an update sets; null for an import. */
  readonly wanted: Wanted | null;
}

interface PersonOptions {
  readonly random: Random;
  readonly modes: ReadonlySet<Mode>;
  readonly trial: Trial;
  readonly log: RequestLog;
  readonly absenceMs: number;
  /** Writes ids into the sheets, by the names of records. */
  readonly sheets: { give(ids: ReadonlyMap<string, string>): Promise<void> };
  /** Whether this person asks the operator of the service about records that cannot be read back. */
  readonly asks: boolean;
}

/** Precision with which the age of a request is known. */
const MEASURED_MS = 50;
const WAYS = ['sent', 'resend', 'verify'] as const;
type Way = (typeof WAYS)[number];

/** Acts like a person who sees only the output of the program, and may look into the service. */
export class Person {
  readonly #options: PersonOptions;
  /** Number of records that were settled, by flag. */
  readonly settled: Record<Way, number> = { sent: 0, resend: 0, verify: 0 };
  /** Records that were listed as in doubt. */
  readonly inDoubt = new Set<string>();
  /** Records that were sent again by a mistake of this person, which no program can detect. */
  readonly mistaken = new Set<string>();
  readonly #ids = new Map<string, string>();
  #picked: { readonly way: Way; readonly names: readonly string[]; readonly hasty: boolean } | null = null;

  constructor(options: PersonOptions) {
    this.#options = options;
  }

  /** The commands to type after a command; none if everything is done, or as much as possible. */
  async next(done: Finished, queue: readonly string[], report: Report | null, task: Task): Promise<string[]> {
    const { random, modes, trial, asks } = this.#options;
    this.#count(done, report);
    const resume = trial.line('resume');
    const list = trial.line('resolve');
    if (report === null || report.records.length === 0) return [task.line];
    if (report.records.every(({ outcome }) => TAKEN.includes(outcome))) return [];
    if (done.signal !== null) {
      // Someone who repeats the command has not seen a list since.
      if (modes.has('haste') && wayOf(done.line) !== null && random.next() < 0.5) return [done.line];
      return [random.pick([resume, resume, modes.has('resolve') ? list : resume, task.line])];
    }
    if (queue.length > 0) return [...queue];
    if (modes.has('resolve') && asks && (await this.#giveIds(report))) return [task.line];
    if (done.peek !== null && waysIn(done.peek).size > 0) return this.#settle(done.peek, report, task, true);
    if (isList(done.line)) {
      if (done.code === 6) return this.#settle(done.stdout, report, task, false);
      return [resume];
    }
    if (done.next === null || /^trace (env|runs|check)\b/.test(done.next))
      return [
        done.line.startsWith('trace resume') && done.code === 0 && modes.has('resolve') ? list : resume,
      ];
    if (!isList(done.next)) return [done.next];
    if (modes.has('resolve')) return [done.next];
    return report.records.every(isSettled) ? [] : [resume];
  }

  /** Chooses how to settle the listed records, and looks each of them up. */
  async #settle(printed: string, report: Report, task: Task, peeked: boolean): Promise<string[]> {
    const { random, modes, trial, absenceMs, asks } = this.#options;
    const ways = waysIn(printed);
    const run = RUN.exec([...ways.values()][0] ?? '')?.[1];
    if (run === undefined) {
      trial.broken.push(`trace resolve lists rows and no command that settles them: ${printed.slice(-500)}`);
      return [];
    }
    const rows = (await trial.show(run)).filter(({ outcome }) => outcome === 'in-doubt');
    const listed = rows.filter(({ key }) => printed.includes(key));
    if (listed.length < rows.length && !peeked)
      trial.broken.push(
        `${rows.length} rows of ${run} are in doubt, and trace resolve lists ${listed.length}`,
      );
    if (listed.length === 0) return [trial.line('resume', run)];
    for (const row of listed) this.inDoubt.add(createName(row));

    const hasty = modes.has('haste') && (peeked || random.next() < 0.3);
    const sureFrom = Math.max(...listed.map((row) => this.#lastSent(row, task.wanted))) + absenceMs;
    if (!hasty) await sleep(Math.max(0, sureFrom - Date.now()));
    const verify = ways.get('verify');
    const readable = listed.some(canBeRead);
    if (verify && readable && (!asks || random.next() < 0.5))
      return this.#pick('verify', verify, listed, hasty);
    if (!asks) return report.records.every(isSettled) ? [] : [trial.line('resume')];
    const there = listed.filter((row) => this.#isThere(row, task.wanted));
    const way = there.length === 0 ? 'resend' : 'sent';
    const line = ways.get(way);
    if (line === undefined) return [trial.line('resume', run)];
    if (there.length > 0 && there.length < listed.length) return this.#pick(way, line, there, hasty, true);
    const lines = this.#pick(way, line, listed, hasty);
    // A record that a resume leaves in doubt was not in the list.
    return modes.has('haste') && random.next() < 0.3 ? [trial.line('resume', run), ...lines] : lines;
  }

  /** Writes the ids that the program needs into the sheets. Returns whether there are new ones. */
  async #giveIds({ records }: Report): Promise<boolean> {
    const { trial, sheets } = this.#options;
    const needed = records.flatMap(({ messages }) => idsNeeded(messages));
    const unknown = needed.filter((name) => !this.#ids.has(name));
    if (unknown.length === 0) return false;
    for (const { kind, key, id, change } of await trial.journal())
      if (change === 'create' && unknown.includes(`${kind}|v3|${key}`))
        this.#ids.set(`${kind}|v3|${key}`, id);
    await sheets.give(this.#ids);
    return true;
  }

  /** The command that settles these rows: all that were listed, or some by name. */
  #pick(way: Way, line: string, rows: readonly ReportRecord[], hasty: boolean, named = false): string[] {
    const names = rows.map(createName);
    this.#picked = { way, names, hasty };
    const keys = named ? rows.flatMap(({ key }) => ['--key', shellWord(key)]) : [];
    return [[line, ...keys].join(' ')];
  }

  #count(done: Finished, report: Report | null): void {
    const picked = this.#picked;
    if (picked === null || wayOf(done.line) !== picked.way) return;
    const taken = new Set(
      report?.records.filter(({ outcome }) => TAKEN.includes(outcome)).map((row) => createName(row)),
    );
    this.settled[picked.way] += picked.names.filter((name) => taken.has(name)).length;
    if (picked.way === 'resend' && picked.hasty)
      for (const name of picked.names) if (this.#wasOldEnough(name, done.command)) this.mistaken.add(name);
  }

  /**
   * Whether a record that is sent again was old enough. The person asked the operator too early; the program could not
   * know that.
   */
  #wasOldEnough(name: string, command: number): boolean {
    const { log, absenceMs } = this.#options;
    const writes = log.of(name);
    return writes.some(
      (write, at) =>
        write.command === command && at > 0 && write.at - writes[at - 1]!.at >= absenceMs - MEASURED_MS,
    );
  }

  #lastSent(row: ReportRecord, wanted: Wanted | null): number {
    const name = wanted === null ? createName(row) : updateName(row);
    return this.#options.log.of(name).at(-1)?.at ?? 0;
  }

  /** What the operator of the service answers about a record. */
  #isThere(row: ReportRecord, wanted: Wanted | null): boolean {
    const { log } = this.#options;
    return wanted === null ? log.isStored(createName(row)) : isLastSet(row, wanted, log);
  }
}

const RUN = /\b(\d{8}-\d{6}-[0-9a-f]{4})\b/;

const wayOf = (line: string): Way | null => WAYS.find((way) => line.includes(` --${way}`)) ?? null;

const isList = (line: string): boolean => line.startsWith('trace resolve') && wayOf(line) === null;

/** The commands that a list of records in doubt prints, by flag. */
function waysIn(printed: string): Map<Way, string> {
  const ways = new Map<Way, string>();
  for (const [, line] of printed.matchAll(/^\s+(trace resolve .*?)(?:\s{2,}.*)?$/gm)) {
    const way = wayOf(` ${line}`);
    if (way !== null && !ways.has(way)) ways.set(way, line!);
  }
  return ways;
}
