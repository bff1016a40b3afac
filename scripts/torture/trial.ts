import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportRecord } from '../../src/cli/view/report-schema.ts';
import type { RunningMock } from '../../src/mock/listen.ts';
import type { Random } from '../fixtures/random.ts';
import {
  endFaults,
  isNothingThere,
  namesAWay,
  needsNewLedger,
  signalFaults,
  unexpected,
  unnamedDoubts,
} from './checks.ts';
import { DAMAGES } from './damage.ts';
import { type Drawn, drawEvent, type TrialEvent } from './event.ts';
import { MAX_LATENCY_MS } from './faults.ts';
import type { Applied } from './judge.ts';
import type { RequestLog } from './log.ts';
import type { Mode } from './modes.ts';
import { adviceOf, countFaults, type Report, readReport, runIn } from './output.ts';
import { type Ended, fullDiskFile, type Interruption, run, shellWord } from './process.ts';
import { TrialState } from './state.ts';
import type { StatedRow, Statement } from './statement.ts';
import { journalOf, type Truth, truthOf } from './truth.ts';
import type { Wanted } from './v3.ts';

/** The exit code of a command that another run excludes. */
export const LOCKED = 8;
/** Maximum duration of a run, in addition to its waits for absence. */
const LONGEST_MS = 60_000;
/** Share of commands before which the state is damaged, while damages remain. */
const DAMAGE_SHARE = 0.3;

/** A command after its end. */
export interface Finished extends Ended {
  readonly line: string;
  /** The number of the command, from 1. */
  readonly command: number;
  /** The run that it reported. */
  readonly run: string | null;
  /** The next command that it printed: `trace resume 20261122-015949-92e8`. */
  readonly next: string | null;
  readonly requests: number;
  /** The output of `trace resolve` in another terminal while the command ran. */
  readonly peek: string | null;
  /** Whether it refused to use a damaged ledger. The files were then restored. */
  readonly stopped: boolean;
}

export interface TrialOptions {
  readonly random: Random;
  readonly modes: ReadonlySet<Mode>;
  readonly mock: RunningMock;
  readonly log: RequestLog;
  readonly folder: string;
  readonly program: string;
  /** The state folder below `folder`, as in the configuration or in `--state-dir`. */
  readonly state: string;
  /** The flags with which every command finds that folder. */
  readonly placeFlags: readonly string[];
  /** The path of `--report`, relative to the folder; null for the state folder. */
  readonly report: string | null;
  readonly absenceMs: number;
  readonly interruptions: number;
  readonly damages: number;
}

/** What an interruption recorded, to check it afterwards. */
interface Seen {
  readonly signalledAt: number[];
  peek: Promise<Ended> | null;
  /** The same command in another terminal, after the lock files were removed. */
  second: Promise<Ended> | null;
}

/** Runs the commands of one round, with one service and one folder, and records their results. */
export class Trial {
  readonly #options: TrialOptions;
  readonly #state: TrialState;
  #interruptionsLeft: number;
  #tokens = 1;
  readonly #runs = new Map<string, Wanted | null>();
  /** Runs whose report is in the state folder. */
  readonly #unnamed = new Set<string>();
  /** Runs of a lost ledger, which cannot be shown. */
  readonly #forgotten = new Set<string>();
  readonly #runOf = new Map<number, string>();
  readonly statements: Statement[] = [];
  /** Unexpected ends and outputs of the program. */
  readonly broken: string[] = [];
  readonly counts = { runs: 0, kills: 0, signals: 0, locks: 0, full: 0, damaged: 0, stopped: 0 };
  /** Damages after which records were nevertheless sent. */
  readonly sentAfterDamage: string[] = [];
  /** All commands of the round with their exits, to analyse failures. */
  readonly history: string[] = [];
  /** The values that the present runs set. */
  wanted: Wanted | null = null;

  constructor(options: TrialOptions) {
    this.#options = options;
    const { folder, state, random, damages } = options;
    const place = { state, home: join(folder, 'home'), copies: join(folder, 'copies') };
    this.#state = new TrialState(place, random, damages);
    this.#interruptionsLeft = options.interruptions;
  }

