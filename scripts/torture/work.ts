import type { Random } from '../fixtures/random.ts';
import type { Abilities } from './abilities.ts';
import type { TortureBatch } from './batch.ts';
import { needsNewLedger } from './checks.ts';
import { editAndKeep } from './edit.ts';
import { isForgotten, isSettled, type Judgement, judge } from './judge.ts';
import type { RequestLog } from './log.ts';
import type { Mode } from './modes.ts';
import type { Report } from './output.ts';
import type { Person, Task } from './person.ts';
import type { RoundPlan } from './plan.ts';
import { isLastSet, judgeStatement, TAKEN } from './statement.ts';
import { LOCKED, type Trial } from './trial.ts';
import type { UpdateSheet, V3Batch } from './v3.ts';

/** Maximum number of commands until everything is settled. */
const MAX_COMMANDS = 60;
/** Maximum number of commands in a row that neither send nor settle anything. */
const MAX_IDLE = 8;

interface WorkOptions {
  readonly batch: TortureBatch | V3Batch;
  readonly plan: RoundPlan;
  readonly trial: Trial;
  readonly person: Person;
  readonly log: RequestLog;
  readonly abilities: Abilities;
  readonly modes: ReadonlySet<Mode>;
  readonly random: Random;
  readonly folder: string;
}

