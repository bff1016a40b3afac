import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningMock } from '../src/mock/listen.ts';
import type { MockStats } from '../src/mock/tally.ts';
import type { ReportRecord } from '../src/report/schema.ts';
import type { Random } from './fixture-random.ts';
import { MOST_LATENCY_MS } from './torture-faults.ts';
import type { Applied } from './torture-judge.ts';
import { type Ended, type Moment, run } from './torture-process.ts';

/** Ends of a run that leave something to go on with, or nothing: done, some rows, in doubt, not reachable. */
const EXPECTED = [0, 5, 6, 7];

/** Characters of an end that nobody expected. */
const MOST_WORDS = 1000;

/** What the tool says of a run that was killed before all of its input was in the ledger. */
const IMPORT_FIRST = /Import again: |Run trace import first/;

export interface Report {
  readonly run: string;
  readonly records: readonly ReportRecord[];
}

interface TrialOptions {
  readonly random: Random;
  readonly mock: RunningMock;
  readonly folder: string;
  readonly program: string;
  readonly kills: number;
}

/** The binary against one service and in one folder: every run of it, and what came of each. */
export class Trial {
  readonly #options: TrialOptions;
  #killsLeft: number;
  #tokens = 1;
  #runs = 0;
  #kills = 0;
  /** The report that the last push printed. */
  #printed: string | null = null;
  /** Ends of the binary that neither a kill nor a fault explains. */
  readonly broken: string[] = [];
  /** Tell it of each request that comes. */
  onRequest = (): void => {};

  constructor(options: TrialOptions) {
    this.#options = options;
    this.#killsLeft = options.kills;
  }

  get runs(): number {
    return this.#runs;
  }

  get kills(): number {
    return this.#kills;
  }

  /** From now on no run is killed. */
  spare(): void {
    this.#killsLeft = 0;
  }

  /**
   * Runs a command, killed at some moment while kills are left; one of `requests` requests may be that moment. Gives how
   * it came to its end: `killed`, `ended`, or `unread`, when there is nothing in the ledger to go on with. A token that
   * expired is replaced before the next run.
   */
  async push(argv: readonly string[], requests: number): Promise<'killed' | 'ended' | 'unread'> {
    const { mock, random } = this.#options;
    const before = mock.stats();
    const ended = await this.#run(argv, this.#killsLeft > 0 ? momentOf(random, requests) : null);
    this.#printed = !ended.killed && argv.includes('--json') && ended.stdout !== '' ? ended.stdout : null;
    if (ended.killed) {
      this.#kills++;
      this.#killsLeft--;
      return 'killed';
    }
    const met = (faults: string) => count(mock.stats(), faults) > count(before, faults);
    if (ended.code === 4 && met('expired')) {
      this.#tokens++;
      return 'ended';
    }
    if (ended.code === 2 && met('redirect')) return 'ended';
    if (ended.code === 2 && argv[0] === 'resume' && IMPORT_FIRST.test(ended.stderr)) return 'unread';
    if (!EXPECTED.includes(ended.code ?? -1)) this.#unexpected(argv, ended);
    return 'ended';
  }

  /** The report of the last run, as it printed it or else from the ledger; without records when there is no run yet. */
  async report(): Promise<Report> {
    if (this.#printed !== null) return JSON.parse(this.#printed) as Report;
    const argv = ['runs', 'report'];
    const ended = await this.#run(argv, null);
    if (ended.code === 0) return JSON.parse(ended.stdout) as Report;
    if (ended.code !== 2 || !IMPORT_FIRST.test(ended.stderr)) this.#unexpected(argv, ended);
    return { run: '', records: [] };
  }

  /** How many rows of all runs are in doubt. */
  async doubts(): Promise<number> {
    const argv = ['runs', 'list', '--json', '--last', '1000'];
    const ended = await this.#run(argv, null);
    if (ended.code !== 0) this.#unexpected(argv, ended);
    const runs = ended.code === 0 ? (JSON.parse(ended.stdout) as { totals: Record<string, number> }[]) : [];
    return runs.reduce((sum, { totals }) => sum + (totals['in-doubt'] ?? 0), 0);
  }

  /** All that the service applied, and what it was asked, once what is on its way has arrived. */
  async truth(): Promise<{ journal: Applied[]; stats: MockStats }> {
    const { mock } = this.#options;
    await sleep(2 * MOST_LATENCY_MS);
    const journal: Applied[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: { data: Applied[]; next: number | null } = await this.#read(
        `/__mock/journal?after=${after}`,
      );
      journal.push(...page.data);
      after = page.next;
    }
    return { journal, stats: mock.stats() };
  }

  /** The service may be restarting: it comes back. */
  async #read<T>(path: string): Promise<T> {
    for (;;) {
      try {
        return (await (await fetch(`${this.#options.mock.url}${path}`)).json()) as T;
      } catch {
        await sleep(50);
      }
    }
  }

  async #run(argv: readonly string[], moment: Moment | null): Promise<Ended> {
    const { program, folder } = this.#options;
    const ended = await run({
      program,
      argv,
      cwd: folder,
      token: `torture-${this.#tokens}`,
      moment,
      listen: (onRequest) => {
        this.onRequest = onRequest;
      },
    });
    this.onRequest = () => {};
    this.#runs++;
    return ended;
  }

  #unexpected(argv: readonly string[], { signal, code, stderr }: Ended): void {
    this.broken.push(`${argv.join(' ')} ended with ${signal ?? code}: ${stderr.trim().slice(-MOST_WORDS)}`);
  }
}

/** How often a fault came, the ones included whose names begin so. */
function count({ faults }: MockStats, begin: string): number {
  return Object.entries(faults).reduce((sum, [name, times]) => sum + (name.startsWith(begin) ? times : 0), 0);
}

/** Mostly while requests leave and answers come; else at any time, the start and the reading of files included. */
function momentOf(random: Random, requests: number): Moment {
  return random.next() < 0.7
    ? { request: random.whole(1, requests), afterMs: random.whole(0, 25) }
    : { request: null, afterMs: random.whole(50, 700) };
}
