import { copyFileSync, existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { leftOf, reopenLeft, settleKilledRuns } from '../../../src/ledger/unfinished.ts';
import { type PushSettings, push } from '../../../src/push/engine.ts';
import { makePlan } from '../../../src/run/judge.ts';
import type { Service } from '../../../src/service/service.ts';
import { INPUT, ledgerFile, stageRun, TARGET } from '../harness.ts';
import { anyInDoubt, type Case, changed, makeCase, named } from './case.ts';
import { Knowledge, Oracle } from './oracle.ts';
import { SimulatedService } from './service.ts';
import { giveBack, takeLedger } from './shelf.ts';
import type { Fault } from './weather.ts';
import { type Fate, Process, World } from './world.ts';

/** Puts a fault into the engine, to see that the simulation finds it. */
export interface Sabotage {
  readonly ledger?: (ledger: Ledger) => Ledger;
  readonly service?: (service: Service) => Service;
  readonly settings?: (settings: PushSettings, world: World) => PushSettings;
  /** What a disk does that loses its power and had not told the truth. */
  readonly powerLoss?: (ledger: Ledger) => void;
}

/** What a simulation came to. */
export interface Tally {
  readonly requests: number;
  readonly lives: number;
  readonly deaths: number;
  /** How long it took, in its own time. */
  readonly ms: number;
  readonly faults: ReadonlySet<Fault>;
  /** How the records of its last import ended. */
  readonly outcomes: ReadonlySet<string | null>;
}

const MOST_LIVES = 30;

/**
 * One small import, on a bad day: run, killed, stopped and gone on with until all is settled, and checked at every step.
 * Throws with the seed and what happened when anything does not hold.
 */
export async function simulate(seed: number, sabotage: Sabotage = {}): Promise<Tally> {
  const world = new World(seed);
  const day = new Day(world, sabotage);
  let sound = false;
  try {
    const tally = await day.live();
    sound = true;
    return tally;
  } catch (error) {
    const { message } = error as Error;
    const rerun = `run again with TRACE_SIM_SEED=${seed}`;
    const trace = process.env.TRACE_SIM_SEED ? `\n${day}\n${world.trace.join('\n')}` : '';
    throw new Error(`seed ${seed}: ${message} (${rerun})${trace}`, { cause: error });
  } finally {
    day.close(sound);
  }
}

class Day {
  readonly #world: World;
  readonly #sabotage: Sabotage;
  readonly #case: Case;
  readonly #service: SimulatedService;
  readonly #knowledge = new Knowledge();
  readonly #files: ReturnType<typeof ledgerFile> | null;
  readonly #calmFrom: number;
  #settings: Case['settings'];
  #records: Case['records'];
  #ledger: Ledger;
  #run: number;
  #imports = 0;
  #deaths = 0;

  constructor(world: World, sabotage: Sabotage) {
    this.#world = world;
    this.#sabotage = sabotage;
    this.#case = makeCase(world);
    this.#service = new SimulatedService(world, this.#case);
    this.#calmFrom = 2 + world.upTo(5);
    this.#records = this.#case.records;
    this.#settings = this.#case.settings;
    this.#files = this.#case.onDisk ? ledgerFile() : null;
    this.#ledger = this.#files ? Ledger.open(this.#files.path) : takeLedger();
    this.#run = this.#import();
  }

  toString(): string {
    const bodies = this.#records.map((given) => `${named(given)} ${JSON.stringify(given.body)}`);
    return [JSON.stringify(this.#case.settings), ...bodies].join('\n');
  }

  close(sound: boolean): void {
    if (sound && !this.#files) {
      giveBack(this.#ledger);
      return;
    }
    this.#ledger.close();
    this.#files?.remove();
  }

  async live(): Promise<Tally> {
    for (let life = 1; ; life++) {
      if (life > MOST_LIVES) throw new Error('it is never done');
      if (life >= this.#calmFrom) this.#service.weather.calm();
      const { isCalm } = this.#service.weather;
      const oracle = await this.#life(life > 1, isCalm ? {} : this.#fate());
      if (oracle !== null && (isCalm || leftOf(this.#ledger, this.#run) === 0)) {
        this.#world.pass(this.#case.settings.settleMs);
        this.#allIsSettled(oracle);
        return {
          requests: this.#service.requests,
          lives: life,
          deaths: this.#deaths,
          ms: this.#world.now,
          faults: this.#service.weather.seen,
          outcomes: new Set(oracle.rows(this.#ledger).map(({ outcome }) => outcome)),
        };
      }
      this.#world.pass(this.#world.upTo(this.#world.pick([0, 100, 10_000, 90_000])));
      settleKilledRuns(this.#ledger, TARGET, this.#world.date().toISOString());
      if (this.#world.chance(0.1)) this.#jump(0);
      if (this.#world.chance(0.1)) this.#settings = { ...this.#settings, inDoubt: anyInDoubt(this.#world) };
      if (!isCalm && this.#world.chance(0.1)) {
        this.#records = changed(this.#world, this.#records);
        this.#run = this.#import();
      }
    }
  }

  #import(): number {
    const startedAt = new Date(Date.UTC(2026, 10, 2) + this.#imports++ * 60_000).toISOString();
    this.#world.note('import');
    return stageRun(this.#ledger, this.#records, { startedAt });
  }

  #fate(): Fate {
    const world = this.#world;
    const soon = () => 1 + world.upTo(world.pick([10, 60, 300]));
    if (world.chance(0.4)) this.#jump(world.upTo(world.pick([1000, 20_000])));
    return {
      ...(world.chance(0.4) ? { diesAt: soon() } : {}),
      ...(world.chance(0.15) ? { stopsAt: soon() } : {}),
      ...(world.chance(0.05) ? { refusesCommit: soon() } : {}),
    };
  }

  /** The date on the user's machine is set, a day ahead or back. */
  #jump(inMs: number): void {
    const by = this.#world.pick([-1, 1]) * 86_400_000;
    this.#world.later(inMs, () => {
      this.#world.note(`the date jumps by ${by} ms`);
      this.#world.wrongBy += by;
    });
  }

  /** One process, from its start to its end. Null when it did not end by itself. */
  async #life(again: boolean, fate: Fate): Promise<Oracle | null> {
    const world = this.#world;
    const ledger = this.#ledger;
    const run = this.#run;
    const settings = this.#settings;
    const now = () => world.date();
    world.note(`process ${JSON.stringify(fate)}`);
    const goesOn = again && ledger.runs(1)[0]!.stage === 'planned';
    const { waves } = makePlan({
      ledger,
      run,
      target: TARGET,
      settings: INPUT,
      inDoubt: settings.inDoubt,
      ...(goesOn ? { reopen: () => reopenLeft(ledger, run, false) } : {}),
    });
    this.#service.newProcess();
    const process = new Process(world, ledger, fate);
    const oracle = new Oracle({
      world,
      service: this.#service,
      process,
      knowledge: this.#knowledge,
      ledger,
      run,
      settings,
    });
    const service = this.#service.for(process, oracle);
    const asked = {
      ...settings,
      signal: process.stop.signal,
      clock: process.clock,
      random: world.random,
      now,
    };
    const work = push(
      {
        ledger: this.#sabotage.ledger?.(process.ledger) ?? process.ledger,
        run,
        target: TARGET,
        interface: 'v2',
        waves,
        service: this.#sabotage.service?.(service) ?? service,
        emit: (event) => {
          if (!process.dead) oracle.event(event);
        },
      },
      this.#sabotage.settings?.(asked, world) ?? asked,
    );
    const end = await world.live(process, work);
    if (end === 'dead') await this.#buried(process);
    const how = end === 'dead' ? 'died' : 'error' in end ? 'broke' : 'ended';
    if (end !== 'dead' && 'error' in end && (end.error as { code?: string }).code !== 'disk-full')
      throw end.error;
    if (how === 'ended') ledger.finishRun(run, now().toISOString(), 0, '{}');
    oracle.ended(how, this.#ledger);
    world.mustHold();
    return how === 'ended' ? oracle : null;
  }

  /** Nothing of it happens any more; a ledger in a file is found as it was on the disk at that moment. */
  async #buried(process: Process): Promise<void> {
    this.#deaths++;
    this.#service.connectionsBroke();
    while (process.writing > 0) await turn();
    this.#sabotage.powerLoss?.(this.#ledger);
    if (!this.#files) return;
    const { path } = this.#files;
    const copy = `${path}-${this.#deaths}`;
    for (const beside of ['', '-wal']) {
      if (existsSync(this.#ledger.path + beside)) copyFileSync(this.#ledger.path + beside, copy + beside);
    }
    this.#ledger.close();
    this.#ledger = Ledger.open(copy);
  }

  /** No fault is left: every record is in, or there is a reason that a person can do something about. */
  #allIsSettled(oracle: Oracle): void {
    const { inDoubt } = this.#settings;
    const rows = new Map(oracle.rows(this.#ledger).map((row) => [row.name, row.outcome]));
    for (const given of this.#records) {
      const name = named(given);
      const outcome = rows.get(name)!;
      const stays =
        {
          created: true,
          existing: true,
          unchanged: true,
          invalid: given.ending === 'invalid',
          rejected: this.#case.refused.has(name),
          blocked: given.kind.references.length > 0,
          'in-doubt': {
            verify: given.kind.verify === undefined,
            hold: true,
            // and what it names did not get in
            resend: given.kind.references.length > 0,
          }[inDoubt],
        }[outcome] ?? false;
      if (!stays) this.#world.breaks(`${name} is ${outcome} when all is calm`);
    }
    const twice = this.#service.journal.filter((name, at, all) => all.indexOf(name) !== at);
    if (twice.length > 0) this.#world.breaks(`applied twice: ${twice.join(', ')}`);
    this.#world.mustHold();
  }
}