/** Does the tasks of a round one after another, each until it is settled. */
export class Work {
  readonly #options: WorkOptions;
  /** Names of records that were sent before the ledger was lost for good. */
  readonly #forgotten = new Set<string>();
  /** Whether the state was lost and cannot be replaced, so that the round ends. */
  #gone = false;
  readonly #lost: string[] = [];
  readonly #wrong: string[] = [];
  readonly #unsettled: string[] = [];

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  /** Does everything, and judges it. */
  async judgeAll(): Promise<Judgement> {
    const { batch, trial, person, log } = this.#options;
    const resent = () => new Set([...person.mistaken, ...this.#forgotten]);
    const task: Task = { line: this.#import(), wanted: null };
    const report = await this.#untilSettled(task);
    if (report !== null && !this.#isOver) await this.#judgeImport(task, report, resent());
    const isIn = report?.records.every(({ outcome }) => TAKEN.includes(outcome)) ?? false;
    const updates = 'updates' in batch && this.#options.modes.has('update') && isIn ? batch.updates : [];
    for (const sheet of updates.flat()) if (!this.#isOver) await this.#update(sheet);
    const { journal, stats } = await trial.truth();
    for (const statement of trial.statements) {
      const { lost, wrong } = judgeStatement(statement, log, trial.runOf);
      this.#lost.push(...lost);
      this.#wrong.push(...wrong);
    }
    const { twice, repeats } = judge({ size: 0, records: [], journal, stats, resent: resent() });
    return { lost: this.#lost, wrong: this.#wrong, unsettled: this.#unsettled, twice, repeats };
  }

  get #isOver(): boolean {
    return this.#gone || this.#options.trial.broken.length > 0 || this.#unsettled.length > 0;
  }

  /**
   * Judges the last report, and one more import of the whole input, which must not send known records or records in
   * doubt.
   */
  async #judgeImport(task: Task, report: Report, resent: ReadonlySet<string>): Promise<void> {
    const { batch, trial, plan, log } = this.#options;
    const forgotten = this.#forgotten;
    const judged = async (records: Report['records']) => {
      const { journal, stats } = await trial.truth();
      const { lost, wrong, unsettled } = judge({
        size: batch.size,
        records,
        journal,
        stats,
        resent,
        forgotten,
      });
      this.#lost.push(...lost);
      this.#wrong.push(...wrong);
      this.#unsettled.push(...unsettled);
    };
    await judged(report.records);
    if (!report.records.every(isSettled)) return;
    const before = log.requests;
    const { line } = task;
    const done = await trial.undisturbed(() => trial.command(line, batch.size));
    if (log.requests > before)
      trial.broken.push(`the last import sent ${log.requests - before} requests, and all was settled`);
    const last = await trial.report();
    if (last === null || done.code === null) return;
    await judged(last.records);
    const asked = plan.asks && this.#options.modes.has('resolve');
    const doubts = asked ? await trial.doubts() : 0;
    if (doubts > 0) trial.broken.push(`${doubts} rows of earlier runs are in doubt, and all is settled`);
    await this.#edit(line, last.records);
    if (plan.damagesLast) await trial.commandsOnDamage(line, batch.size);
  }

  /** Edits the input, if all of it is in the service with known content. */
  async #edit(line: string, records: Report['records']): Promise<void> {
    const { abilities, batch, folder, log, modes, random, trial } = this.#options;
    if (!abilities.keep || !modes.has('edit') || !records.every(({ outcome }) => outcome === 'unchanged'))
      return;
    const edit = { random, trial, log, folder, files: batch.files, line };
    trial.broken.push(...(await trial.undisturbed(() => editAndKeep(edit))));
  }

  /** Sends the updates of one sheet, and judges them by the values that the service stored last. */
  async #update({ kind, file, wanted }: UpdateSheet): Promise<void> {
    const { trial, log, plan } = this.#options;
    trial.wanted = wanted;
    const line = this.#line(`${kind}s`, 'update', file);
    const report = await this.#untilSettled({ line, wanted });
    if (report === null || this.#isOver) return;
    await trial.truth();
    if (report.records.length !== wanted.size)
      this.#lost.push(`${wanted.size} rows in ${file}, ${report.records.length} in the report`);
    for (const row of report.records) {
      const claim = `${row.kind} ${row.key} is ${row.outcome} after ${file}`;
      if (!TAKEN.includes(row.outcome)) {
        if (plan.asks) this.#unsettled.push(`${claim}: ${row.messages.join('; ')}`);
      } else if (!isLastSet(row, wanted, log))
        this.#wrong.push(`${claim}, and the service has another value`);
    }
  }

  /** Runs commands until nothing is left to do. Returns the last report; null if there is none. */
  async #untilSettled(task: Task): Promise<Report | null> {
    const { batch, trial, person } = this.#options;
    let queue: string[] = [task.line];
    let report: Report | null = null;
    let run: string | null = null;
    let idle = 0;
    let open = '';
    for (let commands = 0; commands < MAX_COMMANDS; commands++) {
      const line = queue.shift()!;
      const size = task.wanted?.size ?? batch.size;
      const done = await trial.command(line, Math.ceil(size * (line === task.line ? 0.7 : 0.2)));
      if (trial.broken.length > 0) return report;
      if (done.stopped) {
        run = null;
        if (!trial.isDamaged) queue.unshift(line);
        else if (this.#startAnew()) queue = [`${task.line} --new-ledger`];
        else return report;
        continue;
      }
      if (this.#forgotten.size > 0 && needsNewLedger(done)) {
        // The command that reported this was killed before it started a run.
        run = null;
        queue = [`${task.line} --new-ledger`];
        continue;
      }
      // Not always the last run: a run that was killed while reading cannot be resumed.
      // A command that another one overtook has no run: that of the other is the last.
      run = done.run ?? (done.code === LOCKED ? null : run);
      report = await trial.report(run);
      queue = await person.next(done, queue, report, task);
      if (trial.broken.length > 0 || queue.length === 0) return report;
      const before = open;
      open = openRows(report);
      idle = done.requests === 0 && open === before ? idle + 1 : 0;
      if (idle > MAX_IDLE) break;
    }
    const isOpen = (record: Report['records'][number]) =>
      !isSettled(record) && !isForgotten(record, this.#forgotten);
    if (report?.records.some(isOpen) ?? true)
      this.#unsettled.push(`still open after "${trial.history.at(-1)}": ${openRows(report)}`);
    return report;
  }

  /** Starts without a ledger after the state was removed. Returns false if the program cannot do that. */
  #startAnew(): boolean {
    const { abilities, log, trial } = this.#options;
    if (!abilities.newLedger) {
      this.#gone = true;
      return false;
    }
    for (const name of log.names()) this.#forgotten.add(name);
    trial.forgetDamage();
    return true;
  }

  #import(): string {
    return this.#line('import', ...Object.keys(this.#options.batch.files));
  }

  #line(...argv: readonly string[]): string {
    const { plan, trial } = this.#options;
    const report = plan.report === null ? [] : ['--report', plan.report];
    return trial.line(...argv, '--env', 'torture', ...plan.flags, ...report);
  }
}

/** The rows that are not accepted yet, and why. */
function openRows(report: Report | null): string {
  const open = report?.records.filter(({ outcome }) => !TAKEN.includes(outcome)) ?? [];
  const texts = open.map(
    ({ kind, key, outcome, messages }) => `${kind} ${key} ${outcome}: ${messages.join('; ')}`,
  );
  return `${open.length} rows: ${texts.slice(0, 3).join(' | ')}`;
}
