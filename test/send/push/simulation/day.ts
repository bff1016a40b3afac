import { setImmediate as turn } from 'node:timers/promises';
import { type Body, keyText } from '../../../../src/contract/kind.ts';
import { kindsOf } from '../../../../src/contract/registry.ts';
import { endRun } from '../../../../src/import/end-run.ts';
import { keepOutdated } from '../../../../src/import/resolve/resolve-run.ts';
import { confirmSent, openForResolve } from '../../../../src/import/resolve/settle-doubts.ts';
import { makePlan } from '../../../../src/import/staged/make-plan.ts';
import { settleKilled } from '../../../../src/import/state/lock-ledger.ts';
import { Ledger } from '../../../../src/ledger/ledger.ts';
import type { OutdatedRow } from '../../../../src/ledger/outdated.ts';
import { push } from '../../../../src/send/push/engine.ts';
import { Limiter } from '../../../../src/service/limiter.ts';
import { dbOf } from '../../../ledger/store-of.ts';
import { INPUT, stageRun, TARGET } from '../harness.ts';
import { anyInDoubt, type Case, changed, makeCase, named } from './case.ts';
import { Disk } from './disk.ts';
import { Knowledge, Oracle } from './oracle.ts';
import { Person, type Request } from './person.ts';
import { Reader } from './reader.ts';
import { contentOf, SimulatedService } from './service.ts';
import { mustBeSettled } from './settled.ts';
import { giveBack, takeLedger } from './shelf.ts';
import type { Sabotage, Tally } from './simulate.ts';
import { type Fate, Process, type World } from './world.ts';

const MOST_LIVES = 40;
const MINUTE_MS = 60_000;
/** Minimum duration of a restart of the machine. */
const RESTART_MS = 20_000;

/** One import with all its faults, until everything is settled. */
export class Day {
  readonly #world: World;
  readonly #sabotage: Sabotage;
  readonly #case: Case;
  readonly #service: SimulatedService;
  readonly #knowledge = new Knowledge();
  readonly #reader: Reader;
  readonly #person: Person;
  readonly #disk: Disk | null;
  readonly #calmFrom: number;
  readonly #lookShare: number;
  /** From that time on, everything that may still be stored is stored and shown. */
  readonly #allCountsMs: number;
  #settings: Case['settings'];
  #records: Case['records'];
  #ledger: Ledger;
  /** The last import; null before it. */
  #run: number | null = null;
  #imports = 0;
  #kept = 0;
  #deaths = 0;

  constructor(world: World, sabotage: Sabotage) {
    this.#world = world;
    this.#sabotage = sabotage;
    this.#case = makeCase(world);
    this.#service = new SimulatedService(world, this.#case);
    this.#reader = new Reader(world, this.#service, this.#knowledge, this.#case);
    this.#person = new Person(world, this.#service);
    this.#calmFrom = 2 + world.upTo(5);
    this.#lookShare = world.pick([0, 0.02, 0.1]);
    this.#records = this.#case.records;
    this.#settings = this.#case.settings;
    this.#allCountsMs = Math.max(this.#settings.settleMs, ...this.#case.absence.values());
    this.#disk = this.#case.onDisk ? new Disk(world) : null;
    this.#ledger = this.#disk?.open(sabotage.open) ?? takeLedger();
  }

