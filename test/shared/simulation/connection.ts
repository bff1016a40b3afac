import { TraceError } from '../../../src/errors.ts';
import type { SharedEntry } from '../../../src/ledger/exchange.ts';
import type { NewSender, SharedStore } from '../../../src/shared/store.ts';
import type { Process, World } from '../../send/push/simulation/world.ts';
import type { ModelStore } from '../model-store.ts';

/** Pauses between tries, as of the connection to PostgreSQL. */
const RETRY_MS = [50, 200, 500, 1000];
/** How long after its connection broke a server may still do what was asked, in milliseconds. */
const LATEST_MS = 20_000;

type Failure = 'before' | 'after' | 'later';

/** How often connections to the store fail, and until when nobody reaches it. */
export class StoreWeather {
  readonly #world: World;
  readonly #share: number;
  #downUntil = 0;
  #isCalm = false;
  /** The failures that occurred. */
  readonly seen = new Set<string>();

  constructor(world: World) {
    this.#world = world;
    this.#share = world.pick([0, 0, 0.02, 0.1, 0.3]);
  }

  calm(): void {
    this.#isCalm = true;
  }

  failure(): Failure | null {
    const world = this.#world;
    if (this.#isCalm || this.#share === 0) return null;
    if (world.now >= this.#downUntil && world.chance(0.005)) {
      this.#downUntil = world.now + world.upTo(150_000);
      world.note('the store is down');
    }
    const isDown = world.now < this.#downUntil;
    if (!isDown && !world.chance(this.#share)) return null;
    const failure = isDown ? 'before' : world.pick(['before', 'after', 'later'] as const);
    this.seen.add(isDown ? 'down' : failure);
    return failure;
  }
}

/**
 * The store as one process reaches it: each call takes time, its connection fails before or after the store has done it,
 * or the store does it when the process has already asked again. The process may die at each step of it.
 */
export class Connection implements SharedStore {
  readonly name = 'memory';
  readonly #world: World;
  readonly #model: ModelStore;
  readonly #process: Process;
  readonly #weather: StoreWeather;
  /** The id with which the process has registered. */
  sender = '';

  constructor(world: World, model: ModelStore, process: Process, weather: StoreWeather) {
    this.#world = world;
    this.#model = model;
    this.#process = process;
    this.#weather = weather;
  }

  identity = () => this.#ask('identity', (store) => store.identity());
  beat = (sender: string) => this.#ask('beat', (store) => store.beat(sender));
  buryDead = () => this.#ask('buryDead', (store) => store.buryDead());
  claim: SharedStore['claim'] = (sender, wanted) =>
    this.#ask('claim', (store) => store.claim(sender, wanted));
  put: SharedStore['put'] = (sender, entries) => this.#ask('put', (store) => store.put(sender, entries));
  release: SharedStore['release'] = (sender, keys) =>
    this.#ask('release', (store) => store.release(sender, keys));
  inherit: SharedStore['inherit'] = (sender, ended) =>
    this.#ask('inherit', (store) => store.inherit(sender, ended));
  settleInherited: SharedStore['settleInherited'] = (sender) =>
    this.#ask('settleInherited', (store) => store.settleInherited(sender));
  leave = (sender: string) => this.#ask('leave', (store) => store.leave(sender));
  slots = (count: number, intervalMs: number) =>
    this.#ask('slots', (store) => store.slots(count, intervalMs));
  hold = (ms: number) => this.#ask('hold', (store) => store.hold(ms));
  close = () => Promise.resolve();

  register(sender: NewSender): Promise<void> {
    this.sender ||= sender.id;
    return this.#ask('register', (store) => store.register(sender));
  }

  async changes(
    sender: string | null,
    since: string | null,
    take: (entries: readonly SharedEntry[]) => void,
    known = since,
  ) {
    const pages: (readonly SharedEntry[])[] = [];
    const end = await this.#ask('changes', (store) =>
      store.changes(sender, since, (page) => pages.push(page), known),
    );
    for (const page of pages) take(page);
    return end;
  }

  newest(): Promise<string> {
    return this.#ask('newest', (store) => store.newest());
  }

  async #ask<T>(name: keyof SharedStore, work: (store: ModelStore) => Promise<T>): Promise<T> {
    const process = this.#process;
    for (let tries = 0; ; tries++) {
      process.step();
      if (process.dead) return new Promise(() => {});
      const failure = this.#weather.failure();
      const result = await this.#arrive(work, failure);
      this.#world.note(`  ${name}${failure ? `: fails ${failure}` : ''} ${JSON.stringify(result)}`);
      if (failure === null) return result!;
      const pause = RETRY_MS[tries];
      if (pause === undefined) throw new TraceError('unreachable', 'memory-lost', 'the memory is lost');
      await process.sleep(pause);
    }
  }

  async #arrive<T>(work: (store: ModelStore) => Promise<T>, failure: Failure | null): Promise<T | null> {
    const world = this.#world;
    let result: Promise<T> | null = null;
    const latency = world.upTo(20);
    // What was sent arrives even if its process dies.
    const arrives = (inMs: number) =>
      world.later(inMs, () => {
        result = work(this.#model);
      });
    if (failure === 'later') arrives(latency + world.upTo(LATEST_MS));
    else if (failure !== 'before') arrives(latency);
    await this.#process.sleep(latency + 1 + world.upTo(20));
    return result;
  }
}