  /** Runs `work` without interruptions and damages. */
  async undisturbed<Result>(work: () => Promise<Result>): Promise<Result> {
    const left = [this.#interruptionsLeft, this.#state.left] as const;
    this.#interruptionsLeft = 0;
    this.#state.left = 0;
    try {
      return await work();
    } finally {
      [this.#interruptionsLeft, this.#state.left] = left;
    }
  }

  readonly runOf = (command: number): string | undefined => this.#runOf.get(command);

  /** A command line with the flags that find the state folder. */
  line(...argv: readonly string[]): string {
    return ['trace', ...argv, ...this.#options.placeFlags].map(shellWord).join(' ');
  }

  /** Runs a command line. An event may happen to it at one of `requests` requests. */
  async command(line: string, requests: number): Promise<Finished> {
    const { log, mock, random, folder } = this.#options;
    if (this.#state.damaged === null && this.#state.left > 0 && random.next() < DAMAGE_SHARE) this.#damage();
    const before = mock.stats();
    const arrived = log.requests;
    const started = Date.now();
    const command = ++log.command;
    const drawn = this.#draw(requests);
    const seen: Seen = { signalledAt: [], peek: null, second: null };
    const ended = await this.#run(line, drawn === null ? null : this.#interruption(line, drawn, seen));
    const event = ended.interrupted ? drawn!.event : null;
    rmSync(fullDiskFile(folder), { force: true });
    const second = await seen.second;
    await sleep(2 * MAX_LATENCY_MS);
    const peek = seen.peek === null ? null : (await seen.peek).stdout;
    const runId = runIn(ended.stderr);
    if (runId !== null) this.#begun(runId, command);
    const finished: Finished = {
      ...ended,
      line,
      command,
      run: runId,
      next: adviceOf(ended.stderr),
      requests: log.requests - arrived,
      peek,
      stopped: this.#stopped(line, ended, log.requests - arrived),
    };
    this.#note(finished, event);
    if (finished.stopped) return finished;
    this.#state.keepOlder();
    const met = (faults: string) => countFaults(mock.stats(), faults) > countFaults(before, faults);
    if (met('expired')) this.#tokens++;
    if (second !== null) this.#checkSecond(line, second, command, met('expired'));
    const explained = [
      ended.code === 4 && met('expired'),
      ended.code === 2 && met('redirect'),
      event === 'state-removed' && ended.code === 2 && namesAWay(ended.stderr),
      event === 'kill',
      // The second command was faster: the first had no run yet.
      event === 'locks-removed' && ended.code === LOCKED && runId === null,
      event === 'disk-full' && ended.code === 2 && namesAWay(ended.stderr),
      this.#forgotten.size > 0 && needsNewLedger(ended),
    ].some(Boolean);
    if (event === 'signal' && !explained) this.broken.push(...signalFaults(finished, seen.signalledAt));
    else if (!explained) this.broken.push(...endFaults(finished));
    if (event !== 'state-removed') await this.#readReports(finished, started);
    return finished;
  }

  /** Whether the files are damaged and were not restored. */
  get isDamaged(): boolean {
    return this.#state.damaged !== null;
  }

  /** Accepts that the state is lost: the next command starts without a ledger. */
  forgetDamage(): void {
    for (const runId of this.#runs.keys()) this.#forgotten.add(runId);
    this.#state.damaged = null;
  }

  /** The report of a run, or of the last one, from the ledger; null if there is no run yet. */
  async report(run: string | null = null): Promise<Report | null> {
    const line = this.line('runs', 'report', ...(run === null ? [] : [run]));
    const ended = await this.#run(line, null);
    if (ended.code === 0) {
      const report = JSON.parse(ended.stdout) as Report;
      this.#begun(report.run, null);
      this.#stated(report.run, line, report.records, ended.at);
      return report;
    }
    const isGone = this.#forgotten.size > 0 && ended.code === 2;
    if (this.#state.damaged === null && !isGone && (ended.code !== 2 || !isNothingThere(ended.stderr)))
      this.#unexpected(line, ended);
    return null;
  }

  /** The rows of a run, as `trace runs show` prints them. */
  async show(runId: string): Promise<ReportRecord[]> {
    const line = this.line('runs', 'show', runId, '--json');
    const ended = await this.#run(line, null);
    if (ended.code !== 0) {
      // The run may be in a ledger that is lost.
      if (this.#state.damaged === null && this.sentAfterDamage.length === 0) this.#unexpected(line, ended);
      return [];
    }
    const rows = ended.stdout
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => JSON.parse(text) as ReportRecord);
    this.#stated(runId, line, rows, ended.at);
    return rows;
  }

  /** Number of rows in doubt, over all runs. */
  async doubts(): Promise<number> {
    const line = this.line('runs', 'list', '--json', '--last', '1000');
    const ended = await this.#run(line, null);
    if (ended.code !== 0) this.#unexpected(line, ended);
    const runs = ended.code === 0 ? (JSON.parse(ended.stdout) as { totals: Record<string, number> }[]) : [];
    return runs.reduce((sum, { totals }) => sum + (totals['in-doubt'] ?? 0), 0);
  }

  /** Everything that the service received and applied, once all late stores are done. */
  truth(): Promise<Truth> {
    return truthOf(this.#options.mock);
  }

  /** All records that the service has applied so far. */
  journal(): Promise<Applied[]> {
    return journalOf(this.#options.mock);
  }

  /** Draws an event for a command; null for none. */
  #draw(requests: number): Drawn | null {
    const { random, modes } = this.#options;
    if (this.#interruptionsLeft === 0 || this.#state.damaged !== null) return null;
    const drawn = drawEvent(random, modes, requests, this.#state.left > 0);
    if (drawn !== null) this.#interruptionsLeft--;
    return drawn;
  }

  /** The interruption that triggers an event. `seen` records signals and the output of the other terminal. */
  #interruption(line: string, drawn: Drawn, seen: Seen): Interruption {
    const { event, moment, signal, secondMs } = drawn;
    const act: Interruption['act'] = (kill) => {
      switch (event) {
        case 'kill':
          if (kill('SIGKILL')) this.counts.kills++;
          return;
        case 'signal': {
          const send = () => {
            if (kill(signal)) seen.signalledAt.push(Date.now());
          };
          send();
          this.counts.signals++;
          if (secondMs !== null) setTimeout(send, secondMs);
          return;
        }
        case 'peek':
          seen.peek = this.#run(this.line('resolve'), null);
          return;
        case 'locks-removed':
          this.#removeLocks();
          seen.second = this.#run(line, null);
          this.counts.locks++;
          return;
        case 'disk-full': {
          const full = fullDiskFile(this.#options.folder);
          writeFileSync(full, '');
          if (secondMs !== null) setTimeout(() => rmSync(full, { force: true }), secondMs);
          this.counts.full++;
          return;
        }
        case 'state-removed':
          this.#state.remove(event);
          this.counts.damaged++;
      }
    };
    return { moment, act };
  }

  #removeLocks(): void {
    const locks = join(this.#state.place.state, 'locks');
    try {
      for (const name of readdirSync(locks)) if (name.endsWith('.lock')) rmSync(join(locks, name));
    } catch {
      // There is no run yet.
    }
  }

  /** The second command is refused, or runs after the first one. */
  #checkSecond(line: string, ended: Ended, command: number, hasExpired: boolean): void {
    if (ended.code === LOCKED) return;
    // The first command has put a sound ledger in place, which the second one does not replace.
    if (ended.code === 2 && / --(?:new|restore)-ledger\b/.test(line)) return;
    const runId = runIn(ended.stderr);
    if (runId !== null) this.#begun(runId, command);
    if (ended.code !== 4 || !hasExpired) this.broken.push(...endFaults({ ...ended, line, requests: 0 }));
  }

  /** Runs a command once for each remaining damage, with the state damaged before it. */
  async commandsOnDamage(line: string, requests: number): Promise<void> {
    for (let tries = 0; tries < DAMAGES.length && this.#state.left > 0 && this.broken.length === 0; tries++) {
      if (!this.#damage()) continue;
      await this.command(line, requests);
      if (this.sentAfterDamage.length > 0) return;
    }
  }

  #damage(): boolean {
    const damage = this.#state.damage();
    if (damage === null) return false;
    this.counts.damaged++;
    this.history.push(damage);
    return true;
  }

  /**
   * Whether the command refused to use a damaged ledger and named the next step. If it sent nothing, the state is
   * restored; otherwise the judge decides whether it did harm.
   */
  #stopped(line: string, ended: Ended, requests: number): boolean {
    if (this.#state.damaged === null || (ended.interrupted && this.#state.damaged.copy === null))
      return false;
    const { damage, copy } = this.#state.damaged;
    const refused = ended.code === 2 && requests === 0;
    if (refused && !namesAWay(ended.stderr)) this.#unexpected(`${line} after ${damage}`, ended);
    if (refused) this.counts.stopped++;
    if (requests > 0) {
      this.sentAfterDamage.push(`${damage}, then "${line}" sent ${requests} requests`);
      this.#state.damaged = null;
      return false;
    }
    if (copy === null) return refused;
    this.#state.restore(copy);
    if (ended.code === 1) this.#unexpected(`${line} after ${damage}`, ended);
    return true;
  }

  /** Checks the reports after a command: the file, the printed report, and that of the ledger. */
  async #readReports({ line, run: runId, code, stdout, stderr }: Finished, started: number): Promise<void> {
    const { modes, random, report: elsewhere, folder } = this.#options;
    if (!modes.has('reports') || this.#state.damaged !== null) return;
    // A command that was pasted from a message has no --report.
    if (runId !== null && line.startsWith('trace import') && !line.includes('--report'))
      this.#unnamed.add(runId);
    if (runId !== null && code !== null) {
      const path =
        elsewhere === null || this.#unnamed.has(runId)
          ? join(this.#state.place.state, 'reports', `${runId}.json`)
          : (/^report: (.+)$/m.exec(stderr)?.[1] ?? join(folder, elsewhere));
      const written = readReport(path, started);
      if (typeof written === 'string')
        this.broken.push(`${line} ended with ${code}, and its report ${written}`);
      else {
        this.#stated(runId, `the report of "${line}"`, written.records, Date.now());
        this.broken.push(...unnamedDoubts(line, runId, written.records, stderr));
      }
      if (line.includes('--json') && stdout !== '' && line.startsWith('trace import'))
        this.#stated(runId, `the output of "${line}"`, (JSON.parse(stdout) as Report).records, Date.now());
    }
    const earlier = [...this.#runs.keys()].filter((runId) => !this.#forgotten.has(runId));
    if (earlier.length > 1 && random.next() < 0.3) await this.show(random.pick(earlier));
  }

  #begun(runId: string, command: number | null): void {
    if (!this.#runs.has(runId)) this.#runs.set(runId, this.wanted);
    if (command !== null) this.#runOf.set(command, runId);
  }

  #stated(runId: string, source: string, records: readonly StatedRow[], at: number): void {
    if (!this.#options.modes.has('reports')) return;
    const rows = records.map(({ kind, family, key, outcome }) => ({ kind, family, key, outcome }));
    this.statements.push({ run: runId, source, at, wanted: this.#runs.get(runId) ?? null, rows });
  }

  async #run(line: string, interruption: Interruption | null): Promise<Ended> {
    const { folder, log, absenceMs } = this.#options;
    const ended = await run({
      line,
      folder,
      token: `torture-${this.#tokens}`,
      interruption,
      mostMs: LONGEST_MS + 12 * absenceMs,
      listen: (onRequest) => {
        log.onRequest = onRequest;
      },
    });
    if (interruption !== null) log.onRequest = () => {};
    this.counts.runs++;
    return ended;
  }

  #note(
    { command, line, code, signal, requests, run: runId, stderr }: Finished,
    event: TrialEvent | null,
  ): void {
    const end = `ended with ${signal ?? code}${event === null ? '' : ` after ${event}`}`;
    const last = stderr.trim().split('\n').slice(-2).join(' | ');
    this.history.push(`${command}. ${line}: ${end}, ${requests} requests, run ${runId}: ${last}`);
  }

  #unexpected(line: string, ended: Ended): void {
    this.broken.push(unexpected(line, ended));
  }
}