  toString(): string {
    const bodies = this.#records.map((given) => `${named(given)} ${JSON.stringify(given.body)}`);
    const absence = JSON.stringify([...this.#case.absence]);
    return [
      JSON.stringify(this.#case.settings),
      absence,
      this.#disk ? 'on disk' : 'in memory',
      ...bodies,
    ].join('\n');
  }

  close(sound: boolean): void {
    if (sound && !this.#disk) {
      giveBack(this.#ledger);
      return;
    }
    this.#ledger.close();
    this.#disk?.remove();
  }

  async live(): Promise<Tally> {
    let calmLives = 0;
    for (let life = 1; ; life++) {
      if (life > MOST_LIVES) throw new Error('it is never done');
      if (life >= this.#calmFrom) this.#service.weather.calm();
      const { isCalm } = this.#service.weather;
      const request = isCalm ? null : this.#requested();
      const ended = await this.#life(request, isCalm ? {} : this.#fate());
      if (ended && isCalm) calmLives++;
      if (ended && request === null && this.#isDone(calmLives)) {
        if (isCalm || this.#world.chance(0.5)) return this.#settled(life);
        this.#inputChanges();
      }
      this.#between(isCalm);
    }
  }

  /** Nothing is left, or everything had enough time to become certain. */
  #isDone(calmLives: number): boolean {
    if (this.#ledger.runs.countRemaining(this.#run!) === 0 || calmLives > 2) return true;
    return calmLives > 0 && (this.#settings.inDoubt !== 'verify' || this.#inDoubt() === 0);
  }

  #inDoubt(): number {
    const { count } = dbOf(this.#ledger)
      .prepare("select count(*) as count from records where run = ? and outcome = 'in-doubt'")
      .get(this.#run) as { count: number };
    return count;
  }

  #settled(lives: number): Tally {
    this.#world.pass(this.#allCountsMs);
    this.#look(this.#ledger);
    const outcomes = mustBeSettled({
      world: this.#world,
      service: this.#service,
      ledger: this.#ledger,
      run: this.#run!,
      records: this.#records,
      refused: this.#case.refused,
      inDoubt: this.#settings.inDoubt,
    });
    return {
      requests: this.#service.requests,
      lives,
      deaths: this.#deaths,
      ms: this.#world.now,
      faults: this.#service.weather.seen,
      outcomes,
      onDisk: this.#disk !== null,
      torn: this.#disk?.torn ?? 0,
      late: this.#service.late,
      looks: this.#reader.looks,
      settled: this.#person.settled,
      kept: this.#kept,
    };
  }

  /**
   * Between two processes: time passes, the machine restarts, a user lists and looks up records, and settings change.
   */
  #between(isCalm: boolean): void {
    const world = this.#world;
    const most = this.#allCountsMs;
    world.pass(isCalm ? most : world.upTo(world.pick([0, 100, 10_000, 90_000, most, 2 * most])));
    if (!isCalm && world.chance(0.1)) this.#world.machine.setDate(0);
    if (!isCalm && world.chance(0.15)) this.#restart();
    if (world.chance(0.2)) this.#look(this.#ledger);
    if (this.#disk && world.chance(0.5)) this.#reopen();
    if (world.chance(0.1)) this.#settings = { ...this.#settings, inDoubt: anyInDoubt(world) };
    this.#keep();
    if (!isCalm && world.chance(0.1)) this.#inputChanges();
    world.mustHold();
  }

  /** The user keeps some outdated records of a run. */
  #keep(): void {
    const world = this.#world;
    const ledger = this.#ledger;
    const runs = ledger.runs.list().filter(({ run }) => ledger.outdated.rows(run).length > 0);
    if (runs.length === 0 || !world.chance(0.3)) return;
    this.#hold();
    const { run } = world.pick(runs);
    ledger.doubts.noteListed(ledger.outdated.rows(run), world.date().toISOString());
    const pick = (rows: readonly OutdatedRow[]) => rows.filter(() => world.chance(0.7));
    const word = { pick, by: 'a person', now: world.date(), kinds: kindsOf('v2') };
    const { kept, unlisted } = keepOutdated(ledger, run, word);
    if (unlisted.length > 0) world.breaks(`${unlisted.map(nameOf).join(', ')} were listed, and are not kept`);
    const bodyOf = dbOf(ledger).prepare('select body from records where id = ?');
    for (const row of kept) {
      const { body } = bodyOf.get(row.id) as { body: string };
      this.#knowledge.keep(nameOf(row), contentOf(JSON.parse(body) as Body));
      this.#kept++;
      world.note(`a person keeps ${nameOf(row)}`);
    }
  }

  /** The next process imports other contents. */
  #inputChanges(): void {
    this.#records = changed(this.#world, this.#records);
    this.#run = null;
  }

  /** The user takes some of the steps; returns what was requested, if any. */
  #requested(): Request | null {
    const world = this.#world;
    if (this.#ledger.runs.list(1).length === 0 || !world.chance(0.8)) return null;
    if (!this.#person.hasListed || world.chance(0.1)) {
      this.#hold();
      this.#person.list(this.#ledger);
      if (world.chance(0.5)) return null;
    }
    if (!this.#person.hasListed || world.chance(0.25)) return null;
    // No user is quicker than this.
    world.pass(this.#settings.settleMs + world.pick([0, 0, MINUTE_MS]));
    if (!this.#person.hasLooked) this.#person.look();
    return world.chance(0.8) ? this.#person.decides() : null;
  }

  #moment() {
    const { machine } = this.#world;
    return this.#sabotage.moment?.(machine.moment(), this.#world) ?? machine.moment();
  }

  /** What every process does once it has the lock. */
  #hold(): void {
    settleKilled(this.#ledger, TARGET, this.#world.date(), this.#moment());
  }

  #import(): number {
    const startedAt = new Date(Date.UTC(2026, 10, 2) + this.#imports++ * 60_000).toISOString();
    this.#world.note('import');
    return stageRun(this.#ledger, this.#records, { startedAt });
  }

  #fate(): Fate {
    const world = this.#world;
    const soon = () => 1 + world.upTo(world.pick([10, 60, 300]));
    if (world.chance(0.4)) this.#world.machine.setDate(world.upTo(world.pick([1000, 20_000, 90_000])));
    return {
      ...(world.chance(0.4) ? { diesAt: soon() } : {}),
      ...(world.chance(0.15) ? { stopsAt: soon() } : {}),
      ...(world.chance(0.05) ? { refusesCommit: soon() } : {}),
    };
  }

  #restart(): void {
    this.#world.pass(RESTART_MS);
    this.#world.machine.restart();
  }

  /** One process, from start to end; returns whether it ended by itself. */
  async #life(request: Request | null, fate: Fate): Promise<boolean> {
    const world = this.#world;
    world.note(`process ${JSON.stringify(fate)}`);
    this.#service.newProcess();
    const process = new Process(world, this.#ledger, fate, {
      disk: this.#disk,
      moment: () => this.#moment(),
      onStep: () => this.#mayLook(),
    });
    const watch: { oracle: Oracle | null } = { oracle: null };
    process.isActive = true;
    const end = await world.live(process, this.#work(process, request, watch));
    process.isActive = false;
    if (request) this.#person.done();
    const how = end === 'dead' ? 'died' : 'error' in end ? 'broke' : 'ended';
    if (end === 'dead') await this.#buried(process, watch.oracle);
    else if ('error' in end && (end.error as { code?: string }).code !== 'disk-full') throw end.error;
    if (end !== 'dead') watch.oracle?.ended(how, this.#ledger);
    world.mustHold();
    return how === 'ended';
  }

  async #work(process: Process, request: Request | null, watch: { oracle: Oracle | null }): Promise<void> {
    const world = this.#world;
    const ledger = this.#ledger;
    this.#hold();
    const run = request?.run ?? this.#staged(process);
    const settings = this.#settings;
    const oracle = new Oracle({
      world,
      service: this.#service,
      process,
      knowledge: this.#knowledge,
      ledger,
      run,
      settings,
      isLatest: run === this.#run,
    });
    watch.oracle = oracle;
    const place = { ledger, run, settings: INPUT };
    const now = () => world.date();
    const { waves, doubtful, picked } = request
      ? this.#asked(request, oracle, place)
      : { ...this.#planned(place), picked: [] };
    if (request?.how === 'sent') {
      const ids = picked.map(({ id }) => id);
      await confirmSent(process.ledger, run, ids, { by: 'a person', now: now(), kinds: kindsOf('v2') });
    } else {
      const { rate, concurrency, ...others } = settings;
      const limits = { rate, concurrency };
      const limiter = new Limiter(this.#sabotage.limits?.(limits) ?? limits, process.clock);
      this.#sabotage.limiter?.(limiter);
      const service = this.#service.for(process, oracle, run, limiter);
      const asked = {
        ...others,
        limiter,
        absenceMs: ({ name }: { name: string }) => this.#case.absence.get(name)!,
        ...(request ? { inDoubt: request.how } : {}),
        ...(request?.how === 'resend' ? { mostLost: 1 } : {}),
        signal: process.stop.signal,
        random: world.random,
        now,
      };
      await push(
        {
          ledger: this.#sabotage.ledger?.(process.ledger) ?? process.ledger,
          run,
          waves,
          service: this.#sabotage.service?.(service) ?? service,
          emit: (event) => {
            if (!process.dead) oracle.event(event);
          },
          blockedAreReported: request !== null,
        },
        this.#sabotage.settings?.(asked) ?? asked,
      );
    }
    endRun(ledger, run);
    ledger.doubts.settleElsewhere(doubtful);
    const isDone = ledger.runs.countRemaining(run) === 0;
    ledger.runs.finish(run, now().toISOString(), isDone ? 0 : 1, '{}');
  }

  /** The run to be resumed, or a new import of the records. */
  #staged(process: Process): number {
    const latest = this.#run === null ? undefined : this.#ledger.runs.list(1)[0];
    if (latest?.stage === 'planned') return latest.run;
    process.isActive = false;
    this.#run = this.#import();
    process.isActive = true;
    return this.#run;
  }

  #planned(place: Parameters<typeof openForResolve>[0]) {
    const { ledger, run } = place;
    const again = ledger.runs.list(1)[0]!.stage === 'planned';
    const reopen = () => ledger.runs.reopenLeft(run, false);
    const planned = makePlan({ ...place, inDoubt: this.#settings.inDoubt, ...(again ? { reopen } : {}) });
    this.#sabotage.afterPlan?.(ledger);
    return planned;
  }

  #asked(request: Request, oracle: Oracle, place: Parameters<typeof openForResolve>[0]) {
    const world = this.#world;
    const { how, pick, run } = request;
    this.#sabotage.beforeWord?.(this.#ledger, run);
    const absenceMs = ({ name }: { name: string }) => this.#case.absence.get(name)!;
    const word = { how, pick, absenceMs, now: world.date(), moment: this.#moment() };
    const opened = openForResolve(place, this.#sabotage.word?.(word) ?? word);
    this.#person.mustHaveMeant(how, opened.picked);
    const names = new Set(opened.picked.map(nameOf));
    oracle.asked = { how, names };
    if (how === 'sent') for (const name of names) this.#knowledge.settle(name, true);
    return opened;
  }

  /** Nothing of the process continues; a ledger in a file is as its disk stored it. */
  async #buried(process: Process, oracle: Oracle | null): Promise<void> {
    const world = this.#world;
    this.#deaths++;
    this.#service.connectionsBroke();
    while (process.writing > 0) await turn();
    const power = world.chance(0.5);
    world.note(power ? 'the power goes' : 'killed');
    if (power) this.#sabotage.powerLoss?.(this.#ledger);
    if (this.#disk) {
      this.#disk.died(this.#ledger, power);
      this.#sabotage.found?.(this.#disk);
      this.#ledger = this.#disk.open(this.#sabotage.open);
    }
    oracle?.ended('died', this.#ledger);
    this.#look(this.#ledger);
    if (power) this.#restart();
  }

  #reopen(): void {
    this.#ledger.close();
    this.#ledger = this.#disk!.open(this.#sabotage.open);
  }

  /** A second process reads, and may move the log into the ledger when it ends. */
  #mayLook(): void {
    const world = this.#world;
    if (!world.chance(this.#lookShare)) return;
    const db = dbOf(this.#ledger);
    if (!this.#disk) {
      if (!db.isTransaction) this.#look(this.#ledger);
      return;
    }
    const { path } = this.#disk;
    using ledger = Ledger.open(path);
    this.#look(ledger);
    if (world.chance(0.3)) this.#reader.plan(path, this.#records, this.#sabotage.planner);
    if (!db.isTransaction && world.chance(0.3)) {
      dbOf(ledger).exec('pragma synchronous = off; pragma wal_checkpoint(passive)');
    }
  }

  #look(ledger: Ledger): void {
    this.#reader.look(this.#sabotage.reader?.(ledger) ?? ledger);
  }
}

const nameOf = ({ kind, key }: { kind: string; key: string }): string => `${kind} ${keyText(key)}`;
