import { setImmediate as turn } from 'node:timers/promises';
import { endBrokenPush, endRun } from '../../../src/import/end-run.ts';
import { makePlan } from '../../../src/import/staged/make-plan.ts';
import { settleKilled } from '../../../src/import/state/lock-ledger.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { push } from '../../../src/send/push/engine.ts';
import { elapsedMs, type Moment } from '../../../src/service/clock.ts';
import { Limiter } from '../../../src/service/limiter.ts';
import { SharedMemory } from '../../../src/shared/memory.ts';
import { dbOf } from '../../ledger/store-of.ts';
import { INPUT, stageRun, TARGET } from '../../send/push/harness.ts';
import { type Case, changed } from '../../send/push/simulation/case.ts';
import { Disk } from '../../send/push/simulation/disk.ts';
import { mustBeSettled } from '../../send/push/simulation/settled.ts';
import { giveBack, takeLedger } from '../../send/push/simulation/shelf.ts';
import { type Fate, Process, type World } from '../../send/push/simulation/world.ts';
import { Connection } from './connection.ts';
import type { Group } from './group.ts';
import { Laws } from './laws.ts';

/** The longest time that a request of the simulated service takes. */
const TIMEOUT_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
/** Runs of a machine count from here, so that all runs differ. */
const RUNS = 1000;

/** A machine with its own clock and ledger, on which one process at a time imports the same records. */
export class Site {
  readonly id: number;
  readonly #group: Group;
  readonly #world: World;
  readonly #records: Case['records'];
  #wrongBy: number;
  #starts = 1;
  #ledger: Ledger;
  #disk: Disk | null;
  #run: number | null = null;
  #imports = 0;
  #process: Process | null = null;
  #laws: Laws | null = null;
  #end: { error: unknown } | null = null;
  /** Processes that it has had, and how often they died, were paused, and found an empty ledger. */
  readonly tally = { lives: 0, deaths: 0, pauses: 0, empty: 0 };

