import { setImmediate as turn } from 'node:timers/promises';
import type { Exchange } from '../../../src/ledger/exchange.ts';
import type { Claims } from '../../../src/send/push/claims.ts';
import type { SharedPace } from '../../../src/service/limiter.ts';
import type { SharedMemory } from '../../../src/shared/memory.ts';
import type { SharedStore } from '../../../src/shared/store.ts';
import { type Case, makeCase } from '../../send/push/simulation/case.ts';
import { SimulatedService } from '../../send/push/simulation/service.ts';
import { Broken, World } from '../../send/push/simulation/world.ts';
import { ModelStore } from '../model-store.ts';
import { StoreWeather } from './connection.ts';
import { factsStay, OpenTries } from './laws.ts';
import { Site } from './site.ts';

/** Puts a defect into the protocol, to test that the simulation detects it. */
export interface Sabotage {
  readonly store?: (store: SharedStore, group: Group) => SharedStore;
  readonly exchange?: (exchange: Exchange) => Exchange;
  readonly claims?: (memory: SharedMemory) => Claims;
  readonly pace?: (memory: SharedMemory) => SharedPace;
}

const MINUTE_MS = 60_000;
/** Longer than a lease. */
const LEASE_MS = 2 * MINUTE_MS;
/** Processes of each machine, one machine after the other, after the last fault. */
const CALM_ROUNDS = 4;

/** Several machines that import the same records at the same time, with one service and one memory. */
export class Group {
  readonly world: World;
  readonly sabotage: Sabotage;
  readonly case: Case;
  readonly service: SimulatedService;
  readonly store: ModelStore;
  readonly storeWeather: StoreWeather;
  readonly tries = new OpenTries();
  readonly sites: readonly Site[];
  readonly #factsStay: () => void;

  constructor(world: World, sabotage: Sabotage) {
    this.world = world;
    this.sabotage = sabotage;
    this.case = makeCase(world);
    this.service = new SimulatedService(world, this.case);
    const wrongBy = world.pick([0, -4 * MINUTE_MS, 11 * MINUTE_MS]);
    this.store = new ModelStore(() => world.now + wrongBy);
    this.storeWeather = new StoreWeather(world);
    this.sites = Array.from({ length: 2 + world.upTo(2) }, (_, id) => new Site(this, id));
    this.#factsStay = factsStay(world, this.store);
  }

  async live(): Promise<void> {
    const { world, service, sites } = this;
    const lives = new Map(sites.map((site) => [site, 1 + world.upTo(4)]));
    for (const site of sites)
      world.later(world.upTo(world.pick([0, 0, 20_000])), () => this.#next(site, lives));
    await this.#until(
      () => [...lives.values()].every((left) => left === 0) && !sites.some(({ isBusy }) => isBusy),
      lives,
    );
    service.weather.calm();
    this.storeWeather.calm();
    for (let round = 0; round < CALM_ROUNDS; round++) {
      for (const site of sites) {
        world.pass(Math.max(LEASE_MS, this.case.settings.settleMs, ...this.case.absence.values()));
        service.newProcess();
        site.begin(true);
        await this.#until(() => !site.isBusy, lives);
      }
    }
    for (const site of sites) site.mustBeSettled();
    await this.store.buryDead();
    for (const { entry, owner } of this.store.claims.values())
      if (owner !== null) world.breaks(`${entry.kind} ${entry.key} is still claimed`);
    world.mustHold();
  }

  /** The next process of a machine starts, unless it has had all. */
  #next(site: Site, lives: Map<Site, number>): void {
    const left = lives.get(site)!;
    if (left === 0) return;
    lives.set(site, left - 1);
    if (!this.sites.some(({ isBusy }) => isBusy)) this.service.newProcess();
    site.begin(false);
  }

  async #until(isDone: () => boolean, lives: Map<Site, number>): Promise<void> {
    const { world, sites } = this;
    for (;;) {
      await turn();
      this.#factsStay();
      world.mustHold();
      for (const site of sites.filter(({ isOver }) => isOver)) {
        await site.over();
        const pause = world.upTo(world.pick([0, 100, 10_000, 90_000, 30 * MINUTE_MS]));
        world.later(pause, () => this.#next(site, lives));
      }
      if (isDone()) return;
      if (sites.some(({ isWriting }) => isWriting)) continue;
      if (!world.next()) throw new Broken('it hangs: everyone waits for something that never comes');
    }
  }
}

/** The result of a simulation. */
export interface Tally {
  readonly machines: number;
  readonly requests: number;
  readonly ms: number;
  readonly late: number;
  readonly deaths: number;
  readonly pauses: number;
  readonly empty: number;
  /** Failures of connections to the store. */
  readonly failures: ReadonlySet<string>;
}

/** Machines that import at the same time, with faults. Throws with the seed and the log if a law is violated. */
export async function simulateGroup(seed: number, sabotage: Sabotage = {}): Promise<Tally> {
  const world = new World(seed);
  const group = new Group(world, sabotage);
  let sound = false;
  try {
    await group.live();
    sound = true;
    const { sites, service, storeWeather } = group;
    const sum = (name: keyof Site['tally']) => sites.reduce((total, { tally }) => total + tally[name], 0);
    return {
      ...{ machines: sites.length, requests: service.requests, ms: world.now, late: service.late },
      ...{ deaths: sum('deaths'), pauses: sum('pauses'), empty: sum('empty'), failures: storeWeather.seen },
    };
  } catch (error) {
    const { message, stack } = error as Error;
    const text = error instanceof Broken ? message : stack;
    const trace = process.env.TRACE_SIM_SEED ? `\n${world.trace.join('\n')}` : '';
    throw new Error(`seed ${seed}: ${text} (run again with TRACE_SIM_SEED=${seed})${trace}`, {
      cause: error,
    });
  } finally {
    for (const site of group.sites) site.close(sound);
  }
}