  constructor(group: Group, id: number) {
    const { world } = group;
    this.id = id;
    this.#group = group;
    this.#world = world;
    this.#records = (id === 0 ? group.case.records : changed(world, group.case.records)).filter(
      ({ kind }) => kind.name !== 'component' || world.chance(0.8),
    );
    this.#wrongBy = world.pick([0, 0, 3 * MINUTE_MS, -7 * MINUTE_MS, DAY_MS]);
    this.#disk = world.chance(0.25) ? new Disk(world) : null;
    this.#ledger = this.#disk?.open() ?? takeLedger();
  }

  get isBusy(): boolean {
    return this.#process !== null;
  }

  get isWriting(): boolean {
    return (this.#process?.writing ?? 0) > 0;
  }

  /** Whether its process has ended or died. */
  get isOver(): boolean {
    return this.#process !== null && (this.#process.dead || this.#end !== null);
  }

  begin(isCalm: boolean): void {
    const world = this.#world;
    if (!isCalm && world.chance(0.08)) this.#loseLedger();
    const fate = isCalm ? {} : this.#fate();
    world.note(`machine ${this.id}: process ${JSON.stringify(fate)}`);
    this.tally.lives++;
    let steps = 0;
    const pausesAt = !isCalm && world.chance(0.35) ? 1 + world.upTo(120) : 0;
    const process = new Process(world, this.#ledger, fate, {
      disk: this.#disk,
      moment: () => this.#moment(),
      onStep: () => {
        if (++steps === pausesAt) this.#pause(process);
      },
    });
    this.#process = process;
    this.#end = null;
    process.isActive = true;
    this.#work(process).then(
      () => {
        this.#end = { error: null };
      },
      (error: unknown) => {
        this.#end = { error };
      },
    );
  }

  /** Ends its process; a ledger in a file is then as its disk stored it. */
  async over(): Promise<void> {
    const process = this.#process!;
    const error = this.#end?.error ?? null;
    process.isActive = false;
    if (process.dead) {
      this.tally.deaths++;
      this.#group.service.connectionsBroke(process);
      while (process.writing > 0) await turn();
      const power = this.#world.chance(0.5);
      if (this.#disk) {
        this.#disk.died(this.#ledger, power);
        this.#ledger = this.#disk.open();
      } else if (dbOf(this.#ledger).isTransaction) dbOf(this.#ledger).exec('rollback');
      if (power) this.#starts++;
    } else if (error !== null && !isExpected(error)) throw error;
    this.#laws?.ended(this.#ledger, !process.dead && error === null);
    this.#world.forget(process);
    this.#process = null;
    this.#laws = null;
  }

  /** Whether all of its records ended as the service has them, without faults. */
  mustBeSettled(): ReadonlySet<string | null> {
    const { service, case: given } = this.#group;
    const { refused, settings } = given;
    return mustBeSettled({
      ...{ world: this.#world, service, ledger: this.#ledger, run: this.#run! },
      ...{ records: this.#records, refused, inDoubt: settings.inDoubt },
    });
  }

  close(sound: boolean): void {
    if (sound && !this.#disk) giveBack(this.#ledger);
    else {
      this.#ledger.close();
      this.#disk?.remove();
    }
  }

  #fate(): Fate {
    const world = this.#world;
    const soon = () => 1 + world.upTo(world.pick([15, 60, 300]));
    return {
      // A process that settles what an earlier one has left may die in it.
      ...(world.chance(0.4)
        ? { diesAt: soon() }
        : this.#hasEnded && world.chance(0.6)
          ? { diesAt: 8 + world.upTo(40) }
          : {}),
      ...(world.chance(0.1) ? { stopsAt: soon() } : {}),
      ...(world.chance(0.07) ? { refusesCommit: soon() } : {}),
    };
  }

  get #hasEnded(): boolean {
    return this.#ledger.exchange(TARGET).endedSenders().length > 0;
  }

  /** It is stopped, for longer than its lease, or for less. */
  #pause(process: Process): void {
    const world = this.#world;
    const ms = world.pick([5000, 40_000, 2 * MINUTE_MS, 20 * MINUTE_MS]);
    world.note(`machine ${this.id} is paused for ${ms} ms`);
    this.tally.pauses++;
    process.pausedUntil = world.now + ms;
    // The clock of a machine that was asleep may be wrong until it is set.
    if (world.chance(0.3)) this.#wrongBy += world.pick([90_000, -30_000]);
  }

  #loseLedger(): void {
    if (this.#ledger.runs.list(1).length === 0) return;
    this.#world.note(`machine ${this.id} has an empty ledger`);
    this.tally.empty++;
    this.close(true);
    this.#disk = this.#disk && new Disk(this.#world);
    this.#ledger = this.#disk?.open() ?? takeLedger();
    this.#run = null;
  }

  #date(): Date {
    return new Date(this.#world.trueTime() + this.#wrongBy);
  }

  #moment(): Moment {
    return { boot: `machine ${this.id}, start ${this.#starts}`, ms: this.#world.now };
  }

  #import(): number {
    const latest = this.#run === null ? undefined : this.#ledger.runs.list(1)[0];
    if (latest?.stage === 'planned') return latest.run;
    const minute = RUNS * this.id + this.#imports++;
    return stageRun(this.#ledger, this.#records, {
      startedAt: new Date(this.#world.trueTime() + minute).toISOString(),
    });
  }

  async #work(process: Process): Promise<void> {
    const { case: given, service, store, tries, sabotage } = this.#group;
    const world = this.#world;
    const ledger = this.#ledger;
    const now = () => this.#date();
    settleKilled(ledger, TARGET, now(), this.#moment());
    process.isActive = false;
    const again = this.#run !== null && ledger.runs.list(1)[0]?.stage === 'planned';
    const run = this.#import();
    this.#run = run;
    process.isActive = true;
    const { rate, concurrency, ...others } = given.settings;
    const connection = new Connection(world, store, process, this.#group.storeWeather);
    const laws = new Laws({
      ...{ world, service, store, tries, ledger, run, timeoutMs: TIMEOUT_MS },
      ...{ inDoubt: others.inDoubt, sender: () => connection.sender },
    });
    this.#laws = laws;
    const exchange = process.ledger.exchange(TARGET);
    const row = ledger.runs.list(1)[0]!;
    const memory = await SharedMemory.join(
      sabotage.store?.(connection, this.#group) ?? connection,
      sabotage.exchange?.(exchange) ?? exchange,
      {
        ...{ run: row.id, host: `machine ${this.id}`, pid: 1, timeoutMs: TIMEOUT_MS },
        ...{ clock: process.clock, now },
      },
    );
    try {
      const moment = this.#moment();
      ledger.doubts.stamp(TARGET, moment, (since) => elapsedMs(since, moment) !== null);
      ledger.doubts.settleKnown(TARGET);
      const { waves, doubtful, compareAgain } = makePlan({
        ...{ ledger, run, settings: INPUT, inDoubt: others.inDoubt },
        ...(again ? { reopen: () => ledger.runs.reopenLeft(run, false) } : {}),
      });
      const claims = sabotage.claims?.(memory) ?? memory;
      const limiter = new Limiter({ rate, concurrency }, process.clock, sabotage.pace?.(memory) ?? memory);
      process.beforeSocket = () => this.#beforeSocket(laws);
      try {
        await push(
          {
            ...{ ledger: process.ledger, run, waves },
            service: service.for(process, laws, RUNS * this.id + run, limiter),
            emit: (event) => {
              if (!process.dead) laws.event(event);
            },
            shared: { claims, compareAgain },
          },
          {
            ...{ ...others, limiter, signal: process.stop.signal, random: world.random, now },
            absenceMs: ({ name }) => given.absence.get(name)!,
          },
        );
        endRun(ledger, run);
        ledger.doubts.settleElsewhere(doubtful);
        const isDone = ledger.runs.countRemaining(run) === 0;
        ledger.runs.finish(run, now().toISOString(), isDone ? 0 : 1, '{}');
      } catch (error) {
        if (!process.dead) endBrokenPush(ledger, run, doubtful, now().toISOString());
        throw error;
      }
    } finally {
      await memory.close();
      ledger.rollBack();
    }
  }

  /** The process may be stopped after its last check, for no longer than a request may take. */
  async #beforeSocket(laws: Laws): Promise<void> {
    const world = this.#world;
    const checkedAt = world.now;
    if (world.chance(0.03)) await new Promise<void>((go) => world.later(world.upTo(TIMEOUT_MS), go));
    laws.checkedAt = checkedAt;
  }
}

/** A disk that is full, and a memory that is lost. */
const isExpected = (error: unknown): boolean =>
  ['disk-full', 'memory-lost'].includes((error as { code?: string }).code ?? '');
